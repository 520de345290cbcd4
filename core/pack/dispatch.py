"""Which handler carries out which command, as one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from core.pack import commands as c
from core.pack.adopting import adopt
from core.pack.clock_marks import bury, doubt, suspend, unsuspend, verify
from core.pack.deciding import accept, consolidate_pack, decline
from core.pack.endings import close, no_longer_true, reopen, retract
from core.pack.evidence import put_deed
from core.pack.linking import fire
from core.pack.marks import pin, rest, wake
from core.pack.outcome import Outcome
from core.pack.receipts import Receipt
from core.pack.review_taking import take_reviews
from core.pack.reviewing import grade
from core.pack.settings import checked
from core.pack.spreading import spread_backlog
from core.pack.sweeping import sweep
from core.pack.undoing import redo, undo
from core.pack.work import Work
from core.pack.writing import cite, edit, write
from core.store import tables


def configure(work: Work, command: c.Configure) -> Outcome:
    """Set a setting."""
    value = checked(command.name, command.value)
    if work.get(tables.SETTING, command.name) == value:
        return Outcome(Receipt(verb="config", outcome="noop", id=command.name, summary="it is so already"))
    work.put(tables.SETTING, command.name, value)
    shown = "its default" if value is None else value
    return Outcome(
        Receipt(verb="config", outcome="update", id=command.name, summary=f"{command.name} is now {shown}")
    )


HANDLERS: Final[dict[type[c.Command], Callable[[Work, Any], Outcome]]] = {
    c.Write: write,
    c.Edit: edit,
    c.Close: close,
    c.Retract: retract,
    c.NoLongerTrue: no_longer_true,
    c.Reopen: reopen,
    c.Rest: rest,
    c.Wake: wake,
    c.Pin: pin,
    c.Cite: cite,
    c.PutDeed: put_deed,
    c.Grade: grade,
    c.Verify: verify,
    c.Doubt: doubt,
    c.Bury: bury,
    c.Suspend: suspend,
    c.Unsuspend: unsuspend,
    c.Spread: spread_backlog,
    c.Sweep: sweep,
    c.Fire: fire,
    c.Accept: accept,
    c.Decline: decline,
    c.Consolidate: consolidate_pack,
    c.Configure: configure,
    c.Adopt: adopt,
    c.TakeReviews: take_reviews,
    c.Undo: undo,
    c.Redo: redo,
}


def carry_out(work: Work, command: c.Command) -> Outcome:
    """Carry out a command on a unit of work. Raises `PackError` when it is refused; then nothing counts.

    A command that leaves everything as it is is a no-op, whatever its handler calls it.
    """
    outcome = HANDLERS[type(command)](work, command)
    receipt = outcome.receipt
    effects = () if receipt.outcome == "noop" else work.effects()
    changed = tuple(effect.key for effect in effects if effect.table == tables.CLAIM)
    return Outcome(
        msgspec.structs.replace(receipt, outcome=receipt.outcome if effects else "noop", changed=changed),
        outcome.undoes,
    )
