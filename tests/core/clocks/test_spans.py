"""The span that a question speaks of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clocks.instants import DAY, format_instant, parse_instant
from core.clocks.spans import span_in

ASKED = parse_instant("2023-10-22T10:00:00Z")
"""A Sunday."""


def days(question: str, zone: str = "UTC") -> tuple[str, str] | None:
    span = span_in(question, ASKED, zone)
    if span is None:
        return None
    edges = ("" if edge is None else format_instant(edge)[:16] for edge in (span.start, span.end))
    first, last = (edge.removesuffix("T00:00") for edge in edges)
    return first, last


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What did she paint in May 2023?", ("2023-05-01", "2023-06-01")),
        ("Who came on 8 May?", ("2023-05-08", "2023-05-09")),
        ("Who came on the 8th of May, 2023?", ("2023-05-08", "2023-05-09")),
        ("Who came on May 8th, 2022?", ("2022-05-08", "2022-05-09")),
        ("What happened last week?", ("2023-10-09", "2023-10-16")),
        ("Where was he yesterday?", ("2023-10-21", "2023-10-22")),
        ("What did they buy 3 months ago?", ("2023-07-22", "2023-07-23")),
        ("What did they buy two weeks ago?", ("2023-10-02", "2023-10-09")),
        ("What did he say last May?", ("2023-05-01", "2023-06-01")),
        ("What did he say in June?", ("2023-06-01", "2023-07-01")),
        ("What is new since March?", ("2023-03-01", "")),
        ("What came after 2023-05-10?", ("2023-05-11", "")),
        ("What did we know before August 3rd, 2023?", ("", "2023-08-03")),
        ("Where did they go between May and July?", ("2023-05-01", "2023-08-01")),
        ("Where from 2023-05-01 to 2023-05-10?", ("2023-05-01", "2023-05-11")),
        ("What in 2022?", ("2022-01-01", "2023-01-01")),
    ],
)
def test_a_question_that_says_when_has_a_span(question: str, span: tuple[str, str]) -> None:
    assert days(question) == span


@pytest.mark.parametrize(
    "question",
    [
        "",
        "When may we go?",
        "Who is April's friend?",
        "How many of the 2022 boxes were red?",
        "Did he march to the mars rover?",
        "Which second option did she take in the end?",
        "between July 2023 and May 2023",
        "on the 31st of February, 2023",
    ],
)
def test_a_question_that_does_not_has_none(question: str) -> None:
    assert days(question) is None


def test_days_are_those_of_the_zone() -> None:
    assert days("Who came on 8 May?", "Europe/Berlin") == ("2023-05-07T22:00", "2023-05-08T22:00")


def test_the_words_are_told() -> None:
    span = span_in("So what did she paint in May 2023, then?", ASKED, "UTC")
    assert span is not None
    assert span.words == "in May 2023"


@given(st.text(max_size=80), st.integers(-20_000, 20_000))
def test_no_text_makes_it_fail_and_no_span_is_empty(question: str, days: int) -> None:
    span = span_in(question, ASKED + days * DAY, "UTC")
    if span is not None and span.start is not None and span.end is not None:
        assert span.start < span.end
