"""Exit codes and the one line that comes with them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import core.errors
from core.errors import PackError
from core.pack.pack import Pack
from tests.workbench.cli.conftest import Shell
from workbench.cli.app import FAMILIES, run
from workbench.cli.exits import EXITS, code_of

ROOT = Path(__file__).resolve().parents[3]


def every_error() -> list[type[PackError]]:
    found = (value for value in vars(core.errors).values() if isinstance(value, type))
    return [value for value in found if issubclass(value, PackError)]


def test_every_error_of_a_pack_has_a_code_of_the_table() -> None:
    codes = {error.__name__: code_of(error("no")) for error in every_error()}
    assert codes == {
        "PackError": 1,
        "Refused": 1,
        "StaleRevision": 1,
        "NotFound": 3,
        "PackHeld": 4,
        "PackDamaged": 5,
        "NotAPack": 5,
        "PackFull": 6,
        "BadHandover": 5,
    }
    assert len({exit_.code for exit_ in EXITS}) == len(EXITS)


def test_help_has_every_command_and_every_exit_code(shell: Shell) -> None:
    said = shell.ok("--help")
    for family in FAMILIES:
        for name in family.commands:
            assert re.search(rf"^  {name}\s+\S", said, re.MULTILINE), name
    for exit_ in EXITS:
        assert re.search(rf"^  {exit_.code}\s+{re.escape(exit_.about[:30])}", said, re.MULTILINE), exit_


@pytest.mark.parametrize("name", [name for family in FAMILIES for name in family.commands])
def test_every_command_explains_itself(shell: Shell, name: str) -> None:
    said = shell.ok(name, "--help")
    assert said.startswith(f"Usage: packbench {name}")
    assert "--pack" in said or name in ("deed", "eval", "reviews")


def test_every_read_answers_in_json_and_names_its_instants(shell: Shell) -> None:
    for name in (
        "search",
        "show",
        "list",
        "why",
        "state",
        "history",
        "diff",
        "journal",
        "due",
        "islands",
        "island",
        "hubs",
        "proposals",
        "report",
    ):
        said = shell.ok(name, "--help")
        assert all(option in said for option in ("--json", "--true-on", "--believed-on")), name
        assert "as of" not in said.lower()


@pytest.mark.parametrize(
    ("arguments", "kind", "code"),
    [
        (("show", "nothing99"), "NotFound", 3),
        (("write", "Here stands one. Here stands two. Here stands three."), "Refused", 1),
        (("list", "--shows", "nothing"), "Usage", 2),
        (("show",), "Usage", 2),
        (("config", "nothing"), "NotFound", 3),
        (("list", "--pack", "nowhere/at/all"), "NotAPack", 5),
    ],
)
def test_who_asks_for_json_gets_an_error_as_json_too(
    shell: Shell, arguments: tuple[str, ...], kind: str, code: int
) -> None:
    shell.write("Something is held.")
    ended = shell(*arguments, "--json")
    assert (ended.code, ended.out) == (code, "")
    error = json.loads(ended.err.splitlines()[-1])["error"]
    assert (error["kind"], error["exit_code"]) == (kind, code)
    assert error["message"] in ended.err.splitlines()[-2]
    plain = shell(*arguments)
    assert plain.err.splitlines() == ended.err.splitlines()[:-1]


def test_words_behind_two_dashes_ask_for_nothing(shell: Shell) -> None:
    shell.write("Something is held.")
    assert shell("show", "--", "--json").err.count("\n") == 1


def test_an_unknown_command_is_met_with_the_nearest(shell: Shell) -> None:
    ended = shell("serach", "x")
    assert ended.code == 2
    assert "Did you mean search" in ended.err
    assert "--help" in shell("zzz").err


@pytest.mark.parametrize(
    "arguments",
    [
        ("search",),
        ("search", "x", "--limit", "many"),
        ("search", "x", "--lmit", "3"),
        ("grade", "x"),
        ("list", "--shows", "all"),
    ],
)
def test_a_command_line_that_is_not_understood_is_2(shell: Shell, arguments: tuple[str, ...]) -> None:
    ended = shell(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Error: " in ended.err


READS = [
    "search x",
    "show x",
    "list",
    "why x",
    "history x",
    "due",
    "islands",
    "hubs",
    "proposals",
    "status",
    "check",
    "export",
    "report",
    "journal",
]
WRITES = ["close x", "grade x 3", "undo", "accept x", "fire a b", "cite a b", "wake x", "edit x --text y"]


@pytest.mark.parametrize("command", READS + WRITES)
def test_without_a_pack_it_is_said_how_to_make_one(shell: Shell, command: str) -> None:
    ended = shell(*command.split())
    assert (ended.code, ended.out) == (5, "")
    assert str(shell.pack) in ended.err
    assert ended.err.count("\n") == 1
    assert not shell.pack.exists()


def test_how_to_make_one_names_two_commands_that_exist(shell: Shell) -> None:
    said = shell("list").err
    assert "`packbench remember" in said
    assert "`packbench demo`" in said


def test_a_folder_that_is_no_pack_is_left_alone(shell: Shell) -> None:
    shell.pack.mkdir()
    (shell.pack / "letter.txt").write_text("dear diary", encoding="utf-8")
    for command in (("list",), ("check",), ("remember", "Something is held.")):
        ended = shell(*command)
        assert ended.code == 5
        assert ended.err.count("\n") == 1
    assert [path.name for path in shell.pack.iterdir() if path.name != "pack.lock"] == ["letter.txt"]


def test_a_second_writer_is_told_in_one_line_who_holds_the_pack(shell: Shell) -> None:
    shell.write("Something is held.")
    with Pack.open(shell.pack, seat="ben", client="workbench", mode="write"):
        ended = packbench(shell, "remember", "Another thing is held.")
        assert ended.returncode == 4
        assert ended.stdout == ""
        line = ended.stderr
        assert line.count("\n") == 1
        assert all(part in line for part in ("small.pack", "ben", "workbench", f"pid {os.getpid()}"))
        assert packbench(shell, "list").returncode == 0
        assert f"ben (workbench, pid {os.getpid()}" in packbench(shell, "status").stdout
    assert packbench(shell, "remember", "Another thing is held.").returncode == 0
    assert "nobody holds it" in shell.ok("status")


def test_commands_that_write_at_the_same_time_wait_for_each_other(shell: Shell) -> None:
    shell.write("Something is held.")
    environment = os.environ | {"PACKBENCH_PACK": str(shell.pack), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "workbench", "remember"]
    texts = [f"Agent {name} writes at once." for name in ("one", "two", "three")]
    running = [
        subprocess.Popen([*command, text], env=environment, stdout=subprocess.DEVNULL) for text in texts
    ]
    assert [one.wait() for one in running] == [0, 0, 0]
    held = {line["claim"]["text"] for line in shell.json("list")["claims"]}
    assert held >= set(texts)


def packbench(shell: Shell, *arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    environment = os.environ | {"PACKBENCH_PACK": str(shell.pack), "PYTHONPATH": str(ROOT)} | options
    command = [sys.executable, "-m", "workbench", *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_a_fault_of_the_program_is_one_line_and_kept_in_the_log(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.write("Something is held.")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a planted fault")

    monkeypatch.setattr(Pack, "claims", broken)
    ended = shell("list")
    assert ended.code == 70
    assert ended.err.count("\n") == 1
    assert "a planted fault" in ended.err
    log = tmp_path / "state" / "packbench" / "errors.log"
    assert str(log) in ended.err
    assert "ZeroDivisionError: a planted fault" in log.read_text(encoding="utf-8")


def through(shell: Shell, arguments: str, rest: str) -> tuple[int, str]:
    """Exit code and standard error of a command whose output goes on in a shell."""
    environment = os.environ | {"PACKBENCH_PACK": str(shell.pack), "PYTHONPATH": str(ROOT)}
    line = f"{sys.executable} -m workbench {arguments} {rest}; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stderr


ANSWERS = ["--version", "--help", "list --help", "export", "due", "status", "list", "list --json", "report"]
SEVERAL_LINES = {"--help", "export", "list", "report"}


@pytest.mark.parametrize("command", [*ANSWERS, "remember 'The reader has left.'"])
def test_a_reader_that_leaves_early_is_no_failure(shell: Shell, command: str) -> None:
    shell.write("Something is held.")
    reader = "| head -1 >/dev/null" if command in SEVERAL_LINES else "| true"
    assert through(shell, command, reader) == (0, "")


@pytest.mark.parametrize("command", [*ANSWERS, "remember 'Nobody listens here.'"])
def test_streams_that_were_closed_are_no_failure_and_their_numbers_are_not_given_to_the_pack(
    shell: Shell, command: str
) -> None:
    shell.write("Something is held.")
    assert through(shell, command, "<&- >&- 2>&-") == (0, "")
    assert shell("check").code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("command", "code"), [("show zzzz", 3), ("nosuch", 2), ("close", 2), ("remember 'It is done.'", 0)]
)
def test_standard_error_that_takes_nothing_changes_no_exit_code(
    shell: Shell, command: str, code: int
) -> None:
    for name in ("small.pack", "other.pack") if code == 0 else ("small.pack",):
        there = replace(shell, pack=shell.pack.with_name(name))
        if name == "small.pack":
            there.write("Something is held.")
        assert through(there, command, "2>/dev/full")[0] == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", [*ANSWERS, "remember 'The disk is full.'"])
def test_an_answer_that_cannot_be_written_out_is_told_apart_from_a_failure(
    shell: Shell, command: str
) -> None:
    shell.write("Something is held.")
    code, said = through(shell, command, ">/dev/full")
    assert code == 8
    assert said.count("\n") == 1 + ("--json" in command)
    assert "it is done, but the answer could not be written out" in said
    texts = [line["claim"]["text"] for line in shell.json("list")["claims"]]
    assert ("The disk is full." in texts) == command.startswith("remember")


@pytest.mark.parametrize("option", ["--pack", "--workspace", "--seat"])
@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_name_is_refused_rather_than_taken_for_none(shell: Shell, option: str, empty: str) -> None:
    for arguments in (
        ("remember", "Something is held.", option, empty),
        (option, empty, "list"),
        (option, empty),
    ):
        ended = shell(*arguments)
        assert (ended.code, ended.out) == (1, "")
        assert f"{option} is empty" in ended.err
    assert not shell.pack.exists()


LONG = "x" * 300


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("list", "--pack", "{file}"), 5),
        (("remember", "A file is no pack.", "--pack", "{file}"), 5),
        (("check", "--pack", "{file}"), 5),
        (("open", "{file}"), 5),
        (("list", "--pack", LONG), 5),
        (("remember", "That name is too long.", "--pack", LONG), 1),
        (("remember", "A file has nothing in it.", "--pack", "{file}/x"), 1),
        (("import", "-", "--pack", "{file}/x"), 5),
        (("demo", "--to", "{file}/x"), 1),
        (("demo", "--to", f"{{file}}-{LONG}"), 1),
    ],
)
def test_a_place_where_no_pack_can_be_is_named(
    shell: Shell, tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    file = tmp_path / "a-file"
    file.write_text("a letter", encoding="utf-8")
    ended = shell(*(part.format(file=file) for part in arguments))
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.splitlines()[-1].startswith("packbench: ")
    assert "fault of the program" not in ended.err
    assert file.read_text(encoding="utf-8") == "a letter"


def test_an_output_that_knows_few_signs_shows_codes_instead_of_failing(shell: Shell) -> None:
    shell.write("默认融合方法是组合。")
    ended = packbench(shell, "list", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.returncode == 0
    assert "\\u9ed8" in ended.stdout


def test_arguments_that_are_no_text_are_refused(shell: Shell) -> None:
    ended = shell("remember", "caf\udce9 is closed")
    assert ended.code == 1
    assert "not UTF-8" in ended.err


def test_the_version_is_told_before_and_after_the_commands_are_loaded(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from workbench.version import version

    assert run(["--version"]) == 0
    assert run(["--pack", "x", "-V"]) == 0
    assert capsys.readouterr().out.splitlines() == [f"packbench {version()}"] * 2
