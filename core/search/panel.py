"""The panel: repair, ballots, fusion, decay, diversity. Pure in the view; it reads only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from core.search import answering, decay, hits
from core.search.asked import Asked, ask
from core.search.ballots import LEXICAL
from core.search.corpus import Corpus
from core.search.diversify import likeness, picker
from core.search.explain import Explanation, explanation
from core.search.ranking import POOL, FactorsOf, Ranking, rank, refitted
from core.search.rerank import OFF, Reranker, reranked
from core.search.result import Hit, SearchResult
from core.search.scope import Scopes
from core.search.seen import Seen
from core.search.settings import PanelSettings
from core.search.votes import Ballot, Rows, Votes
from core.search.window_hits import best_windows
from core.state.postings import Postings

__all__ = ["Panel", "PanelSettings", "Retrievability"]

Retrievability = Callable[[NDArray[np.int32]], NDArray[np.float64]]
"""From the numbers of what shows rows to retrievability in [0, 1] as of the search's B."""

S = TypeVar("S", bound=Seen)


class Panel(Generic[S]):
    """Searches what may be seen of a corpus."""

    def __init__(self, corpus: Corpus[S], postings: Postings, settings: PanelSettings | None = None) -> None:
        self.corpus = corpus
        self.postings = postings
        self.settings = settings or PanelSettings()
        self.joined: dict[str, Ballot] = {}
        """Ballots from outside, by name; one votes when `settings.weights` names it."""
        self.reranker: Reranker | None = None
        """Reads the best again when `settings.rerank` asks for it."""
        self._scopes = Scopes(postings, corpus.gap)

    def search(
        self,
        query: str,
        selection: S,
        *,
        limit: int = 16,
        settings: PanelSettings | None = None,
        retrievability: Retrievability | None = None,
        everything: S | None = None,
        windows: bool = False,
    ) -> SearchResult:
        """The best of what is in view for a query; any text is a query, and one without words finds nothing.

        `retrievability` feeds the `fsrs` and `seed` decay, which are off without it. `everything` is the same
        scope with nothing hidden; matches in it that `selection` hides are counted. With `windows` the hits
        are windows, each by the best in it.
        """
        chosen = (settings or self.settings).for_query(query)
        asked = self._ask(query, selection, chosen)
        votes = self._votes(asked, selection, chosen)
        deep = max(asked.scope.size, 1) if windows else limit
        ranking, reread = self._ranked(votes, asked, selection, chosen, deep, retrievability)
        return SearchResult(
            query=query,
            shown_as=_shown_as(asked),
            repairs=tuple((repair.asked, repair.became) for repair in asked.repairs),
            hits=self._hits(ranking, votes, asked, selection, chosen, limit, windows),
            basis=selection.basis,
            matched=ranking.named,
            hidden={} if everything is None else hits.hidden(asked, self.corpus, selection, everything),
            engine="+".join(("lexical", *(vote.name for vote in votes if vote.name in self.joined))),
            panel=chosen.names(),
            rerank=reread,
        )

    def best(
        self,
        query: str,
        selection: S,
        *,
        limit: int = 16,
        settings: PanelSettings | None = None,
        retrievability: Retrievability | None = None,
    ) -> list[tuple[str, float]]:
        """Ids and scores of the hits of `search`, in their order, without why and where they were found."""
        chosen = (settings or self.settings).for_query(query)
        asked = self._ask(query, selection, chosen)
        votes = self._votes(asked, selection, chosen)
        ranking, _ = self._ranked(votes, asked, selection, chosen, limit, retrievability)
        places = self._pick(ranking, chosen, limit)
        ids = self.postings.ids
        rows: list[int] = ranking.rows.take(places).tolist()
        return [(ids[row], ranking.scores[place]) for row, place in zip(rows, places, strict=True)]

    def _ask(self, query: str, selection: S, chosen: PanelSettings) -> Asked:
        self.postings.catch_up(self.corpus)
        return ask(query, self._scopes.of(selection), self.postings, chosen.repair)

    def _ranked(
        self,
        votes: list[Votes],
        asked: Asked,
        selection: S,
        chosen: PanelSettings,
        deep: int,
        retrievability: Retrievability | None,
    ) -> tuple[Ranking, str]:
        """The ranking as it is shown, and what became of the rereading."""
        ranking = self._rank(votes, asked, selection, chosen, deep, retrievability)
        ranking = self._refit(ranking, asked, selection, chosen)
        return self._reread(ranking, asked, selection, chosen)

    def _hits(
        self,
        ranking: Ranking,
        votes: list[Votes],
        asked: Asked,
        selection: S,
        chosen: PanelSettings,
        limit: int,
        windows: bool,
    ) -> tuple[Hit, ...]:
        if not windows:
            places = self._pick(ranking, chosen, limit)
            return hits.hits(ranking, places, votes, asked, self.corpus, selection)
        best = best_windows(ranking, votes, asked.scope.windows, limit)
        shown = hits.hits(ranking, [one.place for one in best], votes, asked, self.corpus, selection)
        return tuple(
            replace(hit, score=one.score, window=self._scopes.sequences.in_order(one.rows))
            for hit, one in zip(shown, best, strict=True)
        )

    def explain(
        self,
        query: str,
        selection: S,
        name: str,
        *,
        settings: PanelSettings | None = None,
        retrievability: Retrievability | None = None,
    ) -> Explanation | None:
        """Why an id stands where it does in a search; None when hidden or named by no ballot."""
        chosen = (settings or self.settings).for_query(query)
        self.postings.catch_up(self.corpus)
        row = self.corpus.row_of(name, selection)
        if row is None:
            return None
        asked = ask(query, self._scopes.of(selection), self.postings, chosen.repair)
        votes = self._votes(asked, selection, chosen)
        everything = max(asked.scope.size, 1)
        ranking = self._rank(votes, asked, selection, chosen, everything, retrievability)
        ranking = self._refit(ranking, asked, selection, chosen)
        return explanation(asked, votes, ranking, row, chosen.weights_set or chosen.weights)

    def in_order(self, selection: Seen) -> tuple[Rows, NDArray[np.bool_]]:
        """The rows in view by sequence, and which of them begin one."""
        self.postings.catch_up(self.corpus)
        return self._scopes.of(selection).in_order

    def _votes(self, asked: Asked, selection: S, chosen: PanelSettings) -> list[Votes]:
        votes: list[Votes] = []
        size = asked.scope.size
        for name, weight in chosen.weights.items():
            if name in LEXICAL:
                votes.append(LEXICAL[name](name, weight, asked))
            elif name == "direct":
                rows = self.corpus.look_up(asked.query, selection)
                if len(rows):
                    votes.append(Votes.given(name, weight, size, rows, np.ones(len(rows), np.float32)))
            elif name in self.joined and asked.words:
                rows, scores = self.joined[name].score(_shown_as(asked) or asked.query, selection)
                if len(rows):
                    votes.append(Votes.given(name, weight, size, rows, scores))
        return votes

    def _rank(
        self,
        votes: list[Votes],
        asked: Asked,
        selection: S,
        chosen: PanelSettings,
        limit: int,
        retrievability: Retrievability | None,
    ) -> Ranking:
        ids = self.postings.ids
        factors = self._factors(selection, chosen, retrievability)
        return rank(votes, asked.scope.size, chosen, limit, ids.__getitem__, factors)

    def _refit(self, ranking: Ranking, asked: Asked, selection: S, chosen: PanelSettings) -> Ranking:
        """The best of a ranking weighed by how they fit as answers, where that is asked for."""
        if chosen.answering == "off" or not answering.asks(asked.query):
            return ranking
        texts = self._texts(ranking.rows[:POOL], selection)
        return refitted(ranking, answering.fits(asked.query, texts))

    def _texts(self, rows: Rows, selection: S) -> list[str]:
        shown: list[int] = selection.row_of_text.take(rows).tolist()
        return [face.text for face in self.corpus.faces(shown, selection)]

    def _reread(
        self, ranking: Ranking, asked: Asked, selection: S, chosen: PanelSettings
    ) -> tuple[Ranking, str]:
        if not chosen.rerank:
            return ranking, OFF
        query = _shown_as(asked) or asked.query
        return reranked(
            ranking,
            query,
            lambda rows: self._texts(rows, selection),
            self.reranker,
            chosen.rerank_weight,
        )

    def _factors(
        self, selection: S, chosen: PanelSettings, retrievability: Retrievability | None
    ) -> FactorsOf | None:
        if chosen.decay == "age":
            observed, true_at = self.postings.dated.values, selection.basis.true_at
            return lambda rows: decay.age_factors(observed[rows], true_at)
        if chosen.decay == "off" or retrievability is None:
            return None
        return lambda rows: retrievability(selection.row_of_text[rows])

    def _pick(self, ranking: Ranking, chosen: PanelSettings, limit: int) -> list[int]:
        """Places of the ranking to show; diversity picks among the pool, the rest follows as it stands."""
        pool: Rows = ranking.rows[:POOL]
        if chosen.diversify == "none" or not len(pool):
            return list(range(min(limit, len(ranking.rows))))
        scores = np.array(ranking.scores[:POOL], np.float32)
        picked = picker(chosen.diversify)(scores, likeness(pool, self.postings), min(limit, len(pool)))
        return picked + list(range(POOL, min(limit, len(ranking.rows))))


def _shown_as(asked: Asked) -> str | None:
    """The query with its repaired words, or None when nothing was repaired."""
    if not asked.repairs:
        return None
    shown = asked.query
    for repair in asked.repairs:
        shown = _replaced(shown, repair.asked, repair.became)
    return shown


def _replaced(text: str, word: str, by: str) -> str:
    """The text with the first `word` in it, in any case, replaced."""
    if text.isascii() and word.isascii():  # a pattern costs a quarter of a millisecond to compile
        start = text.lower().find(word.lower())
        return text if start < 0 else f"{text[:start]}{by}{text[start + len(word) :]}"
    plain = by.replace("\\", "\\\\")
    return re.sub(re.escape(word), plain, text, count=1, flags=re.IGNORECASE)
