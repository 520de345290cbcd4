"""The sweep and the live cap: what nobody held on to is put to rest, with the reason. Off unless switched on.

It is previewed, one record, and taken back by one undo. A claim at rest is as true as before: its window and
its clock stay as they are, and a view of an earlier day shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from core.claims.claim import Claim
from core.claims.review_state import ReviewState
from core.clocks.study_day import StudyDay, days_words
from core.errors import Refused, StaleRevision
from core.pack.commands import Sweep
from core.pack.outcome import Outcome
from core.pack.reader import Reader
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.review.neglect import FORGETTABLE, MOST_NEGLECTS, neglects, never_recalled
from core.review.parameters import read_parameters
from core.review.retrievability import curve_of, recall_of
from core.state.view import Basis, View
from core.store import tables

if TYPE_CHECKING:
    from core.state.held import Held

Cause = Literal["neglect", "live cap"]


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that a sweep would put to rest."""

    claim: Claim
    cause: Cause
    why: str
    """What stands as the reason of its rest."""
    retrievability: float


class SweepPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a sweep would put to rest."""

    day: StudyDay
    live: int
    """Claims of the workspace that are true and not at rest."""
    switched_on: bool
    """Whether neglected claims may be put to rest: the setting `sweep`."""
    live_cap: int
    """0: there is none."""
    neglected: tuple[Swept, ...]
    over_cap: tuple[Swept, ...]

    @property
    def rests(self) -> tuple[Swept, ...]:
        """What would be put to rest as the settings are."""
        return (self.neglected if self.switched_on else ()) + self.over_cap


def plan_sweep(
    held: Held, workspace: str | None, basis: Basis, day: StudyDay, *, switched_on: bool, live_cap: int
) -> SweepPlan:
    """What nobody held on to, and what is over the cap of live claims; the least held first.

    Neglected: of a kind that may be forgotten, not pinned, never used, never recalled, and three times more
    than twice its interval overdue. What is put off or suspended is not neglected. Over the cap: what of
    those kinds is held least, then what was graded longest ago. Claims without a clock stay.
    """
    view = View(workspace, basis.true_at, basis.believed_at, "current", resting=False)
    live = len(held.select(view, basis.true_at).rows)
    used: dict[str, int] = dict(held.chains.items_at(tables.USE, basis.believed_at))
    may_rest = _may_rest(held, view, basis, day)
    neglected = tuple(
        Swept(claim=claim, cause="neglect", why=_why(review.due_day, day), retrievability=recall)
        for recall, _, claim_id, claim, review in may_rest
        if review.is_asked_on(day)
        and never_recalled(review)
        and neglects(review, day) >= MOST_NEGLECTS
        and not used.get(claim_id)
    )
    gone = {one.claim.id for one in neglected} if switched_on else set()
    over = max(0, live - len(gone) - live_cap) if live_cap else 0
    left = [one for one in may_rest if one[2] not in gone]
    why = f"the live cap of {live_cap}"
    capped = tuple(
        Swept(claim=claim, cause="live cap", why=why, retrievability=recall)
        for recall, _, _, claim, _ in left[:over]
    )
    return SweepPlan(
        day=day,
        live=live,
        switched_on=switched_on,
        live_cap=live_cap,
        neglected=neglected,
        over_cap=capped,
    )


def _may_rest(
    held: Held, view: View, basis: Basis, day: StudyDay
) -> list[tuple[float, int, str, Claim, ReviewState]]:
    """The claims that may be forgotten, the least held first: how well, since when, id, claim and clock."""
    from core.pack.clock_rows import clocks_in

    clocks = clocks_in(held, view, basis)
    curve = curve_of(read_parameters(held.setting("parameters", None, basis.believed_at)))
    claims = held.columns.versions.many(clocks.rows.tolist())
    reviews = held.reviews([claim.id for claim in claims], basis.believed_at)
    found = []
    for claim, review in zip(claims, reviews, strict=True):
        if review is not None and claim.kind in FORGETTABLE and not claim.pinned:
            last = review.added_day if review.last_day is None else review.last_day
            found.append((recall_of(review, claim.kind, day, curve), last, claim.id, claim, review))
    return sorted(found, key=lambda one: one[:3])


def plan_of(reader: Reader, view: View) -> SweepPlan:
    """What to put to rest of the workspace of a view as believed on B."""
    basis = reader.basis(view)
    at = basis.believed_at
    return plan_sweep(
        reader.held,
        view.workspace,
        basis,
        reader.day_of(at, at),
        switched_on=reader.setting("sweep", at) == "on",
        live_cap=int(reader.setting("live_cap", at)),
    )


def _why(due_day: StudyDay, day: StudyDay) -> str:
    late = f"due for {days_words(day - due_day)}"
    return f"neglect: never recalled, {late}, {MOST_NEGLECTS} times overdue by more than twice its interval"


def sweep(work: Work, command: Sweep) -> Outcome:
    """Put to rest what a preview said."""
    plan = plan_sweep(
        work.held,
        command.workspace,
        Basis(work.now, work.now),
        work.today,
        switched_on=work.setting("sweep") == "on",
        live_cap=int(work.setting("live_cap")),
    )
    if not plan.switched_on and not plan.live_cap:
        raise Refused("sweeping is off; switch it on with the setting sweep (on), or set live_cap.")
    ids = tuple(one.claim.id for one in plan.rests)
    if command.expect is not None and set(command.expect) != set(ids):
        raise StaleRevision("other claims would be put to rest by now; look at the preview again.")
    for one in plan.rests:
        work.version(work.believed(one.claim.id), resting=True, rest_reason=one.why)
    return Outcome(Receipt(verb="sweep", outcome="update" if ids else "noop", summary=told(plan)))


def told(plan: SweepPlan) -> str:
    """What it does, in one line."""
    if not plan.rests:
        return "nothing is to be put to rest"
    neglected = len(plan.rests) - len(plan.over_cap)
    parts = [f"{neglected} neglected"] if neglected else []
    parts += [f"{len(plan.over_cap)} over the live cap of {plan.live_cap}"] if plan.over_cap else []
    return f"put to rest: {', '.join(parts)}"
