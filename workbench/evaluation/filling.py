"""Filling a real pack through its doors: the evidence of a collection as deeds, or as claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR, MINUTE, Instant, parse_instant
from core.errors import Refused
from core.pack.commands import PutDeed, Write
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from workbench.evaluation.cases import Collection, Piece

SEAT: Final = "reader"
FIRST: Final = parse_instant("2026-01-05T08:00:00Z")
"""When evidence without a date is put."""
BATCH: Final = 500
"""Commands of one flush."""

Written = Callable[[Piece, Receipt], None]


@dataclass
class Filled:
    """What a pack made of a collection."""

    pack: Pack
    clock: ScriptedClock
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Pieces by the accession of their deed, or by the id of their claim: one text may stand for several."""
    figures: Counter[str] = field(default_factory=Counter)
    """What filling counted."""

    def keep(self, name: str, piece: str) -> None:
        """Note under which name a piece is in the pack."""
        self.pieces[name] = (*self.pieces.get(name, ()), piece)
        self.figures["pieces"] += 1


@contextmanager
def scratch_pack(seed: int, begins: Instant = FIRST) -> Iterator[Filled]:
    """An empty pack, made at an instant, and gone when the block ends.

    The seed makes its ids the same in every run. Nothing can be written before the pack was made.
    """
    clock = ScriptedClock(begins)
    with (
        TemporaryDirectory(prefix="packbench-eval-") as folder,
        Pack.create(Path(folder) / "evidence.pack", seat=SEAT, client="eval", clock=clock) as pack,
    ):
        pack.chance = Random(seed)
        yield Filled(pack, clock)


def as_deeds(filled: Filled, collection: Collection) -> None:
    """Put every piece, then stand at the end of the history."""
    told = filled.pack.put_deeds(deed_of(collection, piece) for piece in collection.pieces)
    filled.figures["pieces refused"] += told.refused
    pieces = {(piece.group, piece.position): piece.id for piece in collection.pieces}
    for deed in filled.pack.deeds():
        group = str(deed.conversation).removeprefix(f"{collection.name}/")
        filled.keep(deed.accession, pieces[group, int(deed.position or 0)])
    filled.clock.set(ended(collection))


def deed_of(collection: Collection, piece: Piece) -> PutDeed:
    """The command that puts a piece: one conversation a session, so that no window spans two."""
    return PutDeed(
        body=piece.text,
        kind="turn",
        speaker=piece.speaker,
        conversation=f"{collection.name}/{piece.group}",
        position=piece.position,
        said_at=piece.said_at,
        extra={"caption": piece.caption} if piece.caption else {},
    )


def as_claims(filled: Filled, collection: Collection, tell: Written = lambda piece, receipt: None) -> None:
    """Write every piece that the text rules pass, at the time it was said, then stand at the end.

    `tell` gets each piece with the receipt of its write.
    """
    told = sorted(collection.pieces, key=lambda piece: FIRST if piece.said_at is None else piece.said_at)
    for first, pieces in enumerate(_batches(told)):
        with filled.pack.batched():
            for place, piece in enumerate(pieces, first * BATCH):
                filled.clock.set(FIRST + place * MINUTE if piece.said_at is None else piece.said_at)
                receipt = _written(filled, piece)
                if receipt is not None:
                    tell(piece, receipt)
    filled.clock.set(ended(collection))


def _written(filled: Filled, piece: Piece) -> Receipt | None:
    try:
        receipt = filled.pack.submit(
            Write(draft=Draft(text=piece.text, kind="belief")), actor=piece.speaker or SEAT
        )
    except Refused:
        filled.figures["pieces refused"] += 1
        return None
    assert receipt.id is not None
    filled.keep(receipt.id, piece.id)
    return receipt


def _batches(pieces: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    for first in range(0, len(pieces), BATCH):
        yield pieces[first : first + BATCH]


def began(collection: Collection) -> Instant:
    """An hour before the first piece was said, or put."""
    return (FIRST if collection.begins is None else collection.begins) - HOUR


def ended(collection: Collection) -> Instant:
    """A day after the last piece was said; where nothing is dated, when the last one was put."""
    last = collection.ends
    return FIRST + len(collection.pieces) * MINUTE if last is None else last + DAY
