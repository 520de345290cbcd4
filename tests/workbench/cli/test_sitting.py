"""A sitting in a plain terminal, and what is due in a line for a prompt."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY
from core.pack.commands import Write
from core.pack.pack import Pack
from tests.workbench.cli.conftest import Shell
from tests.workbench.cli.test_exits import packbench
from tests.workbench.cli.test_terminal import finish, terminal

TEXTS = (
    "The staging database listens on port 5433.",
    "Ben keeps the release notes.",
    "A green build takes 9 minutes.",
)
WORKSPACE = "atlas"
LONG_AGO = 400
"""Days after which everything is due and to be checked."""


def written(path: Path, days: int) -> None:
    """A pack whose claims were written so many days ago."""
    past = time.time_ns() // 1000 - days * DAY
    clock = ScriptedClock(past)
    with Pack.create(path, seat="ana", client="test", clock=clock, workspace=WORKSPACE) as pack:
        for text in TEXTS:
            pack.submit(Write(draft=Draft(text=text, workspace=WORKSPACE)))


@pytest.fixture
def due(shell: Shell) -> Shell:
    """A shell whose pack has three claims that are due."""
    written(shell.pack, 3)
    return shell


def reviews(shell: Shell) -> dict[str, tuple[int, int | None]]:
    """Grades and the last one, by text."""
    with Pack.open(shell.pack, seat="ana", client="test", workspace=WORKSPACE) as pack:
        pages = [pack.page(line.claim.id) for line in pack.claims()]
    return {
        page.line.claim.text: (page.review.reps, page.review.last_grade)
        for page in pages
        if page.review is not None
    }


@pytest.mark.pty
def test_every_due_claim_is_asked_revealed_and_graded(due: Shell) -> None:
    with terminal(due, "grade") as child:
        for place, grade in enumerate("342", 1):
            child.expect_exact(f"{place} of 3")
            child.expect_exact("enter shows the answer")
            child.sendline("")
            child.expect_exact("1 Again · 2 Hard · 3 Good · 4 Easy")
            child.sendline(grade)
        code, said = finish(child)
    assert code == 0
    assert "3 claims graded: 1 Hard, 1 Good, 1 Easy" in said
    assert sorted(reviews(due).values()) == [(1, 2), (1, 3), (1, 4)]


@pytest.mark.pty
def test_a_grade_before_the_answer_or_a_word_that_is_none_asks_again(due: Shell) -> None:
    with terminal(due, "grade") as child:
        child.expect_exact("enter shows the answer")
        child.sendline("3")
        child.expect_exact("is none of these; grades are 1 to 4, after the answer")
        child.sendline("")
        child.expect_exact("4 Easy")
        assert max(map(len, child.before.splitlines())) < 100
        child.expect_exact("quit > ")
        assert "\r\n" in child.before
        child.sendline("5")
        child.expect_exact("is none of these; grades are 1 to 4")
        child.sendline("q")
        assert finish(child)[0] == 0
    assert {reps for reps, _ in reviews(due).values()} == {0}


@pytest.mark.pty
def test_undo_takes_the_last_grade_back_and_asks_that_claim_again(due: Shell) -> None:
    with terminal(due, "grade") as child:
        child.expect_exact("1 of 3")
        child.expect_exact("enter shows the answer")
        child.sendline("")
        child.expect_exact("4 Easy")
        child.sendline("1")
        child.expect_exact("2 of 3")
        child.expect_exact("enter shows the answer")
        child.sendline("u")
        child.expect_exact("1 of 3")
        child.expect_exact("enter shows the answer")
        child.sendline("q")
        _, said = finish(child)
    assert "nothing was graded" in said
    assert {reps for reps, _ in reviews(due).values()} == {0}


@pytest.mark.pty
def test_no_longer_true_asks_why_and_what_is_true_instead(due: Shell) -> None:
    with terminal(due, "grade") as child:
        child.expect_exact("enter shows the answer")
        child.sendline("")
        child.expect_exact("4 Easy")
        child.sendline("x")
        child.expect_exact("why is it no longer true?")
        child.sendline("the log of this morning")
        child.expect_exact("what is true instead?")
        child.sendline("The truth is another one.")
        child.expect_exact("1 of 2")
        child.expect_exact("enter shows the answer")
        child.sendline("q")
        code, said = finish(child)
    assert code == 0
    assert "nothing was graded · 1 other answer" in said
    assert "The truth is another one." in due.ok("list")


@pytest.mark.pty
def test_after_the_answer_a_claim_that_is_held_against_it_is_told(due: Shell) -> None:
    due.ok("config", "policy", "propose")
    due.ok("write", "The staging database listens on port 6000.")
    with terminal(due, "grade") as child:
        for _ in TEXTS:  # in which order they are asked is chance
            child.expect_exact("enter shows the answer")
            child.sendline("")
            child.expect_exact("1 Again")
            if "port 5433." in child.before:
                break
            child.expect_exact("4 Easy")
            child.sendline("3")
        assert (
            "another claim disagrees, undecided: The staging database listens on port 6000." in child.before
        )
        child.sendline("q")
        assert finish(child)[0] == 0


@pytest.mark.pty
def test_a_correction_that_is_held_already_is_named(due: Shell) -> None:
    due.ok("write", "The lift holds eight people.")
    with terminal(due, "grade") as child:
        child.expect_exact("enter shows the answer")
        child.sendline("")
        child.expect_exact("4 Easy")
        child.sendline("x")
        child.expect_exact("why is it no longer true?")
        child.sendline("it moved")
        child.expect_exact("what is true instead?")
        child.sendline("The lift holds eight people.")
        child.expect_exact("is held already and takes its place")
        child.expect_exact("enter shows the answer")
        child.sendline("q")
        assert finish(child)[0] == 0


@pytest.mark.pty
def test_checks_come_after_the_grades(shell: Shell) -> None:
    written(shell.pack, LONG_AGO)
    with terminal(shell, "grade") as child:
        for _ in TEXTS:
            child.expect_exact("enter shows the answer")
            child.sendline("")
            child.expect_exact("4 Easy")
            child.sendline("3")
        for left in (3, 2, 1):
            child.expect_exact(f"still true? · {left} to check")
            child.expect_exact("v still true")
            child.sendline("v")
        assert finish(child)[0] == 0
    with Pack.open(shell.pack, seat="ana", client="test", workspace=WORKSPACE) as pack:
        assert pack.checks().in_all == 0


def test_where_nobody_sits_a_sitting_is_refused(due: Shell) -> None:
    ended = due("grade")
    assert ended.code != 0
    assert "nobody sits here to be asked" in ended.err


def test_a_claim_without_a_grade_is_refused(due: Shell) -> None:
    ended = due("grade", "whatever")
    assert ended.code != 0
    assert "say it as well" in ended.err


def test_the_line_says_what_is_due_with_and_without_the_command_line(due: Shell) -> None:
    assert packbench(due, "status", "--line").stdout == "3 due · 3 new\n"
    assert due.ok("status", "--line") == "3 due · 3 new\n"
    assert due.json("status", "--line")["due"] == 3


def test_the_line_says_that_nothing_is_due(shell: Shell) -> None:
    shell.write(TEXTS[0])
    assert packbench(shell, "status", "--line").stdout == "nothing due\n"


def test_marks_of_one_claim_are_said_and_taken_back(due: Shell) -> None:
    first = due.json("due")["cards"][0]["line"]["claim"]["id"]
    assert "not sure of" in due.ok("doubt", first, "--why", "the port was moved")
    assert "still true" in due.ok("verify", first)
    for away, back in (("suspend", "resume"), ("bury", "undo")):
        assert due.ok(away, first)
        assert first not in [card["line"]["claim"]["id"] for card in due.json("due")["cards"]]
        assert due.ok(back, *([first] if back == "resume" else []))
        assert first in [card["line"]["claim"]["id"] for card in due.json("due")["cards"]]
