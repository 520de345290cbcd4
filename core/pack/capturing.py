"""Capture: many deeds in a row, committed in groups. Nothing that is captured becomes a claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from core.errors import Refused
from core.pack.commands import PutDeed

if TYPE_CHECKING:
    from core.pack.pack import Pack

GROUP: Final = 1000
"""Deeds of one commit: a thousand share one wait for the disk, and a cancel loses at most these."""
GROUP_CHARACTERS: Final = 4 << 20
"""Of the bodies of one commit, so that memory does not grow with what is captured."""
MOST_TOLD: Final = 1000
"""Refusals that are told one by one; the rest are counted."""

Progress = Callable[[int], None]
"""Called after each commit with the number of deeds that were looked at."""


class RefusedDeed(msgspec.Struct, frozen=True):
    """One deed that was not kept."""

    number: int
    """Its place in what was given, from 1 on."""
    reason: str


class Captured(msgspec.Struct, frozen=True, kw_only=True):
    """What became of many deeds."""

    added: int = 0
    known: int = 0
    """Kept already: the same bytes from the same source, conversation and position."""
    refused: int = 0
    reasons: tuple[RefusedDeed, ...] = ()
    """The first refusals."""
    untimed: int = 0
    """Of those that were added or known: how many do not say when they were said."""
    first_tx: int | None = None
    last_tx: int | None = None
    """The transactions; None when nothing was added."""


def capture(pack: Pack, deeds: Iterable[PutDeed], progress: Progress | None = None) -> Captured:
    """Append deeds; see `Pack.put_deeds`."""
    tally = _Tally(pack)
    for group in _groups(deeds):
        with pack.batched():
            for command in group:
                tally.put(command)
        if progress is not None:
            progress(tally.seen)
    return tally.told()


def _groups(deeds: Iterable[PutDeed]) -> Iterator[list[PutDeed]]:
    group: list[PutDeed] = []
    characters = 0
    for command in deeds:
        group.append(command)
        characters += len(command.body)
        if len(group) == GROUP or characters > GROUP_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


class _Tally:
    """What has become of the deeds so far."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self.seen = self._added = self._known = self._refused = self._untimed = 0
        self._reasons: list[RefusedDeed] = []
        self._txs: tuple[int, int] | None = None

    def put(self, command: PutDeed) -> None:
        self.seen += 1
        try:
            receipt = self._pack.submit(command)
        except Refused as refusal:
            self._refused += 1
            if len(self._reasons) < MOST_TOLD:
                self._reasons.append(RefusedDeed(self.seen, str(refusal)))
            return
        self._untimed += command.said_at is None
        if receipt.tx is None:
            self._known += 1
            return
        self._added += 1
        self._txs = (receipt.tx if self._txs is None else self._txs[0], receipt.tx)

    def told(self) -> Captured:
        first, last = self._txs or (None, None)
        return Captured(
            added=self._added,
            known=self._known,
            refused=self._refused,
            reasons=tuple(self._reasons),
            untimed=self._untimed,
            first_tx=first,
            last_tx=last,
        )
