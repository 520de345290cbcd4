"""What the text rules must know of writing systems: which have no spaces, no case, joiners, marks."""

import unicodedata
from functools import lru_cache
from typing import Final

from core.text.patterns import late

UNSPACED: Final = (
    "\u0e01-\u0e4f\u0e5a-\u0e7f"  # Thai
    "\u0e80-\u0ecf\u0eda-\u0eff"  # Lao
    "\u1000-\u103f\u104a-\u109f\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f"  # Myanmar
    "\u1780-\u17df\u17ea-\u17ff"  # Khmer
    "\u3005\u3007\u3021-\u3029\u3038-\u303b"  # Han signs
    "\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
"""Character class of the scripts written without spaces between words; their digits are left out."""

HANGUL: Final = "\uac00-\ud7a3"
"""Character class of the Korean syllables: spaced, but with particles glued to the noun."""

unspaced_character: Final = late(f"[{UNSPACED}]")

JOINER_SCRIPTS: Final = (
    (0x0600, 0x08FF),  # Arabic, Syriac, Thaana, NKo, Samaritan, Mandaic
    (0x0900, 0x0DFF),  # Devanagari to Sinhala
    (0x0F00, 0x109F),  # Tibetan, Myanmar
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0xA840, 0xABFF),  # Phags-pa to Meetei Mayek
    (0xFB50, 0xFDFF),  # Arabic presentation forms
    (0xFE70, 0xFEFC),
    (0x10A00, 0x11FFF),  # Kharoshthi to the later Indic blocks
)
"""Code point ranges in which a zero width (non-)joiner changes how a word is written."""


def needs_joiners(character: str) -> bool:
    """Whether a zero width joiner beside this letter or mark is part of its spelling."""
    point = ord(character)
    return any(first <= point <= last for first, last in JOINER_SCRIPTS) and (
        unicodedata.category(character)[0] in "LM"
    )


MARKLESS: Final = (
    (0x3100, 0xA66E),  # Bopomofo, Han, Yi, Lisu, Vai
    (0xAC00, 0xFB1D),  # Hangul, private use, Han signs for compatibility
    (0x12000, 0x13430),  # cuneiform and hieroglyphs
    (0x13456, 0x16100),
    (0x17000, 0x1BC9C),  # Tangut, Khitan, Kana
    (0x20000, 0xE0100),
)
"""Code point ranges, ends left out, in which no script has combining marks: not searched for any."""


may_hold_marks: Final = late("[^\0-\u02ff\u2000-\u20cf\u2100-\u2bff]")
"""A character beyond Latin, punctuation and symbols: text without one holds no combining mark."""


@lru_cache(maxsize=1)
def marks() -> str:
    """Character class of all combining marks, which `\\w` does not hold (built on first use, about 10 ms)."""
    starts = (0x300, *(end for _, end in MARKLESS))
    ends = (*(start for start, _ in MARKLESS), 0xE01F0)
    found = [
        point
        for start, end in zip(starts, ends, strict=True)
        for point in range(start, end)
        if unicodedata.category(chr(point)) in ("Mn", "Mc")
    ]
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in _runs_of(found))


def _runs_of(points: list[int]) -> list[tuple[int, int]]:
    """Neighbouring numbers as (first, last)."""
    runs: list[tuple[int, int]] = []
    for point in points:
        if runs and point == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], point
        else:
            runs.append((point, point))
    return runs
