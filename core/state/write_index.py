"""The write index: what the write rules look up, so that a write never compares with every claim.

One row a text row of the claim columns. Postings are growing integer arrays; what a read may use of them
(believed, true now, same workspace and set) is a mask over the columns, so nothing is ever taken out.
Figures: core/README.md, Figures of the write rules.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.claims.claim import Claim
from core.claims.ids import fingerprint
from core.clocks.instants import Instant
from core.state.held import Held
from core.state.token_lists import Asked, TokenLists
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

Scope = tuple[str, str | None]
"""Workspace and set."""
_NO_TOPICS: Final[frozenset[str]] = frozenset()
_NOBODY: Final = array("i")
_PADDING: Final = [-1] * HEAD_WIDTH
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
        self._token_lists: dict[tuple[str, str | None, str], TokenLists] = {}
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
        elif before is not None and before.set != claim.set:
            self._lists_for(claim).add(text, self._tokens.run(text))
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
        self._lists_for(claim).add(text, distinct)
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

    def _lists_for(self, claim: Claim) -> TokenLists:
        key = (claim.workspace, claim.set, claim.kind)
        lists = self._token_lists.get(key)
        if lists is None:
            lists = self._token_lists[key] = TokenLists()
        return lists

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

    def about(self, rows: Rows) -> Iterator[tuple[str, frozenset[str]]]:
        """The claim of each of these text rows, and the folded names that the text is about."""
        ids, claim, topics = self._held.columns.ids, self._claim, self._topics
        for row in rows.tolist():
            yield ids[claim[row]], topics[row]

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

    def by_opening(self, said: Sequence[str], share: float = COMPLETE_FROM) -> list[int]:
        """Text rows whose shared opening may reach three words and `share` of the shorter text.

        Exact up to eight words; longer openings have to be looked at again.
        """
        listed = self._openings.get(opening(said, OPENING_WORDS))
        if not listed:
            return []
        rows: Rows = np.array(listed, np.int32)
        mine = np.array(([self._vocabulary.get(word, -2) for word in said] + [-2] * HEAD_WIDTH)[:HEAD_WIDTH])
        heads = np.frombuffer(self._head, np.int32).reshape(-1, HEAD_WIDTH)[rows]
        shared = np.logical_and.accumulate(heads == mine, axis=1).sum(axis=1)
        shorter = np.minimum(self._said.lengths(rows), len(said))
        needed = np.maximum(OPENING_WORDS, np.ceil(share * shorter - _ROUNDING))
        sifted: list[int] = rows[shared >= np.minimum(needed, HEAD_WIDTH)].tolist()
        return sifted

    def latest_about(self, names: Iterable[str], most: int) -> list[int]:
        """The latest text rows about each of these folded names, at most so many a name."""
        return sorted({row for name in names for row in self._names.get(name, _NOBODY)[-most:]})

    def by_overlap(self, topics: frozenset[str], least: float) -> tuple[Rows, NDArray[np.float64]]:
        """Text rows whose topics have a Jaccard overlap of at least `least` (above 0) with these, and it."""
        rows, shared = self._sharing(topics)
        counts = np.frombuffer(self._named, np.int32)[rows] if len(rows) else rows
        overlaps = shared / (len(topics) + counts - shared)
        kept = overlaps >= least
        return rows[kept], overlaps[kept]

    def _sharing(self, names: Iterable[str]) -> tuple[Rows, NDArray[np.intp]]:
        """Text rows about at least one of these folded names, ascending, and about how many of them."""
        lists = [listed for name in names if (listed := self._names.get(name))]
        every = np.frombuffer(bytearray().join(lists), np.int32)
        if len(lists) <= 1:
            return every, np.ones(len(every), np.intp)
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
        scope: Scope | None = None,
        kind: str | None = None,
    ) -> list[int]:
        """Text rows that may have a token-set Jaccard of `least` with the query; none that has it is missing.

        Rows whose length keeps them below a Jaccard of `worth`, with the query and with the `others`, are
        left out; so are those of another scope or kind, where one is named.
        """
        known = [number for token in tokens if (number := self._vocabulary.get(token)) is not None]
        asked = Asked(known, len(tokens), least, worth, len(others), len(others - tokens))
        found = [lists.near(asked) for lists in self._lists_of(scope, kind)]
        return found[0] if len(found) == 1 else [row for rows in found for row in rows]

    def _lists_of(self, scope: Scope | None, kind: str | None) -> list[TokenLists]:
        if scope is not None and kind is not None:
            lists = self._token_lists.get((*scope, kind))
            return [] if lists is None else [lists]
        return [
            lists
            for (workspace, set_, of_kind), lists in self._token_lists.items()
            if scope in (None, (workspace, set_)) and kind in (None, of_kind)
        ]

    def jaccard(self, tokens: frozenset[str], rows: Sequence[int]) -> list[float]:
        """Token-set Jaccard of the query with each row, exact."""
        known = {number for token in tokens if (number := self._vocabulary.get(token)) is not None}
        size, run = len(tokens), self._tokens.run
        found: list[float] = []
        for row in rows:
            held = run(row)
            shared = len(known.intersection(held))
            found.append(shared / (size + len(held) - shared) if shared else 0.0)
        return found

    def may_meet(self, topics: frozenset[str], row: int) -> bool:
        """Whether a row shares a name with these; true where either is about nothing."""
        held = self._topics[row]
        return not topics or not held or not topics.isdisjoint(held)

    def shares(self, topics: frozenset[str], row: int) -> bool:
        """Whether a row shares a name with these."""
        return not topics.isdisjoint(self._topics[row])

    def live(
        self, rows: Iterable[int], workspace: str, set_: str | None, kind: str | None, now: Instant
    ) -> list[int]:
        """The rows that are the newest text of a claim of this scope and kind, believed and true at `now`."""
        return self._stands.live(rows, workspace, set_, kind, now)

    def standing(self, rows: Rows, workspace: str, set_: str | None, now: Instant) -> NDArray[np.bool_]:
        """Which rows are the newest text of a claim of this scope, believed and not ended by `now`."""
        return self._stands.standing(rows, workspace, set_, now)

    def ids(self, rows: Rows) -> list[str]:
        """The ids of the claims of these text rows."""
        ids = self._held.columns.ids
        return [ids[number] for number in np.frombuffer(self._claim, np.int32)[rows].tolist()]

    def marks(self, ids: Iterable[str]) -> list[tuple[str, frozenset[str], int]]:
        """Of each of these claims the id, what its newest version is about, and the id's fingerprint."""
        number, last_text = self._held.columns.number, self._held.columns.last_text
        topics, prints = self._topics, self._fingerprints
        return [(one, topics[last_text[at]], prints[at]) for one in ids for at in (number[one],)]

    def fingerprints(self, rows: Rows) -> NDArray[np.uint64]:
        """The 64-bit fingerprints of the ids of the claims of these text rows."""
        numbers = np.frombuffer(self._claim, np.int32)[rows]
        found: NDArray[np.uint64] = np.frombuffer(self._fingerprints, np.uint64)[numbers]
        return found

    def newest(self, rows: Iterable[int]) -> list[Claim]:
        """The newest versions of the claims of these text rows."""
        last, claim = self._last, self._claim
        return self._held.columns.versions.many([last[claim[row]] for row in rows])

    def _newest(self, numbers: Iterable[int]) -> Iterable[Claim]:
        columns = self._held.columns
        return (columns.versions[columns.last_row[number]] for number in numbers)


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
