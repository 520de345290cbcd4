"""What a handler returns: the receipt, and how the record is to be named."""

from __future__ import annotations

import msgspec

from core.pack.receipts import Receipt
from core.text.around import cut_around, cut_to


class Outcome(msgspec.Struct, frozen=True):
    """The result of carrying out a command on a unit of work."""

    receipt: Receipt
    undoes: tuple[int, ...] = ()
    """Transactions that the record takes back."""


def quoted(text: str, limit: int = 60, *, beside: str | None = None) -> str:
    """A text in quotation marks, cut to fit one line; around what differs from a text told `beside` it."""
    return f"“{cut_to(text, limit) if beside is None else cut_around(text, beside, limit)}”"


def quoted_pair(one: str, other: str, limit: int = 40) -> tuple[str, str]:
    """Two texts told in one sentence, each cut around what sets it apart from the other."""
    return quoted(one, limit, beside=other), quoted(other, limit, beside=one)
