"""The write index: what the write rules look up, so that a write never compares with every claim.

One row a text row of the claim columns. Postings are growing integer arrays; what a read may use of them
(believed, true now, same workspace and set) is a mask over the columns, so nothing is ever taken out.
Figures: core/README.md, Figures of the write rules.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.claims.ids import fingerprint
from core.clocks.instants import Instant
from core.state.held import Held
from core.state.write_columns import Rows, Runs, Standing, Vocabulary
from core.text.entities import topic_entities
from core.text.normalise import normal_form, opening
from core.text.words import words

COMPLETE_FROM: Final = 0.6
"""`by_tokens` finds every text whose token-set Jaccard with the query is at least this (rule 4)."""

OPENING_WORDS: Final = 3
"""Words in the key of the opening list."""

HEAD_WIDTH: Final = 8
"""Word numbers of the opening that stand in a column, to sift long opening lists without Python."""

_SLACK: Final = 3
"""Token lists read beyond the fewest that are complete: a candidate must then be on so many lists more."""

_NO_ROWS: Final[Rows] = np.zeros(0, np.int32)
_NO_TOPICS: Final[frozenset[str]] = frozenset()
_PADDING: Final = [-1] * HEAD_WIDTH
_LENIENT: Final = 1e-6
"""Slack of a sift: what it lets through is measured."""
_ROUNDING: Final = 1e-9
"""Slack of a comparison of shares: 3 of 5 is 0.6."""


class WriteIndex:
    """Dictionaries from text, key, opening, name and token to the claims that have them."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._n = 0
        self._texts: dict[int, list[int]] = {}
        self._cells: dict[tuple[str, str | None, str], list[int]] = {}
        self._successors: dict[str, list[str]] = {}
        self._openings: dict[tuple[str, ...], array[int]] = {}
        self._names: dict[str, array[int]] = {}
        self._vocabulary = Vocabulary()
        self._postings: list[array[int]] = []
        self._topics: list[frozenset[str]] = []
        # by text row
        self._said = Runs()
        self._tokens = Runs()
        self._head = array("i")
        self._claim = array("i")
        self._named = array("i")  # how many topics
        self._stands = Standing()
        # by claim number
        self._last = array("i")
        self._text_now = array("i")
        self._fingerprints = array("Q")

    # keeping up

    def catch_up(self) -> None:
        """Read the claim versions written since the last call."""
        columns = self._held.columns
        if self._n == columns.n:
            return
        numbers = columns.column("claim")[self._n :].tolist()
        texts = columns.column("text")[self._n :].tolist()
        collecting = gc.isenabled()
        gc.disable()  # a build makes many small objects and no cycles
        try:
            claims = columns.versions.each(range(self._n, columns.n))
            for claim, number, text in zip(claims, numbers, texts, strict=True):
                self._add(claim, number, text)
                self._n += 1
        finally:
            if collecting:
                gc.enable()

    def _add(self, claim: Claim, number: int, text: int) -> None:
        first = number == len(self._last)
        before = None if first else self._held.columns.versions[self._last[number]]
        if text == len(self._topics):
            self._add_text(claim, number, text)
        if before is not None:
            self._stands.leave(self._text_now[number])
        if first:
            self._last.append(self._n)
            self._text_now.append(text)
            self._fingerprints.append(fingerprint(claim.id))
        else:
            self._last[number] = self._n
            self._text_now[number] = text
        self._stands.enter(text, claim)
        if before is None or _content(before) != _content(claim):
            _note(self._texts.setdefault(_content_key(_content(claim)), []), number)
        if claim.key is not None:
            _note(self._cells.setdefault((claim.workspace, claim.set, claim.key), []), number)
        for old in claim.supersedes:
            _note(self._successors.setdefault(old, []), claim.id)

    def _add_text(self, claim: Claim, number: int, text: int) -> None:
        said = words(claim.text)
        ids = [self._vocabulary[word] for word in said]
        distinct = set(ids)
        while len(self._postings) < len(self._vocabulary):
            self._postings.append(array("i"))
        for word in distinct:
            self._postings[word].append(text)
        self._said.append(ids)
        self._tokens.append(distinct)
        self._head.extend((ids + _PADDING)[:HEAD_WIDTH])
        self._claim.append(number)
        if opens := opening(said, OPENING_WORDS):
            self._openings.setdefault(opens, array("i")).append(text)
        topics = topic_entities(claim.entities) if claim.entities else _NO_TOPICS
        self._topics.append(topics)
        self._named.append(len(topics))
        for name in topics:
            self._names.setdefault(name, array("i")).append(text)

    # what one claim says

    def words(self, claim_id: str) -> tuple[str, ...]:
        """The words of the newest version's text, in order."""
        spelling = self._vocabulary.spelling
        return tuple(spelling[word] for word in self._said.run(self._text(claim_id)))

    def tokens(self, claim_id: str) -> frozenset[str]:
        """The distinct words of the newest version's text."""
        spelling = self._vocabulary.spelling
        return frozenset(spelling[word] for word in self._tokens.run(self._text(claim_id)))

    def topics(self, claim_id: str) -> frozenset[str]:
        """The folded names the newest version is about."""
        columns = self._held.columns
        return self._topics[columns.last_text[columns.number[claim_id]]]

    def topics_of(self, rows: Rows) -> list[frozenset[str]]:
        """The folded names that each of these text rows is about."""
        return [self._topics[row] for row in rows.tolist()]

    def text_row(self, claim_id: str) -> int:
        """The newest text row of a claim; -1 for one that is not held."""
        columns = self._held.columns
        number = columns.number.get(claim_id)
        return -1 if number is None else columns.last_text[number]

    def _text(self, claim_id: str) -> int:
        columns = self._held.columns
        return columns.last_text[columns.number[claim_id]]

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
        listed = self._openings.get(opening(said, OPENING_WORDS))
        if not listed:
            return _NO_ROWS
        rows: Rows = np.array(listed, np.int32)
        mine = np.array(([self._vocabulary.get(word, -2) for word in said] + [-2] * HEAD_WIDTH)[:HEAD_WIDTH])
        heads = np.frombuffer(self._head, np.int32).reshape(-1, HEAD_WIDTH)[rows]
        shared = np.logical_and.accumulate(heads == mine, axis=1).sum(axis=1)
        shorter = np.minimum(self._said.lengths(rows), len(said))
        needed = np.maximum(OPENING_WORDS, np.ceil(share * shorter - _ROUNDING))
        sifted: Rows = rows[shared >= np.minimum(needed, HEAD_WIDTH)]
        return sifted

    def by_entity(self, names: Iterable[str]) -> Rows:
        """Text rows about at least one of these folded names."""
        return self._sharing(names)[0]

    def latest_about(self, names: Iterable[str], most: int) -> Rows:
        """The latest text rows about each of these folded names, at most so many a name."""
        lists = [np.array(listed[-most:], np.int32) for name in names if (listed := self._names.get(name))]
        return np.unique(np.concatenate(lists)) if lists else _NO_ROWS

    def by_overlap(self, topics: frozenset[str], least: float) -> tuple[Rows, NDArray[np.float64]]:
        """Text rows whose topics have a Jaccard overlap of at least `least` (above 0) with these, and it."""
        rows, shared = self._sharing(topics)
        counts = np.frombuffer(self._named, np.int32)[rows] if len(rows) else rows
        overlaps = shared / (len(topics) + counts - shared)
        kept = overlaps >= least
        return rows[kept], overlaps[kept]

    def _sharing(self, names: Iterable[str]) -> tuple[Rows, NDArray[np.intp]]:
        """Text rows about at least one of these folded names, ascending, and about how many of them."""
        lists = [np.array(listed, np.int32) for name in names if (listed := self._names.get(name))]
        if not lists:
            return _NO_ROWS, _NO_ROWS.astype(np.intp)
        if len(lists) == 1:
            return lists[0], np.ones(len(lists[0]), np.intp)
        every = np.concatenate(lists)
        every.sort()
        first = np.ones(len(every), np.bool_)
        np.not_equal(every[1:], every[:-1], out=first[1:])
        firsts = np.flatnonzero(first)
        counts = np.empty_like(firsts)
        np.subtract(firsts[1:], firsts[:-1], out=counts[:-1])
        counts[-1] = len(every) - firsts[-1]
        return every[firsts], counts

    def by_tokens(
        self,
        tokens: frozenset[str],
        least: float = COMPLETE_FROM,
        *,
        worth: float = 0.0,
        others: frozenset[str] = _NO_TOPICS,
    ) -> Rows:
        """Text rows that may have a token-set Jaccard of `least` with the query; none that has it is missing.

        So near a text shares at least that part of the query's tokens: it is on several of the rarest lists.
        Rows whose length keeps them below a Jaccard of `worth`, with the query and with the `others`, are
        left out.
        """
        known = (self._vocabulary.get(token) for token in tokens)
        lists = sorted((self._postings[word] for word in known if word is not None), key=len)
        needed = ceil(least * len(tokens) - _ROUNDING)
        if len(lists) < needed or not needed:
            return _NO_ROWS
        read = min(len(lists), len(lists) - needed + 1 + _SLACK)
        counts = np.bincount(np.concatenate([np.frombuffer(listed, np.int32) for listed in lists[:read]]))
        unread = len(lists) - read
        rows: Rows = np.flatnonzero(counts >= needed - unread).astype(np.int32)
        most, lengths = counts[rows] + unread, self._tokens.lengths(rows)
        may = _may_reach(worth, most, lengths + len(tokens))
        if others:
            may |= _may_reach(worth, most + len(others - tokens), lengths + len(others))
        sifted: Rows = rows[may]
        return sifted

    def jaccard(self, tokens: frozenset[str], rows: Rows) -> NDArray[np.float64]:
        """Token-set Jaccard of the query with each row, exact."""
        known = [number for token in tokens if (number := self._vocabulary.get(token)) is not None]
        shared = self._tokens.shared(known, rows)
        union = self._tokens.lengths(rows) + len(tokens) - shared
        return np.where(union > 0, shared / np.maximum(union, 1), 0.0)

    def may_meet(self, topics: frozenset[str], row: int) -> bool:
        """Whether a row shares a name with these; true where either is about nothing."""
        held = self._topics[row]
        return not topics or not held or not topics.isdisjoint(held)

    def shares(self, topics: frozenset[str], row: int) -> bool:
        """Whether a row shares a name with these."""
        return not topics.isdisjoint(self._topics[row])

    def live(self, rows: Rows, workspace: str, set_: str | None, kind: str | None, now: Instant) -> Rows:
        """The rows that are the newest text of a claim of this scope and kind, believed and true at `now`."""
        return self._stands.live(rows, workspace, set_, kind, now)

    def standing(self, rows: Rows, workspace: str, set_: str | None, now: Instant) -> NDArray[np.bool_]:
        """Which rows are the newest text of a claim of this scope, believed and not ended by `now`."""
        return self._stands.standing(rows, workspace, set_, now)

    def ids(self, rows: Rows) -> list[str]:
        """The ids of the claims of these text rows."""
        ids = self._held.columns.ids
        return [ids[number] for number in np.frombuffer(self._claim, np.int32)[rows].tolist()]

    def fingerprints(self, rows: Rows) -> NDArray[np.uint64]:
        """The 64-bit fingerprints of those ids."""
        numbers = np.frombuffer(self._claim, np.int32)[rows]
        found: NDArray[np.uint64] = np.frombuffer(self._fingerprints, np.uint64)[numbers]
        return found

    def newest(self, rows: Rows) -> list[Claim]:
        """The newest versions of the claims of these text rows."""
        return self._held.columns.versions.many(self._last_rows(rows).tolist())

    def _last_rows(self, rows: Rows) -> Rows:
        found: Rows = np.frombuffer(self._last, np.int32)[np.frombuffer(self._claim, np.int32)[rows]]
        return found

    def _newest(self, numbers: Iterable[int]) -> Iterable[Claim]:
        columns = self._held.columns
        return (columns.versions[columns.last_row[number]] for number in numbers)


def _may_reach(worth: float, shared: NDArray[np.intp], lengths: Rows) -> NDArray[np.bool_]:
    """Where so many shared words of two sets with so many words in all may make a Jaccard of `worth`."""
    return (1 + worth) * shared >= worth * lengths - _LENIENT


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
