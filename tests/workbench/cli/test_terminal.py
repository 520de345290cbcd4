"""At a terminal: the question before a write that closes something, styles, and completion."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from tests.workbench.cli.conftest import Shell

pytestmark = pytest.mark.pty

ROOT = Path(__file__).resolve().parents[3]
OLD, NEW = "The default fuse is Borda.", "The default fuse is CombMNZ."
SECONDS = 60


def _heed_interrupts() -> None:
    """What runs in the background of a script ignores ctrl+c, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def terminal(shell: Shell, *arguments: str, **options: str) -> Iterator[pexpect.spawn[str]]:
    """The program in a pseudo-terminal of 100 columns."""
    environment = os.environ | {"PACKBENCH_PACK": str(shell.pack), "PYTHONPATH": str(ROOT)} | options
    child = pexpect.spawn(
        sys.executable,
        ["-m", "workbench", *arguments],
        env=environment,
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=SECONDS,
        preexec_fn=_heed_interrupts,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def finish(child: pexpect.spawn[str]) -> tuple[int | None, str]:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before or ""


@pytest.mark.parametrize(
    ("answer", "code", "live"),
    [("y", 0, {"5433"}), ("", 0, {"5433"}), ("n", 7, {"5432"}), ("k", 0, {"5432", "5433"})],
)
def test_a_write_that_closes_something_asks_first(
    shell: Shell, answer: str, code: int, live: set[str]
) -> None:
    text = "The staging database listens on port {}."
    shell.write(text.format(5432), "--about", "staging database")
    with terminal(shell, "remember", text.format(5433), "--about", "staging database") as child:
        child.expect("closes")
        child.expect("5432")
        child.expect_exact("Write it? (y write it, n leave it, k write it and keep the old open) ")
        child.sendline(answer)
        assert finish(child)[0] == code
    texts = [line["claim"]["text"] for line in shell.json("list")["claims"]]
    assert {text[-5:-1] for text in texts} == live


def test_what_a_key_closes_cannot_be_kept_open(shell: Shell) -> None:
    shell.write(OLD, "--key", "fuse")
    with terminal(shell, "remember", NEW, "--key", "fuse") as child:
        child.expect_exact("Write it? (y write it, n leave it) ")
        child.sendline("y")
        assert finish(child)[0] == 0


def test_a_write_that_closes_nothing_does_not_ask(shell: Shell) -> None:
    with terminal(shell, "remember", OLD) as child:
        assert finish(child)[0] == 0


def test_yes_in_the_command_line_answers_the_question(shell: Shell) -> None:
    shell.write(OLD, "--key", "fuse")
    with terminal(shell, "remember", NEW, "--key", "fuse", "--yes") as child:
        assert finish(child)[0] == 0
    assert [line["claim"]["text"] for line in shell.json("list")["claims"]] == [NEW]


def test_an_answer_that_is_none_is_asked_again(shell: Shell) -> None:
    shell.write(OLD, "--key", "fuse")
    with terminal(shell, "remember", NEW, "--key", "fuse") as child:
        child.expect_exact("Write it?")
        child.sendline("what?")
        child.expect_exact("Write it?")
        child.sendline("no")
        assert finish(child)[0] == 7


def test_ctrl_c_at_the_question_writes_nothing(shell: Shell) -> None:
    shell.write(OLD, "--key", "fuse")
    with terminal(shell, "remember", NEW, "--key", "fuse") as child:
        child.expect_exact("Write it?")
        child.sendintr()
        code, said = finish(child)
    assert code == 130
    assert "Traceback" not in said
    assert [line["claim"]["text"] for line in shell.json("list")["claims"]] == [OLD]


def test_texts_are_styled_at_a_terminal_unless_colour_is_refused(shell: Shell) -> None:
    shell.write("[bold]Loud[/bold] words stay as they are.")
    with terminal(shell, "list") as child:
        said = finish(child)[1]
    assert "\x1b[" in said
    assert "[bold]Loud[/bold]" in said
    with terminal(shell, "list", NO_COLOR="1", TERM="xterm-256color") as child:
        assert "\x1b[" not in finish(child)[1]


def test_json_is_indented_at_a_terminal(shell: Shell) -> None:
    shell.write(OLD)
    with terminal(shell, "list", "--json") as child:
        assert finish(child)[1].startswith('{\r\n  "basis"')


def test_a_demo_opens_the_workbench_and_leaves_no_folder_behind(shell: Shell, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with terminal(shell, "demo", TMPDIR=str(scratch), XDG_CACHE_HOME=str(tmp_path / "cache")) as child:
        child.expect_exact("Today")
        assert [path.name.startswith("packbench-demo-") for path in scratch.iterdir()] == [True]
        child.sendcontrol("q")
        assert finish(child)[0] == 0
    assert list(scratch.iterdir()) == []
    assert not shell.pack.exists()


def test_a_plain_packbench_opens_the_persons_pack(shell: Shell) -> None:
    shell.write(OLD)
    with terminal(shell) as child:
        child.expect_exact("Today")
        child.sendcontrol("q")
        assert finish(child)[0] == 0


LEADER = """
import signal, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
signal.signal(signal.SIGHUP, lambda *_: None)  # told of the end, it waits for its child, as make does
print("left", child.wait(), file=open("left.txt", "w"))
"""


def test_a_terminal_that_goes_away_ends_the_workbench_though_its_parent_waits(tmp_path: Path) -> None:
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("STATE", "DATA", "CONFIG", "CACHE")}
    leader = pexpect.spawn(
        sys.executable,
        ["-c", LEADER, sys.executable, "-m", "workbench", "demo"],
        cwd=tmp_path,
        env=os.environ | homes | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"},
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=SECONDS,
    )
    leader.expect("Today")
    os.close(leader.child_fd)
    deadline = time.monotonic() + SECONDS
    while not (tmp_path / "left.txt").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert (tmp_path / "left.txt").read_text().startswith("left")
