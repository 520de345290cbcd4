"""One family of errors. Each message is a sentence for a person: what was refused, why, what to do."""

from __future__ import annotations

from typing import Final

LONGEST_ECHO: Final = 60
"""Characters of what was given that a message gives back."""


def as_given(value: object) -> str:
    """A refused value as a message shows it: in quotes when it is words, cut to fit a line."""
    shown = repr(value)
    return shown if len(shown) <= LONGEST_ECHO else f"{shown[: LONGEST_ECHO - 2]}…{shown[-1]}"


class PackError(Exception):
    """Anything the pack refuses or cannot do; `str(error)` may be shown to a person as it is."""


class Refused(PackError):
    """The command breaks a rule; nothing was changed."""


class NotFound(PackError):
    """No claim, deed, proposal, setting or transaction of that name."""


class StaleRevision(Refused):
    """The command names a revision or a state that has moved on; read again and retry."""


class PackHeld(PackError):
    """Another process holds the writer's lease; the message names it."""


class PackDamaged(PackError):
    """The file does not say what its checksums or its log say; the message names the first bad record."""


class PackFull(PackError):
    """The disk (or the address space for the map) is full; everything committed is still there."""


class BadHandover(Refused):
    """What came in is no handover, or was cut off or put together wrongly on its way; nothing was changed."""


class NotAPack(PackError):
    """The path holds no pack, a newer format, or lies on a file system that cannot hold one safely."""
