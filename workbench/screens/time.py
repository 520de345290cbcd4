"""Time: the strip, every event of one clock, and what two dates have different."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from core.clocks.instants import Instant
from core.pack.events import Event
from core.pack.views import View
from workbench.actions import Scope, in_scope
from workbench.frame.claim_actions import ClaimScreen
from workbench.plain import plain
from workbench.screens import time_diff as difference
from workbench.screens import time_words as words
from workbench.screens.time_strip import FIRST_MARK, READING, TimeDock
from workbench.session import Session
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Rows
from workbench.widgets.time_strip import TimeStrip as Lanes
from workbench.widgets.timeline import Clock, Step

NO_MARKS = (
    "What did we hold then? Go back: ← by event, shift ← by day, or t and a date (3 months ago). "
    "Every tab then shows that date; T returns to now.\n\n"
    "What do we know now about then? Press V first, then go back. V again moves both, T returns.\n\n"
    "What did we hold then about now? Press B first, then go back.\n\n"
    "What have we learnt since about then? T, go back, m; V; M lists only that.\n\n"
    "When did we learn of a change? / finds the claim, h lists what we learnt of it and when; or choose a "
    "line on the left, y says why.\n\n"
    "What differs between two dates? m marks the date shown; go to another; M compares it with the mark."
)
"""The questions that this screen answers, and how to ask them."""

NOTHING_DIFFERS = "Nothing differs between these two dates."

NO_EVENTS = "Nothing has happened yet."


LIST_KEYS = {key: action.textual_action for action in in_scope("list") for key in action.keys
             if key in ("up", "down", "pageup", "pagedown")}  # fmt: skip
"""Arrows that the strip has no use for, and what they do in a list."""


class TimeScreen(ClaimScreen):
    """Walk through the history of the pack, on either clock, and compare two dates."""

    MODE = "time"
    SCOPE: ClassVar[Scope] = "time"
    ALSO: ClassVar[tuple[Scope, ...]] = ("claim", "list")
    PURPOSE = "What happened when; go to any date on either clock, and see what two dates have different."
    CSS_PATH = "time.tcss"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.compared: tuple[words.Pair, words.Pair] | None = None
        """The two dates whose difference is shown, the earlier first."""
        self._differs: tuple[object, int] | None = None
        """The two dates whose difference is listed, and after how many acts."""
        self._reading = False
        self._listed_for: tuple[str, Instant | None] | None = None

    def compose_content(self) -> ComposeResult:
        """The strip, then events and difference."""
        yield TimeDock(self.session, id="time-strip")
        with Horizontal(id="time-body"):
            with Vertical(id="time-happened"):
                yield Static(id="time-events-head", classes="time-head")
                yield ClaimList(words.EVENT_COLUMNS, id="time-events", empty=NO_EVENTS)
            with Vertical(id="time-difference"):
                yield Static(id="time-diff-head", classes="time-head")
                yield ClaimList(difference.COLUMNS, id="time-diff", empty=NO_MARKS)

    # what is shown

    @property
    def strip(self) -> TimeDock:
        """The strip of this screen."""
        return self.query_one("#time-strip", TimeDock)

    @property
    def _events_list(self) -> ClaimList:
        return self.query_one("#time-events", ClaimList)

    @property
    def _diff_list(self) -> ClaimList:
        return self.query_one("#time-diff", ClaimList)

    def chosen_claim(self) -> str | None:
        """The claim under the cursor of the difference, or the only one of the event under the cursor."""
        diff = self.query_one_optional("#time-diff", ClaimList)
        if diff is None or (diff.chosen is not None and self.focused is diff):
            return diff.chosen if diff is not None else None
        event = self._event(self._events_list.chosen)
        return event.claims[-1] if event is not None and event.claims else None

    def home_focus(self) -> Widget | None:
        """The difference where it stands in the events' place, else the strip."""
        if self._reading and len(self._diff_list.source):
            return self._diff_list
        return self.strip.lanes

    def refresh_view(self, session: Session) -> None:
        """The strip follows in the same picture; events and difference are read again."""
        self.strip.follow()
        self._show_events()
        self._show_difference()

    @property
    def _clock(self) -> Literal["believed", "true"]:
        return "true" if self.strip.clock == "true" else "believed"

    def _happened(self) -> tuple[Event, ...]:
        happened = self.strip.happened
        if happened is None:
            return ()
        return happened.true if self._clock == "true" else happened.believed

    def _event(self, id: str | None) -> Event | None:
        """An event of the list as it is seen, which may not follow the clock yet."""
        rows = self._events_list.source
        return rows.event(id) if id is not None and isinstance(rows, words.EventRows) else None

    def _show_events(self) -> None:
        strip, session = self.strip, self.session
        events = self._happened()
        at = strip.cursors[self._clock == "true"]
        place = words.last_event(events, session.now if at is None else at)
        rows = words.EventRows(events, session.zone, at)
        stays = self._listed_for == (self._clock, at) or not events
        self._listed_for = (self._clock, at) if events else None
        self._events_list.show(rows, choose=None if stays else str(place or 0))  # before the first event
        self.query_one("#time-events-head", Static).update(plain(self._head()), layout=False)

    def _head(self) -> str:
        if self.strip.happened is None:
            return READING
        return words.head_words(self._happened(), self._clock)

    def picture(self) -> str | None:
        """What the two compared dates differ in."""
        from workbench.pictures.endings import dates_picture

        if self.compared is None:
            return None
        found = self.session.pack.diff(*map(self._view, self.compared))
        return dates_picture(found, self.session.zone, dark=self.app.current_theme.dark)

    def _show_difference(self) -> None:
        shows = (self.compared, self.session.stamp.acts)
        if self._differs == shows:
            return  # The marked dates stay where they are while another date is shown.
        another = self._differs is None or self._differs[0] != self.compared
        self._differs = shows
        self.set_class(self.compared is not None, "-compared")
        head = self.query_one("#time-diff-head", Static)
        if self.compared is None:
            head.update(plain("what one can ask here"))
            self._diff_list.show(Rows(), empty=NO_MARKS)
            return
        first, second = self.compared
        found = self.session.pack.diff(self._view(first), self._view(second))
        head.update(plain(difference.diff_head(first, second, found, self.session.zone)))
        rows = difference.DiffRows(found, self.session.zone)
        fresh = rows.row(0).id if len(rows) and another else None
        self._diff_list.show(rows, fresh, empty=NOTHING_DIFFERS)

    def _view(self, pair: words.Pair) -> View:
        """The view of a marked pair; a truth of now stays now while belief is set back."""
        believed, true = pair
        if believed is not None and true is None:
            true = self.session.now
        return View(workspace=self.session.pack.workspace, true_at=true, believed_at=believed, resting=True)

    # coming and going

    def arrive(self, wish: str, claim_id: str | None) -> None:
        """Somebody wants to compare the marked dates."""
        if wish == "compare":
            self._compare()

    def climb(self) -> bool:
        """Escape: from the difference back to the events."""
        if not self._reading and self.focused is not self._diff_list:
            return False
        self._reading = False
        self.remove_class("-reading")
        self.set_focus(self.home_focus())
        return True

    def _compare(self) -> None:
        marks = self.session.marks
        if not marks:
            self.say_refused(FIRST_MARK)
            return
        pairs = marks if len(marks) == 2 else (*marks, self.strip.cursors)
        first, second = sorted(pairs, key=self._order)
        self.compared = (first, second)
        self._reading = True
        self.add_class("-reading")
        self._show_difference()
        self.set_focus(self.home_focus())

    def _order(self, pair: words.Pair) -> tuple[int, int]:
        now = self.session.now
        believed, true = (now if instant is None else instant for instant in pair)
        return believed, true

    # what can be done

    def refusals(self) -> Mapping[str, str]:
        """Also what the strip cannot do."""
        strip = self.query_one_optional(TimeDock)
        return {**super().refusals(), **({} if strip is None else strip.refusals())}

    def action_step(self, step: Step, direction: Literal[-1, 1]) -> None:
        """Go one event, day or month on or back, or to the end."""
        self.strip.lanes.action_step(step, direction)

    def action_only(self, clock: Clock) -> None:
        """Move only one clock, or both again."""
        self.strip.lanes.action_only(clock)

    def action_mark(self) -> None:
        """Mark the date shown."""
        self.strip.lanes.action_mark()

    def action_compare(self) -> None:
        """Compare the last two marks, or the one mark with the date shown."""
        self._compare()

    async def on_key(self, event: Key) -> None:
        """Up and down are for the list that is seen, also while the strip has the focus."""
        if self.focused is self.strip.lanes and (act := LIST_KEYS.get(event.key)) is not None:
            event.stop()
            listed = self._events_list if self._events_list.region else self._diff_list
            self.set_focus(listed)
            await self.app.run_action(act, listed)

    # messages

    def on_time_dock_happened_read(self, message: TimeDock.HappenedRead) -> None:
        """The log was read: list it."""
        self._show_events()

    @on(Lanes.ClockChosen)
    def _clock_chosen(self, message: Lanes.ClockChosen) -> None:
        self._show_events()

    @on(ClaimList.Highlighted)
    def _highlighted(self, message: ClaimList.Highlighted) -> None:
        self.choose(self.chosen_claim())
        self.refresh_bindings()

    @on(ClaimList.Opened, "#time-events")
    def _event_opened(self, message: ClaimList.Opened) -> None:
        if (event := self._event(message.id)) is not None:
            self.strip.go_to(event.at)

    @on(ClaimList.Opened, "#time-diff")
    def _difference_opened(self, message: ClaimList.Opened) -> None:
        if self._has_an_ending(message.id):
            self.visit("changes", "why", message.id)
        else:
            self.visit("claims", "history", message.id)

    def _has_an_ending(self, claim_id: str) -> bool:
        """Whether Changes has more to tell of a line than the versions of its claim have."""
        rows = self._diff_list.source
        if isinstance(rows, difference.DiffRows) and rows.changes_in_place(claim_id):
            return False
        if self.session.claim(claim_id) is None:
            return True  # Changes says that it was not written by the date shown.
        page = self.session.pack.why(claim_id, self.session.view)
        return page.ending is not None or page.place > 0
