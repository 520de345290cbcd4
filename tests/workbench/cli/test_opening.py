"""Opening the workbench, samples, and the morning report without a terminal; completion by the shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell
from tests.workbench.cli.test_exits import packbench
from workbench.cli import words
from workbench.samples import samples

OLD, NEW = "The default fuse is Borda.", "The default fuse is CombMNZ."


@pytest.fixture
def lived(shell: Shell) -> Shell:
    """A pack in which something was closed and something waits."""
    shell.write(OLD, "--key", "fuse", "--about", "fuse")
    shell.write(NEW, "--key", "fuse", "--about", "fuse")
    shell.write("The fuse of a panel is named.", "--about", "fuse")
    return shell


def test_the_morning_report_has_its_four_parts(lived: Shell) -> None:
    said = lived.ok("report")
    for title in ("due", "to decide", "closed last", "islands"):
        assert f"\n{title}\n" in said
    assert OLD in said
    assert NEW in said
    report = lived.json("report")
    assert report["closings"][0]["claim"]["text"] == OLD
    assert report["islands"]["islands"][0]["hub"]["text"]


@pytest.mark.parametrize("arguments", [(), ("open", "{pack}")])
def test_without_a_terminal_the_workbench_says_so_and_reports(
    lived: Shell, arguments: tuple[str, ...]
) -> None:
    ended = packbench(lived, *(part.format(pack=lived.pack) for part in arguments))
    assert ended.returncode == 0
    assert "no terminal here" in ended.stderr
    assert OLD in ended.stdout


def test_open_names_a_pack_that_must_be_there(shell: Shell, tmp_path: Path) -> None:
    ended = shell("open", str(tmp_path / "none.pack"))
    assert ended.code == 5
    assert "there is no pack at" in ended.err


@pytest.mark.parametrize("sample", [sample.name for sample in samples()])
def test_a_demo_replays_a_sample_beside_the_persons_own_pack(shell: Shell, sample: str) -> None:
    ended = shell("demo", sample)
    assert ended.code == 0, ended.err
    assert "no terminal here" in ended.err
    assert len(ended.out.splitlines()) >= 5
    assert not shell.pack.exists()


def test_a_demo_can_be_kept(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "facts.pack"
    assert shell("demo", "changing_facts", "--to", str(kept)).code == 0
    assert shell.json("list", "--pack", str(kept), "--everywhere")["claims"]
    again = shell("demo", "changing_facts", "--to", str(kept))
    assert again.code == 1
    assert f"`packbench open {kept}`" in again.err


def test_an_unknown_sample_is_met_with_the_known_ones(shell: Shell) -> None:
    ended = shell("demo", "nonsense")
    assert ended.code == 3
    assert "project_log" in ended.err


@pytest.mark.parametrize("command", ["close", "remember"])
def test_the_help_of_an_ending_says_how_to_tell_what_is_true_instead(shell: Shell, command: str) -> None:
    assert "--supersedes ID" in " ".join(shell.ok(command, "--help").split())


def test_a_demo_says_how_to_come_back_to_it_or_that_it_is_gone(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "kept facts.pack"
    assert f"`packbench open '{kept}'` opens it again" in shell("demo", "--to", str(kept)).err
    gone = shell("demo").err
    assert "is gone" in gone
    assert "`packbench demo --to FOLDER` keeps one" in gone


COMPLETIONS = [
    ("packbench re", "1", {"report", "remember", "retract", "reopen", "rest", "redo"}),
    ("packbench deed ", "2", {"put", "import", "show", "citers"}),
    ("packbench write --ki", "2", {"--kind"}),
    ("packbench write --kind cor", "3", {"correction"}),
    ("packbench demo ch", "2", {"changing_facts"}),
    ("packbench list --shows ", "3", {"current", "both", "history"}),
]


@pytest.mark.parametrize(("line", "word", "offered"), COMPLETIONS, ids=[line for line, _, _ in COMPLETIONS])
def test_the_shell_completes_commands_options_and_names(
    shell: Shell, line: str, word: str, offered: set[str]
) -> None:
    asked = {"_PACKBENCH_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": word}
    ended = packbench(shell, **asked)
    assert offered <= set(ended.stdout.split())


def test_completion_can_be_shown_for_a_shell(shell: Shell) -> None:
    ended = packbench(shell, "--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert ended.returncode == 0
    assert "_PACKBENCH_COMPLETE" in ended.stdout


def git_folder(folder: Path) -> Path:
    """A folder whose git remote is a repository nobody has written a claim of."""
    git = ["git", "-C", str(folder)]
    folder.mkdir()
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "remote", "add", "origin", "https://example.org/team/tool.git"], check=True)
    return folder


def test_a_pack_that_is_named_opens_where_it_holds_something(
    lived: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PACKBENCH_WORKSPACE")
    monkeypatch.chdir(git_folder(tmp_path / "tool"))
    lived.ok("config", "workspace", "atlas")
    ended = lived("open", str(lived.pack))
    assert "nothing of example.org/team/tool; its own workspace, atlas, is opened" in ended.err
    assert ended.out.startswith("atlas, ")
    lived.write("The tool has a claim.")
    ended = lived("open", str(lived.pack))
    assert "nothing of" not in ended.err
    assert ended.out.startswith("example.org/team/tool, ")


def test_a_sample_opens_in_its_own_workspace_wherever_one_stands(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PACKBENCH_WORKSPACE")
    monkeypatch.chdir(git_folder(tmp_path / "tool"))
    assert shell.ok("demo").startswith("atlas, ")


def test_what_is_due_loads_neither_arrays_nor_graphs_nor_the_command_line(lived: Shell) -> None:
    script = (
        "import sys; sys.argv[1:] = ['due']\n"
        "from workbench.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({'numpy', 'networkx', 'fsrs', 'typer', 'textual'} & sys.modules.keys()))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == ""
    assert "nothing is due" in ran.stdout


def test_the_first_picture_loads_neither_arrays_nor_graphs(lived: Shell) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from workbench.opening import open_session\n"
        "from workbench import app, sitting\n"
        "from workbench.screens import FIRST, entry_of, load\n"
        "load(entry_of(FIRST).where)\n"
        "session = open_session(Path(sys.argv[1]), seat='ana')\n"
        "print(len(session.morning.due.cards), session.open_proposals)\n"
        "print(*sorted({'numpy', 'networkx', 'fsrs', 'typer'} & sys.modules.keys()))"
    )
    command = [sys.executable, "-c", script, str(lived.pack)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["0 None", ""]


def test_a_terminal_that_shows_only_lines_is_not_painted_on(
    lived: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "at_terminal", lambda: True)
    assert words.can_paint({"TERM": "xterm-256color"})
    assert not words.can_paint({"TERM": "dumb"})
    monkeypatch.setenv("TERM", "dumb")
    assert OLD in lived.ok()
