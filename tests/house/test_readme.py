"""The README promises nothing that is not there: files, make targets, commands and pictures."""

import re

import pytest

from tests.house.repository import ROOT, read
from workbench.cli.app import run

README = read("README.md") if (ROOT / "README.md").is_file() else ""
DOCUMENTS = ("README.md", "CONTRIBUTING.md")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)[^)]*\)|<img[^>]+src=\"([^\"]+)\"")
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
MAKE = re.compile(r"\bmake ([a-z][a-z-]*)")
COMMAND = re.compile(r"\bpackbench ([a-z][a-z-]*)")
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


def in_code(document: str, pattern: re.Pattern[str]) -> set[str]:
    return {hit for code in CODE.findall(read(document)) for hit in pattern.findall(code)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_into_the_tree_leads_somewhere(document: str) -> None:
    links = {one or other for one, other in LINK.findall(read(document))}
    local = {link for link in links if not re.match(r"[a-z]+:", link)}
    assert {link for link in local if not (ROOT / link).exists()} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_that_is_named_exists(document: str) -> None:
    named = in_code(document, MAKE)
    assert named
    assert named - set(TARGET.findall(read("Makefile"))) == set()


def test_every_command_that_is_named_answers(capsys: pytest.CaptureFixture[str]) -> None:
    named = sorted(in_code("README.md", COMMAND))
    assert {"demo", "search", "due"} <= set(named)
    for name in named:
        code = run([name, "--help"])
        assert (name, code) == (name, 0)
        assert f"packbench {name}" in capsys.readouterr().out
    assert run(["no-such-command", "--help"]) != 0


@pytest.mark.parametrize(
    "promise", ["make demo", "make test", "pipx install", "uv tool install", "pip install"]
)
def test_the_ways_to_start_are_told(promise: str) -> None:
    assert promise in README


@pytest.mark.parametrize(
    "screen", ["today", "claims", "write", "time", "changes", "islands", "hubs", "proposals"]
)
def test_there_is_a_picture_of_each_screen(screen: str) -> None:
    pictures = {
        one or other for one, other in LINK.findall(README) if (one or other).startswith("screenshots/")
    }
    assert any(screen in picture for picture in pictures), sorted(pictures)


@pytest.mark.parametrize("variable", ["PACKBENCH_PACK", "PACKBENCH_SEAT"])
def test_where_data_lives_and_who_writes_can_be_set_and_is_told(variable: str) -> None:
    assert variable in README
