"""What to do about damage: one next step, which does what it says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from core.store.auditing import COPY
from core.store.comparing import Fault
from core.store.layout import REBUILD, SAVE_THE_REST

CAN_BE_REBUILT: Final = frozenset({"chain", "due", "blob"})
"""Parts of the file that are made from the log."""
NEXT_REBUILD: Final = "packbench check --rebuild"
NEXT_SAVE: Final = "packbench export --skip-damaged NAME.zip"


def next_command(places: Collection[str]) -> str:
    """The command that comes next, by where the faults are (`Fault.where`); empty where there are none."""
    if not places:
        return ""
    return NEXT_REBUILD if CAN_BE_REBUILT.issuperset(places) else NEXT_SAVE


def agreeing(faults: Sequence[Fault]) -> list[Fault]:
    """The faults without the advice to rebuild where the log is damaged too: that would be refused."""
    if next_command([fault.where for fault in faults]) != NEXT_SAVE:
        return list(faults)
    return [replace(one, sentence=one.sentence.replace(REBUILD, _LOG_TOO)) for one in faults]


_LOG_TOO: Final = "It cannot be made again: the log is damaged too."


def without_advice(sentence: str) -> str:
    """What was found, without what is said to do about it."""
    for advice in (COPY, SAVE_THE_REST, REBUILD):
        sentence = sentence.replace(advice, "").strip()
    return sentence
