"""What every read of a pack stands on: its log, its clock, the view asked for."""

from __future__ import annotations

import threading

from core.clocks.clock import Clock
from core.clocks.instants import Instant
from core.pack import quick
from core.pack.reader import Reader
from core.pack.settings import SettingValue
from core.state.view import Basis, View
from core.store.lmdb_log import LmdbLog


class ReadBase:
    """The log of a pack, the pack held in memory, and the two instants of a view."""

    def __init__(self, log: LmdbLog, clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._lock = threading.RLock()
        """Held while a command is carried out and while the search index takes in what is new."""

    @property
    def log(self) -> LmdbLog:
        """The log this pack is read from, for handover and upkeep."""
        return self._log

    @property
    def reader(self) -> Reader:
        """The held pack; the door provides it."""
        raise NotImplementedError

    @property
    def workspace(self) -> str:
        """The workspace in use; the door provides it."""
        raise NotImplementedError

    def view(self, view: View | None = None) -> View:
        """The view asked for, or the present of the workspace in use."""
        return View(workspace=self.workspace) if view is None else view

    def setting(self, name: str) -> SettingValue:
        """A setting in force now; costs one look into the file, also before anything is loaded."""
        return quick.setting_in_file(self._log, name)

    def now(self) -> Instant:
        """The wall time, but never before the last record."""
        return max(self._clock.now(), self._log.last()[1])

    def basis(self, view: View | None = None) -> Basis:
        """The two instants that the answers to a view stand on, asked now."""
        return self.reader.basis(self.view(view))
