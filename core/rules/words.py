"""The rules in words: what a person reads where a claim was closed, proposed or left open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.claims.claim import Figure

_Figures = Mapping[str, Figure]

MERGE: Final = "merge"
"""The rule of a pair that a merge left to a person; its verdict is the merge's, and no guard spoke."""
VERDICT_OF: Final = "verdict_of"
"""Name of the figure that tells whose verdict it is, where another rule found the pair."""


def _percent(share: Figure) -> str:
    return f"{float(share):.0%}".replace("%", " %")


def _count(number: Figure, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _about(figures: _Figures) -> str:
    shared = str(figures.get("shared_entities", ""))
    if not shared:
        return ""
    named = [f"“{name}”" for name in shared.split(", ")]
    return "both are about " + (
        " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]
    )


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part) + "."


def _named(figures: _Figures, thresholds: _Figures) -> str:
    if "chain" in figures:
        return "named: the newer claim names one of the same chain and comes right after this one."
    return "named: the newer claim names this one as replaced."


def _key(figures: _Figures, thresholds: _Figures) -> str:
    return f"key: both hold “{figures.get('key', '')}”, and a key holds one claim at a time."


def _rewrite(figures: _Figures, thresholds: _Figures, head: str = "rewrite") -> str:
    if "jaccard" not in figures:
        return f"{head}."
    shared, every = figures.get("shared_words", 0), figures.get("all_words", 0)
    share = _percent(figures["jaccard"])
    needs = f" (needs {_percent(thresholds['jaccard'])})" if "jaccard" in thresholds else ""
    return _joined(
        f"{head}: {shared} of {_count(every, 'different word')} are the same, {share}{needs}",
        _about(figures),
    )


def _same_head(figures: _Figures, thresholds: _Figures, head: str = "same head") -> str:
    if "opening" not in figures:
        return f"{head}."
    opening, shorter = figures["opening"], figures.get("shorter", 0)
    needs = ""
    if thresholds:
        needs = f" (needs {thresholds.get('opening', '')} and {_percent(thresholds.get('share', 0))})"
    return _joined(
        f"{head}: {_opening(opening, shorter)}{needs}",
        "the rest differs",
        _about(figures),
    )


def _opening(same: Figure, words: Figure) -> str:
    if same == 1:
        return f"only the first of {_count(words, 'word')} is the same"
    return f"the first {same} of {_count(words, 'word')} are the same"


def _correction(figures: _Figures, thresholds: _Figures) -> str:
    measured = _same_head if "opening" in figures else _rewrite
    return measured(figures, thresholds, "correction")


def _retold(figures: _Figures, thresholds: _Figures) -> str:
    if "jaccard" not in figures:
        return "told anew."
    shared, every = figures.get("shared_words", 0), figures.get("all_words", 0)
    measured = f"told anew: {shared} of {_count(every, 'different word')} are the same"
    return _joined(measured, "too few to be sure", _about(figures))


def _accepted(figures: _Figures, thresholds: _Figures) -> str:
    return "accepted: a person accepted the proposal."


_SENTENCES: Final[dict[str, Callable[[_Figures, _Figures], str]]] = {
    "same": lambda figures, thresholds: (
        "same: the words, the kind and the window are those of the held claim."
    ),
    "named": _named,
    "key": _key,
    "correction": _correction,
    "rewrite": _rewrite,
    "same_head": _same_head,
    "retold": _retold,
    "neighbour": lambda figures, thresholds: "neighbour: a later claim of the same line begins there.",
    "stated": lambda figures, thresholds: "stated: its end was stated.",
    "deed": lambda figures, thresholds: "deed: a deed showed that it is no longer true.",
    "retracted": lambda figures, thresholds: "retracted: it was never true.",
    "undo": lambda figures, thresholds: "undo: the act that wrote it was taken back.",
    "redo": lambda figures, thresholds: "redo: the act that wrote it was taken back again.",
    "accepted": _accepted,
    "taken_over": lambda figures, thresholds: (
        "taken over: it was the other pack's version of a claim, which says from then on what this one said."
    ),
    "set_aside": lambda figures, thresholds: (
        "set aside: it was the other pack's version of what stands here, and ours was kept."
    ),
    "merge": lambda figures, thresholds: "merge: two packs that were one have changed it in different ways.",
}


def explain(rule: str, figures: _Figures, thresholds: _Figures, guard: str | None = None) -> tuple[str, ...]:
    """Sentences for a person: the rule with what it measured and needed, then what guard or merge said.

    A closing by an accepted proposal also tells of the rule that proposed it.
    """
    lines = [_sentence(rule, figures, thresholds)]
    proposed_by = str(figures.get("proposed_by_rule", ""))
    if proposed_by and proposed_by != rule:
        lines.append(_sentence(proposed_by, figures, thresholds))
    if guard:
        speaker = MERGE if MERGE in (rule, proposed_by, figures.get(VERDICT_OF)) else "guard"
        lines = [line for line in lines if not line.startswith(f"{MERGE}: ")]
        lines.append(f"{speaker}: {guard.rstrip('.')}.")
    return tuple(lines)


def _sentence(rule: str, figures: _Figures, thresholds: _Figures) -> str:
    spoken = _SENTENCES.get(rule)
    return spoken(figures, thresholds) if spoken else f"{rule}."
