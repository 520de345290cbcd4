"""A text cut to fit one line, around the words in which it differs from the text that stands beside it."""

from __future__ import annotations

from typing import Final

ELLIPSIS: Final = "…"

HEAD_SHARE: Final = 3
"""One part in so many of the room is for the opening, which tells what the text is about."""

LONGEST_WORD: Final = 16
"""Characters between a difference and the space before it up to which the whole word is shown."""


def one_line(text: str) -> str:
    """The text with every stretch of white space as one space."""
    return " ".join(text.split())


def cut_to(text: str, limit: int) -> str:
    """The text on one line, at most `limit` characters, its end cut."""
    line = one_line(text)
    return line if len(line) <= limit else line[: limit - 1].rstrip() + ELLIPSIS


def cut_around(text: str, other: str, limit: int) -> str:
    """The text on one line, at most `limit` characters, so that what differs from `other` is seen.

    Its opening stands before it, and what is left out between and behind is one `…` each.
    """
    line, beside = one_line(text), one_line(other)
    start, end = _differing(line, beside)
    head = _head(line[:start], limit // HEAD_SHARE)
    room = limit - len(head)
    begins_early = start < room < end - start  # nowhere is it seen whole
    if len(line) <= limit or line == beside or end < limit or start == 0 or begins_early:
        return cut_to(line, limit)
    start = _earlier(line, start, end, room)
    shown = line[start:]
    return head + (shown if len(shown) <= room else shown[: room - 1].rstrip() + ELLIPSIS)


def _differing(line: str, beside: str) -> tuple[int, int]:
    """Where the first word that differs begins and the last one ends."""
    shorter = min(len(line), len(beside))
    first = next((at for at in range(shorter) if line[at] != beside[at]), shorter)
    most = shorter - first
    last = next((at for at in range(most) if line[-1 - at] != beside[-1 - at]), most)
    space = line.rfind(" ", max(0, first - LONGEST_WORD), first)
    end = len(line) - last
    behind = line.find(" ", end, end + LONGEST_WORD)
    begin = space + 1 if space >= 0 else first
    return begin, behind if behind >= 0 else min(len(line), end + LONGEST_WORD)


def _head(before: str, room: int) -> str:
    """The opening by whole words where there are spaces, with the sign that something is left out."""
    opening = before[: max(0, room - 2)]
    if len(opening) < len(before) and " " in opening:
        opening = opening[: opening.rfind(" ")]
    return f"{opening.rstrip()} {ELLIPSIS} " if opening.strip() else ELLIPSIS


def _earlier(line: str, start: int, end: int, room: int) -> int:
    """As far before a difference as there is room for, at the beginning of a word."""
    spare = room - (min(len(line), end + 1) - start)
    if spare <= 0:
        return start
    space = line.find(" ", max(0, start - spare - 1), start)
    return space + 1 if space >= 0 else start
