"""The write index: what the write rules look up, so that a write never compares with every claim.

One row a text row of the claim columns. Postings are growing integer arrays; what a read may use of them
(believed, true now, same workspace and set) is a mask over the columns, so nothing is ever taken out.
Layout and figures: `reference/feasibility.md` 2.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.state.held import Held
from core.text.entities import topic_entities
from core.text.normalise import normal_form, opening
from core.text.words import words

COMPLETE_FROM: Final = 0.6
"""`by_tokens` finds every text whose token-set Jaccard with the query is at least this (DESIGN 6, rule 4)."""

OPENING_WORDS: Final = 3
"""Words in the key of the opening list."""

HEAD_WIDTH: Final = 8
"""Word numbers of the opening that stand in a column, to sift long opening lists without Python."""

_SLACK: Final = 1
"""Token lists read beyond the fewest that are complete: a candidate must then be on one list more."""

Rows = NDArray[np.int32]
_NO_ROWS: Final[Rows] = np.zeros(0, np.int32)


class Counted(NamedTuple):
    """Candidates of a token query."""

    rows: Rows
    """Text rows."""
    at_least: NDArray[np.uint8]
    """Tokens they share with the query on the lists read."""
    at_most: NDArray[np.int32]
    """`at_least` and every token of the lists not read."""


class WriteIndex:
    """Dictionaries from text, key, opening, name and token to the claims that have them."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._n = 0
        self._claims = 0
        self._texts: dict[int, list[int]] = {}
        self._cells: dict[tuple[str, str | None, str], list[int]] = {}
        self._vocabulary: dict[str, int] = {}
        self._spelling: list[str] = []
        self._postings: list[array[int]] = []
        self._openings: dict[tuple[str, ...], array[int]] = {}
        self._names: dict[str, array[int]] = {}
        self._successors: dict[str, list[str]] = {}
        self._word_ids: list[array[int]] = []
        self._topics: list[frozenset[str]] = []
        self._rows = _Columns(size=np.int32, length=np.int32, claim=np.int32)
        self._head = np.full((1024, HEAD_WIDTH), -1, np.int32)
        self._last = np.zeros(1024, np.int32)

    # keeping up

    def catch_up(self) -> None:
        """Read the claim versions written since the last call."""
        columns = self._held.columns
        while self._n < columns.n:
            row = self._n
            claim, number = columns.versions[row], int(columns.column("claim")[row])
            self._add(row, claim, number)
            self._n += 1

    def _add(self, row: int, claim: Claim, number: int) -> None:
        columns = self._held.columns
        before = columns.versions[self._last[number]] if number < self._claims else None
        self._claims = max(self._claims, number + 1)
        if int(columns.column("text")[row]) == len(self._word_ids):
            self._add_text(claim, number)
        if number >= len(self._last):
            self._last = _wider(self._last)
        self._last[number] = row
        if before is None or _content(before) != _content(claim):
            _note(self._texts.setdefault(_content_key(_content(claim)), []), number)
        if claim.key is not None:
            _note(self._cells.setdefault((claim.workspace, claim.set, claim.key), []), number)
        for old in claim.supersedes:
            _note(self._successors.setdefault(old, []), claim.id)

    def _add_text(self, claim: Claim, number: int) -> None:
        text = len(self._word_ids)
        said = words(claim.text)
        ids = array("i", (self._word(word) for word in said))
        self._word_ids.append(ids)
        distinct = set(ids)
        for word in distinct:
            self._postings[word].append(text)
        self._rows.append(size=len(distinct), length=len(ids), claim=number)
        if text >= len(self._head):
            self._head = _wider(self._head, fill=-1)
        self._head[text, : min(len(ids), HEAD_WIDTH)] = ids[:HEAD_WIDTH]
        first = opening(said, OPENING_WORDS)
        if first:
            self._openings.setdefault(first, array("i")).append(text)
        topics = topic_entities(claim.entities)
        self._topics.append(topics)
        for name in topics:
            self._names.setdefault(name, array("i")).append(text)

    def _word(self, word: str) -> int:
        known = self._vocabulary.get(word)
        if known is None:
            known = self._vocabulary[word] = len(self._spelling)
            self._spelling.append(word)
            self._postings.append(array("i"))
        return known

    # what one claim says

    def words(self, claim_id: str) -> tuple[str, ...]:
        """The words of the newest version's text, in order."""
        return tuple(self._spelling[word] for word in self._word_ids[self._text(claim_id)])

    def tokens(self, claim_id: str) -> frozenset[str]:
        """The distinct words of the newest version's text."""
        return frozenset(self._spelling[word] for word in self._word_ids[self._text(claim_id)])

    def topics(self, claim_id: str) -> frozenset[str]:
        """The folded names the newest version is about."""
        return self._topics[self._text(claim_id)]

    def _text(self, claim_id: str) -> int:
        columns = self._held.columns
        return int(columns.column("text")[columns.last_row[columns.number[claim_id]]])

    # look-ups

    def by_text(self, workspace: str, set_: str | None, kind: str, text: str) -> tuple[str, ...]:
        """Ids of the claims whose newest version has this scope, kind and normal form, oldest first."""
        content = (workspace, set_, kind, text)
        wanted = (workspace, set_, kind, normal_form(text))
        numbers = self._texts.get(_content_key(content), ())
        return tuple(claim.id for claim in self._newest(numbers) if _normal(_content(claim)) == wanted)

    def by_key(self, workspace: str, set_: str | None, key: str) -> tuple[str, ...]:
        """Ids of the claims whose newest version holds this cell, oldest first."""
        cell = (workspace, set_, key)
        claims = self._newest(self._cells.get(cell, ()))
        return tuple(claim.id for claim in claims if (claim.workspace, claim.set, claim.key) == cell)

    def successors(self, claim_id: str) -> tuple[str, ...]:
        """Ids of the claims that once named this one among those they replaced."""
        return tuple(self._successors.get(claim_id, ()))

    def by_opening(self, said: Sequence[str], share: float = COMPLETE_FROM) -> Rows:
        """Text rows whose shared opening may reach three words and `share` of the shorter text.

        Exact up to eight words; longer openings have to be looked at again.
        """
        first = opening(said, OPENING_WORDS)
        listed = self._openings.get(first)
        if not listed:
            return _NO_ROWS
        rows: Rows = np.array(listed, np.int32)
        mine = np.full(HEAD_WIDTH, -2, np.int32)
        mine[: min(len(said), HEAD_WIDTH)] = [self._vocabulary.get(word, -2) for word in said[:HEAD_WIDTH]]
        shared = np.logical_and.accumulate(self._head[rows] == mine, axis=1).sum(axis=1)
        shorter = np.minimum(self._rows["length"][rows], len(said))
        needed = np.maximum(OPENING_WORDS, np.ceil(share * shorter - 1e-9))
        sifted: Rows = rows[shared >= np.minimum(needed, HEAD_WIDTH)]
        return sifted

    def by_entity(self, names: Iterable[str]) -> Rows:
        """Text rows about at least one of these folded names."""
        lists = [np.array(listed, np.int32) for name in names if (listed := self._names.get(name))]
        return np.unique(np.concatenate(lists)) if lists else _NO_ROWS

    def by_tokens(self, tokens: frozenset[str]) -> Counted:
        """Candidates by shared tokens; complete for a token-set Jaccard of 0.6.

        A text that near shares at least 0.6 of the query's tokens, so it stands on one of the rarest lists.
        """
        known = (self._vocabulary.get(token) for token in tokens)
        lists = sorted((self._postings[word] for word in known if word is not None), key=len)
        needed = ceil(COMPLETE_FROM * len(tokens) - 1e-9)
        if len(lists) < needed or not needed:
            return Counted(_NO_ROWS, np.zeros(0, np.uint8), _NO_ROWS)
        read = min(len(lists), len(lists) - needed + 1 + _SLACK)
        counts = np.zeros(len(self._word_ids), np.uint8)
        for listed in lists[:read]:
            counts[np.array(listed, np.int32)] += 1
        rows = np.flatnonzero(counts >= needed - (len(lists) - read)).astype(np.int32)
        at_least = counts[rows]
        return Counted(rows, at_least, at_least.astype(np.int32) + (len(lists) - read))

    def within(self, counted: Counted, size: int, floor: float) -> Counted:
        """The candidates whose Jaccard with a query of `size` tokens may reach `floor`."""
        most = np.minimum(counted.at_most, np.minimum(self._rows["size"][counted.rows], size))
        keep = most >= floor * (self._rows["size"][counted.rows] + size - most) - 1e-9
        return Counted(counted.rows[keep], counted.at_least[keep], most[keep])

    def live(self, rows: Rows, workspace: str, set_: str | None, kind: str | None, now: Instant) -> Rows:
        """The rows that are the newest text of a claim of this scope (and kind), believed and true at `now`."""
        columns = self._held.columns
        last = self._last[self._rows["claim"][rows]]
        keep = columns.column("text")[last] == rows
        keep &= columns.column("believed")[last]
        keep &= (columns.column("t_valid")[last] <= now) & (columns.column("t_invalid")[last] > now)
        keep &= columns.column("workspace")[last] == columns.workspaces.find(workspace)
        keep &= columns.column("set")[last] == columns.sets.find(set_)
        if kind is not None:
            keep &= columns.column("kind")[last] == columns.kinds.find(kind)
        living: Rows = rows[keep]
        return living

    def newest(self, rows: Rows) -> list[Claim]:
        """The newest versions of the claims of these text rows."""
        versions = self._held.columns.versions
        return [versions[row] for row in self._last[self._rows["claim"][rows]].tolist()]

    def _newest(self, numbers: Iterable[int]) -> Iterable[Claim]:
        columns = self._held.columns
        return (columns.versions[columns.last_row[number]] for number in numbers)


class _Columns:
    """Growing columns of one value a text row."""

    def __init__(self, **dtypes: Any) -> None:
        self.n = 0
        self._arrays = {name: np.zeros(1024, dtype) for name, dtype in dtypes.items()}

    def append(self, **values: int) -> None:
        for name, value in values.items():
            if self.n == len(self._arrays[name]):
                self._arrays[name] = _wider(self._arrays[name])
            self._arrays[name][self.n] = value
        self.n += 1

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._arrays[name][: self.n]


_Noted = TypeVar("_Noted", int, str)
_Content = tuple[str, str | None, str, str]


def _content(claim: Claim) -> _Content:
    return claim.workspace, claim.set, claim.kind, claim.text


def _normal(content: _Content) -> _Content:
    return (*content[:3], normal_form(content[3]))


def _content_key(content: _Content) -> int:
    return hash(_normal(content))


def _note(listed: list[_Noted], new: _Noted) -> None:
    if new not in listed:
        listed.append(new)


def _wider(full: NDArray[Any], fill: int = 0) -> NDArray[Any]:
    wider = np.full((2 * len(full), *full.shape[1:]), fill, full.dtype)
    wider[: len(full)] = full
    return wider
