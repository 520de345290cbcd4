"""Why a claim stands where it stands: each ballot's score, and each word's part in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from core.search import bm25
from core.search.asked import Asked, Word, in_view
from core.search.ranking import Ranking
from core.search.scan import reach
from core.search.votes import Votes


class BallotVoice(msgspec.Struct, frozen=True, kw_only=True):
    """What one ballot says of the claim."""

    name: str
    raw: float
    normalised: float
    """In [0, 1], by min-max over everything that the ballot scored."""
    weight: float
    """In force for this query."""
    weight_set: float
    """As it is set; the query may have changed it."""
    place: int
    """From 1 among all that the ballot names; equal scores share a place."""
    named: int
    """How many claims the ballot names."""


class WordVoice(msgspec.Struct, frozen=True, kw_only=True):
    """What one word of the query adds."""

    word: str
    """As searched, after repair."""
    typed: str
    found: tuple[str, ...]
    """Words of the claim that it reached, best first."""
    closeness: float
    """4 exact, 3 beginning, 2 part, 1.5 one edit, 0 nothing."""
    count: int
    """How often the claim holds the word itself."""
    holders: int
    """Claims in view that hold the word itself."""
    idf: float
    bm25: float
    """Its part of the BM25+ score."""


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """One claim in one search."""

    id: str
    ballots: tuple[BallotVoice, ...]
    words: tuple[WordVoice, ...]
    neighbours: tuple[str, ...]
    """Ids of the claims in the windows it stands in, itself among them."""
    relevance: float
    decay: float
    fit: float
    """Factor for how it fits as an answer, at least 1."""
    score: float
    place: int
    """From 1, after decay and before diversity."""
    of: int
    """How many claims were ranked."""


def explanation(
    asked: Asked, votes: Sequence[Votes], ranking: Ranking, row: int, weights_set: Mapping[str, float]
) -> Explanation | None:
    """The explanation of a row; None when no ballot names it. `ranking` must be of every row."""
    found = (ranking.rows == row).nonzero()[0]
    if not len(found):
        return None
    place = int(found[0])
    ids = asked.postings.ids
    return Explanation(
        id=ids[row],
        ballots=tuple(_ballot(vote, row, weights_set[vote.name]) for vote in votes if vote.names(row)),
        words=tuple(_word(word, asked, row) for word in asked.words),
        neighbours=tuple(ids[near] for near in _neighbours(asked, row)),
        relevance=float(ranking.relevance[place]),
        decay=ranking.factors[place],
        fit=ranking.fit_at(place),
        score=ranking.scores[place],
        place=place + 1,
        of=len(ranking.rows),
    )


def _ballot(vote: Votes, row: int, weight_set: float) -> BallotVoice:
    here = np.array([row], np.int32)
    everything = vote.raw(vote.rows())
    raw = vote.raw(here)[0]
    return BallotVoice(
        name=vote.name,
        raw=float(raw),
        normalised=float(vote.at(here)[0][0]),
        weight=vote.weight,
        weight_set=weight_set,
        place=1 + int(np.count_nonzero(everything > raw)),
        named=len(everything),
    )


def _word(word: Word, asked: Asked, row: int) -> WordVoice:
    postings, scope = asked.postings, asked.scope
    rows, counts, *_ = in_view([word], scope, postings)
    at = int(rows.searchsorted(row))
    held = at < len(rows) and int(rows[at]) == row
    weight = float(bm25.idf(scope.count, np.array([len(rows)]))[0])
    part = float(bm25.saturation(counts[at : at + 1], scope.norms[row : row + 1])[0]) if held else 0.0
    numbers, values = reach(word, postings.stems)
    classes = dict(zip(numbers, values, strict=True))
    terms, _ = postings.terms_of(np.array([row], np.int32))
    close = {
        postings.surfaces.words[term]: classes[number]
        for term, number in zip(terms.tolist(), postings.stem_of.values[terms].tolist(), strict=True)
        if number in classes
    }
    if word.silent and held:
        close = {word.text: 4.0}
    typed = {repair.became: repair.asked for repair in asked.repairs}
    return WordVoice(
        word=word.text,
        typed=typed.get(word.text, word.text),
        found=tuple(sorted(close, key=lambda term: (-close[term], term))),
        closeness=max(close.values(), default=0.0),
        count=int(counts[at]) if held else 0,
        holders=len(rows),
        idf=weight,
        bm25=word.times * weight * part,
    )


def _neighbours(asked: Asked, row: int) -> list[int]:
    cut = asked.scope.windows
    mine = (cut.first[row], cut.second[row])
    inside = np.isin(cut.first, mine) | np.isin(cut.second, mine)
    rows: list[int] = inside.nonzero()[0].tolist()
    return rows
