"""Figures as a person reads them."""

from __future__ import annotations


def recall_words(recall: float | None) -> str:
    """`R .93`, the chance that a claim is still held; empty for one without a clock."""
    return "" if recall is None else f"R {recall:.2f}".replace("0.", ".")
