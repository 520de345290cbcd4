"""The queue of a morning: its order, its limits, and how many claims the days ahead bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from core.clocks.study_day import StudyDay

Order = Literal["oldest", "easy", "hard"]
ORDERS: Final[tuple[Order, ...]] = ("oldest", "easy", "hard")
"""Oldest due day first, highest retrievability first, lowest first."""
SIGNS: Final[dict[Order, float]] = {"oldest": 0.0, "easy": 1.0, "hard": -1.0}
"""What the fading of a claim is multiplied by to give its place."""

T = TypeVar("T")


class Waiting(NamedTuple):
    """What decides the place of a claim that is due."""

    id: str
    due_day: StudyDay
    part: int
    """As `part_of` says."""
    faded: float = 0.0
    """Days since the last grade by days of stability: the higher, the lower the retrievability."""


PARTS: Final = 4
"""A morning has so many parts, one after the other: no order moves a claim from one to another."""
FIRST, PINNED, GRADED, NEW = range(PARTS)


def part_of(*, first: bool, pinned: bool, new: bool) -> int:
    """What somebody asked for comes first, then pinned claims, those graded before, and new ones."""
    return FIRST if first else PINNED if pinned else NEW if new else GRADED


class Shares(NamedTuple):
    """How many claims of each part a morning asks, and what its limits hold back."""

    asked: tuple[int, ...]
    held_back_new: int
    """New claims beyond those of a day."""
    later: int
    """Claims beyond those of a sitting."""


def order_due(rows: Iterable[Waiting], order: Order = "oldest") -> list[Waiting]:
    """Part by part, in the order asked for; new ones as they were due.

    Total, and the same however the rows were read: ties are decided by due day and id. No order is much
    better than another: core/README.md, Figures of review.
    """
    sign = SIGNS[order]

    def place(one: Waiting) -> tuple[int, float, StudyDay, str]:
        return one.part, 0.0 if one.part == NEW else sign * one.faded, one.due_day, one.id

    return sorted(rows, key=place)


def shares(waiting: Sequence[int], *, new_left: int, left: int | None) -> Shares:
    """What a morning asks of so many claims that wait in each part.

    `new_left` new claims at most, `left` in all (None: no such limit). What is pinned or asked for first is
    exempt from the first limit. The limit in all comes last, so it is the number that is asked.
    """
    let_in = [*waiting[:NEW], min(waiting[NEW], max(0, new_left))]
    whole = sum(let_in)
    room = whole if left is None else min(whole, max(0, left))
    asked: list[int] = []
    for count in let_in:
        asked.append(min(count, room - sum(asked)))
    return Shares(tuple(asked), waiting[NEW] - let_in[NEW], whole - room)


def cut(ordered: Sequence[T], waiting: Sequence[int], asked: Sequence[int]) -> Iterator[Sequence[T]]:
    """Of each part of what was ordered the first so many."""
    start = 0
    for count, taken in zip(waiting, asked, strict=True):
        yield ordered[start : start + taken]
        start += count


def forecast(due_days: Iterable[StudyDay], today: StudyDay, days: int = 14) -> list[int]:
    """Claims due on each of `days` days from `today`; what is overdue counts today."""
    ahead = [0] * days
    for due_day in due_days:
        place = max(0, due_day - today)
        if place < days:
            ahead[place] += 1
    return ahead


def mornings(ahead: Sequence[int], a_morning: int) -> int:
    """Mornings until nothing is overdue at `a_morning` claims a morning, today's being the first.

    `ahead` are the claims that fall due on each day, overdue ones today: what falls due meanwhile is done
    too. Nothing is known of claims that come back because they were forgotten.
    """
    if a_morning < 1:
        raise ValueError("a morning takes one claim or more")
    waiting = taken = 0
    for day, falls_due in enumerate(ahead, start=1):
        waiting += falls_due
        if waiting:
            taken = day
            waiting = max(0, waiting - a_morning)
        if not waiting:
            return taken
    return len(ahead) + -(-waiting // a_morning)
