"""What every test of the command line stands on: a pack of its own, and the entry point in a pipe."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from workbench.cli.app import run


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


class Caught:
    """The three standard streams, in memory and in bytes underneath, as a pipe has them."""

    def __init__(self, typed: bytes) -> None:
        self.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
        self.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        self.stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)

    def __enter__(self) -> Caught:
        self._kept = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = self.stdin, self.stdout, self.stderr
        return self

    def __exit__(self, *error: object) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._kept

    def said(self, stream: io.TextIOWrapper) -> str:
        stream.flush()
        raw = stream.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8")


@dataclass
class Shell:
    """A person at a pipe: runs commands on one pack and keeps what they said."""

    pack: Path
    ended: list[Ended] = field(default_factory=list)

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ended:
        """Run a command and return how it ended."""
        typed = stdin.encode() if isinstance(stdin, str) else stdin
        with Caught(typed) as caught:
            code = run([*arguments])
            ended = Ended(code, caught.said(caught.stdout), caught.said(caught.stderr))
        self.ended.append(ended)
        return ended

    def ok(self, *arguments: str, stdin: str = "") -> str:
        """Run a command that succeeds, and return its output."""
        ended = self(*arguments, stdin=stdin)
        assert ended.code == 0, ended
        return ended.out

    def json(self, *arguments: str) -> Any:
        """Run a command that answers in JSON, and return the answer."""
        return json.loads(self.ok(*arguments, "--json"))

    def write(self, text: str, *options: str) -> str:
        """Write a claim and return its id."""
        receipt = self.json("write", text, *options)
        assert receipt["outcome"] == "add", receipt
        return str(receipt["id"])


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell whose pack does not exist yet; ana sits at it, in the workspace `atlas`."""
    pack = tmp_path / "small.pack"
    for name, value in (("PACK", str(pack)), ("SEAT", "ana"), ("WORKSPACE", "atlas")):
        monkeypatch.setenv(f"PACKBENCH_{name}", value)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Shell(pack)
