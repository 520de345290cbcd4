"""Hits: what is shown of the rows that won, and what the view hid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from core.claims.claim import Claim
from core.claims.ended import how_withdrawn
from core.clocks.instants import Instant
from core.search.asked import Asked
from core.search.corpus import Corpus
from core.search.marks import marks
from core.search.ranking import Ranking
from core.search.result import Hit, State
from core.search.seen import Seen
from core.search.votes import Rows, Votes

S = TypeVar("S", bound=Seen)


def state_of(claim: Claim, true_at: Instant) -> State:
    """What a version is at an instant: withdrawn before anything else, then its window, then its rest."""
    if (gone := how_withdrawn(claim)) is not None:
        return gone
    if claim.t_valid is not None and claim.t_valid > true_at:
        return "planned"
    if claim.t_invalid is not None and claim.t_invalid <= true_at:
        return "closed"
    return "resting" if claim.resting else "live"


def hits(
    ranking: Ranking,
    places: Sequence[int],
    votes: Sequence[Votes],
    asked: Asked,
    corpus: Corpus[S],
    seen: S,
) -> tuple[Hit, ...]:
    """The hits at some places of a ranking, in the order of `places`."""
    rows = ranking.rows.take(places)
    numbers: list[int] = seen.row_of_text.take(rows).tolist()
    relevance: list[float] = ranking.relevance.take(places).tolist()
    faces, terms = corpus.faces(numbers, seen), _found(asked, rows)
    told = zip(places, numbers, relevance, faces, _ballots(votes, rows), terms, strict=True)
    return tuple(
        Hit(
            id=face.id,
            rev=face.rev,
            row=number,
            score=ranking.scores[place],
            ballots=ballots,
            relevance=fused,
            decay=ranking.factors[place],
            fit=ranking.fit_at(place),
            state=face.state,
            marks=marks(face.text, found),
        )
        for place, number, fused, face, ballots, found in told
    )


def _ballots(votes: Sequence[Votes], rows: Rows) -> list[dict[str, float]]:
    spoken: list[dict[str, float]] = [{} for _ in range(len(rows))]
    for vote in votes:
        name, (scores, named) = vote.name, vote.at(rows)
        for voices, score, speaks in zip(spoken, scores.tolist(), named.tolist(), strict=True):
            if speaks:
                voices[name] = score
    return spoken


def _found(asked: Asked, rows: Rows) -> list[set[str]]:
    """For each row the surfaces in it that a word of the query reached."""
    postings = asked.postings
    terms, of = postings.terms_of(rows)
    words = postings.surfaces.words
    reached = np.zeros(len(postings.stems) + 1, np.bool_)  # the last one is that of silent words
    reached[asked.reached] = True
    found: list[set[str]] = [set() for _ in range(len(rows))]
    hit = reached.take(postings.stem_of.values.take(terms))
    for word in asked.words:
        if word.silent:
            hit |= terms == word.number
    for place, term in zip(of.compress(hit).tolist(), terms.compress(hit).tolist(), strict=True):
        found[place].add(words[term])
    return found


def hidden(asked: Asked, corpus: Corpus[S], seen: S, everything: S) -> dict[str, int]:
    """How much of `everything` holds a word of the query but is not in view, by state."""
    visible = asked.scope.visible
    size = min(len(everything.row_of_text), len(visible) - 1)
    held = np.zeros(size + 1, np.bool_)  # the last one is that of rows which either does not know
    held[np.minimum(asked.every_row(), size)] = True
    held[:size] &= ~visible[:size]
    shown = everything.row_of_text.take(held[:size].nonzero()[0])
    return dict(sorted(corpus.states(shown.compress(shown >= 0), seen).items()))
