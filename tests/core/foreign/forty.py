"""Forty records made by hand: every kind and state, odd signs, refused texts, old and lean forms."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).parent / "data" / "forty.jsonl"


def forty() -> list[str]:
    """The lines of the file."""
    return FILE.read_text(encoding="utf-8").removesuffix("\n").split("\n")
