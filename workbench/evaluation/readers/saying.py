"""Whether a text says an answer: its words stand there one after the other, as they are spelt."""

from __future__ import annotations

import re


def says(text: str, answer: str) -> bool:
    """Whether the words of an answer stand in a text, case and white space aside."""
    wanted = " ".join(answer.casefold().split()).rstrip(".")
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _even(text)) is not None


def _even(text: str) -> str:
    return " ".join(text.casefold().split())
