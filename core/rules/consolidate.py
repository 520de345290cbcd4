"""Consolidation: the same rules over what is held live, oldest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.claims.claim import Claim
from core.claims.proposal import OPEN, pair_key
from core.clocks.instants import Instant
from core.rules.candidates import candidates
from core.rules.correction import one_corrected
from core.rules.findings import Ending, Found, Near, Pair
from core.rules.judge import Judged, judge
from core.rules.keys import holders
from core.rules.near_miss import closeness
from core.rules.once import asked_once
from core.rules.sides import Side
from core.rules.table import KEY, Figures
from core.rules.twice import written_twice
from core.rules.weighing import was_declined, weigh
from core.rules.windows import Relation, relation, starts
from core.state.held import Held
from core.state.view import View
from core.state.write_index import WriteIndex

__all__ = ["Pair", "consolidate"]


def consolidate(
    held: Held, index: WriteIndex, *, workspace: str, policy: str, now: Instant
) -> tuple[Pair, ...]:
    """The pairs of live claims of a workspace that the rules would close or propose, each older claim once.

    Of a claim that is written twice the later one is only held against the first. A pair that a person has
    declined, or that waits as an open proposal, is left out.
    """
    index.catch_up()
    live = sorted(_live(held, workspace, now), key=_age)
    asked = {pair_key(one.new, one.old) for one in held.proposals() if one.status == OPEN}
    alike = (pair for pair in written_twice(live) if not was_declined(*pair, held))
    twice = {later.id: first.id for later, first in alike}
    ended = set(twice)
    pairs: list[Pair] = []
    for newer in live:
        if newer.id in twice:
            found: Iterable[Pair] = (Pair(newer.id, twice[newer.id], same=True),)
        else:
            found = _pairs_of(newer, held, index, policy, now)
        for pair in found:
            if pair.old in ended or pair_key(pair.new, pair.old) in asked:
                continue
            if pair.ending is not None:
                ended.add(pair.old)
            pairs.append(pair)
    return tuple(pairs)


def _live(held: Held, workspace: str, now: Instant) -> Iterator[Claim]:
    """True now and believed, resting ones too; those of `*` only when `*` itself is asked for."""
    selection = held.select(View(workspace=workspace, true_at=now), now)
    return (claim for claim in held.claims(selection) if claim.workspace == workspace)


def _age(claim: Claim) -> tuple[int, int, str]:
    return starts(claim), claim.t_created, claim.id


def _is_older(claim: Claim, than: Claim) -> bool:
    return _age(claim) < _age(than)


def _pairs_of(newer: Claim, held: Held, index: WriteIndex, policy: str, now: Instant) -> Iterator[Pair]:
    new = Side.held(newer, index)
    yield from _by_key(newer, held, index)
    older = [
        claim
        for claim in candidates(new, index, now).claims
        if _is_older(claim, newer) and not _one_key(newer, claim)
    ]
    judged = [_judged(new, Side.held(claim, index), policy) for claim in older]
    judged = [pair for pair in judged if not was_declined(newer, pair.old.claim, held)]
    for pair in asked_once(one_corrected(judged, policy), found=bool(newer.supersedes)):
        match weigh(pair.judgement, newer, pair.old, policy):
            case Ending() as ending:
                yield Pair(newer.id, ending.old, ending=ending)
            case Found() as found:
                yield Pair(newer.id, found.old, found=found)
            case Near():
                pass


def _judged(new: Side, old: Side, policy: str) -> Judged:
    return Judged(new, old, judge(new, old, policy), closeness(new, old))


def _one_key(a: Claim, b: Claim) -> bool:
    return a.key is not None and a.key == b.key


def _by_key(newer: Claim, held: Held, index: WriteIndex) -> Iterator[Pair]:
    """Rule 2 over claims that came in past it, as an import can bring them."""
    for other in holders(newer, held, index):
        figures: Figures = {"key": newer.key or ""}
        match relation(newer, other):
            case Relation.CHANGE | Relation.EXCEPTION if newer.t_valid is not None:
                ending = Ending(other.id, KEY.name, figures, {}, None, newer.t_valid)
                yield Pair(newer.id, other.id, ending=ending)
            case Relation.SAME_START if _is_older(other, newer):
                verdict = f"it is no plain change: {Relation.SAME_START.value}"
                yield Pair(
                    newer.id, other.id, found=Found(other.id, KEY.name, "conflict", figures, {}, verdict)
                )
            case _:
                pass
