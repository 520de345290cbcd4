"""Search over deeds against a naive scan of those in view: any conversations, spans and dates of belief."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.deed import Deed
from core.clocks.instants import DAY, Instant
from core.search.deed_corpus import DeedCorpus, DeedScope, select_deeds
from core.search.panel import Panel, PanelSettings
from core.state.deeds import DeedShelf
from core.state.postings import Postings
from core.state.view import Basis
from core.state.within import TimeSpan
from tests.core.search import oracle
from tests.core.search.packs import START, WORDS, queries
from tests.dear import dear

PLAIN = PanelSettings(diversify="none", decay="off", weights=oracle.TURNS)
CLOSE = 1e-5
"""float32 against float64."""
CONVERSATIONS = ("standup", "retro", None)
SPEAKERS = ("Maya", "Wei", None)

Event = tuple[Instant, str, Deed | None]
"""When an accession got a value; None when it was taken back."""


@st.composite
def shelves(draw: st.DrawFn, most: int = 18) -> list[Event]:
    """Deeds put, taken back and put again, in recorded order."""
    events: list[Event] = []
    standing: dict[str, Deed] = {}
    gone: dict[str, Deed] = {}
    for number in range(draw(st.integers(1, most))):
        now = START + number
        act = draw(st.sampled_from(("put", "put", "put", "put", "take back", "put again")))
        if act == "take back" and standing:
            accession = draw(st.sampled_from(sorted(standing)))
            gone[accession] = standing.pop(accession)
            events.append((now, accession, None))
        elif act == "put again" and gone:
            accession = draw(st.sampled_from(sorted(gone)))
            standing[accession] = gone.pop(accession)
            events.append((now, accession, standing[accession]))
        else:
            deed = _deed(draw, number, now)
            standing[deed.accession] = deed
            events.append((now, deed.accession, deed))
    return events


def _deed(draw: st.DrawFn, number: int, now: Instant) -> Deed:
    caption = draw(st.sampled_from((None, None, "café depot")))
    return Deed(
        accession=f"deed-turn-{number:04d}",
        kind="turn",
        body=" ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))),
        actor="ines",
        t_recorded=now,
        said_at=draw(st.sampled_from((None, START, START + DAY, START + 40 * DAY))),
        speaker=draw(st.sampled_from(SPEAKERS)),
        conversation=draw(st.sampled_from(CONVERSATIONS)),
        position=draw(st.sampled_from((None, *range(9)))),
        extra={} if caption is None else {"caption": caption},
    )


def shelf_of(events: list[Event]) -> DeedShelf:
    shelf = DeedShelf()
    for tx, event in enumerate(events, 1):
        put(shelf, tx, event)
    return shelf


def put(shelf: DeedShelf, tx: int, event: Event) -> None:
    now, accession, deed = event
    shelf.append(tx, now, accession, deed)
    if deed is not None:
        shelf.hold(deed)


def panel_over(shelf: DeedShelf) -> Panel:
    postings = Postings()
    return Panel(DeedCorpus(shelf, postings), postings)


def in_view(events: list[Event], believed_at: Instant, scope: DeedScope) -> list[Deed]:
    """The deeds that a scope shows, found the plainest way."""
    newest: dict[str, Deed | None] = {}
    for now, accession, deed in events:
        if now <= believed_at:
            newest[accession] = deed
    return [deed for deed in newest.values() if deed is not None and _inside(deed, scope)]


def _inside(deed: Deed, scope: DeedScope) -> bool:
    if scope.conversations is not None and deed.conversation not in scope.conversations:
        return False
    start, end = scope.said.start, scope.said.end
    if start is None and end is None:
        return True
    if deed.said_at is None:
        return False
    return (start is None or start <= deed.said_at) and (end is None or deed.said_at < end)


scopes = st.builds(
    DeedScope,
    conversations=st.sampled_from((None, frozenset({"standup"}), frozenset({"standup", "retro", "none"}))),
    said=st.builds(
        TimeSpan,
        start=st.sampled_from((None, None, START, START + DAY)),
        end=st.sampled_from((None, None, START + DAY, START + 90 * DAY)),
    ),
)


def agrees(panel: Panel, events: list[Event], query: str, believed_at: Instant, scope: DeedScope) -> None:
    """FM-47: the same ids with the same scores, in an order that the scores allow, ties by id."""
    seen = select_deeds(panel.corpus.shelf, Basis(believed_at, believed_at), scope)
    found = panel.search(query, seen, limit=1000, settings=PLAIN)
    naive = oracle.search_deeds(query, in_view(events, believed_at, scope))
    assert list(found.repairs) == naive.repairs
    assert {hit.id: hit.relevance for hit in found.hits} == pytest.approx(naive.relevance, rel=CLOSE)
    for hit in found.hits:
        assert hit.ballots == pytest.approx(naive.ballots[hit.id], rel=CLOSE)
    assert [(-hit.score, hit.id) for hit in found.hits] == sorted((-hit.score, hit.id) for hit in found.hits)


@dear
@given(shelves(), queries, scopes, st.data())
def test_fm_47_any_search_of_deeds_is_that_of_a_naive_scan(
    events: list[Event], query: str, scope: DeedScope, data: st.DataObject
) -> None:
    believed_at = START + data.draw(st.integers(0, len(events)))
    agrees(panel_over(shelf_of(events)), events, query, believed_at, scope)


@dear
@given(shelves(), queries, scopes, st.integers(0, 18))
def test_fm_47_an_index_grown_in_place_and_compacted_midway_says_the_same(
    events: list[Event], query: str, scope: DeedScope, compacted: int
) -> None:
    shelf = DeedShelf()
    panel = panel_over(shelf)
    for number, event in enumerate(events):
        put(shelf, number + 1, event)
        panel.search(query, select_deeds(shelf, Basis(START, START), DeedScope()))
        if number == compacted:
            panel.postings.compact()
    agrees(panel, events, query, START + len(events), scope)


@dear
@given(shelves(), queries, st.data())
def test_what_comes_later_changes_no_answer_of_an_earlier_date(
    events: list[Event], query: str, data: st.DataObject
) -> None:
    then = START + data.draw(st.integers(0, len(events)))
    answers = []
    for known in ([event for event in events if event[0] <= then], events):
        shelf = shelf_of(known)
        found = panel_over(shelf).search(
            query, select_deeds(shelf, Basis(then, then), DeedScope()), limit=100
        )
        answers.append([(hit.id, hit.score, hit.ballots, hit.marks) for hit in found.hits])
    assert answers[0] == answers[1]


@dear
@given(shelves(), queries)
def test_windows_as_units_show_each_best_deed_once_and_only_what_is_in_view(
    events: list[Event], query: str
) -> None:
    shelf = shelf_of(events)
    panel = panel_over(shelf)
    now = START + len(events)
    seen = select_deeds(shelf, Basis(now, now), DeedScope())
    found = panel.search(query, seen, limit=100, settings=PLAIN, windows=True)
    naive = oracle.search_deeds(query, in_view(events, now, DeedScope()))
    assert len({hit.id for hit in found.hits}) == len(found.hits)
    assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
    for hit in found.hits:
        rows = list(hit.window)
        assert hit.row in rows
        assert len(rows) <= 6
        assert all(seen.row_of_text[row] == row for row in rows)
        assert len({shelf.conversation[row] for row in rows}) == 1
        best = max(naive.relevance.get(shelf.accessions[row], 0.0) for row in rows)
        assert hit.relevance == pytest.approx(best, rel=CLOSE)
