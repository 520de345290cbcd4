"""Characters that a reader cannot see, and the few places in which they are part of the spelling."""

import re
import unicodedata
from typing import Final

from core.text.scripts import needs_joiners

_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters other than tab and line ends
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f"  # zero width, direction
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff"  # half of a pair: cannot be written out
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Control, format, direction and other default-ignorable characters (core/README.md, text rules)."""

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_TAG_BASE = "\U0001f3f4"
_TAG_END = "\U000e007f"
_VIRAMA = 9
"""Canonical combining class of the sign that a joiner may follow at the end of a word."""


def invisible_at(text: str) -> int | None:
    """Position of the first invisible character that is out of place; None when there is none."""
    if text.isascii() and text.isprintable():
        return None
    for match in _HIDDEN.finditer(text):
        if not _belongs(text, match.start()):
            return match.start()
    return None


def code_point(character: str) -> str:
    """How a person can look the character up: `U+200B ZERO WIDTH SPACE`."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".rstrip()


def _belongs(text: str, at: int) -> bool:
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if not before:
        return False
    sign = text[at]
    if sign in (_ZWNJ, _ZWJ):
        return _joins_letters(before, after) or (sign == _ZWJ and _joins_emoji(before, after))
    if "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef":
        return _selects_variant(sign, before)
    if "\U000e0020" <= sign <= _TAG_END:
        return _in_flag(text, at)
    return False


def _joins_letters(before: str, after: str) -> bool:
    if not needs_joiners(before):
        return False
    return unicodedata.combining(before) == _VIRAMA or (bool(after) and needs_joiners(after))


def _joins_emoji(before: str, after: str) -> bool:
    return bool(after) and _is_symbol(after) and (before == "\ufe0f" or _is_symbol(before))


def _is_symbol(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) in ("So", "Sk")


def _selects_variant(selector: str, base: str) -> bool:
    if selector in "\ufe0e\ufe0f":
        return unicodedata.category(base) in ("So", "Sm", "Po") or base.isdecimal()
    return unicodedata.category(base) in ("Lo", "So", "Sm")


def _in_flag(text: str, at: int) -> bool:
    """Whether a tag character is in a flag: the black flag, then tags (at most 6), then the end tag."""
    start = at
    while start > 0 and at - start < 8 and "\U000e0020" <= text[start] <= _TAG_END:
        start -= 1
    end = text.find(_TAG_END, at, at + 8)
    return text[start] == _TAG_BASE and end >= 0
