"""The same claim written in two packs: a merge runs no write rule, so it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.claims.claim import Claim
from core.pack.merging_rivals import Rival, note_of, rival_twin
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Key, Side
from core.rules.twice import what_it_says, written_twice
from core.rules.windows import ends
from core.store import tables

Head = Callable[[Key], Claim | None]


def written_in_both(sheet: Sheet, theirs: Side) -> Iterator[Rival]:
    """The pairs of claims that say the same, and stood so together in neither pack before.

    Where they did, somebody there was asked already, or can ask with `consolidate`.
    """
    changed = [claim for key in sheet.changed(tables.CLAIM) if (claim := _live(sheet, sheet.claim(key)))]
    said, scopes = {what_it_says(one) for one in changed}, {_scope(one) for one in changed}
    held = (one for _, one in sheet.items(tables.CLAIM) if scopes and _scope(one) in scopes)
    alike = [one for one in held if _live(sheet, one) and what_it_says(one) in said]
    for later, first in written_twice(alike):
        if not any(_together(head, later.id, first.id) for head in (sheet.before, theirs.head)):
            yield rival_twin(later.id, first.id)


def _live(sheet: Sheet, claim: Claim | None) -> Claim | None:
    """A claim that has not ended, and is no version that waits for a decision."""
    if claim is None or not claim.believed or note_of(claim) is not None:
        return None
    return claim if ends(claim) > sheet.now else None


def _scope(claim: Claim) -> tuple[str, str | None, str]:
    return claim.workspace, claim.set, claim.kind


def _together(head: Head, one: str, other: str) -> bool:
    """Whether a pack holds both, saying the same."""
    first, second = head((tables.CLAIM, one)), head((tables.CLAIM, other))
    if first is None or second is None or not (first.believed and second.believed):
        return False
    return what_it_says(first) == what_it_says(second)
