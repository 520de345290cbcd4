"""Spreading a backlog: previewed, one record, taken back by one undo. Only due days move, and only later."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from core.clocks.study_day import StudyDay, days_words
from core.errors import Refused, StaleRevision
from core.pack import settings
from core.pack.commands import Spread
from core.pack.outcome import Outcome
from core.pack.reader import Reader
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.review.clock import LAST_DAY
from core.review.queue import GRADED, Order
from core.review.spread import MOST_A_MORNING, evenly, spread
from core.state.view import Basis, View
from core.store import tables

if TYPE_CHECKING:
    from core.state.held import Held


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A claim and the day on which it would be due."""

    id: str
    due_day: StudyDay
    former_day: StudyDay


class SpreadPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What spreading a backlog would do."""

    day: StudyDay
    a_morning: int
    backlog: int
    """Claims graded before that are due."""
    moves: tuple[Move, ...]
    before: tuple[int, ...]
    """Claims due on each day from today to the last one that takes any."""
    after: tuple[int, ...]


def plan_spread(
    held: Held,
    workspace: str | None,
    basis: Basis,
    day: StudyDay,
    order: Order,
    *,
    a_morning: int | None = None,
    mornings: int | None = None,
) -> SpreadPlan:
    """What to move, from either the claims of a morning or the number of mornings. Raises `Refused`.

    New claims stay: a day takes `new_a_day` of them whatever is due. So do pinned and put off ones.
    """
    from core.pack.clock_rows import clocks_in, in_order, parts_of

    _check(a_morning, mornings)
    columns = held.columns
    view = View(workspace, basis.true_at, basis.believed_at, "current", resting=False)
    every = clocks_in(held, view, basis)
    graded = every.where((every.reps > 0) & every.asked_on(day))
    due = graded.where(graded.due_day <= day)
    part = parts_of(columns, due, frozenset())
    ids = columns.id_of(in_order(columns, due, part, order, day)[int((part != GRADED).sum()) :])
    staying = len(due.rows) - len(ids)
    ahead: Counter[int] = Counter(graded.where(graded.due_day > day).due_day.tolist())
    count = a_morning or evenly(len(due.rows), ahead, day, mornings or 1)
    moved = spread(ids, staying, ahead, day, max(1, count))
    former = dict(zip(columns.id_of(due.rows), due.due_day.tolist(), strict=True))
    last = max(moved.values(), default=day)
    if last > LAST_DAY:
        raise Refused("that many mornings reach beyond the year 9999; take more claims a morning.")
    before = [len(due.rows), *(ahead[one] for one in range(day + 1, last + 1))]
    arrives = Counter(moved.values())
    after = [len(due.rows) - len(moved), *(ahead[one] + arrives[one] for one in range(day + 1, last + 1))]
    return SpreadPlan(
        day=day,
        a_morning=max(1, count),
        backlog=len(due.rows),
        moves=tuple(Move(id=one, due_day=to, former_day=former[one]) for one, to in moved.items()),
        before=tuple(before),
        after=tuple(after),
    )


def plan_of(reader: Reader, view: View, a_morning: int | None, mornings: int | None) -> SpreadPlan:
    """What to move of the workspace of a view as believed on B."""
    basis = reader.basis(view)
    at = basis.believed_at
    day, order = reader.day_of(at, at), reader.setting("queue_order", at)
    return plan_spread(reader.held, view.workspace, basis, day, order, a_morning=a_morning, mornings=mornings)


def _check(a_morning: int | None, mornings: int | None) -> None:
    if (a_morning is None) == (mornings is None):
        raise Refused("say how many claims a morning takes, or over how many mornings to spread; not both.")
    for said in (a_morning, mornings):
        if said is not None and not 1 <= said <= MOST_A_MORNING:
            raise Refused(f"{said} is refused; give 1 to {MOST_A_MORNING}.")


def spread_backlog(work: Work, command: Spread) -> Outcome:
    """Carry out what a preview said."""
    order: Order = settings.in_force("queue_order", work.get(tables.SETTING, "queue_order"))
    plan = plan_spread(
        work.held,
        command.workspace,
        Basis(work.now, work.now),
        work.today,
        order,
        a_morning=command.a_morning,
        mornings=command.mornings,
    )
    if command.expect is not None and command.expect != len(plan.moves):
        raise StaleRevision(
            f"{len(plan.moves)} claims would move by now, not {command.expect}; look at the preview again."
        )
    for move in plan.moves:
        work.put(tables.REVIEW, move.id, replace(work.get(tables.REVIEW, move.id), due_day=move.due_day))
    return Outcome(Receipt(verb="spread", outcome="update" if plan.moves else "noop", summary=told(plan)))


def told(plan: SpreadPlan) -> str:
    """What it does, in one line."""
    if not plan.moves:
        return f"nothing moves: {plan.backlog} are due, and a morning takes {plan.a_morning}"
    days = len(plan.after) - 1
    claims = "1 claim moves" if len(plan.moves) == 1 else f"{len(plan.moves)} claims move"
    return f"{claims} to the next {days_words(days)}, {plan.a_morning} a morning; {plan.after[0]} stay due"
