"""Records and values by name, for a person: number, verb, when, by whom, and the claim's own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from core.claims.claim import Claim
from core.clocks.instants import Instant, format_instant, is_writable
from core.errors import PackError
from core.store import tables
from core.store.record import Effect, LogRecord

LONGEST_QUOTE: Final = 60
"""Signs of a text that are shown."""

TABLES: Final[Mapping[str, str]] = {
    tables.CLAIM: "claim",
    tables.DEED: "deed",
    tables.LINK: "link",
    tables.REVIEW: "review clock of claim",
    tables.PROPOSAL: "proposal",
    tables.DECLINED: "declined pair",
    tables.SETTING: "setting",
    tables.LENS: "lens",
    tables.FIRED: "set that was used together",
    tables.USE: "count of uses of claim",
}


def describe(record: LogRecord) -> str:
    """A record as a person would name it: number, verb, when and by whom."""
    return f"record {record.tx} ({record.verb}, {minute(record.t_tx)} by {record.actor})"


def describe_damaged(tx: int, body: bytes, projected: Iterable[Any], t_tx: Instant | None) -> str:
    """A record whose checksum does not fit, as far as it can still be read.

    `projected` are the values that the projections hold of it, and `t_tx` their time: their own checksums
    fit.
    """
    record = _legible(body)
    parts = [record.verb] if record else []
    written = [] if t_tx is None else [minute(t_tx)]
    parts.append(" ".join([*written, *([f"by {record.actor}"] if record else [])]))
    known = ", ".join(part for part in parts if part)
    return f"record {tx}{f' ({known})' if known else ''}{about(projected)}"


def about(values: Iterable[Any]) -> str:
    """The words of the first claim among the values of a record; empty where there is none."""
    texts = [value.text for value in values if isinstance(value, Claim)]
    return f" on {quoted(texts[0])}" if texts else ""


def named_value(effect: Effect, value: Any) -> str:
    """A value of a table: `the claim c1 “The lift holds eight people.”`."""
    table = TABLES.get(effect.table, effect.table)
    return f"the {table} {effect.key}{f' {quoted(value.text)}' if isinstance(value, Claim) else ''}"


def minute(instant: Instant) -> str:
    """`2026-03-14 09:12`, in UTC."""
    if not is_writable(instant):
        return "at no time that can be written"
    written = format_instant(instant)
    return f"{written[:10]} {written[11:16]}"


def quoted(text: str) -> str:
    """A text in quotation marks, cut to fit one line."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1].rstrip() + '…'}”"


def _legible(body: bytes) -> LogRecord | None:
    """What a damaged body still says, when it has its shape and its names can be printed."""
    try:
        record = msgspec.msgpack.decode(body, type=LogRecord)
    except (msgspec.MsgspecError, PackError, UnicodeDecodeError):
        return None
    printable = record.verb.isprintable() and record.actor.isprintable()
    return record if printable and record.verb and record.actor else None
