"""The write rules as one table, in the order in which they are asked (core/README.md, Writing)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from core.claims.claim import Figure
from core.rules.sides import Side
from core.rules.thresholds import (
    FIGURE_DIGITS,
    NEAR_JACCARD,
    OPENING_SHARE,
    OPENING_WORDS,
    REWRITE_JACCARD,
    ROUNDING,
)
from core.text.normalise import jaccard, normal_form, shared_opening

Figures = dict[str, Figure]


def rewrite_figures(new: Side, old: Side) -> Figures:
    """Token-set Jaccard, with the counts it is made of."""
    shared = len(new.tokens & old.tokens)
    return {
        "jaccard": round(jaccard(new.tokens, old.tokens), FIGURE_DIGITS),
        "shared_words": shared,
        "all_words": len(new.tokens) + len(old.tokens) - shared,
        **_both_about(new, old),
    }


def head_figures(new: Side, old: Side) -> Figures:
    """The shared opening, in words and as a share of the shorter text."""
    opening, shorter = shared_opening(new.said, old.said), min(len(new.said), len(old.said))
    share = round(opening / shorter, FIGURE_DIGITS) if shorter else 0.0
    return {"opening": opening, "shorter": shorter, "share": share, **_both_about(new, old)}


def _both_about(new: Side, old: Side) -> Figures:
    shared = sorted(new.topics & old.topics)
    return {"shared_entities": ", ".join(shared)} if shared else {}


def _no_figures(new: Side, old: Side) -> Figures:
    return {}


def key_figures(new: Side, old: Side) -> Figures:
    """The key both hold."""
    return {"key": new.claim.key or ""}


def says_the_same(new: Side, old: Side) -> bool:
    """Rule 0: same scope, kind, normalised text, key and facts."""
    one, other = new.claim, old.claim
    return (
        (one.workspace, one.set, one.kind, one.key, one.facts)
        == (other.workspace, other.set, other.kind, other.key, other.facts)
    ) and normal_form(one.text) == normal_form(other.text)


def is_named(new: Side, old: Side) -> bool:
    """Rule 1: the newcomer names the other among those it replaces."""
    return old.claim.id in new.claim.supersedes


def holds_the_key(new: Side, old: Side) -> bool:
    """Rule 2: both hold one key of one scope."""
    one, other = new.claim, old.claim
    return one.key is not None and (one.workspace, one.set, one.key) == (
        other.workspace,
        other.set,
        other.key,
    )


def corrects(new: Side, old: Side) -> bool:
    """Rule 3: a correction about something both are about."""
    return new.claim.kind == "correction" and not new.topics.isdisjoint(old.topics)


def is_similar(new: Side, old: Side) -> bool:
    """The measure of rule 4 alone."""
    return jaccard(new.tokens, old.tokens) >= REWRITE_JACCARD - ROUNDING


def rewrites(new: Side, old: Side) -> bool:
    """Rule 4: similar, and about one thing; a pair of which a side is about nothing is only proposed."""
    return is_similar(new, old) and (
        not new.topics.isdisjoint(old.topics) or not new.topics or not old.topics
    )


def opens_alike(new: Side, old: Side) -> bool:
    """The measure of rule 5 alone: a long shared opening with something different behind it on both sides."""
    opening, shorter = shared_opening(new.said, old.said), min(len(new.said), len(old.said))
    return opening < shorter and opening >= max(OPENING_WORDS, OPENING_SHARE * shorter - ROUNDING)


def shares_a_head(new: Side, old: Side) -> bool:
    """Rule 5: opens alike, and about one thing or declared to be about nothing."""
    meet = not new.topics.isdisjoint(old.topics)
    return opens_alike(new, old) and (meet or not (new.declares or old.declares))


def is_near(new: Side, old: Side) -> bool:
    """The measure of rule 6: two thirds of what a rewrite needs."""
    return jaccard(new.tokens, old.tokens) >= NEAR_JACCARD - ROUNDING


def tells_anew(new: Side, old: Side) -> bool:
    """Rule 6: of one kind and about one thing; what else it needs is in `core.rules.retold`."""
    return new.claim.kind == old.claim.kind and not new.topics.isdisjoint(old.topics)


class WriteRule(msgspec.Struct, frozen=True):
    """One row: when it applies to a newcomer and a claim that is held, and what it measures of them."""

    number: int
    name: str
    about: str
    applies: Callable[[Side, Side], bool]
    figures: Callable[[Side, Side], Figures]
    thresholds: Figures = msgspec.field(default_factory=dict)
    guarded: bool = False


_JACCARD: Final[Figures] = {"jaccard": REWRITE_JACCARD}
_HEAD: Final[Figures] = {"opening": OPENING_WORDS, "share": OPENING_SHARE}

SAME: Final = WriteRule(0, "same", "the same words of the same kind", says_the_same, _no_figures)
NAMED: Final = WriteRule(1, "named", "the newcomer names it", is_named, _no_figures)
KEY: Final = WriteRule(2, "key", "one key holds one claim at a time", holds_the_key, key_figures)
CORRECTION: Final = WriteRule(
    3, "correction", "a correction about the same thing", corrects, rewrite_figures, _JACCARD, guarded=True
)
REWRITE: Final = WriteRule(
    4,
    "rewrite",
    "nearly the same words about the same thing",
    rewrites,
    rewrite_figures,
    _JACCARD,
    guarded=True,
)
SAME_HEAD: Final = WriteRule(
    5, "same_head", "the same opening with another ending", shares_a_head, head_figures, _HEAD, guarded=True
)

RETOLD: Final = WriteRule(
    6,
    "retold",
    "one thing told anew; never closes",
    tells_anew,
    rewrite_figures,
    {"jaccard": NEAR_JACCARD},
    guarded=True,
)

RULES: Final = (SAME, NAMED, KEY, CORRECTION, REWRITE, SAME_HEAD, RETOLD)
"""All rules, in order: the first that applies decides a pair."""

NEIGHBOUR: Final = "neighbour"
"""Rule name of a newcomer's own end where a later claim of its key or named chain begins."""
