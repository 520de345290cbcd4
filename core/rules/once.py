"""What is asked once: rule 6 about the nearest claim, and a subject that differs where no second one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from core.rules.judge import Judged
from core.rules.table import RETOLD

_FOUND: Final = "what it replaces is found already, and the words are not near enough"
_NEARER: Final = "another claim about the same thing is nearer"
_SEVERAL: Final = "the same is said of several, so it has passed on from none"


def asked_once(pairs: Sequence[Judged], found: bool) -> list[Judged]:
    """The pairs, with at most one question of rule 6; none if `found`, or if another rule found one."""
    lone = [pair for pair in pairs if _proposed(pair) and pair.judgement.lone]
    left = _without(pairs, lambda pair: pair in lone, _SEVERAL) if len(lone) > 1 else list(pairs)
    asked = [pair for pair in left if _by_rule_6(pair)]
    if not asked:
        return left
    if found or any(pair.judgement.decision != "open" and not _by_rule_6(pair) for pair in left):
        return _without(left, _by_rule_6, _FOUND)
    nearest = max(asked, key=lambda pair: (pair.closeness, pair.old.claim.id))
    return _without(left, lambda pair: pair in asked and pair is not nearest, _NEARER)


def _proposed(pair: Judged) -> bool:
    return pair.judgement.decision == "propose"


def _by_rule_6(pair: Judged) -> bool:
    return pair.judgement.rule == RETOLD.name and _proposed(pair)


def _without(pairs: Sequence[Judged], dropped: Callable[[Judged], bool], why: str) -> list[Judged]:
    return [
        replace(pair, judgement=replace(pair.judgement, decision="open", why=why)) if dropped(pair) else pair
        for pair in pairs
    ]
