"""The time strip that any screen can dock: two lanes to walk, a date in words, marks, what happened there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Static

from core.clocks.human import Moment
from core.clocks.instants import Instant
from core.clocks.study_day import zone_named
from core.errors import Refused
from core.pack.events import Event
from workbench.actions import Scope, in_scope, shown_key
from workbench.cells import width
from workbench.frame.base_screen import BaseScreen
from workbench.frame.docked import Docked
from workbench.frame.messages import ViewChanged
from workbench.plain import plain, styled
from workbench.screens import time_words as words
from workbench.screens.time_field import DateField
from workbench.session import Session, Stamp
from workbench.widgets.time_strip import TimeStrip as Lanes
from workbench.widgets.timeline import Clock, Timeline

READING = "reading the log …"

GROUP = "time-strip"

ANOTHER_DATE = "The mark is the date shown: go to another date, then M compares the two."

FIRST_MARK = "Mark a date first (m), go to another, and compare them (M)."

KEYS = (
    ("time.previous_event", "time.next_event", "event"), ("time.previous_day", "time.next_day", "day"),
    ("time.previous_month", "time.next_month", "month"), ("time.mark", "", "mark"),
    ("time.compare", "", "compare"), ("app.time", "", "date"),
    ("time.only_true", "", "known now about then"),
    ("time.only_believed", "", "held then about now"),
    ("app.now", "", "now"), ("app.back", "", "closes"),
)  # fmt: skip
"""What the strip's last lines tell: one or two actions, and what they do."""

LETTERS = frozenset(key for action in in_scope("time", "app") for key in action.keys if len(key) == 1)
"""Characters that mean something while the strip has the keys."""

BEGINS_A_DATE = frozenset("0123456789+-")
"""Characters that open the field and stand in it, if it was not open."""

TYPE_OR_WALK = "← → walk · enter: keys of the strip"
"""What an empty field says beside it."""

CLOCK_SAID: dict[Clock, str] = {
    "both": "The arrows move both clocks again.",
    "believed": "The arrows now move only what was believed; B again moves both.",
    "true": "The arrows now move only what was true; V again moves both.",
}

BESIDE_A_TITLE = 6
"""Cells of the frame around a title in it."""

KEY_LINES, BETWEEN = 2, " · "
"""Lines of keys at most, and what stands between two of them."""


@dataclass(frozen=True, slots=True)
class Happened:
    """The events of both clocks, oldest first, as believed now."""

    believed: tuple[Event, ...] = ()
    true: tuple[Event, ...] = ()


class TimeDock(Docked):
    """The strip over the session's two instants; the app shows them everywhere."""

    SCOPE: ClassVar[Scope] = "time"

    DEFAULT_CSS = """
    TimeDock { height: auto; background: $panel; }
    TimeDock > Static { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    TimeDock > .strip-event { color: $text-muted; }
    TimeDock > .strip-keys { height: auto; max-height: 2; color: $text-muted; }
    TimeDock > Horizontal { height: 1; display: none; padding: 0 1; }
    TimeDock.-typing > Horizontal { display: block; }
    TimeDock.-typing > .strip-keys { display: none; }
    TimeDock .strip-label { width: auto; padding: 0 1 0 0; color: $text-accent; }
    TimeDock DateField { width: 1fr; min-width: 24; max-width: 32; }
    TimeDock .strip-understood { width: 1fr; padding: 0 1; }
    .-flat TimeDock > .strip-event, .-flat TimeDock > .strip-keys { display: none; }
    """

    class HappenedRead(Message):
        """The log was read; the events are there."""

        def __init__(self, happened: Happened) -> None:
            super().__init__()
            self.happened = happened

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.session = session
        self.happened: Happened | None = None
        """None until the log is read."""
        self._timeline = Timeline()
        self._read_at: tuple[int, str] | None = None
        self._shown: Stamp | None = None

    def compose(self) -> ComposeResult:
        """Where one is, the lanes, what happened there, and the keys or the field."""
        yield Static(classes="strip-where")
        yield Lanes()
        yield Static(classes="strip-event")
        yield Static(classes="strip-keys")
        with Horizontal():
            yield Static(plain("go to"), classes="strip-label")
            yield DateField(placeholder="14 march, -3m, last monday", select_on_focus=False)
            yield Static(classes="strip-understood")

    @property
    def lanes(self) -> Lanes:
        """The lanes, which have the keys."""
        return self.query_one(Lanes)

    @property
    def acting(self) -> Lanes:
        """The lanes act on the strip's keys."""
        return self.lanes

    @property
    def clock(self) -> Clock:
        """Which of the two instants the keys move."""
        return self.lanes.moving

    def refusals(self) -> Mapping[str, str]:
        """Comparing needs a mark and another date."""
        marks = self.session.marks
        if not marks:
            return {"time.compare": FIRST_MARK}
        same = len({*marks, *([self.cursors] if len(marks) == 1 else [])}) == 1
        return {"time.compare": ANOTHER_DATE} if same else {}

    def on_mount(self) -> None:
        """Read the log, and follow what the screens show."""
        self._lies_on = cast(BaseScreen, self.screen)
        self._lies_on.set_class(self._lies_on.docked is self, "-docked")
        self.lanes.marks = self.session.marks
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.follow())
        self.follow()

    def on_unmount(self) -> None:
        """The screen has its room back."""
        self._lies_on.remove_class("-docked")

    def on_resize(self) -> None:
        """Break the lines of keys between two of them, and write the marks as long as they may be."""
        keys = self.query_one(".strip-keys", Static)
        keys.update(plain("\n".join(key_lines(told_keys(), self.size.width - keys.gutter.width))))
        self._show_words()

    def follow(self) -> None:
        """Show the instants of the session; read the log again when it has grown."""
        if self.is_attached:
            self.lanes.move(self.session.moving)
        stamp = self.session.stamp
        if self._shown == stamp or not self.is_attached:
            return
        self._shown = stamp
        if self._read_at != (stamp.acts, stamp.workspace):
            self._read_at = (stamp.acts, stamp.workspace)
            cast(BaseScreen, self.screen).in_background(GROUP, self._read, self._take)
        self._show()

    def _read(self) -> Happened:
        pack = self.session.pack
        return Happened(pack.events(), pack.events(clock="true"))

    def _take(self, happened: Happened) -> None:
        if self.is_attached:
            self.happened = happened
            self._timeline = Timeline(
                tuple(event.at for event in happened.believed), tuple(event.at for event in happened.true)
            )
            self._show()
            self.post_message(self.HappenedRead(happened))

    # what is shown

    @property
    def cursors(self) -> words.Pair:
        """The two instants shown, each by itself: (believed on, true on), None is now."""
        believed, true = self.session.believed_at, self.session.true_at
        true = believed if true is None else true
        return believed, None if true == self.session.now else true

    def _show(self) -> None:
        believed, true = self.cursors
        timeline = replace(self._timeline, now=self.session.now, zone=zone_named(self.session.zone))
        self.lanes.show(timeline, believed, true)
        self._show_words()

    def _show_words(self) -> None:
        zone = self.session.zone
        where = words.held_words(self.cursors, zone, self.session.now)
        moves = (
            () if self.clock == "both" else (f" · only what was {self.clock} moves", f" · ←→ {self.clock}")
        )
        moving = next((said for said in moves if width(where + said) + 2 <= self.size.width), "")
        said = [(where, "bold"), (moving, "$text-accent")]
        # Each is one line high whatever it says: nothing around it moves.
        self.query_one(".strip-where", Static).update(styled(said), layout=False)
        self.query_one(".strip-event", Static).update(plain(self._event_words()), layout=False)
        marks = words.marks_words(self.session.marks, zone, self.size.width - BESIDE_A_TITLE)
        self.lanes.border_title = plain(marks) if marks else None

    def _event_words(self) -> str:
        if self.happened is None:
            return READING
        clock: Clock = "true" if self.clock == "true" else "believed"
        events = self.happened.true if clock == "true" else self.happened.believed
        at = self.cursors[clock == "true"]
        place = words.last_event(events, self.session.now if at is None else at)
        if place is None:
            return "before the first event"
        return f"last  {words.event_words(events[place], self.session.zone)}"

    # travelling

    def go(self, believed: Instant | None, true: Instant | None) -> None:
        """Show these two instants everywhere; None is now."""
        if true is None and believed is not None:
            true = self.session.now  # Without it, true on would follow believed on.
        true = None if true == believed else true
        # To the app itself: what the screen asks for would not bubble past the screen.
        self.app.post_message(ViewChanged(true_at=true, believed_at=believed))

    def go_to(self, instant: Instant | None) -> None:
        """Move the clocks that the keys move to an instant."""
        believed, true = self.cursors
        self.go(believed if self.clock == "true" else instant, true if self.clock == "believed" else instant)

    def action_type_date(self, begun: str = "") -> None:
        """Open the field for a date in words, of which the beginning may be typed already."""
        self.add_class("-typing")
        field = self.query_one(DateField)
        field.value, field.cursor_position = begun, len(begun)
        self._echo(begun)
        self.screen.set_focus(field)

    def on_key(self, event: Key) -> None:
        """What the lanes have no key for begins a date, or does nothing; it is no key of the screen below."""
        sign = event.character if event.is_printable else None
        if sign is None or sign in LETTERS or self.screen.focused is not self.lanes:
            return
        screen = cast(BaseScreen, self.screen)
        if sign not in BEGINS_A_DATE and screen.docked is not self:
            return  # On the screen Time the other letters are its own.
        event.stop()
        event.prevent_default()
        if sign in BEGINS_A_DATE:
            self.action_type_date(sign)
        else:
            named = "space" if sign == " " else sign
            screen.say_refused(f"{named} is no key of the time strip; t types a date, escape closes it.")

    @on(Lanes.Moved)
    def _moved(self, message: Lanes.Moved) -> None:
        message.stop()
        self.go(message.believed, message.true)

    @on(Lanes.Marked)
    def _marked(self, message: Lanes.Marked) -> None:
        message.stop()
        self.session.marks = message.marks
        self._show_words()
        self.screen.refresh_bindings()

    @on(Lanes.CompareRequested)
    def _compare(self, message: Lanes.CompareRequested) -> None:
        message.stop()
        screen = cast(BaseScreen, self.screen)
        if self.session.marks:
            screen.visit("time", "compare")
        else:
            screen.say_refused(FIRST_MARK)

    @on(Lanes.ClockChosen)
    def _clock_chosen(self, message: Lanes.ClockChosen) -> None:
        if message.clock != self.session.moving:
            self.session.moving = message.clock
            cast(BaseScreen, self.screen).say(CLOCK_SAID[message.clock])
        self._show_words()

    # the field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Echo how the date is read while it is typed."""
        event.stop()
        self._echo(event.value)

    def _echo(self, written: str) -> None:
        if not written.strip():
            self._understood(TYPE_OR_WALK, "$text-muted")
            return
        try:
            instant, moment = self._asked(written)
        except Refused:
            self._understood("not a date yet", "$text-muted")
            return
        ahead = instant > self.session.now and self.clock != "true"
        said = f"{moment.understood}{' · not known yet' if ahead else ''}"
        self._understood(said, "$text-warning" if ahead else "$text-success")

    def _asked(self, written: str) -> tuple[Instant, Moment]:
        session = self.session
        return words.asked_instant(written, session.zone, session.now, session.machine)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go there; an empty field gives the keys to the lanes."""
        event.stop()
        screen, now = cast(BaseScreen, self.screen), self.session.now
        if not event.value.strip():
            self._leave_field()
            return
        try:
            instant, moment = self._asked(event.value)
        except Refused as refusal:
            screen.say_refused(words.no_date(refusal, event.value))
            return
        if instant > now and self.clock != "true":
            screen.say_refused("What will be believed is not known yet; V first moves only what is true.")
            return
        self.go_to(None if instant == now else instant)
        screen.say(f"Understood as {moment.understood}.")
        self._leave_field()

    def on_date_field_left(self, message: DateField.Left) -> None:
        """Back to the lanes."""
        message.stop()
        self._leave_field()

    async def on_date_field_walked(self, message: DateField.Walked) -> None:
        """An arrow in the empty field is a step."""
        message.stop()
        self._leave_field()
        await self.app.run_action(message.action.textual_action, self.lanes)

    def _leave_field(self) -> None:
        self.remove_class("-typing")
        self.screen.set_focus(self.lanes)

    def _understood(self, said: str, style: str = "") -> None:
        self.query_one(".strip-understood", Static).update(plain(said, style))


def told_keys() -> list[str]:
    """The strip's keys as the registry has them, and what each does."""
    keys = {action.id: shown_key(action.keys[0]) for action in in_scope("time", "app")}
    pairs = [(keys[one], keys[other].split()[-1:] if other else [], does) for one, other, does in KEYS]
    return [" ".join([key, *arrow, does]) for key, arrow, does in pairs]


def key_lines(told: Sequence[str], cells: int) -> tuple[str, ...]:
    """As many as fit into `KEY_LINES` lines of so many cells, each of them whole; the first come first."""
    lines: list[str] = []
    for one in told:
        joined = f"{lines[-1]}{BETWEEN}{one}" if lines else one
        if lines and width(joined) <= cells:
            lines[-1] = joined
        elif len(lines) < KEY_LINES and width(one) <= cells:
            lines.append(one)
        else:
            break
    return tuple(lines)
