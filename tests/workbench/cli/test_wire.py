"""Answers in JSON: a basis in every read, instants in ISO 8601 with Z, days as dates, records by name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.workbench.cli.conftest import Shell

ISO = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
INSTANTS = {
    "t_created", "t_recorded", "t_observed", "t_valid", "t_invalid", "t_tx", "t_expired",
    "t_opened", "t_decided",
    "true_at", "believed_at", "at", "said_at", "last_at", "computed_at", "former_end",
    "new_end", "moment_before",
}  # fmt: skip
DAYS = {"day", "due_day", "added_day", "last_day"}


@pytest.fixture
def lived(shell: Shell) -> tuple[str, str, str]:
    """A pack with a closed claim, its successor, a deed, a grade and a proposal; old, new and deed."""
    deed = shell.json("deed", "put", "CombMNZ 0.638", "--said", "2026-03-14")["id"]
    old = shell.write(
        "The default fuse is Borda.", "--key", "fuse", "--about", "fuse", "--from", "2025-11-02"
    )
    new = shell.write(
        "The default fuse is CombMNZ.",
        "--key",
        "fuse",
        "--about",
        "fuse",
        "--cites",
        deed,
        "--from",
        "2026-03-14",
    )
    shell.write("The fuse of a panel is named.", "--about", "fuse")
    shell.write(
        "Ben is trusted.", "--kind", "trust", "--fact", "from=ana", "--fact", "to=ben", "--fact", "weight=0.5"
    )
    shell.write(
        "The staging database moved to port 5433.", "--about", "staging database", "--from", "2026-03-01"
    )
    shell.write(
        "The staging database moved to port 5434.", "--about", "staging database", "--from", "2026-03-01"
    )
    shell.ok("grade", new, "3")
    return old, new, str(deed)


def fields(answer: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every (field, value) of an answer, however deep."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield key, value
            yield from fields(value, key)
    elif isinstance(answer, list):
        for value in answer:
            yield from fields(value, name)


READS = [
    "search fuse", "list --shows history", "show {old}", "show {new}", "why {old}", "state fuse",
    "history {old}",
    "diff 2025-12-01 2026-04-01 --clock true", "journal", "journal --clock true", "due",
    "islands", "island fuse", "hubs",
    "proposals --all", "report", "status", "deed show {deed}", "deed citers {deed}",
]  # fmt: skip


@pytest.mark.parametrize("command", READS)
def test_every_read_carries_its_basis_and_readable_times(
    shell: Shell, lived: tuple[str, str, str], command: str
) -> None:
    old, new, deed = lived
    answer = shell.json(*command.format(old=old, new=new, deed=deed).split())
    bases = [answer["basis"]] if "basis" in answer else [answer["first"], answer["second"]]
    assert all(ISO.fullmatch(instant) for basis in bases for instant in basis.values())
    for name, value in fields(answer):
        if name in INSTANTS:
            assert value is None or ISO.fullmatch(value), (name, value)
        elif name in DAYS:
            assert value is None or DATE.fullmatch(value), (name, value)
        else:
            assert not (isinstance(value, int) and abs(value) > 10**14), (name, value)


def test_records_are_objects_by_field_name(shell: Shell, lived: tuple[str, str, str]) -> None:
    page = shell.json("show", lived[0])
    assert page["line"]["claim"]["closing"]["rule"] == "key"
    assert page["review"]["due_day"]
    trust = shell.json("list", "--kind", "trust")["claims"][0]["claim"]["facts"]
    assert trust == {"from": "ana", "to": "ben", "weight": 0.5}


def test_a_write_answers_in_json_with_what_a_program_needs(shell: Shell) -> None:
    receipt = shell.json("remember", "The default fuse is Borda.")
    assert {
        "verb",
        "outcome",
        "id",
        "tx",
        "t_tx",
        "closes",
        "proposes",
        "near",
        "warnings",
        "summary",
    } <= set(receipt)
    assert ISO.fullmatch(receipt["t_tx"])
    assert DATE.fullmatch(receipt["due_day"])


def test_text_is_exact_in_json_and_one_line_in_a_pipe(shell: Shell) -> None:
    text = "“[/bold]” \\n 默认 👩‍👩‍👧 q\u0301 is kept."
    shell.write(text)
    said = shell.ok("list", "--json")
    assert said.count("\n") == 1
    assert json.loads(said)["claims"][0]["claim"]["text"] == text
