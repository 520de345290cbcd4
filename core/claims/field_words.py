"""How the fields of a claim are called: one table for summaries, both faces and every list of changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

FIELD_WORDS: Final[Mapping[str, str]] = {
    "t_valid": "true from", "t_invalid": "true until", "t_observed": "seen", "closing": "closed",
    "withdrawal": "withdrawn", "state": "belief", "entities": "about", "deeds": "cites",
    "supersedes": "replaces", "derived_from": "rests on", "witnesses": "also by",
    "rest_reason": "rests because", "t_valid_stated": "start stated", "t_invalid_stated": "end stated",
    "entities_declared": "names declared", "precision": "how exact", "extra": "further fields",
    "text": "text", "question": "question", "key": "key", "set": "set", "workspace": "workspace",
    "kind": "kind", "facts": "facts", "resting": "resting", "pinned": "pinned", "accepted": "accepted",
    "origin": "origin", "author": "author",
}  # fmt: skip
"""Every field of a claim that can change, as a person calls it."""

PART_WORDS: Final[Mapping[str, str]] = {
    **FIELD_WORDS, "start": "true from", "end": "true until", "rest": "resting",
}  # fmt: skip
"""The parts of a claim that are decided as one, by the same words."""

FOLLOWING: Final = frozenset(
    {"t_valid_stated", "t_invalid_stated", "precision", "entities_declared", "rest_reason", "state", "extra"}
)
"""Fields that mostly change with another one, whose change says enough."""


def telling(names: Iterable[str]) -> tuple[str, ...]:
    """The fields that tell what changed: those that only follow are left out beside others."""
    every = tuple(names)
    return tuple(name for name in every if name not in FOLLOWING) or every


def field_words(names: Iterable[str]) -> str:
    """The fields that tell what changed, as a person calls them: `about, true until`."""
    return ", ".join(FIELD_WORDS[name] for name in telling(names))
