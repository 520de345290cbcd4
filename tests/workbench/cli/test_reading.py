"""Reading claims: search, show, list, why, state, at any two instants."""

from __future__ import annotations

import pytest

from tests.workbench.cli.conftest import Shell

OLD, NEW = "The default fuse is Borda.", "The default fuse is CombMNZ."


@pytest.fixture
def changed(shell: Shell) -> tuple[str, str]:
    """A claim of one key and its successor: Borda from November 2025, CombMNZ from 14 March 2026."""
    old = shell.write(OLD, "--key", "fuse", "--from", "2025-11-02", "--about", "fuse")
    return old, shell.write(NEW, "--key", "fuse", "--from", "2026-03-14", "--about", "fuse")


def texts(answer: dict[str, list[dict[str, dict[str, str]]]]) -> list[str]:
    return [line["claim"]["text"] for line in answer["claims"]]


def test_search_finds_the_live_claim_and_counts_what_it_hides(shell: Shell, changed: tuple[str, str]) -> None:
    answer = shell.json("search", "default", "fuse")
    assert [hit["line"]["claim"]["id"] for hit in answer["hits"]] == [changed[1]]
    assert answer["hidden"] == {"closed": 1}
    said = shell.ok("search", "default", "fuse")
    assert changed[1][-8:] in said
    assert "1 closed hidden" in said


def test_search_shows_results_for_a_repaired_word(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    said = shell.ok("search", "defalt")
    assert "showing results for default" in said
    assert NEW in said


def test_search_explains_each_hit_on_request(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    said = shell.ok("search", "fuse", "--explain")
    assert "score" in said
    assert "decay" in said
    assert "bm25" in said


def test_a_search_that_finds_nothing_is_no_error(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    assert shell.ok("search", "zeppelin") == "nothing found\n"


def test_any_text_is_a_query(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    for query in (
        "",
        " ",
        '"',
        "AND OR NOT",
        "(",
        "*:*",
        "pre-edit",
        "C:\\x",
        "[/]",
        "the",
        "ｆｕｓｅ",
        "👩‍👩‍👧",
        "-" * 300 + "x",
    ):
        assert shell("search", "--", query).code == 0, query


def test_a_search_leaves_the_file_byte_for_byte(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    before = (shell.pack / "data.mdb").read_bytes()
    for command in ("search fuse", "list", "due", "status", "islands", "hubs", "report", "proposals"):
        shell.ok(*command.split())
    assert (shell.pack / "data.mdb").read_bytes() == before


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2025-11-01", []),
        ("2025-11-02", [OLD]),
        ("2026-03-13", [OLD]),
        ("2026-03-14", [NEW]),
        ("2026-03", [NEW]),
        ("yesterday", [NEW]),
        ("now", [NEW]),
    ],
)
def test_what_was_true_on_a_date(
    shell: Shell, changed: tuple[str, str], date: str, expected: list[str]
) -> None:
    assert changed
    assert texts(shell.json("list", "--true-on", date)) == expected


def test_what_was_believed_on_a_date_before_the_pack_is_nothing(
    shell: Shell, changed: tuple[str, str]
) -> None:
    assert changed
    answer = shell.json("list", "--believed-on", "2026-05-01", "--shows", "history")
    assert answer["claims"] == []
    assert answer["basis"] == {
        "true_at": "2026-05-01T23:59:59.999999Z",
        "believed_at": "2026-05-01T23:59:59.999999Z",
    }


def test_a_day_means_its_last_instant_and_today_means_now(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    today = shell.json("list", "--believed-on", "today", "--true-on", "today")["basis"]
    now = shell.json("list")["basis"]
    assert today["true_at"] < now["true_at"]
    assert today["true_at"][:13] == today["believed_at"][:13] == now["true_at"][:13]


def test_the_basis_is_told_when_it_is_not_now(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    said = shell.ok("list", "--true-on", "2026-01")
    assert "true on 2026-01-31 23:59:59 +00:00" in said.splitlines()[0]
    assert "believed on" in said.splitlines()[0]
    assert "as of" not in said
    assert "believed on" not in shell.ok("list")


def test_the_future_is_not_believed_yet(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    ended = shell("list", "--believed-on", "in 3 days")
    assert ended.code == 1
    assert "not known yet" in ended.err


def test_a_date_that_is_none_is_refused_with_the_options_name(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    ended = shell("list", "--true-on", "recently")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("packbench: --true-on: 'recently' is not a date; write a date like")


def test_a_negative_step_is_a_value_of_its_option(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    assert shell.json("list", "--believed-on", "-3m")["claims"] == []


def test_lists_narrow_by_kind_author_and_set(shell: Shell) -> None:
    shell.write("Tabs lost.", "--kind", "preference", "--set", "style")
    shell.write("Spaces won.", "--seat", "ben")
    assert texts(shell.json("list", "--kind", "preference")) == ["Tabs lost."]
    assert texts(shell.json("list", "--author", "ben")) == ["Spaces won."]
    assert texts(shell.json("list", "--set", "style")) == ["Tabs lost."]
    assert texts(shell.json("list", "--limit", "1")) == ["Spaces won."]


def test_an_empty_workspace_says_where_there_is_something(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    said = shell.ok("list", "--workspace", "elsewhere")
    assert "no claims in elsewhere" in said
    assert "1 live claim in atlas: --workspace atlas" in said
    assert "--workspace" not in shell.ok("list", "--true-on", "1969-12-31")
    assert texts(shell.json("list", "--workspace", "elsewhere", "--everywhere")) == [NEW]


def test_the_page_of_a_claim_tells_all_of_it(shell: Shell, changed: tuple[str, str]) -> None:
    old, new = changed
    said = shell.ok("show", new)
    for part in (
        NEW,
        new,
        "live",
        "by ana",
        "in atlas",
        "true from 2026-03-14 until further notice",
        "fuse",
        OLD,
        "0 grades, 0 lapses",
    ):
        assert part in said, part
    page = shell.json("show", new)
    assert [claim["id"] for claim in page["chain"]] == [old, new]
    assert page["replaced"][0]["id"] == old


def test_why_tells_the_rule_the_successor_and_how_to_take_it_back(
    shell: Shell, changed: tuple[str, str]
) -> None:
    old, new = changed
    said = shell.ok("why", old[-8:])
    for part in (OLD, NEW, new[-8:], "key", "until 2026-03-14", f"packbench reopen {old[-8:]}", "▸"):
        assert part in said, part
    page = shell.json("why", old)
    assert page["ending"]["rule"] == "key"
    assert page["by"]["id"] == new
    assert page["ending"]["t_tx"].endswith("Z")


def test_why_of_a_live_claim_says_that_it_is_not_closed(shell: Shell, changed: tuple[str, str]) -> None:
    assert "is not closed; it is live" in shell.ok("why", changed[1])


def test_why_of_two_claims_says_what_keeps_them_both_open(shell: Shell) -> None:
    one = shell.write("Stand-up is at nine.", "--about", "stand-up")
    other = shell.write("The importer runs at night.", "--about", "importer")
    answer = shell.json("why", other, one)
    assert answer["near"]["why_open"]
    assert answer["near"]["why_open"] in shell.ok("why", other, one)


def test_why_of_a_pair_of_which_one_closed_the_other_says_which_when_and_by_which_rule(shell: Shell) -> None:
    old = shell.write("The default port of the hall is 8080.", "--from", "2026-03-01", "--about", "hall")
    new = shell.write("The default port of the hall is 9090.", "--from", "2026-03-08", "--about", "hall")
    day = shell.json("why", old)["ending"]["t_tx"][:10]
    for pair in ((new, old), (old, new)):
        said = shell.ok("why", *pair)
        assert said.splitlines()[0] == f"{new[-8:]} closed it on {day} (rule rewrite)"
        for part in ("is 8080.", "is 9090.", "6 of 8 different words are the same", "live"):
            assert part in said, part
        for raw in ("jaccard", "shared_words", "names it"):
            assert raw not in said
        assert "true from 2026-03-01 until 2026-03-08 ·" in said


def test_why_of_an_open_pair_shows_both_texts_and_how_much_they_are_alike(shell: Shell) -> None:
    one = shell.write("The default port of the hall is 8080.", "--about", "hall")
    other = shell.write("The default port of the hall is 9090.", "--about", "hall", "--keep-open", one)
    said = shell.ok("why", other, one)
    assert "6 of 8 words alike, both about hall" in said
    assert "older" in said
    assert "newer" in said
    assert "jaccard" not in said


@pytest.mark.parametrize("what", ["closed", "planned", "minute"])
def test_both_ends_of_a_window_are_told_as_they_were_stated(shell: Shell, what: str) -> None:
    start = "2026-03-08 09:30" if what == "minute" else "2026-03-08" if what == "closed" else "2199-03-08"
    old = shell.write("Lamps are off.", "--key", "lamps", "--from", "2026-03-01")
    shell.write("Lamps are on.", "--key", "lamps", "--from", start)
    for command in ("show", "why", "history"):
        assert f"from 2026-03-01 until {start}\n" in shell.ok(command, old) + "\n", command


def test_state_tells_what_a_key_says_and_said(shell: Shell, changed: tuple[str, str]) -> None:
    answer = shell.json("state", "fuse")
    assert [(line["claim"]["id"], line["state"]) for line in answer["claims"]] == [
        (changed[0], "closed"),
        (changed[1], "live"),
    ]
    said = shell.ok("state", "fuse").splitlines()
    assert OLD in said[0]
    assert NEW in said[1]
    assert shell("state", "nothing").code == 3


def test_what_only_stands_beside_a_hit_is_marked_and_counted_apart(shell: Shell) -> None:
    wanted = shell.write("Approvals come from two people.")
    beside = shell.write("The cellar is damp in April.")
    said = shell.ok("search", "approvals").splitlines()
    assert any(wanted[-8:] in line and "context" not in line for line in said)
    assert all("context" in line for line in said if beside[-8:] in line)
    assert said[-1].startswith("1 match")


def test_a_second_hop_finds_what_the_first_facts_name_and_is_counted_apart(shell: Shell) -> None:
    shell.write("The author of Bleak House is Charles Dickens.")
    further = shell.write("Charles Dickens is married to Catherine Hogarth.", "--observed", "2020-05-03")
    asked = ("search", "who is the spouse of the author of Bleak House")
    assert further[-8:] not in shell.ok(*asked)
    said = shell.ok(*asked, "--hop", "2").splitlines()
    assert any(further[-8:] in line and "2nd hop" in line for line in said)
    assert said[-1] == "1 match · 1 by a second hop"
    assert shell.json(*asked, "--hop", "2")["further"][0].endswith("Charles Dickens")


def test_the_last_day_that_can_be_written_is_a_date(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    assert texts(shell.json("list", "--true-on", "9999-12-31")) == [NEW]
    assert texts(shell.json("list", "--true-on", "9999")) == [NEW]


def test_an_early_year_has_four_figures(shell: Shell) -> None:
    written = shell.write("The era begins.", "--from", "0001-01-01")
    assert "true from 0001-01-01" in shell.ok("show", written)


def test_after_an_empty_answer_only_workspaces_that_hold_something_then_are_named(shell: Shell) -> None:
    shell.write("Something is held.", "--workspace", "harbour")
    assert "--workspace harbour" in shell.ok("list")
    said = shell.ok("list", "--true-on", "1999")
    assert "no claims in atlas" in said
    assert "--workspace" not in said
    shell.write("Something was held.", "--workspace", "harbour", "--from", "1990", "--until", "2000")
    assert "1 claim in harbour: --workspace harbour" in shell.ok("list", "--true-on", "1999")


def test_a_key_that_is_none_is_answered_with_the_one_meant_and_all_are_listed(shell: Shell) -> None:
    shell.write("The office is in Gera.", "--key", "office")
    shell.write("The fuse is of 16 amperes.", "--key", "fuse")
    for history in ((), ("--history",)):
        ended = shell("state", "Office", *history)
        assert ended.code == 3
        assert "; 'office' is one." in ended.err
        assert "; `packbench state` lists the keys." in shell("state", "zebra", *history).err
    assert shell.ok("state").split() == ["fuse", "office"]
    assert shell.json("state")["keys"] == ["fuse", "office"]
