"""Small sentences that were wrong or led nowhere: who decided, in which words, and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell
from tests.workbench.cli.test_damage import _without_manifest
from tests.workbench.cli.test_deciding import proposal


def pair(shell: Shell) -> tuple[str, str, str]:
    """The open proposal, and its newer and older claim."""
    one = proposal(shell)
    (told,) = shell.json("proposals")["proposals"]
    return one, told["new"], told["old"]


def test_of_an_accepted_pair_the_person_is_named_who_accepted_it(shell: Shell) -> None:
    shell.ok("config", "policy", "propose")
    for port, day in (("5433", "2026-03-01"), ("5434", "2026-04-01")):
        shell.write(
            f"The staging database listens on port {port}.", "--about", "staging database", "--from", day
        )
    (one,) = shell.json("proposals")["proposals"]
    shell.ok("accept", one["id"], "--seat", "bo")
    said = shell.ok("why", one["new"], one["old"]).splitlines()[0]
    assert said.startswith("bo accepted the proposal on ")
    assert said.endswith(f"and {one['new'][-8:]} took its place")


def test_why_says_its_label_once(shell: Shell) -> None:
    one, _, older = pair(shell)
    shell.ok("accept", one)
    said = shell.ok("why", older)
    assert [line.split()[0] for line in said.splitlines() if line.strip()].count("why") == 1


def test_a_proposal_that_lapsed_names_the_act(shell: Shell) -> None:
    _, _, older = pair(shell)
    shell.ok("close", older, "--seat", "bo")
    said = shell.ok("proposals", "--all")
    assert f"lapsed when bo closed {older[-8:]}" in said
    assert "lapsed by" not in said


def test_a_decided_pair_is_shown_in_the_words_of_then(shell: Shell) -> None:
    one, newer, _ = pair(shell)
    shell.ok("decline", one)
    shell.ok("edit", newer, "--text", "The staging database moved to port 5435.")
    said = shell.ok("proposals", "--all")
    assert "port 5434" in said
    assert "port 5435" not in said
    then = shell.json("proposals", "--all")["then"][one]
    assert then[newer]["text"] == "The staging database moved to port 5434."


def test_a_diff_counts_what_came_and_went_between(shell: Shell) -> None:
    shell.write("Stand-up is at nine.", "--from", "2026-03-01")
    gone = shell.write("Rope lies in the blue box.", "--from", "2026-03-01", "--until", "2026-03-09")
    said = shell.ok("diff", "2026-02-01", "2026-04-01", "--clock", "true")
    assert "1 opened and ended in between" in said
    told = shell.json("diff", "2026-02-01", "2026-04-01", "--clock", "true")
    assert told["between"] == [gone]
    assert len(told["opened"]) == 1
    assert shell.json("diff", "2026-04-01", "2026-02-01", "--clock", "true")["between"] == [gone]
    assert shell.json("diff", "2026-02-01", "2026-03-05", "--clock", "true")["between"] == []
    assert "in between" not in shell.ok("diff", "2026-03-10", "2026-04-01", "--clock", "true")


def test_what_was_written_and_retracted_since_came_and_went_too(shell: Shell) -> None:
    one = shell.write("Stand-up is at nine.", "--from", "2026-03-01")
    shell.ok("retract", one)
    assert shell.json("diff", "2026-04-01", "now")["between"] == [one]
    assert shell.json("diff", "2026-04-01", "now", "--clock", "true")["between"] == []


def test_plain_text_is_sent_to_the_command_that_takes_it(shell: Shell, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all,\nthe tram runs again.\n", encoding="utf-8")
    ended = shell("deed", "import", str(letter))
    assert ended.code == 1
    assert "one JSON object a line" in ended.err
    assert "deed put --file" in ended.err
    shell.ok("deed", "put", "--file", str(letter))


def test_one_record_is_taken_back_by_its_number(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text('{"body": "We moved to Lisbon."}\n', encoding="utf-8")
    said = shell.ok("deed", "import", str(file))
    assert "--through" not in said
    assert "takes it back" in said


def test_eval_alone_lists_what_it_measures_in_whole_sentences(shell: Shell) -> None:
    said = shell.ok("eval")
    assert "locomo" in said
    assert "..." not in said.split("Commands:")[1]
    assert "..." not in shell.ok("eval", "--help").split("Commands:")[1]


def test_a_record_that_was_brought_back_is_told_as_that(shell: Shell, tmp_path: Path) -> None:
    claims = [shell.write(text) for text in ("The kettle is in the hall.", "Lamps are off on Sunday.")]
    data = shell.pack / "data.mdb"
    data.write_bytes(data.read_bytes().replace(b"\xa5write", b"\xa5wrote"))  # the verb of every record
    saved = shell("export", "--skip-damaged", str(tmp_path / "saved.zip"))
    assert "brought back" in saved.err, saved
    anew = ("--pack", str(tmp_path / "new.pack"))
    shell.ok("import", str(tmp_path / "saved.zip"), *anew)
    for claim in claims:
        said = shell.ok("history", claim, *anew)
        assert "lost by" not in said
        assert "written; its record was damaged and brought back" in said


def test_a_missing_manifest_says_what_to_do(shell: Shell, tmp_path: Path) -> None:
    shell.write("Lamps are off on Sunday.")
    archive = tmp_path / "pack.zip"
    shell.ok("export", str(archive))
    _without_manifest(archive)
    ended = shell("import", str(archive), "--pack", str(tmp_path / "new.pack"))
    assert "manifest.json is missing. Ask for the handover again" in ended.err


def test_a_record_is_told_by_its_number_only_where_that_takes_it_back(shell: Shell) -> None:
    """A number that leads nowhere is noise; a time or the command to type is not."""
    older = shell.write("The default fuse is Borda.", "--key", "fuse", "--about", "fuse")
    said = shell.ok("remember", "The default fuse is CombMNZ.", "--key", "fuse", "--about", "fuse", "--yes")
    said += shell.ok("why", older) + shell.ok("islands") + shell.ok("undo")
    tx = shell.json("journal", "--last", "1")["events"][0]["tx"]
    assert f"redo: packbench redo {tx}" in said
    assert f"undo: packbench undo {tx - 1}" in said
    assert "tx " not in said


@pytest.mark.parametrize(
    "command",
    ["show {}", "grade {} 3", "write Lifts.stop --kind {}", "state {}", "accept {}",
     "list --true-on {}", "config zone {}", "deed show {}", "write Lifts.stop --fact {}"],
)  # fmt: skip
def test_a_refused_value_is_given_back_within_a_line_however_long_it_is(shell: Shell, command: str) -> None:
    shell.write("The lift of house 3 holds 5 people.")
    refused = shell(*(part.format("x" * 300) for part in command.split()))
    assert refused.code != 0
    assert "x" * 40 in refused.err
    assert "x" * 80 not in refused.err
