"""Near misses: which rule came nearest to closing a claim, and what stopped it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.ended import how_withdrawn
from core.rules.findings import Near
from core.rules.judge import APPLY, Judgement, judge
from core.rules.sides import Side
from core.rules.table import holds_the_key, is_named
from core.rules.thresholds import NEAR_JACCARD, OPENING_SHARE, OPENING_WORDS, REWRITE_JACCARD, ROUNDING
from core.rules.windows import Relation, relation
from core.text.normalise import jaccard, shared_opening

LEFT_OPEN: Final = "a person has said that both stay"

_WOULD_CLOSE: Final = "nothing holds the rules back now: written today, the newer would close it"


def closeness(new: Side, old: Side) -> float:
    """How near the nearest of rules 4 and 5 came: its measure over its threshold, 1 where it is reached."""
    opening, shorter = shared_opening(new.said, old.said), min(len(new.said), len(old.said))
    head = opening / shorter / OPENING_SHARE if opening >= OPENING_WORDS else 0.0
    return max(head, jaccard(new.tokens, old.tokens) / REWRITE_JACCARD)


def comes_near(measured: float) -> bool:
    """Whether a pair of this closeness is worth a line among those that came near."""
    return measured >= NEAR_JACCARD / REWRITE_JACCARD - ROUNDING


def near_of(judgement: Judgement, old: Side, why: str | None = None) -> Near:
    """The line of a pair that stays open."""
    figures = {"rule": judgement.rule, **judgement.figures} if judgement.rule else dict(judgement.figures)
    return Near(old.claim.id, figures, why or judgement.why)


def why_open(new: Claim, old: Claim, *, policy: str = APPLY) -> Near:
    """Which rule came nearest to letting `new` close `old`, and what stopped it; for any two claims."""
    ours, theirs = Side.of(new), Side.of(old)
    judgement = judge(ours, theirs, policy)
    return near_of(judgement, theirs, _before_words(ours, theirs) or judgement.why or _by_window(new, old))


def both_stay(near: Near, said: str) -> Near:
    """The same of a pair that a person left open; `said` is the reason that was kept."""
    return replace(near, why_open=f"{LEFT_OPEN}: {said}")


def _before_words(new: Side, old: Side) -> str | None:
    if new.claim.id == old.claim.id:
        return "it is the same claim"
    if (gone := how_withdrawn(old.claim)) is not None:
        return f"it is {gone}, so there is no window to end"
    if (gone := how_withdrawn(new.claim)) is not None:
        return f"the other is {gone} and closes nothing"
    if is_named(new, old) or holds_the_key(new, old):
        by = "names the older one" if is_named(new, old) else "holds the same key"
        return f"the newer one {by}; {relation(new.claim, old.claim).value}"
    return None


def _by_window(new: Claim, old: Claim) -> str:
    case = relation(new, old)
    return _WOULD_CLOSE if case is Relation.CHANGE else case.value
