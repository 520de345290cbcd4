"""What a handler returns: the receipt, and how the record is to be named."""

from __future__ import annotations

from dataclasses import dataclass

from core.pack.receipts import Receipt


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of carrying out a command on a unit of work."""

    receipt: Receipt
    undoes: tuple[int, ...] = ()
    """Transactions that the record takes back."""


def quoted(text: str, limit: int = 60) -> str:
    """A text in quotation marks, cut to fit one line."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= limit else line[: limit - 1].rstrip() + '…'}”"
