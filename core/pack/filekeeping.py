"""Keeping the file of a pack small: written anew without the pages that nothing uses any more."""

from __future__ import annotations

import msgspec

from core.errors import PackDamaged
from core.pack.pack import Pack
from core.store.advice import CAN_BE_REBUILT, without_advice
from core.store.check_child import check_apart
from core.store.checking import CheckReport
from core.store.layout import NOTHING_LEFT, REBUILD, SAVE_THE_REST

__all__ = [
    "NOTHING_LEFT",
    "SAVE_THE_REST",
    "Compacted",
    "compact",
    "damaged_copy_words",
    "fault_words",
    "without_advice",
]


class Compacted(msgspec.Struct, frozen=True):
    """What writing the file anew has brought."""

    before: int
    """Bytes of the file."""
    after: int

    @property
    def freed(self) -> int:
        """Bytes that the disk has back."""
        return self.before - self.after


def compact(pack: Pack) -> Compacted:
    """Write the file of a pack anew, without free pages; who reads beside it follows at the next read.

    The pack is checked whole before. Raises `PackDamaged` when it is not sound: what may still be saved is
    not dropped; `Refused` when the pack was opened for reading,
    `PackFull` when the disk has no room for both files. Then the pack is as it was.
    """
    report = check_apart(pack.log.path, mine=True)
    if not report.ok:
        raise PackDamaged(f"{pack.log.path.name} was left as it is: {fault_words(report)}")
    before = pack.log.stats().file_bytes
    pack.log.compact()
    return Compacted(before, pack.log.stats().file_bytes)


def fault_words(report: CheckReport) -> str:
    """What a check found, in short: the first fault with what to do, and how many more there are."""
    more = f" `packbench check` lists {report.found - 1} more." if report.found > 1 else ""
    return report.first + more


def damaged_copy_words(report: CheckReport) -> str:
    """What the check of a copy found, and what to do about the pack that it was copied from."""
    sound_log = all(fault.where in CAN_BE_REBUILT for fault in report.faults)
    todo = f"In the pack itself {REBUILD}" if sound_log else SAVE_THE_REST
    first = without_advice(report.first)
    found = "1 fault" if report.found == 1 else f"{report.found} faults, the first"
    return f"{found}: {first} {todo}"
