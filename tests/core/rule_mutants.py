"""Every comparison and every figure of the write rules, changed once, and the test that notices.

Found in the syntax trees of `core/rules`, so that a new comparison is covered the day it is written. A
boundary is moved by one (`>=` becomes `>`), a figure is raised, and what tells whether two are equal, or one,
or the one within the other, is turned round.

    python -m tests.core.rule_mutants [--first] [PART ...]

prints which test catches which; PART is in a file's name, and `--first` takes one change of each file.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

import hypothesis  # noqa: F401  loaded once for all children
import pytest

import core

ROOT: Final = Path(__file__).parents[2]
COPIED: Final = ("core", "tests", "pyproject.toml")
MEMORY: Final = Path("/dev/shm")
PATIENCE: Final = 300
"""Seconds for the tests of one change; a hang is noticed too."""

HERE: Final = "tests/core/rules"
QUICK: Final = (
    "-m",
    "not slow and not bench and not hypothesis",
    "-k",
    "not test_no_dress and not test_examined",
)
LAST: Final = ("test_changes.py", "test_guard.py")
"""Long tables of pairs, asked when the others have noticed nothing."""
REST: Final = (HERE, "tests/core/pack/test_writing.py", "tests/core/pack/test_proposals.py")
"""Asked, random histories too, where the quick tests notice nothing."""

TURNED: Final[dict[type[ast.cmpop], str]] = {
    ast.GtE: ">",
    ast.Gt: ">=",
    ast.LtE: "<",
    ast.Lt: "<=",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
OTHER_SIDE: Final[dict[type[ast.cmpop], str]] = {ast.GtE: "<", ast.LtE: ">"}
"""For a boundary with slack (`>= 0.6 - ROUNDING`), which no pair of texts meets exactly."""


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `stop` of a file become `wrong`."""

    file: str
    line: int
    start: int
    stop: int
    code: str
    """The comparison or the figure as it stands."""
    wrong: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.code} -> {self.wrong}"

    @property
    def same(self) -> str | None:
        """Why no test can notice, or None."""
        return SAME.get((Path(self.file).stem, self.code))


SAME: Final[dict[tuple[str, str], str]] = {
    ("consolidate", "_age(claim) < _age(than)"): "no two claims are of one age, as no two have one id",
    ("correction", "len(sure) > 1"): "one alone is taken before this is asked",
}


def mutants() -> list[Mutant]:
    """All changes, by file and place."""
    return [one for file in sorted((ROOT / "core" / "rules").glob("*.py")) for one in _of(file)]


def _of(file: Path) -> Iterator[Mutant]:
    source = file.read_bytes()
    tree = ast.parse(source)
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    name = str(file.relative_to(ROOT))

    def place(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            code = " ".join(ast.unparse(node).split())
            operands = [node.left, *node.comparators]
            for number, operator in enumerate(node.ops):
                slack = "ROUNDING" in ast.unparse(operands[number + 1])
                wrong = (OTHER_SIDE if slack else TURNED).get(type(operator))
                if wrong is not None:
                    start, stop = place(operands[number])[1], place(operands[number + 1])[0]
                    start, stop = _operator(source, start, stop)
                    yield Mutant(name, node.lineno, start, stop, code, wrong)
        elif isinstance(node, ast.AnnAssign) and _is_figure(node.value):
            assert isinstance(node.value, ast.Constant)
            yield Mutant(name, node.lineno, *place(node.value), ast.unparse(node), _raised(node.value.value))


def _is_figure(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


_OPERATOR: Final = re.compile(rb"not\s+in|in|is\s+not|is|[<>=!]=?")


def _operator(source: bytes, start: int, stop: int) -> tuple[int, int]:
    """Where the operator stands between two operands, brackets left aside."""
    found = _OPERATOR.search(source, start, stop)
    assert found is not None, source[start - 20 : stop + 20]
    return found.span()


def _raised(figure: Any) -> str:
    return str(figure + 1) if isinstance(figure, int) else str(figure + 0.1)


@dataclass
class Tree:
    """A copy of the project, one file of which is changed at a time."""

    folder: Path

    def noticed(self, mutant: Mutant) -> str | None:
        """The first test that fails of a change (or hangs); None where all pass."""
        file = self.folder / mutant.file
        right = file.read_bytes()
        file.write_bytes(right[: mutant.start] + mutant.wrong.encode() + right[mutant.stop :])
        try:
            return self._fails((*QUICK, *self._nearest_first(file))) or self._fails(REST)
        finally:
            file.write_bytes(right)

    def _nearest_first(self, file: Path) -> list[str]:
        own = f"test_{file.name}"
        tests = (self.folder / HERE).glob("test_*.py")
        return sorted(map(str, tests), key=lambda test: (Path(test).name != own, test.endswith(LAST), test))

    def _fails(self, tests: tuple[str, ...]) -> str | None:
        """The first test that fails, asked in a process of its own that has loaded all but the rules."""
        told = self.folder / "told.txt"
        child = os.fork()
        if child == 0:
            self._ask(tests, told)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == 0:
            return None
        found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", told.read_text("utf-8", "replace"), re.M)
        return found[1] if found else "the tests do not end"

    def _ask(self, tests: tuple[str, ...], told: Path) -> NoReturn:
        signal.alarm(PATIENCE)
        with told.open("wb") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        os.environ |= {"COLUMNS": "200"}
        os.chdir(self.folder)
        sys.dont_write_bytecode = True
        for package in (core, sys.modules["tests"]):
            package.__path__ = [str(self.folder / package.__name__)]
        os._exit(pytest.main(["-x", "-q", "-rfE", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


def copied(folder: Path) -> Tree:
    """A copy of the project in an empty folder."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "snapshots"))
        else:
            shutil.copy2(source, folder / name)
    for room in LOADED:
        for file in sorted((ROOT / "core" / room).glob("[a-z]*.py")):
            importlib.import_module(f"core.{room}.{file.stem}")
    return Tree(folder)


LOADED: Final = ("text", "clocks", "claims", "store", "state")
"""Rooms that know nothing of the rules."""


FIRST: Final = "--first"


def main() -> int:
    """Try every change and print which test catches it."""
    first = FIRST in sys.argv[1:]
    parts = [part for part in sys.argv[1:] if part != FIRST]
    chosen = [one for one in mutants() if not parts or any(part in one.file for part in parts)]
    if first:
        chosen = list({one.file: one for one in reversed(chosen) if one.same is None}.values())
    told: Counter[str] = Counter()
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        tree = copied(Path(folder))
        for mutant in chosen:
            outcome, by = _tried(mutant, tree)
            told[outcome] += 1
            print(f"{mutant}\n    {outcome}{by}", flush=True)
    print(f"{len(chosen)} changes:", ", ".join(f"{told[outcome]} {outcome}" for outcome in OUTCOMES))
    return bool(told[UNNOTICED])


NOTICED: Final = "noticed"
THE_SAME: Final = "equivalent"
UNNOTICED: Final = "NOT NOTICED"
OUTCOMES: Final = (NOTICED, THE_SAME, UNNOTICED)


def _tried(mutant: Mutant, tree: Tree) -> tuple[str, str]:
    if mutant.same is not None:
        return THE_SAME, f": {mutant.same}"
    caught = tree.noticed(mutant)
    return (UNNOTICED, "") if caught is None else (NOTICED, f" by {caught}")


if __name__ == "__main__":
    sys.exit(main())
