"""The panel against a naive scan of the claims in view, on random packs and any two dates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import Claim
from core.search.panel import Panel, PanelSettings
from core.state.held import Held
from core.state.view import View
from tests.core.search import oracle
from tests.core.search.packs import (
    START,
    WORKSPACES,
    claim,
    held_with,
    histories,
    instants,
    panel_over,
    queries,
)
from tests.dear import dear

PLAIN = PanelSettings(diversify="none", decay="off", weights=oracle.WEIGHTS)
CLOSE = 1e-5
"""float32 against float64."""


def agrees(panel: Panel, versions: list[Claim], query: str, view: View) -> None:
    """Same claims, same scores, and an order that those scores allow, ties by id."""
    assert view.true_at is not None
    assert view.believed_at is not None
    found = panel.search(query, panel.corpus.held.select(view, now=START), limit=1000, settings=PLAIN)
    seen = oracle.in_view(versions, view.true_at, view.believed_at, view.workspace)
    naive = oracle.search(query, seen)
    assert list(found.repairs) == naive.repairs
    assert {hit.id: hit.relevance for hit in found.hits} == pytest.approx(naive.relevance, rel=CLOSE)
    for hit in found.hits:
        assert hit.ballots == pytest.approx(naive.ballots[hit.id], rel=CLOSE)
    assert [(-hit.score, hit.id) for hit in found.hits] == sorted((-hit.score, hit.id) for hit in found.hits)


@dear
@given(st.data())
def test_the_best_are_the_hits_of_a_search_without_why(data: st.DataObject) -> None:
    held = held_with(data.draw(histories()))
    panel, selection = panel_over(held), held.select(View(), now=START)
    query, limit = data.draw(queries), data.draw(st.integers(1, 60))
    found = panel.search(query, selection, limit=limit)
    assert panel.best(query, selection, limit=limit) == [(hit.id, hit.score) for hit in found.hits]


@dear
@given(st.data())
def test_any_search_at_any_two_dates_is_that_of_a_naive_scan(data: st.DataObject) -> None:
    versions = data.draw(histories())
    held = held_with(versions)
    view = View(
        workspace=data.draw(st.sampled_from((None, *WORKSPACES))),
        resting=False,
        true_at=data.draw(instants(versions)),
        believed_at=data.draw(instants(versions)),
    )
    agrees(panel_over(held), versions, data.draw(queries), view)


@dear
@given(st.data())
def test_an_index_grown_in_place_and_compacted_midway_says_the_same(data: st.DataObject) -> None:
    versions = data.draw(histories())
    compacted = data.draw(st.integers(0, len(versions)))
    held = Held()
    panel = panel_over(held)
    query = data.draw(queries)
    for number, version in enumerate(versions):
        held.columns.append(version)
        held.t_tx = version.t_recorded
        panel.search(query, held.select(View(), version.t_recorded))
        if number == compacted:
            panel.postings.compact()
    true_at, believed_at = data.draw(instants(versions)), data.draw(instants(versions))
    view = View(true_at=true_at, believed_at=believed_at, resting=False)
    agrees(panel, versions, query, view)


@dear
@given(histories(), queries, st.data())
def test_what_is_written_later_changes_no_answer_of_an_earlier_date(
    versions: list[Claim], query: str, data: st.DataObject
) -> None:
    believed_at = data.draw(instants(versions))
    view = View(true_at=data.draw(instants(versions)), believed_at=believed_at)
    then = held_with(version for version in versions if version.t_recorded <= believed_at)
    now = held_with(versions)
    answers = [panel_over(held).search(query, held.select(view, START), limit=100) for held in (then, now)]
    plain = [
        [(hit.id, hit.rev, hit.score, hit.ballots, hit.marks, hit.state) for hit in answer.hits]
        for answer in answers
    ]
    assert plain[0] == plain[1]
    assert answers[0].repairs == answers[1].repairs


def _many(count: int, seed: int) -> tuple[Held, dict[str, float]]:
    chance = np.random.default_rng(seed)
    words = [f"w{place:02d}x" for place in range(40)]
    versions = [
        claim(
            number,
            " ".join(chance.choice(words, chance.integers(2, 9), p=_falling(len(words)))),
            at=START + int(chance.integers(0, 50)) * 20 * 60_000_000,
            author=str(chance.choice(["maya", "wei", "ines"])),
        )
        for number in range(count)
    ]
    return held_with(versions), {version.id: float(chance.random()) for version in versions}


def _falling(size: int) -> np.ndarray:
    weights = 1 / np.arange(1, size + 1)
    return weights / weights.sum()


@pytest.mark.parametrize("form", ["near-tie", "multiply"])
@pytest.mark.parametrize("seed", range(6))
def test_pruning_leaves_the_list_as_it_is(seed: int, form: str) -> None:
    held, recall = _many(400, seed)
    panel = panel_over(held)
    selection = held.select(View(), START + 10**12)
    settings = PanelSettings(diversify="none", decay_form=form)  # type: ignore[arg-type]

    def retrievability(rows: np.ndarray) -> np.ndarray:
        return np.array([recall[held.columns.versions[row].id] for row in rows.tolist()])

    for query in ("w00x", "w01x w05x", "w39x w20x w03x", "w02x w02x w30x", "w00x w01x w02x w03x"):
        long, short = (
            [
                (hit.id, hit.score)
                for hit in panel.search(
                    query, selection, limit=limit, settings=settings, retrievability=retrievability
                ).hits
            ]
            for limit in (1000, 16)
        )
        assert short == long[:16]


@pytest.mark.parametrize("seed", range(4))
def test_near_ties_are_those_of_a_walk_from_the_top(seed: int) -> None:
    held, recall = _many(120, seed)
    panel = panel_over(held)
    selection = held.select(View(), START + 10**12)
    query = "w00x w03x w07x"
    plain = panel.search(query, selection, limit=1000, settings=PLAIN).hits

    def retrievability(rows: np.ndarray) -> np.ndarray:
        return np.array([recall[held.columns.versions[row].id] for row in rows.tolist()])

    decayed = panel.search(
        query,
        selection,
        limit=1000,
        settings=PanelSettings(diversify="none", weights=oracle.WEIGHTS),
        retrievability=retrievability,
    ).hits
    walked = oracle.near_ties([(hit.id, hit.relevance) for hit in plain], recall)
    assert [hit.id for hit in decayed] == walked
    assert walked != [hit.id for hit in plain]
