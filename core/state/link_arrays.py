"""Links as arrays: those of one instant by claim, and every value a pair has had, in the order of recording.

A claim is its number in the claim columns: 12 bytes a link and end, where dictionaries take a hundred.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.clocks.instants import Instant
from core.state.columns import FUTURE
from core.state.links import Links

Numbers = NDArray[np.int32]
Weights = NDArray[np.float64]

DATES_HELD: Final = 4
"""Past instants whose links are held."""


class LinkArrays:
    """The links of one instant: the peers of claim `n` stand at `starts[n]` to `starts[n + 1]`."""

    def __init__(
        self,
        ids: Sequence[str],
        number: Mapping[str, int],
        starts: NDArray[np.int64],
        others: Numbers,
        weights: Weights,
    ) -> None:
        """`ids` and `number` may grow: only as many claims count as `starts` knows."""
        self._ids = ids
        self._number = number
        self._count = len(starts) - 1
        self.starts = starts
        self.others = others
        self.weights = weights
        self._at = _plain(starts), _plain(others), _plain(weights)

    @classmethod
    def of(
        cls,
        ids: Sequence[str],
        number: Mapping[str, int],
        count: int,
        a: Numbers,
        b: Numbers,
        weights: Weights,
    ) -> Self:
        """The links between the claims `a[i]` and `b[i]`, of the first `count` claims."""
        ends = np.concatenate([a, b])
        order = np.argsort(ends, kind="stable")
        starts = np.zeros(count + 1, np.int64)
        np.cumsum(np.bincount(ends, minlength=count), out=starts[1:])
        return cls(
            ids,
            number,
            starts,
            np.concatenate([b, a])[order].astype(np.int32),
            np.concatenate([weights, weights])[order],
        )

    def with_pairs(self, a: Numbers, b: Numbers, weights: Weights) -> LinkArrays:
        """Other links of the same claims."""
        return LinkArrays.of(self._ids, self._number, len(self.starts) - 1, a, b, weights)

    def knows(self, claim_id: str) -> bool:
        """Whether a claim was there when these were all links."""
        return self._number.get(claim_id, self._count) < self._count

    def peers(self, claim_id: str) -> dict[str, float]:
        """The peers of a claim and the weights."""
        number = self._number.get(claim_id, self._count)
        if number >= self._count:
            return {}
        starts, others, weights = self._at
        start, end, ids = starts[number], starts[number + 1], self._ids
        named = [ids[other] for other in others[start:end].tolist()]
        return dict(zip(named, weights[start:end].tolist(), strict=True))

    def weight(self, a: str, b: str) -> float | None:
        """The weight of the link of two claims; None where there is none."""
        one, other = self._number.get(a, self._count), self._number.get(b, self._count)
        if one >= self._count or other >= self._count:
            return None
        starts, others, weights = self._at
        start = starts[one]
        peers = others[start : starts[one + 1]].tolist()
        return weights[start + peers.index(other)] if other in peers else None

    def edges(self) -> Iterator[tuple[str, str, float]]:
        """Each link once, as `(smaller id, larger id, weight)`."""
        ids = self._ids
        for a, b, weight in zip(
            self.ends().tolist(), self.others.tolist(), self.weights.tolist(), strict=True
        ):
            if ids[a] < ids[b]:
                yield ids[a], ids[b], weight

    def ends(self) -> Numbers:
        """The claim at whose place each of `others` stands."""
        claims = np.arange(len(self.starts) - 1, dtype=np.int32)
        return np.repeat(claims, np.diff(self.starts))


def _plain(values: NDArray[Any]) -> Any:
    """A view of the numbers one by one: of a few of them numpy is slow, and they may not be aligned."""
    return values.view(np.uint8).data.cast(_code(values)) if len(values) else memoryview(b"")


def _code(values: NDArray[Any]) -> Any:
    return values.dtype.char


class LinkRows(msgspec.Struct, frozen=True):
    """Every value that pairs have had, in the order of recording."""

    a: Numbers
    b: Numbers
    t_tx: NDArray[np.int64]
    weights: Weights
    """NaN: dropped."""

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """Rows one after the other."""
        listed = list(parts)
        named = ("a", "b", "t_tx", "weights")
        return cls(*(np.concatenate([getattr(part, name) for part in listed]) for name in named))

    def pairs(self) -> NDArray[np.int64]:
        """A number for each row's pair."""
        return self.a.astype(np.int64) << 32 | self.b

    def gone(self) -> NDArray[np.int64]:
        """When the next value of each row's pair came; `FUTURE` where none did."""
        pairs = self.pairs()
        order = np.argsort(pairs, kind="stable")
        same = pairs[order[1:]] == pairs[order[:-1]]
        gone = np.full(len(pairs), FUTURE)
        gone[order[:-1][same]] = self.t_tx[order[1:][same]]
        return gone


class PastLinks:
    """Links as believed at instants before the last record."""

    def __init__(self, present: LinkArrays, rows: LinkRows) -> None:
        """`rows`: every value until the present links were as they are."""
        self.rows = rows
        self._present = present
        self._gone = rows.gone()
        self._pairs: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        """The pairs in order, and the row of each."""
        self._held: OrderedDict[Instant, Links] = OrderedDict()

    def at(self, believed_at: Instant, amend: Callable[[Links], None]) -> Links:
        """The links at an instant before the last record; `amend` puts in what the rows do not have."""
        held = self._held.get(believed_at)
        if held is None:
            held = self._links(believed_at)
            amend(held)
            self._held[believed_at] = held
            if len(self._held) > DATES_HELD:
                self._held.popitem(last=False)
        return held

    def values(self, a: int, b: int) -> list[tuple[Instant, float | None]]:
        """Every value that the link of two claims has had, oldest first: since when, and its weight."""
        if self._pairs is None:
            order = np.argsort(self.rows.pairs(), kind="stable")
            self._pairs = self.rows.pairs()[order], order
        ordered, order = self._pairs
        wanted = a << 32 | b
        rows = order[np.searchsorted(ordered, wanted) : np.searchsorted(ordered, wanted, "right")]
        times, weights = self.rows.t_tx[rows].tolist(), self.rows.weights[rows].tolist()
        return [(at, None if weight != weight else weight) for at, weight in zip(times, weights, strict=True)]

    def _links(self, believed_at: Instant) -> Links:
        rows = self.rows
        stands = (rows.t_tx <= believed_at) & (self._gone > believed_at) & ~np.isnan(rows.weights)
        return Links(self._present.with_pairs(rows.a[stands], rows.b[stands], rows.weights[stands]))
