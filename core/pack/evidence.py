"""Deeds through the door: put evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.claims.deed import DEED_KINDS, Deed
from core.clocks.instants import is_writable
from core.errors import Refused, as_given
from core.pack.commands import PutDeed
from core.pack.outcome import Outcome, quoted
from core.pack.receipts import Receipt
from core.pack.work import Work
from core.store import tables

MAX_BODY: Final = 16 * 1024 * 1024
"""Characters of one deed; longer evidence belongs in a file that a deed names."""
MAX_NAME: Final = 4096
"""Characters of a source, a speaker or a conversation; longer than the longest path."""
MAX_POSITION: Final = (1 << 31) - 1


def put_deed(work: Work, command: PutDeed) -> Outcome:
    """Keep evidence verbatim; the same bytes from the same place are kept once."""
    refuse_unfit(command)
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
        extra=command.extra,
    )
    known = work.held.deeds.same_as(deed)
    if known is not None:
        return Outcome(Receipt(verb="deed", outcome="noop", id=known, summary=f"kept already as {known}"))
    work.put(tables.DEED, deed.accession, deed)
    summary = f"kept {quoted(command.body[:200], 40)} as {deed.accession}"
    return Outcome(Receipt(verb="deed", outcome="add", id=deed.accession, summary=summary))


def refuse_unfit(command: PutDeed) -> None:
    """Raise `Refused`, with what to do, for what is no deed in any pack."""
    for unfit, why in _UNFIT:
        if unfit(command):
            raise Refused(why(command))


_Asked = Callable[[PutDeed], bool]
_Said = Callable[[PutDeed], str]


def _is_no_text(command: PutDeed) -> bool:
    every = (command.body, command.source, command.speaker, command.conversation)
    try:
        "".join(part for part in every if part).encode()
    except UnicodeEncodeError:
        return True
    return False


def _cannot_be_stored(command: PutDeed) -> bool:
    try:
        tables.encode(command.extra)
    except (TypeError, ValueError, OverflowError):
        return True
    return False


def _is_long(command: PutDeed) -> bool:
    names = (command.source, command.speaker, command.conversation)
    return any(len(name) > MAX_NAME for name in names if name)


_UNFIT: Final[tuple[tuple[_Asked, _Said], ...]] = (
    (
        lambda one: one.kind not in DEED_KINDS,
        lambda one: f"there is no kind of deed {as_given(one.kind)}; there are {', '.join(DEED_KINDS)}.",
    ),
    (lambda one: not one.body, lambda one: "a deed without a body shows nothing; give the words."),
    (
        lambda one: len(one.body) > MAX_BODY,
        lambda one: f"a deed has at most {MAX_BODY:,} characters; keep the file elsewhere and name it.",
    ),
    (
        _is_no_text,
        lambda one: "a deed is text, and this holds half a sign (a lone surrogate); read it as UTF-8.",
    ),
    (
        _cannot_be_stored,
        lambda one: (
            "what else is said of a deed holds a value that no pack can keep, such as a number over "
            "64 bits; write it as text."
        ),
    ),
    (
        _is_long,
        lambda one: f"a source, a speaker and a conversation are names of at most {MAX_NAME:,} characters.",
    ),
    (
        lambda one: one.position is not None and not 0 <= one.position <= MAX_POSITION,
        lambda one: f"a position counts from 0 to {MAX_POSITION:,}; {one.position} is none.",
    ),
    (
        lambda one: one.said_at is not None and not is_writable(one.said_at),
        lambda one: "a deed was said within the years 1 to 9999; leave the time out if it is not known.",
    ),
)
