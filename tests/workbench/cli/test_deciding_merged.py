"""What a merge left to a person: who said what, what the decision did, and whose acts came in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell

TWO, THREE = "The release needs two approvals.", "The release needs three approvals."


@pytest.fixture
def met(shell: Shell, tmp_path: Path) -> str:
    """Ana's claim, reworded by her and, in a copy of the pack, by ben, whose pack she has taken in."""
    claim = shell.write("The release needs an approval.")
    shell.ok("export", str(tmp_path / "first.zip"))
    other = ("--pack", str(tmp_path / "other.pack"), "--seat", "ben")
    shell.ok("import", str(tmp_path / "first.zip"), *other)
    shell.ok("edit", claim, "--text", TWO)
    shell.ok("edit", claim, "--text", THREE, *other)
    shell.write("The release is on Thursday.", *other)
    shell.ok("export", str(tmp_path / "back.zip"), *other)
    shell.ok("import", str(tmp_path / "back.zip"), "--yes")
    return claim


def theirs(shell: Shell) -> str:
    """The id of ben's version."""
    (proposal,) = shell.json("proposals", "--all")["proposals"]
    return str(proposal["new"])


def decide(shell: Shell, how: str) -> str:
    (proposal,) = shell.json("proposals")["proposals"]
    return shell.ok(how, proposal["id"])


@pytest.mark.usefixtures("met")
def test_theirs_is_by_the_seat_that_wrote_it_and_the_reason_is_the_merges(shell: Shell) -> None:
    said = shell.ok("proposals")
    assert f"ours, ana    {TWO}" in said
    assert f"theirs, ben  {THREE}" in said
    assert "merge: both packs changed this claim (text)" in said
    assert "guard" not in said


@pytest.mark.usefixtures("met")
def test_accepting_says_that_their_version_was_taken(shell: Shell) -> None:
    said = decide(shell, "accept")
    assert f"took their version: “{THREE}”" in said
    assert "never true" not in said
    assert "closes" not in said
    why = shell.ok("why", theirs(shell))
    assert "was taken over " in why
    assert "taken over: it was the other pack's version of a claim" in why
    assert "packbench undo " in why
    assert "never true" not in why
    assert "rule taken over" in shell.ok("history", theirs(shell))


@pytest.mark.usefixtures("met")
def test_declining_sets_their_version_aside(shell: Shell) -> None:
    decide(shell, "decline")
    why = shell.ok("why", theirs(shell))
    assert "was set aside " in why
    assert "ours was kept" in why
    assert "never true" not in why
    assert "set aside" in shell.ok("report")


@pytest.mark.usefixtures("met")
def test_undo_of_a_seat_with_acts_of_its_own_leaves_those_that_came_in_and_says_so(shell: Shell) -> None:
    shell.write("The release is signed.", "--seat", "ben")
    ended = shell("undo", "--by", "ben", "--since", "today")
    assert ended.code == 0
    assert "left as they are: 2 acts of ben came in by a merge that ana made: `packbench undo " in ended.err
    texts = {line["claim"]["text"] for line in shell.json("list")["claims"]}
    assert "The release is on Thursday." in texts
    assert "The release is signed." not in texts


@pytest.mark.usefixtures("met")
def test_undo_of_a_seat_whose_acts_came_in_names_the_merge_and_the_way_back(shell: Shell) -> None:
    ended = shell("undo", "--by", "ben", "--since", "today")
    assert (ended.code, ended.out) == (3, "")
    assert "2 acts of ben came in by a merge that ana made" in ended.err
    command = ended.err.partition("`packbench ")[2].partition("`")[0]
    assert command.startswith("undo ")
    shell.ok(*command.split(), "--yes")
    assert [line["claim"]["text"] for line in shell.json("list")["claims"]] == [TWO]
    again = shell("undo", "--by", "ben", "--since", "today")
    assert again.code == 3
    assert "came in" not in again.err


@pytest.mark.usefixtures("met")
@pytest.mark.parametrize(("decision", "how"), [("accept", "taken over"), ("decline", "set aside")])
def test_a_version_that_gave_way_is_called_so_wherever_it_is_told(
    shell: Shell, decision: str, how: str
) -> None:
    version, before = theirs(shell), shell.json("journal", "--last", "1")["events"][0]["at"]
    decide(shell, decision)
    told = [
        shell.ok("show", version),
        shell.ok("why", version),
        shell.ok("history", version),
        shell.ok("report"),
        shell.ok("diff", before),
        shell.ok("list", "--shows", "history"),
        shell.ok("status"),
    ]
    assert [how in said for said in told] == [True] * len(told)
    assert not any("retract" in said for said in told)
    assert f"{how}: 1" in told[4]


def test_each_side_of_a_pair_is_named_by_who_edited_it_last(shell: Shell, tmp_path: Path) -> None:
    claim = shell.write("The release needs an approval.")
    shell.ok("export", str(tmp_path / "first.zip"))
    other = ("--pack", str(tmp_path / "other.pack"), "--seat", "ben")
    shell.ok("import", str(tmp_path / "first.zip"), *other)
    shell.ok("edit", claim, "--text", TWO, "--seat", "cara")
    shell.ok("edit", claim, "--text", THREE, *other)
    shell.ok("export", str(tmp_path / "back.zip"), *other)
    shell.ok("import", str(tmp_path / "back.zip"), "--yes")
    said = shell.ok("proposals")
    assert f"ours, cara   {TWO}" in said
    assert f"theirs, ben  {THREE}" in said


def test_a_question_that_both_changed_is_shown_from_both_sides(shell: Shell, tmp_path: Path) -> None:
    claim = shell.write("Backups run every night.")
    shell.ok("export", str(tmp_path / "first.zip"))
    other = ("--pack", str(tmp_path / "other.pack"), "--seat", "ben")
    shell.ok("import", str(tmp_path / "first.zip"), *other)
    shell.ok("edit", claim, "-q", "When do backups run?")
    shell.ok("edit", claim, "-q", "How often?", *other)
    shell.ok("export", str(tmp_path / "back.zip"), *other)
    told = shell.ok("import", str(tmp_path / "back.zip"), "--yes")
    line = "question  ours: When do backups run?  theirs: How often?"
    assert line in told
    assert line in shell.ok("proposals")
