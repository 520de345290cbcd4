"""Siblings apart: claims about the same thing are not asked one right after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

GAP: Final = 3
"""Claims between two siblings, where there are enough others: one recalled makes the next easier."""
REACH: Final = 24
"""Claims ahead among which another is looked for; farther ones keep their places."""


def apart(
    parts: Iterable[Iterable[T]],
    about: Callable[[T], Collection[str]],
    before: Iterable[Collection[str]] = (),
    *,
    gap: int = GAP,
    reach: int = REACH,
) -> Iterator[T]:
    """The members of all parts, part by part, siblings apart; else in the order given.

    Next comes, of the first `reach` that are left of a part, the one whose last sibling is farthest back;
    of equals the first. `about` names what a member is about, `before` what the last ones asked were about,
    oldest first. So taking the first away and beginning anew with it in `before` gives the rest as it was:
    a sitting that was interrupted goes on.
    """
    asked: deque[frozenset[str]] = deque((frozenset(one) for one in before), maxlen=max(1, gap))
    for part in parts:
        coming = iter(part)
        near = deque((one, frozenset(about(one))) for one in islice(coming, reach))
        while near:
            place = _farthest([names for _, names in near], asked, gap)
            member, names = near[place]
            del near[place]
            near.extend((one, frozenset(about(one))) for one in islice(coming, 1))
            asked.append(names)
            yield member


def _farthest(near: list[frozenset[str]], asked: deque[frozenset[str]], gap: int) -> int:
    """The place of the first member with the most claims between it and its last sibling, up to `gap`."""
    best, found = -1, 0
    for place, names in enumerate(near):
        between = next((back for back, one in enumerate(reversed(asked)) if names & one), gap)
        if between >= gap:
            return place
        if between > best:
            best, found = between, place
    return found
