"""Inline code, links and addresses: stops inside them end nothing, and names are not looked for there."""

import re
from typing import Final

_INLINE: Final = (
    r"(?<!`)(?P<ticks>`{1,3})[^`]+(?P=ticks)(?!`)",
    r"\[\[[^\[\]]*\](?:\[[^\[\]]*\])?\]",  # [[target][label]]
    r"!?\[[^\[\]]*\]\([^()\s]*\)",  # [label](target)
    r"@@[^@]*@@",
    r"\\[A-Za-z]+\{[^{}]*\}",  # \cmd{}
    r"(?<![\w$])\$(?=\S)[^$]*?(?<=\S)\$(?![\w$])",  # $math$, but not "$5. It is $6"
    r"(?<![\w~])~(?=[^\s~])[^~]*?(?<=\S)~(?![\w~])",  # ~code~
    r"(?<![\w=])=(?=[^\s=])[^=]*?(?<=\S)=(?![\w=])",  # =verb=
    r"(?:\b[A-Za-z][A-Za-z0-9+.-]{1,15}://|\bfile:|\bmailto:|\bwww\.)[^\s<>]*[^\s<>.,;:!?)\]}'\"]",
)

inline: Final = re.compile("|".join(_INLINE))
"""One protected stretch of text."""

_OPENERS = ("`", "[", "@@", "\\", "$", "~", "=", "://", "file:", "mailto:", "www.")


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Half-open spans of inline code, links, formulas and addresses, in order."""
    if not any(opener in text for opener in _OPENERS):
        return []
    return [match.span() for match in inline.finditer(text)]
