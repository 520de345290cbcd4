"""What a card of the due queue says, in question and in answer; and the words at the end of a sitting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from core.claims.review_state import GRADES
from core.pack.checks import CheckCard
from core.pack.events import Event
from core.pack.pages import LIVE, ClaimPage
from core.pack.queue import DueCard, DueQueue
from core.pack.receipts import Receipt
from workbench.cells import width
from workbench.figures import recall_words
from workbench.moments import Present, counted, end_words, span_words, stated_words
from workbench.screens.today_sitting import AGAIN, Graded
from workbench.session import ACTS
from workbench.widgets.claim_card import Card, Line
from workbench.widgets.rows import Cell, Row

CORRECTED_REVIEWS: Final = 2
"""First reviews of a correction that show the old sentence struck out (core/README.md, review)."""


def question(card: DueCard, cue: str, about: Sequence[str], present: Present) -> Card:
    """The card before the reveal: the cue and the names that do not give the answer away."""
    return Card(body=cue, label=_label(card, present), about=", ".join(about), hint="space reveals")


PUT_OFF: Final = "Put off, without a grade: it is asked again tomorrow."
GRADE_IT: Final = "1–4 grade it"
GOES_ON: Final = "space goes on, nothing is graded"
ANSWER_IT: Final = "v still true · x no longer true · ! not sure"
RIVAL: Final = "another claim disagrees, and F9 lets you decide: {text}"
LEECH: Final = "lapsed {times} times: e rewrites it, w writes two in its place, z rests it"


def with_due_day(receipt: Receipt, present: Present) -> Receipt:
    """A grade with the day on which it is asked next: `Good, due 12 Dec: “…”`; any other act as it is."""
    if receipt.due_day is None or receipt.verb != "grade":
        return receipt
    grade, colon, claim = receipt.summary.partition(": ")
    return replace(receipt, summary=f"{grade}, {present.due(receipt.due_day)}{colon}{claim}")


class Beside(msgspec.Struct, frozen=True):
    """What is shown beside a claim once its answer is."""

    rival: str | None = None
    """The text of a claim that is held against it, while nobody has decided between the two."""
    siblings: Sequence[str] | None = None
    """Texts of the claims that share a name with it; None: not asked for."""

    @property
    def lines(self) -> list[Line]:
        """The rival, then the siblings."""
        rival = [Line(RIVAL.format(text=self.rival), "$text-warning")] if self.rival else []
        return rival + _siblings(self.siblings)


def answer(card: DueCard, units: Sequence[str], beside: Beside, present: Present, hint: str) -> Card:
    """The card after the reveal: the whole claim, its units to tick by eye, and where it comes from."""
    lines = [Line(f"did you have: {' · '.join(units)}", "$text-success")] if units else []
    if card.replaced is not None and card.review.reps < CORRECTED_REVIEWS:
        lines += [Line("it said before:", "$text-muted"), Line(card.replaced.text, "strike $text-muted")]
    if card.leech:
        lines.append(Line(LEECH.format(times=card.review.lapses), "$text-warning"))
    return _whole(card, [*lines, *beside.lines], present, hint)


def check(card: CheckCard, beside: Beside, present: Present) -> Card:
    """A claim that is looked at whether it is still true: all of it, and why it is asked."""
    return _whole(card, [Line(_why_checked(card, present)), *beside.lines], present, ANSWER_IT)


def _whole(card: DueCard | CheckCard, lines: Sequence[Line], present: Present, hint: str) -> Card:
    claim = card.line.claim
    return Card(
        body=claim.text,
        label=_label(card, present),
        about=", ".join(claim.entities),
        lines=lines,
        footer=_sources(card, present),
        hint=hint,
    )


def _siblings(texts: Sequence[str] | None) -> list[Line]:
    if texts is None:
        return []
    said = [Line(f"· {text}", "$text-muted") for text in texts]
    return said or [Line("No other claim shares a name with it.", "$text-muted")]


def _why_checked(card: CheckCard, present: Present) -> str:
    if card.review.doubted_day is not None:
        return f"Is it still true? Somebody was not sure {present.days_ago(card.review.doubted_day)}."
    seen = "looked at" if card.review.verified_day is not None else "written"
    odds = f"of such claims {card.chance:.0%} still are"
    return f"Is it still true? It was last {seen} {present.days_ago(card.known_day)}; {odds}."


def _label(card: DueCard | CheckCard, present: Present) -> str:
    claim = card.line.claim
    kind = f"{claim.kind} · {claim.set}" if claim.set else claim.kind
    pin = " · pinned" if claim.pinned else ""
    return f"{kind}{pin} · written {present.ago(claim.t_created)} by {claim.author}"


def _sources(card: DueCard | CheckCard, present: Present) -> str:
    claim, review, zone = card.line.claim, card.review, present.zone
    parts = [f"cites {', '.join(claim.deeds)}"] if claim.deeds else []
    parts.append(f"true from {stated_words(claim.t_valid, claim.precision[0], zone, none='always')}")
    if claim.t_invalid is not None:
        parts.append(f"until {end_words(claim.t_invalid, claim.precision[1], zone, none='')}")
    if review.last_grade is not None and review.last_day is not None:
        parts.append(f"last graded {GRADES[review.last_grade]} {present.days_ago(review.last_day)}")
    else:
        parts.append("first review")
    return " · ".join(parts)


def interval_words(intervals: Mapping[int, int]) -> dict[int, str]:
    """How far away each grade would put the claim, in words."""
    return {grade: span_words(days) for grade, days in intervals.items()}


def progress(queue: DueQueue) -> str:
    """`4 of 12 · 3 new`, counted over the whole day: a sitting that was interrupted goes on."""
    fresh = f" · {queue.new} new" if queue.new else ""
    return f"{queue.graded + 1} of {queue.graded + len(queue.cards)}{fresh}"


def checks_progress(shown: int, in_all: int) -> str:
    """`all graded · still true? · 10 to check · 402 on other days`."""
    later = f" · {in_all - shown} on other days" if in_all > shown else ""
    return f"all graded · still true? · {shown} to check{later}"


def second_progress(left: int) -> str:
    """What the second look is, and how much of it is left."""
    return f"second look · {left} left · nothing is graded"


def held_back(queue: DueQueue, more_checks: int) -> list[str]:
    """What is due and was not asked, and why."""
    said = []
    if queue.later:
        said.append(f"{counted(queue.later, 'claim')} more due: beyond the limit of a sitting.")
    if queue.held_back_new:
        new = counted(queue.held_back_new, "new claim waits", "new claims wait")
        said.append(f"{new} for another day (setting new_a_day).")
    if more_checks:
        said.append(f"{counted(more_checks, 'check')} more on the days to come.")
    return said


def first_mark(called: str, due: int) -> str:
    """` · ▸ hubs first: 4`, at the head of the queue as long as some of them are due."""
    return f" · ▸ {called} first: {due}"


def comes_first(called: str, due: int) -> str:
    """What became of the queue when somebody asked for claims to come first."""
    verb = "is due and comes" if due == 1 else "are due and come"
    return f"{called.capitalize()} first: {due} {verb} before the rest."


def nothing_due(queue: DueQueue, present: Present) -> str:
    """What stands there when the day brings nothing."""
    if not queue.scheduled:
        return "Nothing is scheduled yet. A claim is due the day after it is written: w writes one."
    return f"Nothing is due. {tomorrow(queue, present)}"


def not_asked(took_back: str, page: ClaimPage, present: Present, cells: int) -> str:
    """An act taken back whose claim no card asks now, and what it is; in few cells the latter first."""
    review, state = page.review, page.line.state
    if state == "undone":
        return took_back
    where = f"not asked now: it is {state}"
    if review is not None and state in LIVE:
        where += f", {'suspended' if review.suspended else present.due(review.asked_next(present.day))}"
    whole = f"{took_back} · {where}"
    return whole if width(whole) <= cells else f"N{where[1:]} · {took_back}"


def tomorrow(queue: DueQueue, present: Present) -> str:
    """What the next day brings, or the first day that brings anything."""
    ahead = queue.ahead[1:]
    first = next((place for place, number in enumerate(ahead) if number), None)
    if first is None:
        return f"Nothing falls due within {len(queue.ahead)} days."
    day = queue.day + first + 1
    days = day - present.calendar_day
    when = f"in {days} days" if days > 1 else present.when(day)
    return f"{counted(ahead[first], 'claim is', 'claims are')} due {when}."


def sitting_summary(
    done: Sequence[Event], queue: DueQueue, standing: Sequence[Graded], present: Present
) -> list[tuple[str, str]]:
    """What was graded, what changed in the pack, what is due tomorrow: (text, style) lines."""
    if not standing:
        return [(nothing_due(queue, present), "bold"), *_changed(done)]
    grades = Counter(one.grade for one in standing)
    by_grade = ", ".join(f"{grades[grade]} {GRADES[grade]}" for grade in GRADES if grades[grade])
    lines = [(f"Done. {counted(len(standing), 'claim')} graded: {by_grade}.", "bold $text-success")]
    lines += [(said, "") for said in _held([one for one in standing if one.card.review.reps])]
    return [*lines, *_changed(done), (tomorrow(queue, present), "")]


def _changed(done: Sequence[Event]) -> list[tuple[str, str]]:
    """What this sitting did beside grading."""
    changed = [event for event in done if event.verb != "grade"]
    if not changed:
        return []
    verbs = Counter(ACTS.get(event.verb, event.verb.replace("_", " ")) for event in changed)
    said = ", ".join(f"{verb} {number}" for verb, number in verbs.items())
    lines = [(f"In the pack: {said}.", "")]
    told = sorted(changed, key=lambda event: event.verb in MARKS)[:MOST_CHANGES]
    lines += [(f"  {event.summary}", "$text-muted") for event in told]
    more = len(changed) - len(told)
    return [*lines, *([(f"  and {more} more", "$text-muted")] if more else [])]


def _held(known: Sequence[Graded]) -> list[str]:
    """How many of the claims that were reviewed before were held, beside what the clock foresaw."""
    if not known:
        return []
    held = sum(one.grade != AGAIN for one in known)
    foreseen = sum(one.card.line.retrievability or 0.0 for one in known)
    seen = counted(len(known), "claim")
    return [f"You held {held} of {seen} that you had seen before; {foreseen:.0f} were expected."]


MARKS: Final = frozenset({"verify", "doubt", "bury", "suspend", "unsuspend"})
"""Acts that are told after those that changed what is held."""
MOST_CHANGES = 5
"""Changes told one by one at the end of a sitting."""


def next_rows(proposals: int, *, begin: bool, later: int = 0, second: int = 0) -> list[Row]:
    """Where the next useful thing is after the last card; `begin`: nothing is scheduled yet."""
    look = f"Look once more at {counted(second, 'claim')} you did not hold; nothing is graded"
    again = [Row("second", (Cell(look),))] if second else []
    further = [Row("later", (Cell(f"Go on with {counted(later, 'more claim')}"),))] if later else []
    what = f"{counted(proposals, 'proposal waits', 'proposals wait')} for your word"
    waiting = [Row("proposals", (Cell(what),))] if proposals else []
    search, write = Row("claims", (Cell("Search the claims"),)), Row("write", (Cell("Write a claim"),))
    cue = Row("islands", (Cell("Before a task: see which claims it touches"),))
    first = [*again, *waiting, *further]
    return [*first, write, search, cue] if begin else [*first, search, write, cue]


Cues = Callable[[DueCard], str]
"""What to show of a due claim before its answer."""


def past_words(queue: DueQueue, day: str, *, revealed: bool) -> str:
    """What stands above the queue of another day."""
    due = counted(len(queue.cards), "claim was", "claims were")
    turns = "the cues" if revealed else "the answers"
    key = f"; space shows {turns}" if queue.cards else ""
    return f"{due} due on {day}. Read only{key}."


class PastRows:
    """The queue of another day, each row made when it is seen; without cues by the claims themselves."""

    def __init__(self, queue: DueQueue, cues: Cues | None) -> None:
        self._cards, self._cues = queue.cards, cues
        self._places = {card.line.claim.id: at for at, card in enumerate(queue.cards)}

    def __len__(self) -> int:
        return len(self._cards)

    def row(self, index: int) -> Row:
        """The row at a position."""
        card = self._cards[index]
        claim = card.line.claim
        text = claim.text if self._cues is None else self._cues(card)
        others = (claim.kind, claim.author, _recall(card))
        return Row(claim.id, (Cell(text), *(Cell(one, "muted") for one in others)))

    def index_of(self, id: str) -> int | None:
        """The position of a claim, or None."""
        return self._places.get(id)


def _recall(card: DueCard) -> str:
    recall = card.line.retrievability
    return "new" if card.review.reps == 0 or recall is None else recall_words(recall)
