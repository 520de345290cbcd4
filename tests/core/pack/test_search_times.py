"""FM-41: a search of claims within a span of time, on the clock that the caller chooses."""

from __future__ import annotations

import pytest

from core.clocks.instants import DAY, parse_instant
from core.errors import Refused
from core.pack import commands as c
from core.pack.searching import Found
from core.pack.spans import Times
from core.state.view import View
from core.state.within import Clock
from tests.core.pack.desk import Desk


@pytest.fixture
def moved(desk: Desk) -> Desk:
    """An office that moved in March, told in June; a lamp bought in May, told in May."""
    desk.write(
        "The office is in Bergen.",
        key="office",
        t_valid=parse_instant("2025-01-01T00:00:00Z"),
        t_observed=parse_instant("2025-01-02T00:00:00Z"),
    )
    desk.write(
        "The office is in Oslo.",
        key="office",
        t_valid=parse_instant("2025-03-01T00:00:00Z"),
        t_observed=parse_instant("2025-06-10T00:00:00Z"),
    )
    desk.write(
        "The office has a lamp.",
        t_valid=parse_instant("2025-05-04T00:00:00Z"),
        t_observed=parse_instant("2025-05-04T00:00:00Z"),
    )
    return desk


def places(found: Found) -> set[str]:
    return {hit.line.claim.text.rsplit(maxsplit=1)[-1].rstrip(".") for hit in found.hits}


@pytest.mark.parametrize(
    ("clock", "start", "end", "shown"),
    [
        ("true", "2025-02", "2025-02", {"Bergen"}),
        ("true", "2025-02", "2025-04", {"Bergen", "Oslo"}),
        ("true", "2025-03", "2025-03", {"Oslo"}),
        ("true", "2025-04", "2025-05-04", {"Oslo", "lamp"}),
        ("true", "2025-12", None, {"Oslo", "lamp"}),
        (
            "said",
            "2025-02",
            "2025-05-03",
            {"Oslo", "lamp"},
        ),  # nothing was said then
        ("said", "2025-06", "2025-06", {"Oslo"}),
        ("said", "2025-05-04", "2025-05-04", {"lamp"}),
        ("said", None, "2025-06-10", {"Oslo", "lamp"}),
    ],
)
def test_fm_41_the_caller_chooses_the_clock_of_the_span(
    moved: Desk, clock: Clock, start: str | None, end: str | None, shown: set[str]
) -> None:
    found = moved.pack.search("office", times=Times(start=start, end=end, clock=clock))
    assert places(found) == shown
    assert found.span is not None
    assert found.span.clock == clock
    assert found.span.dropped == (start == "2025-02" and clock == "said")


def test_fm_25_what_has_ended_comes_on_request_and_each_hit_says_its_state(moved: Desk) -> None:
    assert places(moved.pack.search("office")) == {"Oslo", "lamp"}
    found = moved.pack.search("office", View(workspace="default", shows="both"))
    assert {hit.line.claim.text: hit.line.state for hit in found.hits} == {
        "The office is in Bergen.": "closed",
        "The office is in Oslo.": "live",
        "The office has a lamp.": "live",
    }


def test_fm_24_what_has_ended_is_out_before_pooling(desk: Desk) -> None:
    """Fifty closed and three live: three are returned at a limit of three, and none of the fifty is read."""
    for n in range(50):
        told = desk.write(f"Harbour crane h{n} lifts harbour crane parts.")
        desk.do(c.Close(id=told.id or ""))
    live = {desk.write(f"The keeper k{n} once saw a crane by that harbour.").id for n in range(3)}
    desk.pass_time(DAY)
    read: list[str] = []

    class Reading:
        """A reranker that notes what it is given."""

        name = "reading"

        def score(self, query: str, texts: list[str]) -> list[float]:
            read.extend(texts)
            return [0.0 for _ in texts]

    desk.do(c.Configure(name="rerank", value="reading"))
    desk.pack.join_reranker(Reading())
    found = desk.pack.search("harbour crane", limit=3)
    assert {hit.line.claim.id for hit in found.hits} == live
    assert found.hidden["closed"] == 50
    assert len(read) == 3
    assert not any("lifts" in text for text in read)


def test_a_question_can_say_when_a_claim_was_true(moved: Desk) -> None:
    asked = parse_instant("2026-01-05T09:00:00Z")
    times = Times(clock="true", asked_on=asked)
    found = moved.pack.search("where was the office in February 2025?", times=times)
    assert places(found) == {"Bergen"}
    assert found.span is not None
    assert found.span.read_from == "in February 2025"
    assert moved.pack.search("where is the office?", times=times).span is None


def test_without_a_span_an_answer_is_as_ever(moved: Desk) -> None:
    assert moved.pack.search("office", times=Times()) == moved.pack.search("office")


def test_what_is_no_date_is_refused(moved: Desk) -> None:
    with pytest.raises(Refused, match="is not a date"):
        moved.pack.search("office", times=Times(start="blursday"))
