"""Deeds through the door: put evidence."""

from __future__ import annotations

from typing import Final

from core.claims.deed import DEED_KINDS, Deed
from core.clocks.instants import is_writable
from core.errors import Refused
from core.pack.commands import PutDeed
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.store import tables

MAX_BODY: Final = 16 * 1024 * 1024
"""Characters of one deed; longer evidence belongs in a file that a deed names."""


def put_deed(work: Work, command: PutDeed) -> Outcome:
    """Keep evidence verbatim; the same bytes from the same place are kept once."""
    if command.kind not in DEED_KINDS:
        raise Refused(f"there is no kind of deed {command.kind!r}; there are {', '.join(DEED_KINDS)}.")
    if not command.body:
        raise Refused("a deed without a body shows nothing; give the words.")
    if len(command.body) > MAX_BODY:
        raise Refused(f"a deed has at most {MAX_BODY:,} characters; keep the file elsewhere and name it.")
    if command.said_at is not None and not is_writable(command.said_at):
        raise Refused("a deed was said within the years 1 to 9999; leave the time out if it is not known.")
    deed = Deed(
        accession=work.fresh_accession(command.kind),
        kind=command.kind,
        body=command.body,
        actor=work.actor,
        t_recorded=work.now,
        said_at=command.said_at,
        source=command.source,
        speaker=command.speaker,
        conversation=command.conversation,
        position=command.position,
    )
    known = work.held.deeds.same_as(deed)
    if known is not None:
        return Outcome(Receipt(verb="deed", outcome="noop", id=known, summary=f"kept already as {known}"))
    work.put(tables.DEED, deed.accession, deed)
    summary = f"kept {quoted(command.body, 40)} as {deed.accession}"
    return Outcome(Receipt(verb="deed", outcome="add", id=deed.accession, summary=summary))
