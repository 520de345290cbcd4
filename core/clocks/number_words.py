"""Numbers written as words beside units of time: `two weeks ago` counts as `2 weeks ago` does."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import import_module
from typing import Any, Final

DUALS: Final = frozenset({"ar"})
"""Languages that say two of a unit by its form, in the words that others have for `last week`."""


def counts(text: str, language: str) -> bool:
    """Whether a length of time in words is counted: `two weeks ago` is, `last week` is not."""
    plain = _plain(text.casefold())
    return any(word.search(plain) for word in _words(language)) or plain in _two_by_form(language)


@cache
def _words(language: str) -> tuple[Any, ...]:
    """What a language writes in the place of figures, as the library of dates knows it."""
    regex: Any = import_module("regex")  # which the library of dates brings, and its patterns need
    found = []
    for pattern, figures in _replaced(language):
        if any(sign.isdigit() for sign in figures):
            found.append(regex.compile(rf"(?<!\w)(?:{_plain(pattern)})(?!\w)"))
    return tuple(found)


def _replaced(language: str) -> list[tuple[str, str]]:
    return [pair for one in _known(language).get("simplifications", ()) for pair in one.items()]


@cache
def _two_by_form(language: str) -> frozenset[str]:
    if language not in DUALS:
        return frozenset()
    forms = _known(language)["relative-type"]
    return frozenset(_plain(form) for count, said in forms.items() if count.startswith("2 ") for form in said)


def _known(language: str) -> dict[str, Any]:
    from dateparser.languages.loader import default_loader

    known: dict[str, Any] = default_loader.get_locale(language).info
    return known


def _plain(text: str) -> str:
    """Without accents, which people leave out."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
