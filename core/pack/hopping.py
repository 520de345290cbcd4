"""The second hop through the door: the objects of the first live facts are asked for as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from core.errors import Refused
from core.pack.pages import LIVE
from core.pack.searching import Found, Hit
from core.search.hop import MOST, SEEDS, further_questions, joined

HOPS: Final = (1, 2)


Search = Callable[[str, int], Found]
"""A search of one view, by query and limit."""


def hopped(search: Search, query: str, limit: int, hop: int) -> Found:
    """The answer to a query after so many hops; each hit says in which it was found. Raises `Refused`."""
    if hop not in HOPS:
        raise Refused(f"a search has one or two hops, not {hop}.")
    if hop == 1:
        return search(query, limit)
    first = search(query, max(limit, MOST))
    questions = further_questions(query, (hit.line.claim.text for hit in _live(first.hits)[:SEEDS]))
    further = [_live(search(question, MOST).hits) for question in questions]
    second = [[replace(hit, hop=2) for hit in hits] for hits in further]
    return replace(first, hits=tuple(joined(first.hits, second, _id_of, limit)), further=tuple(questions))


def _live(hits: tuple[Hit, ...]) -> list[Hit]:
    return [hit for hit in hits if hit.line.state in LIVE]


def _id_of(hit: Hit) -> str:
    return hit.line.claim.id
