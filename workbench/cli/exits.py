"""What the exit codes mean, as one table."""

from __future__ import annotations

from typing import Final

import msgspec

from core.errors import BadHandover, NotAPack, NotFound, PackDamaged, PackError, PackFull, PackHeld


class Exit(msgspec.Struct, frozen=True):
    """One exit code."""

    code: int
    about: str
    errors: tuple[type[PackError], ...] = ()


OK: Final = Exit(0, "done, or there was nothing to do")
REFUSED: Final = Exit(1, "refused by a rule; nothing was changed", (PackError,))
USAGE: Final = Exit(2, "the command line was not understood")
NOT_FOUND: Final = Exit(3, "no claim, deed, proposal, setting or record of that name", (NotFound,))
HELD: Final = Exit(4, "another process holds the pack for writing", (PackHeld,))
NO_PACK: Final = Exit(
    5,
    "there is no pack there, or it, or what was to be imported, is damaged",
    (NotAPack, PackDamaged, BadHandover),
)
FULL: Final = Exit(6, "the disk is full; what was committed is there", (PackFull,))
ANSWERED_NO: Final = Exit(7, "you answered no; nothing was written")
UNTOLD: Final = Exit(8, "it was done, but the answer could not be written out")
FAULT: Final = Exit(70, "a fault of the program; the log of errors has the details")
INTERRUPTED: Final = Exit(130, "interrupted")

EXITS: Final = (OK, REFUSED, USAGE, NOT_FOUND, HELD, NO_PACK, FULL, ANSWERED_NO, UNTOLD, FAULT, INTERRUPTED)
"""Every exit code, in order."""

_BY_ERROR: Final = {error: exit_.code for exit_ in EXITS for error in exit_.errors}


def code_of(error: PackError) -> int:
    """The exit code of an error: that of the nearest class in the table."""
    return next(_BY_ERROR[kind] for kind in type(error).__mro__ if kind in _BY_ERROR)
