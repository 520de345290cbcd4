"""Keys wait for each other: what one key does is done before the next is handed on.

Over a slow line several keys arrive in one packet. Textual hands all of them to the widget that has the
focus, and only then runs what the first one is bound to; so the letters of "/gateway" would act as keys of
the list. A paste waits in the same row.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, Final

from textual import events
from textual.app import App, ScreenStackError
from textual.dom import NoScreen
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget

ROUNDS: Final = 3
"""How often a messenger follows a key before the key counts as done.

The first arrives when what the key is bound to has run. What that posted (a row was opened) is done when the
second arrives, and what came of that (another screen was asked for) when the third does.
"""

PATIENCE: Final = 0.25
"""Seconds without an arrival after which another messenger goes by the screen: widgets may go away."""

Typed = events.Key | events.Paste


class KeyDone(Message, bubble=True):
    """Follows a key on the same way, so that it arrives after all that was on the way before it."""

    def __init__(self, key: int, rounds: int) -> None:
        super().__init__()
        self.key, self.rounds = key, rounds


class OneKeyAtATime(App[Any]):
    """An app that hands a key on only when the one before is done."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._waiting: deque[Typed] = deque()
        self._handed_on = 0
        self._done = 0
        """Numbers of the key handed on last and of the one done last; equal when no key is underway."""
        self._went_to: MessagePump = self
        self._followed_at = 0.0
        self._patient = False
        self._typing: Widget | None = None
        """The field that the key handed on last was typed into as a letter."""
        self._held = 0
        self._arrivals: set[asyncio.Task[None]] = set()

    @property
    def keys_underway(self) -> bool:
        """Whether a key is not done yet, or waits."""
        return bool(self._done != self._handed_on or self._waiting or self._held)

    def keys_wait_for(self, arrival: Awaitable[Any]) -> None:
        """Let keys wait until something has arrived (a field that takes the focus when it is mounted)."""
        self._held += 1
        self._arrivals.add(task := asyncio.create_task(self._await_arrival(arrival)))
        task.add_done_callback(self._arrivals.discard)

    async def _await_arrival(self, arrival: Awaitable[Any]) -> None:
        try:
            await arrival
        finally:
            self._held -= 1
            self._follow_up(1)

    def before_typed(self, event: Typed) -> None:
        """A key is about to be handed on; the app may still say to whom by setting the focus."""

    async def on_event(self, event: events.Event) -> None:
        """Hand a key on, or let it wait."""
        if not isinstance(event, Typed) or event.is_forwarded:
            await super().on_event(event)
        elif not self.keys_underway or (not self._waiting and self._goes_on_typing(event)):
            await self._hand_on(event)
        else:
            self._waiting.append(event)
            self._stay_patient()

    async def _hand_on(self, event: Typed) -> None:
        if not self.screen_stack:
            self._waiting.clear()  # the app ends: nobody is left to hand a key to
            return
        self._handed_on += 1
        try:
            self.before_typed(event)
            self._went_to = self.focused or self._top()
            self._typing = self._field_for(event)
            await super().on_event(event)
        finally:
            self._follow_up(ROUNDS if self._typing is None else 1)

    def _goes_on_typing(self, event: Typed) -> bool:
        """Whether this is one more letter for the field that the last one went into: it need not wait."""
        return self._typing is not None and not self._held and self._field_for(event) is self._typing

    def _field_for(self, event: Typed) -> Widget | None:
        """The field that a letter is typed into, or None."""
        field = self.focused
        if field is None or not isinstance(event, events.Key) or not event.is_printable:
            return None
        return field if field.check_consume_key(event.key, event.character) else None

    def _follow_up(self, rounds: int) -> None:
        """Send a messenger the way that the key went, or by the screen where that way is gone."""
        self._followed_at = time.monotonic()
        done = KeyDone(self._handed_on, rounds)
        if self._went_to is not self and self._went_to.is_attached and self._went_to.post_message(done):
            return
        self._went_to = self._top()
        if not self._went_to.post_message(done):
            self.post_message(done)

    def _top(self) -> MessagePump:
        """The screen that is seen, or the app while there is none."""
        with suppress(NoScreen, ScreenStackError):
            return self.screen
        return self

    def _stay_patient(self) -> None:
        """While keys wait, see to it that they do not wait for a messenger that got lost."""
        if self._waiting and not self._patient:
            self._patient = True
            self.set_timer(PATIENCE, self._look_after)

    def _look_after(self) -> None:
        self._patient = False
        underway = self._done != self._handed_on and not self._held
        if underway and time.monotonic() - self._followed_at >= PATIENCE:
            self._went_to = self
            self._follow_up(ROUNDS)
        self._stay_patient()

    async def on_key_done(self, message: KeyDone) -> None:
        """The next round; after the last, the next key to whoever has the focus now."""
        message.stop()
        if message.key != self._handed_on:
            return
        if message.rounds > 1:
            self._follow_up(message.rounds - 1)
        elif not self._held:
            self._done = self._handed_on
            if self._waiting:
                await self._hand_on(self._waiting.popleft())
            while self._waiting and self._goes_on_typing(self._waiting[0]):
                await self._hand_on(self._waiting.popleft())
