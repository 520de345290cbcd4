"""Text measured in terminal cells: made safe to show, cut and padded. Knows no Textual."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from rich.cells import cell_len

from core.text.patterns import late

Align = Literal["left", "right", "centre"]

ELLIPSIS = "…"
REPLACEMENT = "\ufffd"
TAB = "    "

CONTROL_PICTURES = 0x2400
"""First of the Unicode control pictures: U+2400 + n pictures the control character n."""

_TAGS = "\U000e0000"
"""First of the invisible tags and variants. Below them nothing is changed that Python calls printable."""

CONTEXT_CODE_POINTS = 8
"""Code points kept per cell before segmenting, so that a very long text costs what its visible part costs."""

_LINE_BREAKS = re.compile("\r\n|[\n\r\v\f\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
# Bidirectional controls, other invisible format characters, C1 controls and lone surrogates.
_UNSHOWABLE = late(
    "[\x80-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ud800-\udfff]"
    "|[\U000e0000-\U000e0fff]+"
)
_PICTOGRAPH = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
# A joiner outside an emoji sequence shifts every later cell: terminals and measures disagree on it.
_STRAY_JOINER = late(f"(?<![{_PICTOGRAPH}])\u200d|\u200d(?![{_PICTOGRAPH}])|\u200c")
_ONE_CELL_EACH = late(
    "[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2027\u2500-\u25fc\u2800-\u28ff]*"
)

# Letters that are a grapheme cluster each when they stand side by side.
_PLAIN = late(
    "[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*"
)
_RESIZING = "\u200d\ufe0f"


def visible(text: str, *, lines: bool = False) -> str:
    """The text with controls pictured, invisible characters shown, tabs widened and line breaks as spaces.

    With `lines` the breaks stay, each as one newline.
    """
    if text.isprintable() and (text.isascii() or max(text) < _TAGS):
        return text
    text = _LINE_BREAKS.sub("\n" if lines else " ", text).replace("\t", TAB)
    text = _CONTROLS.sub(_pictured if not lines else _pictured_but_newline, text)
    return _STRAY_JOINER.sub("", _UNSHOWABLE.sub(REPLACEMENT, text))


def width(text: str) -> int:
    """How many terminal cells the text takes."""
    return cell_len(text)


@lru_cache(maxsize=4096)
def cut(text: str, cells: int) -> str:
    """The text made visible on one line, ended by `…` on a grapheme boundary if it is wider than `cells`."""
    if cells <= 0:
        return ""
    shown = visible(text)
    if cell_len(shown) <= cells:
        return shown
    if _ONE_CELL_EACH.fullmatch(shown, 0, cells):
        return shown[: cells - 1].rstrip() + ELLIPSIS
    return _fitting(shown, cells - 1).rstrip() + ELLIPSIS


def opening(text: str, characters: int) -> str:
    """The text on one line, ended by `…` where it has more than so many characters."""
    said = " ".join(text.split())
    return said if len(said) <= characters else said[:characters].rstrip() + ELLIPSIS


def pad(text: str, cells: int, align: Align = "left") -> str:
    """The text cut or filled with spaces to exactly `cells` cells."""
    shown = cut(text, cells)
    room = max(0, cells - cell_len(shown))
    if align == "right":
        return " " * room + shown
    if align == "centre":
        return " " * (room // 2) + shown + " " * (room - room // 2)
    return shown + " " * room


def wrap(text: str, cells: int) -> tuple[str, ...]:
    """The text as lines of at most `cells` cells, broken at spaces where there are some."""
    lines: list[str] = []
    for paragraph in visible(text, lines=True).split("\n"):
        lines.extend(_wrapped(paragraph, max(1, cells)))
    return tuple(lines)


def _wrapped(paragraph: str, cells: int) -> list[str]:
    lines, line = [], ""
    for word in _pieces(paragraph, cells):
        if line and cell_len((line + word).rstrip()) > cells:
            lines.append(line.rstrip())
            line = word.lstrip()
        else:
            line += word
    return [*lines, line.rstrip()]


def _pieces(paragraph: str, cells: int) -> list[str]:
    """Words with the space after them; words wider than a line, and scripts without spaces, by grapheme."""
    pieces: list[str] = []
    for word in re.findall(r"\S+\s*|\s+", paragraph):
        pieces.extend(_graphemes(word) if cell_len(word.rstrip()) > cells else [word])
    return pieces


def _fitting(shown: str, cells: int) -> str:
    """The longest opening of whole grapheme clusters that takes at most `cells` cells."""
    start, used = _surely_fitting(shown, cells)
    if used + cell_len(shown[start : start + 1]) > cells:
        return shown[:start]
    kept: list[str] = []
    for cluster in _graphemes(shown[start : start + (cells - used + 1) * CONTEXT_CODE_POINTS]):
        used += cell_len(cluster)
        if used > cells:
            break
        kept.append(cluster)
    while kept and cell_len(shown[:start] + "".join(kept)) > cells:
        kept.pop()
    return _STRAY_JOINER.sub("", shown[:start] + "".join(kept))


def _surely_fitting(shown: str, cells: int) -> tuple[int, int]:
    """Where the last boundary between two plain characters is that still fits, and the cells before it.

    Segmenting is slow (0.03 ms a character), so it begins there instead of at the beginning.
    """
    boundary, cells_before, used = 0, 0, 0
    for at, character in enumerate(shown):
        if at and _PLAIN.fullmatch(shown, at - 1, at + 1):
            boundary, cells_before = at, used
        if character in _RESIZING:
            break
        used += cell_len(character)
        if used > cells:
            break
    return boundary, cells_before


def _pictured(match: re.Match[str]) -> str:
    code = ord(match.group())
    return chr(CONTROL_PICTURES + (0x21 if code == 0x7F else code))


def _pictured_but_newline(match: re.Match[str]) -> str:
    return match.group() if match.group() == "\n" else _pictured(match)


def _graphemes(text: str) -> Iterator[str]:
    """Grapheme clusters; the tables behind them are loaded by the first text that needs them."""
    from uniseg.graphemecluster import grapheme_clusters

    clusters: Iterator[str] = grapheme_clusters(text)
    return clusters
