"""The forgetting experiment: 300 topics, each told four times, and the one telling that was reviewed.

The corpus is the original's to the letter: its generator, its order, its text. The tellings are written
through the door on their days; the kept one is graded when it falls due (workbench/README.md, Evaluation).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final, Literal

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
KEPT: Final = 0
"""The variant that is reviewed."""
END: Final = BASE + DAYS * DAY + REVIEWED
"""When the questions are asked."""

Told = Literal["corpus", "days"]
Act = tuple[Instant, int, str]
"""When, the number of the piece, and the claim to grade (empty: the piece is written)."""

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


def filler(told: Told) -> Callable[[Filled, Collection], None]:
    """Write the tellings, and grade the kept ones Good on the days they fall due.

    Nothing closes by itself (policy `propose`): all four tellings stand. Each topic is written in a workspace
    of its own, so that a telling is judged against those of its topic and not against all that share its
    template; they are searched together.

    Equals stand in the order of writing. As the days pass, the kept telling is written first and so stands
    first among equals. In the order of the corpus, which is shuffled, chance decides, as in the experiment:
    there all are written on the first day and become true on their days, for nothing is observed before its
    time, and so `age` sees no difference.
    """

    def fill(filled: Filled, collection: Collection) -> None:
        filled.pack.submit(Configure(name="policy", value="propose"))
        acts = [
            (BASE if told == "corpus" else _day_of(piece), number, "")
            for number, piece in enumerate(collection.pieces)
        ]
        heapify(acts)
        while acts:
            with filled.pack.batched():
                for _ in range(min(BATCH, len(acts))):
                    _act(filled, collection, acts)
        filled.clock.set(END)

    return fill


def _act(filled: Filled, collection: Collection, acts: list[Act]) -> None:
    when, number, claim = heappop(acts)
    piece = collection.pieces[number]
    filled.clock.set(when)
    if claim:
        receipt = filled.pack.submit(Grade(id=claim, grade=GOOD))
        filled.figures["grades"] += 1
    else:
        receipt = filled.pack.submit(Write(draft=_draft(piece)))
        claim = str(receipt.id)
        filled.keep(claim, piece.id)
        filled.figures["proposals"] += len(receipt.proposes)
    if piece.position == KEPT and receipt.due_day is not None and due_at(receipt.due_day) <= END:
        heappush(acts, (due_at(receipt.due_day), number, claim))


def _draft(piece: Piece) -> Draft:
    """A telling; the kept one is true from when it is written, for only what is true can be reviewed."""
    day = None if piece.position == KEPT else _day_of(piece)
    return Draft(text=piece.text, kind="lesson", workspace=piece.group, entities=(), t_valid=day)


def _day_of(piece: Piece) -> Instant:
    assert piece.said_at is not None
    return piece.said_at


def due_at(day: StudyDay) -> Instant:
    """The time of day at which what falls due on a study day is reviewed."""
    return (day - _EPOCH_DAY) * DAY + REVIEWED
