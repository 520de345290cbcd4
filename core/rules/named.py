"""Rule 1: claims the newcomer names as replaced, and a version of a named chain that arrives late."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from core.claims.claim import Claim
from core.claims.ended import how_withdrawn
from core.claims.ids import short
from core.clocks.local_time import written_in
from core.errors import Refused
from core.rules.windows import Relation, relation, starts

if TYPE_CHECKING:
    from core.state.held import Held
    from core.state.write_index import WriteIndex


def quoted(claim: Claim) -> str:
    """A claim in a sentence."""
    return f"{short(claim.id)} “{claim.text}”"


def named_claims(newcomer: Claim, held: Held, keep_open: frozenset[str]) -> list[Claim]:
    """The claims named in `supersedes`, each once. Raises `Refused` for one that cannot be replaced."""
    return [_named(newcomer, name, held, keep_open) for name in dict.fromkeys(newcomer.supersedes)]


def _named(newcomer: Claim, name: str, held: Held, keep_open: frozenset[str]) -> Claim:
    if name == newcomer.id:
        raise Refused("a claim cannot replace itself; leave its own id out of supersedes.")
    old = held.claim(name)
    if old is None:
        raise Refused(f"supersedes names {name}, and no claim has that id; look it up and name it again.")
    if old.workspace != newcomer.workspace:
        raise Refused(
            f"{quoted(old)} stands in workspace {old.workspace}; write the new claim there to replace it."
        )
    if old.set != newcomer.set:
        where = "outside any set" if old.set is None else f"in set {old.set}"
        raise Refused(f"{quoted(old)} stands {where}; write the new claim there to replace it.")
    if (how := how_withdrawn(old)) is not None:
        raise Refused(f"{quoted(old)} was {how}, so there is nothing to replace; leave its id out.")
    if name in keep_open:
        raise Refused(f"{quoted(old)} is named both as replaced and as kept open; drop one of the two.")
    return old


def chain_of(olds: Iterable[Claim], held: Held, index: WriteIndex) -> list[Claim]:
    """The believed claims that replaced one another around these, themselves included."""
    index.catch_up()
    reached: dict[str, Claim] = {}
    waiting = list(olds)
    while waiting:
        claim = waiting.pop()
        if claim.id in reached:
            continue
        reached[claim.id] = claim
        before = (held.claim(name) for name in claim.supersedes)
        after = (held.claim(name) for name in index.successors(claim.id))
        waiting += [other for other in before if other is not None and _of_one_scope(other, claim)]
        waiting += [other for other in after if other is not None and _still_names(other, claim)]
    return list(reached.values())


def _still_names(other: Claim, claim: Claim) -> bool:
    """Whether a claim that once named another one still does: an undo may have taken that back."""
    return claim.id in other.supersedes and _of_one_scope(other, claim)


def _of_one_scope(other: Claim, claim: Claim) -> bool:
    return other.believed and (other.workspace, other.set) == (claim.workspace, claim.set)


def refuse_unless_it_fits(newcomer: Claim, old: Claim, *, chained: bool, zone: ZoneInfo) -> None:
    """Raise `Refused` for a named claim that starts no earlier and is not one of a chain to slip into."""
    case = relation(newcomer, old)
    if case is Relation.SAME_START:
        raise Refused(
            f"{quoted(old)} starts at the same instant, so one of the two was never true; "
            "edit it, or retract it and write this one without naming it."
        )
    if case is Relation.RUNS_INTO and not chained:
        raise Refused(
            f"{quoted(old)} starts later, at {written_in(starts(old), zone)}; give this claim an end at or "
            "before that, or edit or retract the other if it is the wrong one."
        )


def next_of(newcomer: Claim, line: Iterable[Claim]) -> Claim | None:
    """The claim of a line (a key or a chain) that starts next after the newcomer."""
    later = [other for other in line if starts(other) > starts(newcomer)]
    return min(later, key=lambda other: (starts(other), other.id), default=None)
