"""The forgetting experiment: 300 topics, each told four times, and the one telling that was reviewed.

The corpus is the original's to the letter: its generator, its order, its text. The tellings are written
through the door on their days; the kept one is graded when it falls due (workbench/README.md, Evaluation).
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR, Instant, parse_instant
from core.clocks.study_day import StudyDay
from core.pack.commands import Configure, Grade, Write
from workbench.evaluation.cases import Collection, Piece, Question
from workbench.evaluation.filling import Filled

TELLING: Final = "telling"
TOPICS: Final = 300
VARIANTS: Final = 4
"""The kept telling and three paraphrases."""
DAYS: Final = 180
SPAN: Final = 30
"""Days in which the kept ones are told at the beginning, and the others at the end."""
BASE: Final = parse_instant("2026-01-01T00:00:00Z")
SEED: Final = 0x9E3779B97F4A7C15
ALL_BITS: Final = (1 << 64) - 1
GOOD: Final = 3
REVIEWED: Final = 9 * HOUR
"""When on a study day the reviews are done."""
BATCH: Final = 500

_EPOCH_DAY: Final[StudyDay] = 719_163
"""Of 1970-01-01."""


class Xorshift:
    """The generator xorshift64 (Marsaglia 2003), with shifts 13, 7 and 17."""

    def __init__(self, seed: int = SEED) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        """The next number, modulo n."""
        x = self.state
        x ^= (x << 13) & ALL_BITS
        x ^= x >> 7
        x ^= (x << 17) & ALL_BITS
        self.state = x
        return x % n


def corpus(topics: int = TOPICS) -> Collection:
    """Every topic in its shuffled order, and the question that each of its tellings answers alike."""
    chance = Xorshift()
    pieces: list[Piece] = []
    for topic in range(topics):
        days = [chance.below(SPAN)] + [DAYS - SPAN + chance.below(SPAN) for _ in range(VARIANTS - 1)]
        group = [_piece(topic, variant, day) for variant, day in enumerate(days)]
        for last in range(VARIANTS - 1, 0, -1):
            other = chance.below(last + 1)
            group[last], group[other] = group[other], group[last]
        pieces += group
    questions = tuple(
        Question(
            f"topic{topic}",
            f"topic{topic} settled answer",
            {TELLING: (f"t{topic}-v0",)},
            ("all",),
            cluster=f"topic{topic}",
        )
        for topic in range(topics)
    )
    return Collection("topics", tuple(pieces), questions)


def _piece(topic: int, variant: int, day: int) -> Piece:
    text = f"On topic{topic} the settled answer is variant{variant}. It was checked against detail{variant}."
    return Piece(f"t{topic}-v{variant}", text, f"topic{topic}", variant, said_at=BASE + day * DAY)


def fill(filled: Filled, collection: Collection) -> None:
    """Write the tellings on their days, and grade the kept ones Good on the days they fall due.

    Nothing closes by itself (policy `propose`): all four tellings stand. Each topic is written in a workspace
    of its own, so that a telling is judged against those of its topic and not against all that share its
    template; they are searched together.
    """
    filled.pack.submit(Configure(name="policy", value="propose"))
    acts: list[tuple[Instant, int, str]] = []
    """When, the piece, and the claim to grade (empty: the piece is written)."""
    for number, piece in enumerate(collection.pieces):
        assert piece.said_at is not None
        acts.append((piece.said_at, number, ""))
    heapify(acts)
    while acts:
        with filled.pack.batched():
            for _ in range(min(BATCH, len(acts))):
                _act(filled, collection, acts)
    filled.clock.set(BASE + DAYS * DAY + REVIEWED)


def _act(filled: Filled, collection: Collection, acts: list[tuple[Instant, int, str]]) -> None:
    when, number, claim = heappop(acts)
    piece = collection.pieces[number]
    filled.clock.set(when)
    if claim:
        receipt = filled.pack.submit(Grade(id=claim, grade=GOOD))
        filled.figures["grades"] += 1
    else:
        draft = Draft(text=piece.text, kind="lesson", workspace=piece.group, entities=())
        receipt = filled.pack.submit(Write(draft=draft))
        claim = str(receipt.id)
        filled.keep(claim, piece.id)
        filled.figures["proposals"] += len(receipt.proposes)
    if piece.position == 0 and receipt.due_day is not None:
        due = due_at(receipt.due_day)
        if due <= BASE + DAYS * DAY + REVIEWED:
            heappush(acts, (due, number, claim))


def due_at(day: StudyDay) -> Instant:
    """The time of day at which what falls due on a study day is reviewed."""
    return (day - _EPOCH_DAY) * DAY + REVIEWED
