"""What is kept from earlier queries changes no answer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import Claim
from core.search import shares
from core.search.result import SearchResult
from core.search.shares import Key, Share, Shares, summed
from core.state.view import View
from tests.core.search.packs import START, claim, held_with, histories, instants, panel_over, queries
from tests.dear import dear


def told(found: SearchResult) -> object:
    hits = [(hit.id, hit.rev, hit.score, hit.ballots, hit.marks, hit.state) for hit in found.hits]
    return found.repairs, found.matched, found.shown_as, found.hidden, hits


@dear
@given(histories(), st.lists(queries, min_size=1, max_size=6), st.data())
def test_a_panel_that_was_asked_before_answers_as_a_new_one(
    versions: list[Claim], asked: list[str], data: st.DataObject
) -> None:
    held = held_with(versions)
    views = [View(), View(true_at=data.draw(instants(versions)), believed_at=data.draw(instants(versions)))]
    everything = held.select(View(shows="history", resting=True), START)
    panel = panel_over(held)
    for query in (*asked, *(f"{query} {query}" for query in asked), *asked, *asked):
        seen = held.select(data.draw(st.sampled_from(views)), START)
        found = panel.search(query, seen, limit=100, everything=everything)
        fresh = panel_over(held).search(query, seen, limit=100, everything=everything)
        assert told(found) == told(fresh)


def test_a_repaired_word_is_shown_repaired_however_it_was_typed() -> None:
    held = held_with([claim(1, "Deploy freezes start on Friday"), claim(2, "Straßen und Dächer")])
    panel = panel_over(held)
    seen = held.select(View(), START)
    assert panel.search("When do DEPOLY freezes start", seen).shown_as == "When do deploy freezes start"
    assert panel.search("DÄCHRE und C:\\x", seen).shown_as == "dächer und C:\\x"


def test_a_word_that_stood_in_for_others_can_be_asked_for_itself() -> None:
    held = held_with([claim(1, "Deploy freezes start on Friday")])
    panel = panel_over(held)
    seen = held.select(View(), START)
    answers = [panel.search(query, seen) for query in ("depoly", "depoly", "depoly", "deploy", "deploy")]
    assert [len(found.hits) for found in answers] == [1] * 5
    assert [len(found.repairs) for found in answers] == [1, 1, 1, 0, 0]


class TestKeeping:
    KEYS: tuple[Key, ...] = (("a", False, False, 1), ("b", False, False, 1))

    @pytest.fixture
    def made(self) -> list[list[int]]:
        return []

    def ask(self, kept: Shares, made: list[list[int]], places: tuple[int, ...]) -> list[float]:
        def make(wanted: list[int]) -> Share:
            made.append(wanted)
            where = np.array([places[place] for place in wanted], np.int32)
            return Share(where, np.ones(len(wanted), np.float32), np.ones(len(wanted), np.intp))

        found = kept.of("one", [self.KEYS[place] for place in places], make)
        return summed(found, 3).tolist()

    def test_a_word_is_kept_once_it_is_asked_for_again(self, made: list[list[int]]) -> None:
        kept = Shares()
        assert self.ask(kept, made, (0,)) == [1, 0, 0]
        assert self.ask(kept, made, (0, 1)) == [1, 1, 0]
        assert self.ask(kept, made, (0, 1)) == [1, 1, 0]
        assert self.ask(kept, made, (0, 1)) == [1, 1, 0]
        assert made == [[0], [0, 1], [1]]

    def test_too_many_are_let_go(self, made: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shares, "MOST", 0)
        kept = Shares()
        for _ in range(4):
            assert self.ask(kept, made, (0,)) == [1, 0, 0]
        assert made == [[0]] * 4
