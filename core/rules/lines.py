"""Rules 1 and 2: the line of claims of one key or one named chain, and the newcomer's place in it.

On a line each claim ends where the next one begins, or at its own stated end if that comes first. So the
timeline is the same in whatever order the claims arrive.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.clocks.instants import Instant, format_instant
from core.clocks.local_time import written_in
from core.errors import Refused
from core.rules.findings import Ending, Found
from core.rules.keys import holders
from core.rules.named import chain_of, named_claims, next_of, quoted, refuse_unless_it_fits
from core.rules.table import KEY, NAMED, NEIGHBOUR, Figures
from core.rules.windows import Relation, ends, overlap, relation, starts
from core.state.held import Held
from core.state.write_index import WriteIndex


@dataclass(slots=True)
class Placed:
    """The newcomer in its lines, and what that ends."""

    newcomer: Claim
    zone: ZoneInfo
    """On whose wall clock the warnings tell an instant."""
    endings: dict[str, Ending] = field(default_factory=dict)
    found: dict[str, Found] = field(default_factory=dict)
    decided: set[str] = field(default_factory=set)
    """Claims that rules 1 and 2 have dealt with; the others are asked nothing of them."""
    warnings: list[str] = field(default_factory=list)


def place(
    newcomer: Claim, held: Held, index: WriteIndex, keep_open: frozenset[str], now: Instant, zone: ZoneInfo
) -> Placed:
    """Put the newcomer where its key and the claims it names say. Raises `Refused`."""
    named = named_claims(newcomer, held, keep_open)
    keyed = holders(newcomer, held, index)
    placed = Placed(newcomer, zone)
    _into_chain(placed, named, held, index, keep_open, now)
    _into_key(placed, keyed, keep_open, held, now)
    for ended in placed.endings:  # a claim that ends is left to nobody to decide
        placed.found.pop(ended, None)
    placed.decided.update(claim.id for claim in (*named, *keyed))
    return placed


# rule 1


def _into_chain(
    placed: Placed, named: list[Claim], held: Held, index: WriteIndex, keep_open: frozenset[str], now: Instant
) -> None:
    newcomer = placed.newcomer
    for old in named:
        chain = [claim for claim in chain_of([old], held, index) if claim.id != newcomer.id]
        refuse_unless_it_fits(newcomer, old, chained=len(chain) > 1, zone=placed.zone)
        following = next_of(newcomer, chain)
        if following is not None:
            _end_before(placed, following, held, now)
            _cut_previous(placed, chain, keep_open)
        _cut(placed, old, NAMED.name, {})
        _tell_others(placed, old, chain)


def _cut_previous(placed: Placed, chain: list[Claim], keep_open: frozenset[str]) -> None:
    """A late version ends the one before it, which had run up to the next."""
    earlier = [claim for claim in chain if starts(claim) < starts(placed.newcomer)]
    if not earlier:
        return
    previous = max(earlier, key=lambda claim: (starts(claim), claim.id))
    if previous.id in keep_open:
        placed.warnings.append(f"{quoted(previous)} is kept open, though this claim comes after it.")
    else:
        _cut(placed, previous, NAMED.name, {"chain": "the one before"})


def _tell_others(placed: Placed, old: Claim, chain: list[Claim]) -> None:
    """Another claim replaced the named one already and goes on: a person must say whether it ends too."""
    for other in chain:
        rival = old.id in other.supersedes and starts(other) <= starts(placed.newcomer)
        if rival and overlap(other, placed.newcomer) and other.id not in placed.endings:
            verdict = f"both replace {quoted(old)}; the newer did not name this one"
            placed.found.setdefault(other.id, Found(other.id, NAMED.name, "conflict", {}, {}, verdict))


# rule 2


def _into_key(
    placed: Placed, keyed: list[Claim], keep_open: frozenset[str], held: Held, now: Instant
) -> None:
    newcomer = placed.newcomer
    for other in keyed:
        if starts(other) == starts(newcomer):
            raise Refused(
                f"key {newcomer.key} is held from that very instant by {quoted(other)}; "
                "edit or retract that claim, or give this one another start."
            )
    following = next_of(newcomer, keyed)
    if following is not None:
        _end_before(placed, following, held, now)
    for other in keyed:
        if overlap(other, placed.newcomer) and other.id not in placed.endings:
            if other.id in keep_open:
                raise Refused(
                    f"key {newcomer.key} can hold one claim at a time, so {quoted(other)} cannot stay open; "
                    "drop it from keep_open, or write this claim without the key."
                )
            _cut(placed, other, KEY.name, {"key": newcomer.key or ""})
    if newcomer.key is not None:
        _tell_gap(placed, keyed)


def _tell_gap(placed: Placed, keyed: list[Claim]) -> None:
    end = placed.newcomer.t_invalid
    if end is None or any(starts(other) == end for other in keyed):
        return
    if any(other.id in placed.endings and ends(other) > end for other in keyed):
        placed.warnings.append(
            f"from {written_in(end, placed.zone)} on key {placed.newcomer.key} holds nothing; "
            "write what is true then if the former value comes back."
        )


# both


def _end_before(placed: Placed, following: Claim, held: Held, now: Instant) -> None:
    """The newcomer ends where the next claim of its line begins."""
    newcomer, end = placed.newcomer, following.t_valid
    if end is None or ends(newcomer) <= end:
        return
    closing = Closing(
        rule=NEIGHBOUR,
        actor=newcomer.author,
        tx=held.tx + 1,
        t_tx=now,
        by=following.id,
        figures={"starts": format_instant(end)},
        former_end=newcomer.t_invalid if newcomer.closing is None else newcomer.closing.former_end,
    )
    placed.newcomer = replace(newcomer, t_invalid=end, t_invalid_stated=False, closing=closing)
    placed.warnings.append(f"it ends at {written_in(end, placed.zone)}, where {quoted(following)} begins.")


def _cut(placed: Placed, old: Claim, rule: str, figures: Figures) -> None:
    """End an older claim of the line at the newcomer's start, if it runs beyond."""
    newcomer = placed.newcomer
    case = relation(newcomer, old)
    if old.id in placed.endings or case not in _CUTS or newcomer.t_valid is None:
        return
    placed.endings[old.id] = Ending(old.id, rule, figures, {}, None, newcomer.t_valid)
    if (
        case is Relation.EXCEPTION
        and rule == NAMED.name
        and newcomer.key is None
        and newcomer.closing is None
    ):
        placed.warnings.append(
            f"{quoted(old)} ends where this claim starts and does not come back when it ends; "
            "write it again from then on if it does."
        )


_CUTS: Final = (Relation.CHANGE, Relation.EXCEPTION)
