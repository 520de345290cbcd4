"""The dump of runs: JSON Lines, each line under the tag of its run, so that several runs share a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from core.errors import NotFound, Refused
from workbench.evaluation.answers import Answer, Outcome, Run

_ENCODE = msgspec.json.Encoder().encode


def write(file: Path, outcomes: Iterable[Outcome]) -> None:
    """Add runs to a dump. Raises `Refused` when it holds a run of that tag already."""
    kept = tuple(outcomes)
    known = {outcome.run.tag for outcome in read(file)} if file.exists() else set()
    for outcome in kept:
        if outcome.run.tag in known:
            raise Refused(f"{file} holds a run {outcome.run.tag!r} already; name this one with --run.")
    with file.open("ab") as out:
        for outcome in kept:
            out.writelines(_ENCODE(line) + b"\n" for line in _lines(outcome))


def _lines(outcome: Outcome) -> Iterable[dict[str, Any]]:
    tag = outcome.run.tag
    yield {"run": tag, "header": outcome.run, "answers": len(outcome.answers)}
    for answer in outcome.answers:
        yield {"run": tag, "answer": answer}


def read(file: Path) -> tuple[Outcome, ...]:
    """The runs of a dump, in its order. Raises `Refused` for a file that is none, or that is cut short."""
    headers: dict[str, Run] = {}
    announced: dict[str, int] = {}
    answers: dict[str, list[Answer]] = {}
    for number, line in enumerate(_read_lines(file), 1):
        try:
            found = msgspec.json.decode(line)
            tag = found["run"]
            if "header" in found:
                headers[tag] = msgspec.convert(found["header"], Run)
                announced[tag], answers[tag] = found["answers"], []
            else:
                answers[tag].append(msgspec.convert(found["answer"], Answer))
        except (msgspec.MsgspecError, KeyError, TypeError) as error:
            raise Refused(f"line {number} of {file} is no line of a dump: {error}.") from None
    short = [tag for tag, kept in answers.items() if len(kept) != announced[tag]]
    if short:
        raise Refused(f"{file} is cut short: the run {short[0]!r} has fewer answers than it announces.")
    return tuple(Outcome(run=run, answers=tuple(answers[tag])) for tag, run in headers.items())


def _read_lines(file: Path) -> list[bytes]:
    try:
        return file.read_bytes().splitlines()
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {error.strerror}.") from None


def run_named(name: str) -> Outcome:
    """The run of `FILE` when it holds one, or of `FILE#TAG`. Raises `Refused`, naming the runs there are."""
    path, _, tag = (name, "", "") if Path(name).exists() else name.rpartition("#")
    outcomes = read(Path(path or name))
    chosen = [outcome for outcome in outcomes if not tag or outcome.run.tag == tag]
    if len(chosen) == 1:
        return chosen[0]
    tags = ", ".join(outcome.run.tag for outcome in outcomes)
    raise Refused(f"{path or name} holds {len(outcomes)} runs ({tags}); name one of them as FILE#TAG.")
