"""The screens, each named once; a screen's module is imported when it is first visited."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import msgspec


class ScreenEntry(msgspec.Struct, frozen=True):
    """One screen: its mode, its title in the tab line, and where its class is."""

    mode: str
    title: str
    where: str
    """`module:Class`."""


SCREENS: tuple[ScreenEntry, ...] = (
    ScreenEntry("today", "Today", "workbench.screens.today:TodayScreen"),
    ScreenEntry("claims", "Claims", "workbench.screens.claims:ClaimsScreen"),
    ScreenEntry("write", "Write", "workbench.screens.write:WriteScreen"),
    ScreenEntry("time", "Time", "workbench.screens.time:TimeScreen"),
    ScreenEntry("changes", "Changes", "workbench.screens.changes:ChangesScreen"),
    ScreenEntry("islands", "Islands", "workbench.screens.islands:IslandsScreen"),
    ScreenEntry("hubs", "Hubs", "workbench.screens.hubs:HubsScreen"),
    ScreenEntry("proposals", "Proposals", "workbench.screens.proposals:ProposalsScreen"),
    ScreenEntry("stats", "Stats", "workbench.screens.stats:StatsScreen"),
)

TABS: tuple[tuple[str, str], ...] = tuple((entry.mode, entry.title) for entry in SCREENS)

TIME_STRIP = "workbench.screens.time_strip:TimeDock"
"""The strip that `t` docks above the footer of any screen."""

FIRST = "today"


def load(where: str) -> Any:
    """The class that `module:Class` names; imports the module."""
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def entry_of(mode: str) -> ScreenEntry:
    """The entry of a mode."""
    return next(entry for entry in SCREENS if entry.mode == mode)
