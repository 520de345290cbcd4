"""Proposals, evidence, the graph and review at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock, SystemClock
from core.clocks.instants import DAY
from core.pack.commands import Write
from core.pack.pack import Pack
from tests.workbench.cli.conftest import Shell

TEXTS = (
    "The importer of route plans checks every extract twice.",
    "The importer of route plans stores an extract before it is parsed.",
    "The importer of route plans names the region of an extract.",
)


def proposal(shell: Shell) -> str:
    """The id of the one open proposal."""
    shell.write(
        "The staging database moved to port 5433.", "--about", "staging database", "--from", "2026-03-01"
    )
    shell.write(
        "The staging database moved to port 5434.", "--about", "staging database", "--from", "2026-03-01"
    )
    (one,) = shell.json("proposals")["proposals"]
    return str(one["id"])


def test_no_proposals_is_a_good_sight(shell: Shell) -> None:
    shell.write("Stand-up is at nine.")
    assert "nothing waits for you" in shell.ok("proposals")


def test_a_proposal_shows_both_sides_and_is_accepted(shell: Shell) -> None:
    one = proposal(shell)
    said = shell.ok("proposals")
    assert "port 5433" in said
    assert "port 5434" in said
    assert one[-8:] in said
    shell.ok("accept", one[-8:])
    assert len(shell.json("list")["claims"]) == 1
    assert shell.json("proposals")["proposals"] == []
    assert [each["status"] for each in shell.json("proposals", "--all")["proposals"]] == ["accepted"]
    assert shell("accept", one).code == 1


def test_a_declined_pair_stays_and_is_never_proposed_again(shell: Shell) -> None:
    shell.ok("decline", proposal(shell), "--why", "two databases")
    assert len(shell.json("list")["claims"]) == 2
    assert shell.json("consolidate", "--apply")["outcome"] == "noop"


@pytest.mark.parametrize("command", ["accept", "decline"])
def test_a_proposal_that_is_not_there(shell: Shell, command: str) -> None:
    shell.write("Stand-up is at nine.")
    ended = shell(command, "ffffffff")
    assert ended.code == 3
    assert "fits no proposal" in ended.err


def test_consolidate_is_dry_until_it_is_told(shell: Shell) -> None:
    shell.json("write", "The default fuse is Borda.", "--about", "fuse")
    kept = shell.json("list")["claims"][0]["claim"]["id"]
    shell.json("write", "The default fuse is CombMNZ.", "--about", "fuse", "--keep-open", kept)
    dry = shell.json("consolidate", "--close")
    assert dry["dry_run"]
    assert len(shell.json("list")["claims"]) == 2
    wet = shell.json("consolidate", "--close", "--apply")
    assert [len(wet["closes"]), len(wet["proposes"])] == [len(dry["closes"]), len(dry["proposes"])]


# evidence


def test_a_deed_is_kept_word_for_word_and_makes_no_claim(shell: Shell) -> None:
    body = "  CombMNZ 0.638,\n\tBorda 0.620 [/]\n"
    deed = shell.json(
        "deed", "put", body, "--source", "bench/0412", "--speaker", "bot", "--said", "2026-03-14"
    )
    shown = shell.json("deed", "show", deed["id"])["deed"]
    assert (shown["body"], shown["source"], shown["speaker"]) == (body, "bench/0412", "bot")
    assert shown["said_at"] == "2026-03-14T00:00:00.000000Z"
    assert shell.json("list", "--shows", "history")["claims"] == []


def test_a_deed_comes_from_a_file_or_from_standard_input(shell: Shell, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("a page\n", encoding="utf-8")
    deed = shell.json("deed", "put", "--file", str(page), "--kind", "page")["id"]
    shown = shell.json("deed", "show", deed)["deed"]
    assert (shown["body"], shown["kind"], shown["source"]) == ("a page\n", "page", "page.txt")
    assert shell("deed", "put", "-", stdin="piped\n").code == 0
    assert shell("deed", "put").code == 1
    assert shell("deed", "put", "words", "--file", str(page)).code == 1
    assert shell("deed", "put", "--file", str(tmp_path / "none")).code == 1


def test_the_same_deed_twice_is_kept_once(shell: Shell) -> None:
    one = shell.json("deed", "put", "said once")
    assert shell.json("deed", "put", "said once") | {"outcome": "noop", "id": one["id"]} == shell.json(
        "deed", "put", "said once"
    )


def test_a_claim_cites_a_deed_and_the_deed_knows(shell: Shell) -> None:
    deed = shell.json("deed", "put", "CombMNZ 0.638")["id"]
    claim = shell.write("CombMNZ won.")
    assert shell.ok("deed", "citers", deed) == "no claim cites it\n"
    shell.ok("cite", claim[-8:], deed)
    assert [one["id"] for one in shell.json("deed", "citers", deed)["citers"]] == [claim]
    assert "CombMNZ won." in shell.ok("deed", "show", deed)
    assert shell("cite", claim, "deed-none").code == 3
    assert shell("deed", "show", "deed-none").code == 3


# the graph


@pytest.fixture
def linked(shell: Shell) -> list[str]:
    """Three claims about the same names."""
    return [shell.write(text, "--about", "importer", "--about", "extract") for text in TEXTS]


def test_islands_hubs_and_an_island_by_cue(shell: Shell, linked: list[str]) -> None:
    islands = shell.json("islands")
    assert sorted(islands["islands"][0]["members"]) == sorted(linked)
    assert any(text in shell.ok("islands") for text in TEXTS)
    assert {hub["line"]["claim"]["id"] for hub in shell.json("hubs")["hubs"]} == set(linked)
    assert len(shell.json("hubs", "--limit", "1")["hubs"]) == 1
    answer = shell.json("island", "importer", "extract")
    assert {one["line"]["claim"]["id"] for one in answer["reached"]} == set(linked)
    assert "1.00" in shell.ok("island", "importer", "extract")


def test_an_unlinked_pack_says_how_islands_come_about(shell: Shell) -> None:
    shell.write("Stand-up is at nine.")
    assert "about the same names" in shell.ok("islands")
    assert "about the same names" in shell.ok("hubs")
    assert "nothing is awakened" in shell.ok("island", "zeppelin")


def test_firing_claims_gives_their_links_weight(shell: Shell, linked: list[str]) -> None:
    before = {peer[0]["id"]: peer[1] for peer in shell.json("show", linked[0])["peers"]}
    shell.ok("fire", linked[0], linked[1][-8:])
    after = {peer[0]["id"]: peer[1] for peer in shell.json("show", linked[0])["peers"]}
    assert after[linked[1]] > before[linked[1]]
    assert shell("fire").code == 1
    assert shell("fire", linked[0], "--cue", "importer").code == 1


def test_a_cue_fires_its_island(shell: Shell, linked: list[str]) -> None:
    assert linked
    assert "claims fired together" in shell.ok("fire", "--cue", "importer of route plans")
    ended = shell("fire", "--cue", "zeppelin")
    assert ended.code == 1
    assert "weak" in ended.err


# review


@pytest.fixture
def yesterdays(shell: Shell) -> str:
    """A claim that was written three days ago, and is due."""
    clock = ScriptedClock(SystemClock().now() - 3 * DAY)
    with Pack.create(shell.pack, seat="ana", clock=clock, workspace="atlas") as pack:
        receipt = pack.submit(Write(draft=Draft(text="Stand-up is at nine.", workspace="atlas")))
    return str(receipt.id)


def test_what_is_due_is_listed_and_gone_once_graded(shell: Shell, yesterdays: str) -> None:
    assert [card["line"]["claim"]["id"] for card in shell.json("due")["cards"]] == [yesterdays]
    assert "1 claim due" in shell.ok("due")
    assert "Good: “Stand-up is at nine.”" in shell.ok("grade", yesterdays[-8:], "good")
    assert shell.json("due")["cards"] == []
    assert "nothing is due" in shell.ok("due")
    shell.ok("undo")
    assert len(shell.json("due")["cards"]) == 1


def test_what_is_due_is_told_without_its_answers_unless_they_are_asked_for(
    shell: Shell, yesterdays: str
) -> None:
    """Reading the answer in a list spoils the question."""
    for command in ("due", "report"):
        said = shell.ok(command)
        assert "Stand-up is …" in said, command
        assert "is at nine" not in said, command
        assert "`packbench due --answers` shows them" in said, command
        assert "Stand-up is at nine." in shell.ok(command, "--answers")
    assert shell.json("due")["cards"][0]["line"]["claim"]["id"] == yesterdays


def test_the_queue_of_a_past_day_can_be_shown(shell: Shell, yesterdays: str) -> None:
    assert len(shell.json("due", "--believed-on", "yesterday")["cards"]) == 1
    assert shell.json("due", "--believed-on", "4 days ago")["cards"] == []
    assert yesterdays


@pytest.mark.parametrize("grade", ["3", "GOOD", "good"])
def test_a_grade_is_a_figure_or_a_word(shell: Shell, yesterdays: str, grade: str) -> None:
    shell.ok("grade", yesterdays, grade)
    assert shell.json("show", yesterdays)["review"]["last_grade"] == 3


@pytest.mark.parametrize("grade", ["0", "5", "fine", "", "-1", "３x"])
def test_a_grade_that_is_none_is_refused(shell: Shell, yesterdays: str, grade: str) -> None:
    ended = shell("grade", yesterdays, "--", grade)
    assert ended.code == 1
    assert "is no grade" in ended.err


def test_a_claim_is_graded_once_a_day(shell: Shell, yesterdays: str) -> None:
    shell.ok("grade", yesterdays, "3")
    ended = shell("grade", yesterdays, "1")
    assert ended.code == 1
    assert "undo" in ended.err
