"""The parts of a compound: path segments, hyphen and underscore pieces, camelCase words."""

import re

from core.text.folding import fold_case
from core.text.scripts import HANGUL

_CAMEL = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z][a-z0-9]*|[0-9]+")
_BREAK = re.compile(r"[-_./]+")
_VERSION = re.compile(r"v?([0-9]+(?:\.[0-9]+)+)", re.IGNORECASE)
_HANGUL_RUN = re.compile(f"[{HANGUL}]{{3,}}")

_MAX_ELIDED = 2
_MIN_AFTER_ELISION = 3
_MIN_NUMBER_PART = 3


def parts(run: str) -> list[str]:
    """The parts of one word as written, case folded, without the word itself; versions have none.

    `core/text/words.py` gives core, text, words.py, words, py; `userName` user, name; `l'homme` homme.
    """
    whole = fold_case(run)
    if run.isascii() and run.isalnum():
        return [part for part in dict.fromkeys(_camel(run)) if part != whole]
    if version := _VERSION.fullmatch(run):
        return [version[1]] if version[1] != whole else []
    found: list[str] = []
    for segment in run.split("/"):
        pieces = [piece for piece in _BREAK.split(segment) if piece]
        if len(pieces) > 1:
            found.append(fold_case(segment))
        for piece in pieces:
            found.append(fold_case(piece))
            found += _camel(piece)
            found += _after_elision(piece)
    numeric = whole.replace("-", "").replace("/", "").replace(".", "").isdecimal()
    return [
        part
        for part in dict.fromkeys(found)
        if part != whole and not (numeric and len(part) < _MIN_NUMBER_PART)
    ]


def hangul_pairs(run: str) -> list[str]:
    """Neighbouring syllables of Korean words of three or more, so that a noun is found under its particle."""
    return [word[at : at + 2] for word in _HANGUL_RUN.findall(run) for at in range(len(word) - 1)]


def _camel(piece: str) -> list[str]:
    if not piece.isascii() or piece.islower() or piece.isupper() or piece[1:].islower():
        return []
    humps = _CAMEL.findall(piece)
    return [hump.lower() for hump in humps if len(hump) > 1] if len(humps) > 1 else []


def _after_elision(piece: str) -> list[str]:
    head, apostrophe, rest = piece.partition("'")
    if apostrophe and 0 < len(head) <= _MAX_ELIDED and len(rest) >= _MIN_AFTER_ELISION:
        return [fold_case(rest)]
    return []
