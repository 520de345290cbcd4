"""Undo and redo at the command line: of one act, a range, a seat's acts since a moment; across processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.cli.conftest import Shell
from tests.workbench.cli.test_terminal import finish, terminal

ROOT = Path(__file__).resolve().parents[3]
TEXTS = ("Tea is in jar one.", "Salt is in the blue tin.", "Stairs are closed on Sunday.")


def held(shell: Shell) -> set[str]:
    """The texts that are live."""
    return {line["claim"]["text"] for line in shell.json("list")["claims"]}


def written(shell: Shell) -> None:
    """Three claims, ana's, bot's and ana's, in a pack that root has made: settings are acts too."""
    shell.ok("config", "retention", "0.9", "--seat", "root")
    for text, seat in zip(TEXTS, ("ana", "bot", "ana"), strict=True):
        shell.write(text, "--seat", seat)


def first_tx(shell: Shell) -> int:
    """Number of the record that wrote the first claim; settings lie before it."""
    return next(event["tx"] for event in shell.json("journal")["events"][::-1] if event["verb"] == "write")


def test_a_seats_acts_since_noon_are_listed_and_taken_back(shell: Shell) -> None:
    written(shell)
    shell.ok("pin", shell.write("Rice is in a sack.", "--seat", "bot"), "--seat", "bot")
    since = ("--by", "bot", "--since", "today")
    shown = shell.json("undo", *since, "--dry-run")
    assert [(act["verb"], act["actor"]) for act in shown["takes_back"]] == [
        ("pin", "bot"),
        ("write", "bot"),
        ("write", "bot"),
    ]
    assert shown["dry_run"] is True
    assert len(held(shell)) == 4
    said = shell("undo", *since, "--dry-run")
    assert said.out.startswith("takes back 3 acts, the newest first:")
    assert "--since: " in said.err
    assert len(held(shell)) == 4
    assert shell.ok("undo", *since).startswith("took back ")
    assert held(shell) == {TEXTS[0], TEXTS[2]}
    shell.ok("redo")
    assert held(shell) == {*TEXTS, "Rice is in a sack."}


def test_a_range_and_named_acts_are_taken_back(shell: Shell) -> None:
    written(shell)
    tx = first_tx(shell)
    done = shell.json("undo", str(tx + 1), "--through", str(tx + 2), "--yes")
    assert [act["tx"] for act in done["takes_back"]] == [tx + 2, tx + 1]
    assert held(shell) == {TEXTS[0]}
    shell.ok("redo")
    shell.ok("undo", str(tx), str(tx + 2))
    assert held(shell) == {TEXTS[1]}


def test_what_rests_on_the_acts_is_named_and_nothing_changes(shell: Shell) -> None:
    shell.ok("config", "retention", "0.9", "--seat", "root")
    lift = shell.write("The lift holds eight people.", "--seat", "bot")
    shell.ok("pin", lift)
    tx = first_tx(shell)
    ended = shell("undo", "--by", "bot", "--since", "today")
    assert (ended.code, ended.out) == (1, "")
    assert f"{tx + 1} (pinned" in ended.err
    assert f"`undo {tx} {tx + 1}`" in ended.err
    assert held(shell) == {"The lift holds eight people."}
    shell.ok("undo", str(tx), str(tx + 1))
    assert held(shell) == set()


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("--by", "bot"), 1, "undo --by bot --since noon"),
        (("--through", "3"), 1, "where it begins"),
        (("1", "2", "--through", "3"), 1, "by their numbers"),
        (("--by", "maya", "--since", "today"), 3, "maya did nothing there"),
        (("--by", "bot", "--since", "recently"), 1, "--since: 'recently' is not a date"),
        (("99",), 3, "no transaction 99"),
    ],
)
def test_what_cannot_be_asked_is_said(
    shell: Shell, arguments: tuple[str, ...], code: int, reason: str
) -> None:
    written(shell)
    ended = shell("undo", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert reason in ended.err
    assert held(shell) == set(TEXTS)


def apart(shell: Shell, *arguments: str) -> str:
    """Run a command in a process of its own, and return its output."""
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "workbench", *arguments]
    run = subprocess.run(command, cwd=shell.pack.parent, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_each_undo_and_redo_may_be_a_process_of_its_own(shell: Shell) -> None:
    written(shell)
    apart(shell, "undo", "--by", "ana", "--since", "today", "--yes")
    assert held(shell) == {TEXTS[1]}
    apart(shell, "redo")
    assert held(shell) == set(TEXTS)
    apart(shell, "undo")
    assert held(shell) == {TEXTS[1]}
    assert "did again" in apart(shell, "redo")
    assert held(shell) == set(TEXTS)


@pytest.mark.pty
@pytest.mark.parametrize(("answer", "code", "left"), [("y", 0, {TEXTS[1]}), ("n", 7, set(TEXTS))])
def test_at_a_terminal_it_lists_and_asks(shell: Shell, answer: str, code: int, left: set[str]) -> None:
    written(shell)
    with terminal(shell, "undo", "--by", "ana", "--since", "today") as child:
        child.expect_exact("takes back 2 acts, the newest first:")
        child.expect_exact("Stairs are closed")
        child.expect_exact("Tea is in jar one")
        child.expect_exact("Take it back? (y take back, n leave) ")
        child.sendline(answer)
        assert finish(child)[0] == code
    assert held(shell) == left


@pytest.mark.pty
def test_one_act_or_a_yes_asks_nothing(shell: Shell) -> None:
    written(shell)
    for arguments in (
        ("undo",),
        ("undo", "--by", "ana", "--since", "midnight", "--yes"),
        ("undo", str(first_tx(shell) + 1)),
    ):
        with terminal(shell, *arguments) as child:
            code, said = finish(child)
        assert code == 0
        assert "Take it back?" not in said
    assert held(shell) == set()


def reads(shell: Shell) -> Any:
    """What can be read without the numbers and times of versions, and how little time has passed."""
    fields = ("id", "text", "t_valid", "t_invalid", "closing", "state", "resting", "pinned", "key")
    lines = shell.json("list", "--everywhere")["claims"]
    claims = sorted([line["claim"][field] for field in fields] for line in lines)
    proposals = [line["proposal"]["id"] for line in shell.json("proposals")["proposals"]]
    return claims, proposals, shell.json("config")


def test_the_hint_under_every_act_brings_the_former_reads_back(shell: Shell, tmp_path: Path) -> None:
    shell.ok("remember", "From outside the house.", "--seat", "root")
    one, two = (shell.write(text, "--key", key) for text, key in zip(TEXTS, "ab", strict=False))
    shell.ok("export", str(tmp_path / "other.zip"))
    steps: tuple[tuple[str, ...], ...] = (
        ("remember", "Rice is in a sack."),
        ("prefer", "Tea before lunch."),
        ("write", "Tea is in jar two.", "--key", "a"),
        ("edit", two, "--text", "Salt is in the green tin."),
        ("pin", two),
        ("rest", two),
        ("close", two),
        ("retract", two),
        ("config", "retention", "0.8"),
        ("undo", "--by", "ana", "--since", "midnight", "--yes", "--seat", "root"),
        ("redo", "--seat", "root"),
        ("undo", "--seat", "root"),
        ("redo", "--seat", "root"),
        ("undo", "3", "4"),
        ("redo",),
        ("unpin", two),
        ("retract", one),
        ("reopen", one),
    )
    followed = 0
    for step in steps:
        before = reads(shell)
        ended = shell(*step)
        if ended.code:
            continue
        after = reads(shell)
        hints = re.findall(r"(undo|redo): packbench ((?:undo|redo) [\d ]+(?:--through \d+)?)", ended.out)
        assert len(hints) == 1, ended
        back = shell.ok(*hints[0][1].split(), "--seat", "maya")
        assert reads(shell) == before, step
        forth = re.findall(r"packbench ((?:undo|redo) \d+)", back)
        shell.ok(*forth[0].split())
        assert reads(shell) == after, step
        followed += 1
    assert followed >= len(steps) - 3
