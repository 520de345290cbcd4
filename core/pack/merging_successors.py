"""Two claims that each replaced a third, one in each pack: which is the newer one, and whether to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.proposal import pair_key
from core.pack.merging_rivals import SUCCESSOR, Rival
from core.pack.merging_sheet import Sheet
from core.rules.windows import ends, starts


def asked_of(sheet: Sheet, rivals: Iterable[Rival]) -> Iterator[Rival]:
    """The pairs to ask about: two successors in the order of their starts, where both are still true at once.

    Whoever merges comes to the same newer one. Two that wait for one key are asked about once, by that key.
    """
    every = list(rivals)
    held = {pair_key(one.new, one.old) for one in every if one.source == "held"}
    for rival in every:
        if rival.fields != (SUCCESSOR,):
            yield rival
        elif pair_key(rival.new, rival.old) not in held and (found := _in_order(sheet, rival)) is not None:
            yield found


def _in_order(sheet: Sheet, rival: Rival) -> Rival | None:
    sides = [claim for one in (rival.new, rival.old) if (claim := sheet.claim(one)) is not None]
    if len(sides) < 2:
        return None
    older, newer = sorted(sides, key=lambda one: (starts(one), one.id))
    return replace(rival, new=newer.id, old=older.id) if _may_replace(newer, older) else None


def _may_replace(newer: Claim, older: Claim) -> bool:
    """Whether the newer one can take the place of the older one, and nothing is without a value after it."""
    overlap = starts(newer) < ends(older)
    return overlap and newer.closing is None and ends(newer) >= ends(older) and _same_key(newer, older)


def _same_key(newer: Claim, older: Claim) -> bool:
    """Whether the newer one holds the key of the older one, or can be given it."""
    return older.key is None or (newer.key in (None, older.key) and _scope(newer) == _scope(older))


def _scope(claim: Claim) -> tuple[Any, ...]:
    return claim.workspace, claim.set
