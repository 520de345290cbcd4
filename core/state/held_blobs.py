"""The stored columns of a pack: opening it reads no record of a claim, no review and no link.

A cache like any other projection: whoever erases a claim drops it. Each part says for which history it stands
and is not read for another; what came later is taken from the log.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
import numpy as np

from core.clocks.instants import Instant
from core.state.columns import DTYPES, FUTURE, ClaimColumns, Codes
from core.state.held import Held
from core.state.held_base import Base, claim_reader, link_rows, present, review_heads
from core.state.link_arrays import LinkArrays, LinkRows
from core.state.review_heads import ReviewHeads
from core.state.stored_tables import OddLink, StoredLinks, StoredReviews
from core.store import tables
from core.store.file_tables import FileTables

FORMAT: Final = 2
"""Raised whenever the columns, or what they say of a record, change."""
CLAIMS, LINKS, PAST, REVIEWS = "claims", "links", "past links", "reviews"
PARTS: Final = (CLAIMS, LINKS, PAST, REVIEWS)
"""Names of the parts; all but the first are read when they are asked for."""
_BETWEEN: Final = "\0"
"""Stands in no id: no key of a table may hold it."""
_CODES: Final = ("kinds", "workspaces", "sets", "authors")

GetPart = Callable[[str], bytes | None]
"""The bytes of a part, for the same record as those of the others; None where there are none."""


class _Claims(msgspec.Struct, frozen=True, array_like=True):
    log: str
    """Digest of the log up to the record that the parts stand for."""
    t_tx: int
    ids: str
    columns: dict[str, memoryview]
    last_row: memoryview
    last_text: memoryview
    text_rows: memoryview
    names: dict[str, list[str | None]]
    odd_links: list[OddLink]
    odd_reviews: list[str]


class _Links(msgspec.Struct, frozen=True, array_like=True):
    log: str
    starts: memoryview
    others: memoryview
    weights: memoryview


class _Past(msgspec.Struct, frozen=True, array_like=True):
    log: str
    a: memoryview
    b: memoryview
    t_tx: memoryview
    weights: memoryview


class _Reviews(msgspec.Struct, frozen=True, array_like=True):
    log: str
    content: memoryview
    ends: memoryview
    since: memoryview


P = TypeVar("P", _Claims, _Links, _Past, _Reviews)


def to_blobs(held: Held, log_digest: str) -> dict[str, bytes]:
    """The parts as bytes, of a pack that is in its file whole, with the digest of its log; none where it
    holds what they have no place for."""
    columns = held.columns
    links, reviews = held.chains.tables[tables.LINK], held.chains.tables[tables.REVIEW]
    assert isinstance(links, StoredLinks)
    assert isinstance(reviews, StoredReviews)
    if any(key in columns.number for key in reviews.odd):
        return {}  # a clock that was there before its claim: reading the tables through sets it right
    rows, odd = _all_rows(links, columns)
    standing = _present(held, columns)
    heads, odd_reviews = _all_heads(reviews, columns)
    parts: dict[str, msgspec.Struct] = {
        CLAIMS: _Claims(
            log=log_digest,
            t_tx=held.t_tx,
            ids=_BETWEEN.join(columns.ids),
            columns={name: _view(columns.column(name)) for name in DTYPES},
            last_row=_view(columns.last_row),
            last_text=_view(columns.last_text),
            text_rows=_view(columns.text_rows),
            names={name: getattr(columns, name).names for name in _CODES},
            odd_links=odd,
            odd_reviews=odd_reviews,
        ),
        LINKS: _Links(log_digest, _view(standing.starts), _view(standing.others), _view(standing.weights)),
        PAST: _Past(log_digest, _view(rows.a), _view(rows.b), _view(rows.t_tx), _view(rows.weights)),
        REVIEWS: _Reviews(log_digest, memoryview(heads.content), _view(heads.ends), _view(heads.since)),
    }
    return {name: msgspec.msgpack.encode(part) for name, part in parts.items()}


def from_blobs(claims: bytes | None, get: GetPart, log_digest: str, tx: int, file: FileTables) -> Base | None:
    """The pack up to the record `tx`; None when the bytes stand for another history.

    `claims` is the part `CLAIMS`; `get` is asked for the others when they are needed.
    """
    kept = _part(claims, _Claims, log_digest)
    if kept is None or kept.columns.keys() != DTYPES.keys():
        return None
    columns = _columns(kept)
    columns.versions.in_file(columns.n, claim_reader(file, columns))
    number, odd_links, odd_reviews = columns.number, kept.odd_links, frozenset(kept.odd_reviews)

    def past() -> LinkRows:
        part = _part(get(PAST), _Past, log_digest)
        return link_rows(file, tx, number) if part is None else _rows(part)

    def links() -> LinkArrays:
        part = _part(get(LINKS), _Links, log_digest)
        return present(columns, past()) if part is None else _links(part, columns)

    def reviews() -> ReviewHeads:
        part = _part(get(REVIEWS), _Reviews, log_digest)
        return review_heads(file, tx, number) if part is None else _heads(part)

    return Base(
        file=file,
        tx=tx,
        t_tx=kept.t_tx,
        columns=columns,
        links=links,
        link_rows=past,
        odd_links=lambda: odd_links,
        reviews=reviews,
        odd_reviews=lambda: odd_reviews,
    )


def _part(content: bytes | None, kind: type[P], log_digest: str) -> P | None:
    try:
        part = None if content is None else msgspec.msgpack.decode(content, type=kind)
    except msgspec.MsgspecError:
        return None
    return part if part is not None and part.log == log_digest else None


def _columns(kept: _Claims) -> ClaimColumns:
    columns = ClaimColumns()
    columns.ids = kept.ids.split(_BETWEEN) if kept.ids else []
    columns.number = dict(zip(columns.ids, range(len(columns.ids)), strict=True))
    columns.last_row, columns.last_text, columns.text_rows = (
        array("i", bytes(stored)) for stored in (kept.last_row, kept.last_text, kept.text_rows)
    )
    for name in _CODES:
        setattr(columns, name, Codes.of_names(kept.names[name]))
    columns.restore(
        {name: np.array(np.frombuffer(kept.columns[name], dtype)) for name, dtype in DTYPES.items()}
    )
    return columns


def _links(part: _Links, columns: ClaimColumns) -> LinkArrays:
    return LinkArrays(
        columns.ids,
        columns.number,
        np.frombuffer(part.starts, np.int64),
        np.frombuffer(part.others, np.int32),
        np.frombuffer(part.weights, np.float64),
    )


def _rows(part: _Past) -> LinkRows:
    return LinkRows(
        np.frombuffer(part.a, np.int32),
        np.frombuffer(part.b, np.int32),
        np.frombuffer(part.t_tx, np.int64),
        np.frombuffer(part.weights, np.float64),
    )


def _heads(part: _Reviews) -> ReviewHeads:
    ends, since = np.frombuffer(part.ends, np.int64), np.frombuffer(part.since, np.int64)
    return ReviewHeads(part.content, ends, since)


def _all_rows(links: StoredLinks, columns: ClaimColumns) -> tuple[LinkRows, list[OddLink]]:
    """The rows until the record that the table was opened at, and those that came since."""
    number, odd = columns.number, list(links.odd)
    fresh: list[tuple[Instant, int, int, float]] = []
    for key, chain in links.fresh.items():
        one, _, other = key.partition("|")
        known = one in number and other in number and key not in links.odd_keys
        for entry in chain:
            if known:
                weight = float("nan") if entry.value is None else entry.value
                fresh.append((entry.t_tx, number[one], number[other], weight))
            else:
                odd.append((key, entry.t_tx, entry.value))
    fresh.sort()
    times, a, b, weights = zip(*fresh, strict=True) if fresh else ((), (), (), ())
    later = LinkRows(
        np.array(a, np.int32), np.array(b, np.int32), np.array(times, np.int64), np.array(weights, np.float64)
    )
    return LinkRows.joined((links.past.rows, later)), sorted(odd, key=lambda one: one[1])


def _present(held: Held, columns: ClaimColumns) -> LinkArrays:
    """The present links of claims; those of others are among the odd ones."""
    number = columns.number
    changed = set(held.links.changed)
    pairs = [
        (number[one], number[other], weight)
        for one in changed
        for other, weight in held.links.peers(one).items()
        if one in number and other in number and (one < other or other not in changed)
    ]
    a, b, weights = zip(*pairs, strict=True) if pairs else ((), (), ())
    ends = np.array(a, np.int32), np.array(b, np.int32)
    arrays = held.links.arrays
    if arrays is None:
        return LinkArrays.of(columns.ids, number, len(columns.ids), *ends, np.array(weights, np.float64))
    touched = np.zeros(len(columns.ids), np.bool_)
    touched[[number[one] for one in changed if one in number]] = True
    one, other = arrays.ends(), arrays.others
    kept = (one < other) & ~touched[one] & ~touched[other]
    return LinkArrays.of(
        columns.ids,
        number,
        len(columns.ids),
        np.concatenate([one[kept], ends[0]]),
        np.concatenate([other[kept], ends[1]]),
        np.concatenate([arrays.weights[kept], np.array(weights, np.float64)]),
    )


def _all_heads(reviews: StoredReviews, columns: ClaimColumns) -> tuple[ReviewHeads, list[str]]:
    heads, fresh, known = reviews.heads, reviews.fresh, reviews.heads.count

    def stored(number: int, claim_id: str) -> tuple[Instant, bytes]:
        chain = fresh.get(claim_id)
        if chain:
            value: Any = chain[-1].value
            return chain[-1].t_tx, b"" if value is None else tables.encode(value)
        return (int(heads.since[number]), bytes(heads.stored(number))) if number < known else (FUTURE, b"")

    odd = reviews.odd | {key for key in fresh if key not in columns.number}
    return ReviewHeads.packed(stored(*one) for one in enumerate(columns.ids)), sorted(odd)


def _view(values: Any) -> memoryview:
    return np.ascontiguousarray(values).data.cast("B") if len(values) else memoryview(b"")
