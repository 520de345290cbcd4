"""Writing claims: remember, prefer, write, edit, and what a pipe gets instead of a question."""

from __future__ import annotations

import pytest

from tests.workbench.cli.conftest import Shell

BORDA = "The default fuse is Borda."
COMBMNZ = "The default fuse is CombMNZ."


def test_the_first_write_makes_the_pack_and_says_where(shell: Shell) -> None:
    ended = shell("remember", BORDA)
    assert ended.code == 0
    assert ended.err.count("\n") == 1
    assert f"made a new pack: {shell.pack}" in ended.err
    assert "made a new pack" not in shell("remember", "Stand-up is at nine.").err


def test_a_first_write_that_is_refused_makes_no_pack(shell: Shell) -> None:
    ended = shell("remember", " ")
    assert (ended.code, ended.out) == (1, "")
    assert "made" not in ended.err
    assert not shell.pack.exists()


def test_a_new_pack_counts_its_days_in_the_zone_of_the_machine(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    shell.ok("remember", BORDA)
    assert shell.json("config", "zone") == {"settings": {"zone": "Asia/Tokyo"}}


def test_words_without_quotes_are_one_text(shell: Shell) -> None:
    shell.ok("remember", *BORDA.split())
    assert [line["claim"]["text"] for line in shell.json("list")["claims"]] == [BORDA]


def test_a_dash_reads_standard_input(shell: Shell) -> None:
    shell.ok("remember", "-", stdin=f"{BORDA}\n")
    assert shell.json("list")["claims"][0]["claim"]["text"] == BORDA


def test_standard_input_that_is_no_text_is_refused(shell: Shell) -> None:
    ended = shell("remember", "-", stdin=b"\xff\xfe\x00")
    assert (ended.code, ended.out) == (1, "")
    assert "not UTF-8" in ended.err


@pytest.mark.parametrize(("command", "kind"), [("remember", "lesson"), ("prefer", "preference")])
def test_the_two_short_commands_write_their_kind(shell: Shell, command: str, kind: str) -> None:
    shell.ok(command, "Tests run before lunch.")
    claim = shell.json("list")["claims"][0]["claim"]
    assert (claim["kind"], claim["author"], claim["workspace"]) == (kind, "ana", "atlas")


def test_in_a_pipe_a_write_closes_and_says_how_to_take_it_back(shell: Shell) -> None:
    old = shell.write(BORDA, "--key", "fuse")
    said = shell.ok("remember", COMBMNZ, "--key", "fuse")
    assert "closes" in said
    assert old[-8:] in said
    tx = shell.json("journal", "--last", "1")["events"][0]["tx"]
    assert f"undo: packbench undo {tx}" in said
    shell.ok("undo", str(tx))
    assert [line["claim"]["text"] for line in shell.json("list")["claims"]] == [BORDA]


def test_a_dry_run_tells_the_same_and_writes_nothing(shell: Shell) -> None:
    shell.write(BORDA, "--key", "fuse", "--from", "2025-11-02")
    before = shell.json("status")["status"]["tx"]
    successor = ("write", COMBMNZ, "--key", "fuse", "--from", "2026-03-14")
    dry = shell.json(*successor, "--dry-run")
    assert (dry["dry_run"], dry["tx"], len(dry["closes"])) == (True, None, 1)
    assert shell.json("status")["status"]["tx"] == before
    wet = shell.json(*successor)
    own = {"id", "tx", "t_tx", "dry_run", "changed"}
    assert {name: wet[name] for name in wet if name not in own} == {
        name: dry[name] for name in dry if name not in own
    }


def test_a_claim_can_be_kept_open_in_the_command(shell: Shell) -> None:
    old = shell.write("The staging database listens on port 5432.", "--about", "staging database")
    new = shell.json(
        "write",
        "The staging database listens on port 5433.",
        "--about",
        "staging database",
        "--keep-open",
        old[-8:],
    )
    assert new["closes"] == []
    assert len(shell.json("list")["claims"]) == 2


def test_every_field_of_a_claim_can_be_written(shell: Shell) -> None:
    first, second = shell.write("Borda lost."), shell.write("CombMNZ won the bake-off.")
    deed = shell.json("deed", "put", "CombMNZ 0.638, Borda 0.620")["id"]
    written = shell.write(
        "CombMNZ is the better fuse.", "--kind", "conclusion", "--about", "fuse", "--about", "CombMNZ",
        "--question", "Which fuse is better?", "--key", "fuse.best", "--set", "search", "--cites", deed,
        "--rests-on", first[-8:], "--rests-on", second[-8:], "--from", "2026-03", "--until", "2030-05-31",
        "--observed", "2026-03-14 09:12",
    )  # fmt: skip
    claim = shell.json("show", written)["line"]["claim"]
    assert (
        claim
        | {
            "kind": "conclusion",
            "entities": ["fuse", "CombMNZ"],
            "entities_declared": True,
            "question": "Which fuse is better?",
            "key": "fuse.best",
            "set": "search",
            "deeds": [deed],
            "derived_from": [first, second],
            "t_valid": "2026-03-01T00:00:00.000000Z",
            "t_invalid": "2030-06-01T00:00:00.000000Z",
            "t_observed": "2026-03-14T09:12:00.000000Z",
            "precision": ["month", "day"],
        }
        == claim
    )


def test_an_end_is_shown_as_the_last_day_that_it_holds(shell: Shell) -> None:
    written = shell.write("The freeze holds.", "--from", "2026-03-01", "--until", "2030-05-31")
    assert "true from 2026-03-01 until 2030-05-31" in shell.ok("show", written)


def test_a_claim_may_be_true_without_a_start(shell: Shell) -> None:
    written = shell.write("Two and two make four.", "--always")
    assert shell.json("show", written)["line"]["claim"]["t_valid"] is None
    assert shell("write", "Three and one make four.", "--always", "--from", "2026").code == 1


def test_a_claim_may_be_about_nothing(shell: Shell) -> None:
    written = shell.write("Ana met Ben in Berlin.", "--about-nothing")
    assert shell.json("show", written)["line"]["claim"]["entities"] == []


FACTS = [
    ("trust", ["from=ana", "to=ben", "weight=0.5"], {"from": "ana", "to": "ben", "weight": 0.5}),
    ("persona", ["name=sceptic", "anchor=1"], {"name": "sceptic", "anchor": 1.0}),
    ("rule", ["pattern=rm -rf *", "verdict=deny"], {"pattern": "rm -rf *", "verdict": "deny"}),
    ("outcome", ["issue=42", "choice=CombMNZ"], {"issue": "42", "choice": "CombMNZ"}),
    ("prediction", ["issue=42", "agent=bot", "expect=yes"], {"issue": "42", "agent": "bot", "expect": "yes"}),
    ("prediction", ["issue=42", "agent=bot", 'expect={"yes": 0.7, "no": 0.3}'],
     {"issue": "42", "agent": "bot", "expect": {"yes": 0.7, "no": 0.3}}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "kept"), FACTS)
def test_facts_are_fitted_to_their_kind(
    shell: Shell, kind: str, facts: list[str], kept: dict[str, object]
) -> None:
    options = [part for fact in facts for part in ("--fact", fact)]
    written = shell.write("Said for good reasons.", "--kind", kind, *options)
    assert shell.json("show", written)["line"]["claim"]["facts"] == kept


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--kind", "trust", "--fact", "from=ana"], "needs facts"),
        (
            ["--kind", "trust", "--fact", "from=ana", "--fact", "to=ben", "--fact", "weight=much"],
            "cannot be 'much'",
        ),
        (["--kind", "lesson", "--fact", "from=ana"], "carries no facts"),
        (["--fact", "from"], "is no name=value"),
        (["--kind", "poem"], "poem"),
        (["--from", "recently"], "--from: 'recently' is not a date"),
        (["--cites", "deed-none"], "no deed 'deed-none'"),
    ],
)
def test_a_field_that_does_not_fit_is_refused_in_one_line(
    shell: Shell, options: list[str], reason: str
) -> None:
    shell.write("Something is held.")
    ended = shell("write", "Ben is to be trusted.", *options)
    assert ended.code in (1, 3)
    assert ended.out == ""
    assert ended.err.startswith("packbench: ")
    assert reason in ended.err
    assert ended.err.count("\n") == 1
    assert len(shell.json("list")["claims"]) == 1


def test_the_same_claim_again_is_no_error_and_no_record(shell: Shell) -> None:
    shell.write(BORDA)
    again = shell.json("remember", BORDA)
    assert (again["outcome"], again["tx"]) == ("noop", None)


def test_a_date_that_was_typed_is_echoed_beside_the_answer(shell: Shell) -> None:
    ended = shell("remember", BORDA, "--from", "2026-03-14", "--json")
    assert "--from: 2026-03-14 00:00 +00:00 (UTC)" in ended.err


ZONES = [
    ("UTC", "2026-03-29T02:30:00.000000Z", "2026-03-29 02:30 +00:00 (UTC)"),
    (
        "Europe/Berlin",
        "2026-03-29T01:00:00.000000Z",
        "2026-03-29 03:00 +02:00 (Europe/Berlin); the clocks skip",
    ),
    ("America/New_York", "2026-03-29T06:30:00.000000Z", "2026-03-29 02:30 -04:00 (America/New_York)"),
    ("Asia/Kathmandu", "2026-03-28T20:45:00.000000Z", "2026-03-29 02:30 +05:45 (Asia/Kathmandu)"),
    ("Pacific/Kiritimati", "2026-03-28T12:30:00.000000Z", "2026-03-29 02:30 +14:00 (Pacific/Kiritimati)"),
]


@pytest.mark.parametrize(("zone", "stored", "echo"), ZONES, ids=[zone for zone, _, _ in ZONES])
def test_a_bare_time_is_that_of_the_persons_clock_and_is_stored_in_utc(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, zone: str, stored: str, echo: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    ended = shell("write", BORDA, "--from", "2026-03-29 02:30", "--until", "2030-05-31")
    assert f"--from: {echo}" in ended.err
    claim = shell.json("list")["claims"][0]["claim"]
    assert claim["t_valid"] == stored
    assert "until 2030-05-31" in shell.ok("show", claim["id"])


def test_a_traveller_reads_days_and_times_in_the_zone_of_the_pack(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    shell.ok("remember", BORDA)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    day = shell.json("show", shell.write("One day is a day.", "--from", "2026-03-14"))["line"]["claim"][
        "t_valid"
    ]
    time = shell.json("show", shell.write("One hour is an hour.", "--from", "2026-03-14 09:00"))["line"][
        "claim"
    ]["t_valid"]
    assert (day, time) == ("2026-03-13T23:00:00.000000Z", "2026-03-14T08:00:00.000000Z")


# edit


def test_an_edit_corrects_fields_and_keeps_the_claim(shell: Shell) -> None:
    written = shell.write("The defualt fuse is Borda.", "--question", "Which fuse?", "--key", "fuse")
    shell.ok("edit", written[-8:], "--text", BORDA, "--question", "", "--until", "2030-05", "--about", "fuse")
    claim = shell.json("show", written)["line"]["claim"]
    assert (claim["text"], claim["question"], claim["key"], claim["rev"]) == (BORDA, None, "fuse", 2)
    assert (claim["t_invalid"], claim["precision"][1]) == ("2030-06-01T00:00:00.000000Z", "month")
    assert claim["entities"] == ["fuse"]
    shell.ok("edit", written, "--until", "", "--from", "always")
    claim = shell.json("show", written)["line"]["claim"]
    assert (claim["t_valid"], claim["t_invalid"]) == (None, None)


def test_an_edit_of_a_revision_that_moved_on_is_refused(shell: Shell) -> None:
    written = shell.write(BORDA)
    shell.ok("edit", written, "--text", COMBMNZ, "--rev", "1")
    ended = shell("edit", written, "--text", BORDA, "--rev", "1")
    assert ended.code == 1
    assert "revision 2" in ended.err


def test_an_edit_of_nothing_says_what_can_be_said(shell: Shell) -> None:
    written = shell.write(BORDA)
    ended = shell("edit", written)
    assert ended.code == 1
    assert "say what to change" in ended.err
