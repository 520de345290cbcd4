"""Names a claim is about: how two of them are compared, which are topics, and which a text names."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from core.text.folding import fold_case

NON_TOPIC_PREFIXES: Final = ("seat:", "horizon:")
"""Names that say who or how long, not what: they never link or close."""

ACCESSION_PREFIXES: Final = ("deed-", "sha256:")
"""How an id of a deed starts."""

_SPLITS = re.compile(r"[\s,]")


def fold_entity(name: str) -> str:
    """The form in which names are compared: NFKC, case folded, white space collapsed."""
    if name.isascii():
        return " ".join(name.lower().split())
    folded = fold_case(unicodedata.normalize("NFKC", name))
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def topic_entities(entities: Iterable[str]) -> frozenset[str]:
    """The folded names that say what a claim is about: no seats, horizons or accessions."""
    return _topics(tuple(entities))


@lru_cache(maxsize=4096)  # a write asks for the same names several times
def _topics(entities: tuple[str, ...]) -> frozenset[str]:
    folded = (fold_entity(entity) for entity in entities)
    return frozenset(
        name for name in folded if name and not name.startswith(NON_TOPIC_PREFIXES) and not is_accession(name)
    )


def is_accession(name: str) -> bool:
    """Whether a name has the shape of a deed's id; no deed is looked up."""
    return any(
        name.startswith(prefix) and len(name) > len(prefix) and not _SPLITS.search(name)
        for prefix in ACCESSION_PREFIXES
    )


def is_bare_accession(name: str) -> bool:
    """Whether a name is the beginning of an accession and nothing else."""
    return name.strip() in ACCESSION_PREFIXES


def is_split_accession(name: str) -> bool:
    """Whether a name starts as an accession and holds white space or a comma."""
    return name.startswith(ACCESSION_PREFIXES) and _SPLITS.search(name) is not None


def mine_entities(text: str) -> tuple[str, ...]:
    """The names a text gives itself, for a claim that declares none; see `core.text.mining`."""
    from core.text.mining import mined_names

    return mined_names(text)
