"""What the palette finds: every action that has a meaning here, and claims by search."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from core.errors import PackError
from workbench.actions import Action, Scope, in_scope, shown_key
from workbench.cells import cut
from workbench.keys import reason_against
from workbench.plain import plain

if TYPE_CHECKING:
    from workbench.app import WorkbenchApp

MOST_CLAIMS = 50
"""Claims that the palette offers at most; a longer list is what the Claims screen is for."""

WIDEST = 90


class ActionCommands(Provider):
    """The registry's actions for the screen in the frame; grey ones say why."""

    @property
    def _workbench(self) -> WorkbenchApp:
        return cast("WorkbenchApp", self.app)

    def _actions(self) -> list[Action]:
        frame = self._workbench.frame
        scopes: tuple[Scope, ...] = frame.scopes if frame is not None else ("app",)
        return [
            action for scope in scopes for action in in_scope(scope) if action.id != "app.command_palette"
        ]

    async def discover(self) -> Hits:
        """All of them, in the order of the registry."""
        for action in self._actions():
            yield DiscoveryHit(
                plain(self._name(action)), self._call(action), text=action.label, help=self._told(action)
            )

    async def search(self, query: str) -> Hits:
        """Those whose words fit."""
        matcher = self.matcher(query)
        for action in self._actions():
            score = max(matcher.match(action.label), 0.9 * matcher.match(action.help))
            if score > 0:
                shown = plain(self._name(action))
                yield Hit(score, shown, self._call(action), text=action.label, help=self._told(action))

    def _name(self, action: Action) -> str:
        return f"{action.label}  ({shown_key(action.keys[0])})"

    def _told(self, action: Action) -> str:
        frame = self._workbench.frame
        reason = reason_against(action, frame.situation()) if frame is not None else None
        return action.help if reason is None else f"Not now: {reason}"

    def _call(self, action: Action) -> IgnoreReturnCallbackType:
        return partial(self._workbench.do, action)


class ClaimCommands(Provider):
    """Claims that the pack's search finds, on the date shown."""

    async def search(self, query: str) -> Hits:
        """At most `MOST_CLAIMS`, in the order of the search; asked in a thread."""
        workbench = cast("WorkbenchApp", self.app)
        session = workbench.session
        try:
            found = await asyncio.to_thread(session.pack.search, query, session.view, limit=MOST_CLAIMS)
        except PackError:
            return
        for place, hit in enumerate(hit for hit in found.hits if not hit.context):
            claim = hit.line.claim
            go: Callable[[], Awaitable[None]] = partial(workbench.go, "claims", "claim", claim.id)
            yield Hit(
                BELOW_ACTIONS - place * STEP,
                plain(cut(claim.text, WIDEST)),
                go,
                text=claim.text,
                help=f"{hit.line.state} {claim.kind} by {claim.author}",
            )


BELOW_ACTIONS, STEP = 0.5, 0.005
"""Scores of claims: in the order of the search, after actions that match well."""
