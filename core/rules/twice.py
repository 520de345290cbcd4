"""Rule 0 over what is held: the same claim written twice, as packs that merge or an import can bring it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.rules.same import same_window
from core.rules.windows import overlap, starts
from core.text.normalise import normal_form

TWICE: Final = "the same claim is written twice"
"""Verdict of such a pair."""


def written_twice(claims: Iterable[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Each claim that says what an earlier one says of the same time, with the first such.

    Which of the two is the later one is the same in every pack that holds both.
    """
    alike: dict[Hashable, list[Claim]] = {}
    for claim in claims:
        alike.setdefault(what_it_says(claim), []).append(claim)
    for group in alike.values():
        ordered = sorted(group, key=_age)
        for place, later in enumerate(ordered):
            meet = (one for one in ordered[:place] if same_window(later, one) and overlap(later, one))
            first = next(meet, None)
            if first is not None:
                yield later, first


def what_it_says(claim: Claim) -> Hashable:
    """What two claims that rule 0 takes for one have alike, windows aside."""
    return claim.workspace, claim.set, claim.kind, claim.key, claim.facts, normal_form(claim.text)


def _age(claim: Claim) -> tuple[Instant, Instant, str]:
    return starts(claim), claim.t_observed, claim.id
