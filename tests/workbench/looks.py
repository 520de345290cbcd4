"""How tests look at a running app; the one place that reaches into the compositor."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

MOST_ROUNDS = 40
ROUND = 0.02
ONCE = 0
"""How often a timer that is set for one time is repeated."""
LONGEST_REST = 0.3
"""Seconds for which a screen lets the keys rest at most; what takes longer is meant to be waited for."""


def rows(app: App[Any]) -> list[str]:
    """The screen as plain text, one string a row, without trailing spaces."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def text(app: App[Any]) -> str:
    """The screen as one plain text."""
    return "\n".join(rows(app))


async def at_rest(app: App[Any], pilot: Pilot[Any]) -> str:
    """The text once it stands still: on a busy machine a picture follows what workers posted late."""
    seen = ""
    for _ in range(MOST_ROUNDS):
        await settle(app, pilot)
        now = text(app)
        if now == seen:
            break
        seen = now
        await pilot.pause(0.1)
    return seen


async def settle(app: App[Any], pilot: Pilot[Any]) -> None:
    """Wait until nothing waits for the keys to rest, workers are done and what they posted is painted."""
    for _ in range(MOST_ROUNDS):
        with suppress(WorkerCancelled):  # an exclusive worker gave way to a newer one: wait for that
            await app.workers.wait_for_complete()
        await pilot.pause()
        if not _waiting(app) and all(worker.is_finished for worker in app.workers):
            return
        await pilot.pause(ROUND)


def _waiting(app: App[Any]) -> bool:
    """Whether a part of the screen is about to do something once the keys have rested."""
    return any(
        timer._task is not None and not timer._task.done() and timer._interval <= LONGEST_REST
        for part in (app.screen, *app.screen.walk_children())
        for timer in part._timers
        if timer._repeat == ONCE
    )
