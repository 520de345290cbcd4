"""Rule 3: a correction closes one claim or none, of whatever kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from core.rules.judge import ORIGINAL, Judged
from core.rules.table import CORRECTION, REWRITE, corrects, rewrite_figures
from core.rules.thresholds import NEAR_JACCARD, ROUNDING
from core.text.normalise import jaccard

_OTHER: Final = "a correction closes one claim, and another one is nearer"
_SEVERAL: Final = "the correction fits several claims"
_NONE: Final = "the correction is about the same thing, and the words are not near enough to be sure"


def one_corrected(pairs: Sequence[Judged], policy: str) -> list[Judged]:
    """The pairs, with at most one claim that the correction reaches.

    That is the one claim that also passes rule 4 or 5; else the nearest by Jaccard, as a proposal.
    """
    reached = [pair for pair in pairs if corrects(pair.new, pair.old)]
    if not reached or policy == ORIGINAL:
        return list(pairs)
    sure = [pair for pair in reached if pair.judgement.decision == "close"]
    chosen = sure[0] if len(sure) == 1 else _nearest(reached, several=len(sure) > 1)
    kept = {chosen.old.claim.id: chosen} if chosen else {}
    return [kept.get(pair.old.claim.id, _left(pair) if pair in reached else pair) for pair in pairs]


def _nearest(reached: Sequence[Judged], several: bool) -> Judged | None:
    open_to_it = [pair for pair in reached if not pair.judgement.settled and _near_enough(pair)]
    if not open_to_it:
        return None
    nearest = max(open_to_it, key=lambda pair: (jaccard(pair.new.tokens, pair.old.tokens), pair.old.claim.id))
    judgement = nearest.judgement
    if judgement.decision == "open":
        figures = rewrite_figures(nearest.new, nearest.old)
        judgement = replace(
            judgement, rule=CORRECTION.name, figures=figures, thresholds=REWRITE.thresholds, why=_NONE
        )
    why = _SEVERAL if several else judgement.why
    return replace(nearest, judgement=replace(judgement, decision="propose", why=why))


def _near_enough(pair: Judged) -> bool:
    similar = jaccard(pair.new.tokens, pair.old.tokens) >= NEAR_JACCARD - ROUNDING
    return similar or pair.judgement.decision != "open"


def _left(pair: Judged) -> Judged:
    if pair.judgement.decision == "open":
        return pair
    return replace(pair, judgement=replace(pair.judgement, decision="open", why=_OTHER))
