"""Keys wait for each other: what one key does is done before the next is handed on.

Over a slow line several keys arrive in one packet. Textual hands all of them to the widget that has the
focus, and only then runs what the first one is bound to; so the letters of "/gateway" would act as keys of
the list.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.dom import NoScreen
from textual.message import Message
from textual.message_pump import MessagePump

PATIENCE = 0.25
"""Seconds after which a key counts as done, in case its widget went away."""


class KeyDone(Message, bubble=True):
    """Follows a key on the same way, so that it arrives when the key is done."""


class OneKeyAtATime(App[Any]):
    """An app that hands a key on only when the one before is done."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._waiting_keys: deque[events.Key] = deque()
        self._handed_on_at: float | None = None

    async def on_event(self, event: events.Event) -> None:
        """Hand a key on, or let it wait."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._handed_on_at is not None and time.monotonic() - self._handed_on_at < PATIENCE:
            self._waiting_keys.append(event)
        else:
            await self._hand_on(event)

    async def _hand_on(self, event: events.Key) -> None:
        self._handed_on_at = time.monotonic()
        goes_to: MessagePump = self
        with suppress(NoScreen):
            goes_to = self.focused or self.screen
        await super().on_event(event)
        if not (goes_to.is_attached and goes_to.post_message(KeyDone())):
            self.post_message(KeyDone())

    async def on_key_done(self, message: KeyDone) -> None:
        """The key is done: the next one, to whoever has the focus now."""
        message.stop()
        self._handed_on_at = None
        if self._waiting_keys:
            await self._hand_on(self._waiting_keys.popleft())
