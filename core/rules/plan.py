"""The plan of one write: what the newcomer closes, what it only proposes, what came near."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from core.claims.claim import Claim
from core.clocks.instants import Instant
from core.clocks.study_day import zone_named
from core.errors import Refused, as_given
from core.rules.candidates import candidates
from core.rules.correction import one_corrected
from core.rules.findings import Ending, Found, Near, WritePlan
from core.rules.judge import POLICIES, Judged, judge
from core.rules.lines import Placed, place
from core.rules.near_miss import LEFT_OPEN, closeness, comes_near
from core.rules.once import asked_once
from core.rules.same import already_said, cautions, live_twins, outcome_of, twins_that_differ
from core.rules.sides import Side
from core.rules.thresholds import NEAR_MOST
from core.rules.weighing import was_declined, weigh
from core.state.held import Held
from core.state.write_index import WriteIndex

__all__ = ["Ending", "Found", "Near", "WritePlan", "plan_write"]


def plan_write(
    newcomer: Claim,
    held: Held,
    index: WriteIndex,
    *,
    policy: str,
    keep_open: frozenset[str],
    now: Instant,
    zone: str,
) -> WritePlan:
    """What storing `newcomer` at system time `now` would do under the rules. Changes nothing.

    Instants in its sentences are told on a wall clock of `zone`, an IANA name.
    Raises `Refused` with a sentence when the claim cannot be stored as it is.
    """
    _check(policy, keep_open, held)
    index.catch_up()
    new, clock = Side.of(newcomer), zone_named(zone)
    twins = live_twins(new, held, index, now)
    same = already_said(new, twins)
    if same is not None:
        adds = outcome_of(newcomer, same)
        return WritePlan(
            "update" if adds else "noop", newcomer, same.id, warnings=cautions(newcomer, same, clock)
        )
    placed = place(newcomer, held, index, keep_open, now, clock)
    measured = candidates(new, index, now)
    pairs = _judged(new, measured.claims, placed, held, index, policy, keep_open)
    sifted = _sift(pairs, placed, policy)
    return WritePlan(
        outcome="add",
        newcomer=placed.newcomer,
        endings=(*placed.endings.values(), *sifted.endings),
        found=(*placed.found.values(), *sifted.found),
        near=tuple(sifted.near[:NEAR_MOST]),
        examined=measured.examined + len(placed.decided),
        warnings=(*placed.warnings, *twins_that_differ(twins)),
    )


def _check(policy: str, keep_open: frozenset[str], held: Held) -> None:
    if policy not in POLICIES:
        raise Refused(f"there is no policy {as_given(policy)}; there are {', '.join(POLICIES)}.")
    unknown = sorted(name for name in keep_open if held.claim(name) is None)
    if unknown:
        raise Refused(f"keep_open names {', '.join(unknown)}, and no claim has that id; look it up again.")


KEPT_OPEN: Final = "the writer keeps it open"


def _judged(
    new: Side,
    claims: list[Claim],
    placed: Placed,
    held: Held,
    index: WriteIndex,
    policy: str,
    keep_open: frozenset[str],
) -> list[Judged]:
    """The candidates of rules 3 to 5, nearest first."""
    olds = (Side.held(claim, index) for claim in claims if claim.id not in placed.decided)
    pairs = [Judged(new, old, judge(new, old, policy), closeness(new, old)) for old in olds]
    pairs = one_corrected([_unless_told(pair, held, keep_open) for pair in pairs], policy)
    pairs = asked_once(pairs, found=bool(placed.decided))
    return sorted(pairs, key=lambda pair: (-pair.closeness, pair.old.claim.id))


def _unless_told(pair: Judged, held: Held, keep_open: frozenset[str]) -> Judged:
    if pair.judgement.decision == "open":
        return pair
    if pair.old.claim.id in keep_open:
        return pair.left_open(KEPT_OPEN)
    return pair.left_open(LEFT_OPEN) if was_declined(pair.new.claim, pair.old.claim, held) else pair


@dataclass(slots=True)
class _Sifted:
    endings: list[Ending] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    near: list[Near] = field(default_factory=list)


def _sift(pairs: list[Judged], placed: Placed, policy: str) -> _Sifted:
    sifted = _Sifted()
    for pair in pairs:
        match weigh(pair.judgement, placed.newcomer, pair.old, policy):
            case Ending() as ending if pair.old.claim.id not in placed.endings:
                sifted.endings.append(ending)
            case Found() as found if pair.old.claim.id not in placed.found:
                sifted.found.append(found)
            case Near() as near if comes_near(pair.closeness) or pair.judgement.settled:
                sifted.near.append(near)
            case _:
                pass
    return sifted
