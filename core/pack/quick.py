"""The queue of this morning straight from the file: what a workbench paints first.

It reads the clocks that fall due within the forecast and the newest versions of their claims: no snapshot, no
arrays. What it answers is what `core.pack.queue.due` answers for the present.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import partial
from typing import Final

from core.claims.claim import EVERYWHERE, Claim
from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.clock import Clock
from core.clocks.instants import Instant
from core.clocks.study_day import StudyDay, study_day
from core.pack import settings
from core.pack.pages import ClaimLine, holds, state_of
from core.pack.queue import FORECAST_DAYS, DueCard, DueQueue, can_come_due
from core.review.clock import LAST_DAY
from core.review.queue import forecast, order_due
from core.review.retrievability import recall_of
from core.state.view import Basis
from core.store import tables
from core.store.lmdb_log import LmdbLog

MOST_READ_ONE_BY_ONE: Final = 20_000
"""Clocks within the forecast up to which reading them singly (30 µs each) is quicker than loading the pack
and asking every clock."""


def setting_in_file(log: LmdbLog, name: str) -> settings.SettingValue:
    """A setting in force, read without the held pack."""
    version = log.head(tables.SETTING, name)
    value: settings.SettingValue = settings.in_force(name, version[2] if version else None)
    return value


def due_now(log: LmdbLog, clock: Clock, workspace: str) -> DueQueue | None:
    """This study day's queue; None when so much is due that loading the pack is quicker."""
    now = max(clock.now(), log.last()[1])
    zone, rollover = str(setting_in_file(log, "zone")), int(str(setting_in_file(log, "rollover_hour")))
    day = study_day(now, zone, rollover)
    days = log.due_until(day + FORECAST_DAYS - 1)
    if len(days) > MOST_READ_ONE_BY_ONE:
        return None
    asked = _asked(log, days, workspace)
    running = {claim_id: claim for claim_id, claim in asked.items() if claim.true_at(now)}
    reviews = _reviews(log, [claim_id for claim_id in running if days[claim_id] <= day])
    cards = _cards(log, {claim_id: (running[claim_id], reviews[claim_id]) for claim_id in reviews}, day, now)
    order = order_due([(claim_id, days[claim_id], running[claim_id].pinned) for claim_id in cards])
    day_of = partial(study_day, zone=zone, rollover_hour=rollover)
    scheduled = bool(cards) or any(can_come_due(asked[one], days[one], now, day_of) for one in asked)
    if not scheduled:
        all_days = log.due_until(LAST_DAY)
        further = list(all_days)[len(days) :]
        if len(further) > MOST_READ_ONE_BY_ONE:
            return None
        scheduled = any(
            can_come_due(claim, all_days[claim.id], now, day_of)
            for claim in _one_by_one(log, further, workspace)
        )
    return DueQueue(
        day=day,
        basis=Basis(now, now),
        cards=tuple(cards[claim_id] for claim_id in order),
        ahead=tuple(forecast([days[claim_id] for claim_id in running], day, FORECAST_DAYS)),
        scheduled=scheduled,
    )


def _one_by_one(log: LmdbLog, ids: Iterable[str], workspace: str) -> Iterator[Claim]:
    """As `_asked`, read as far as it is looked at."""
    for claim_id in ids:
        yield from _asked(log, [claim_id], workspace).values()


def _asked(log: LmdbLog, ids: Iterable[str], workspace: str) -> dict[str, Claim]:
    """Those of the claims that belong to a workspace and are asked for in review."""
    heads = log.heads(tables.CLAIM, ids)
    return {
        claim_id: claim
        for claim_id, (_, _, claim) in heads.items()
        if claim is not None and _is_asked(claim, workspace)
    }


def _reviews(log: LmdbLog, ids: list[str]) -> dict[str, ReviewState]:
    heads = log.heads(tables.REVIEW, ids)
    return {claim_id: review for claim_id, (_, _, review) in heads.items() if review is not None}


def _cards(
    log: LmdbLog, due: dict[str, tuple[Claim, ReviewState]], day: StudyDay, now: Instant
) -> dict[str, DueCard]:
    claims = [claim for claim, _ in due.values()]
    replaced, gone = _replaced(log, claims), _premises_gone(log, claims, now)
    return {
        claim_id: DueCard(
            line=_line(claim, review, day, now, gone), review=review, replaced=replaced.get(claim_id)
        )
        for claim_id, (claim, review) in due.items()
    }


def _is_asked(claim: Claim, workspace: str) -> bool:
    return (
        claim.workspace in (workspace, EVERYWHERE)
        and claim.believed
        and not claim.resting
        and claim.accepted
        and KINDS[claim.kind].reviewed
    )


def _line(claim: Claim, review: ReviewState, day: int, now: Instant, gone: Set[str]) -> ClaimLine:
    return ClaimLine(
        claim=claim,
        state=state_of(claim, now),
        retrievability=recall_of(review, claim.kind, day),
        due_day=review.due_day,
        premises_gone=tuple(one for one in claim.derived_from if one in gone),
    )


def _premises_gone(log: LmdbLog, claims: list[Claim], now: Instant) -> Set[str]:
    """The premises of claims that are not believed or not true now."""
    premises = {one for claim in claims for one in claim.derived_from}
    heads = log.heads(tables.CLAIM, premises).items()
    return {one for one, (_, _, claim) in heads if claim is not None and not holds(claim, now)}


def _replaced(log: LmdbLog, claims: list[Claim]) -> dict[str, Claim]:
    """What each claim replaced: of those it ended the one that started last."""
    named = {old for claim in claims for old in claim.supersedes}
    heads = log.heads(tables.CLAIM, named).items()
    olds = {key: claim for key, (_, _, claim) in heads if claim is not None}
    found: dict[str, Claim] = {}
    for claim in claims:
        ended = [old for one in claim.supersedes if (old := olds.get(one)) and _ended_by(old, claim.id)]
        if ended:
            found[claim.id] = max(ended, key=lambda old: (old.t_valid or 0, old.id))
    return found


def _ended_by(old: Claim, claim_id: str) -> bool:
    ending = old.closing if old.believed else old.withdrawal
    return ending is not None and ending.by == claim_id
