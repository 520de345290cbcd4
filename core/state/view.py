"""A view names what a read may see, and its basis the two instants the answer stands on."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from core.clocks.instants import Instant

Shows = Literal["current", "both", "history"]
"""`current`: true on V. `both`: also those whose window does not hold V. `history`: also retracted ones."""


class View(msgspec.Struct, frozen=True):
    """What a read may see. Given only `believed_at`, `true_at` is the same instant."""

    workspace: str | None = None
    """None: every workspace. Claims in `*` are read from any."""
    true_at: Instant | None = None
    believed_at: Instant | None = None
    shows: Shows = "current"
    set: str | None = None
    kinds: frozenset[str] | None = None
    authors: frozenset[str] | None = None
    resting: bool | None = None
    """Whether resting claims are shown; None: only in reads of another time than now."""

    @property
    def is_now(self) -> bool:
        """Whether the view is of the present on both clocks."""
        return self.true_at is None and self.believed_at is None

    def at(self, now: Instant, believed_now: Instant) -> Basis:
        """The basis for a reader whose wall time is `now` and whose pack stands at `believed_now`."""
        believed = believed_now if self.believed_at is None else self.believed_at
        if self.true_at is not None:
            return Basis(self.true_at, believed)
        return Basis(now if self.believed_at is None else self.believed_at, believed)

    def with_shows(self, shows: Shows) -> View:
        """The same view, showing something else."""
        return replace(self, shows=shows)


class Basis(msgspec.Struct, frozen=True):
    """The two instants that an answer stands on."""

    true_at: Instant
    believed_at: Instant
