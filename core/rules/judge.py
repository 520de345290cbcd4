"""One pair of claims under rules 3 to 5: what stops it, which rule applies, and what the guard says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from core.claims.claim import Claim
from core.claims.kinds import identity
from core.rules.guard import Answer, guard
from core.rules.retold import retells, says_so
from core.rules.sides import Side
from core.rules.statements import Statements, statements
from core.rules.table import (
    CORRECTION,
    RETOLD,
    REWRITE,
    SAME_HEAD,
    Figures,
    WriteRule,
    corrects,
    head_figures,
    is_similar,
    opens_alike,
    rewrite_figures,
    rewrites,
    shares_a_head,
)
from core.text.normalise import shared_opening

APPLY: Final = "apply"
PROPOSE: Final = "propose"
ORIGINAL: Final = "original"
POLICIES: Final = (APPLY, PROPOSE, ORIGINAL)
"""What rules 3 to 5 may do: close where the guard is sure, only propose, close without the guard."""

Decision = Literal["close", "propose", "open"]


class Judgement(msgspec.Struct, frozen=True):
    """What rules 3 to 5 make of one pair, windows aside."""

    decision: Decision
    why: str
    """Why it stays open or is only proposed; empty for a plain closing."""
    rule: str = ""
    """The rule that applied, or the one that came nearest."""
    figures: Figures = {}
    thresholds: Figures = {}
    guard: str | None = None
    settled: bool = False
    """Open for a reason that no likeness of words overrides: a gate, the guard, the writer, a person."""
    lone: bool = False
    """Proposed only where no second claim is to be proposed for the same reason."""


class Judged(msgspec.Struct, frozen=True):
    """A pair with its judgement."""

    new: Side
    old: Side
    judgement: Judgement
    closeness: float
    """How near the nearest of rules 4 and 5 came; 1 where it is reached."""

    def left_open(self, why: str) -> Judged:
        """The pair, left open whatever the rules say."""
        opened = msgspec.structs.replace(self.judgement, decision="open", why=why, settled=True)
        return msgspec.structs.replace(self, judgement=opened)


# what stops a pair before anything is measured


def _other_scope(new: Claim, old: Claim) -> str | None:
    if new.workspace != old.workspace:
        return f"it stands in workspace {old.workspace}, and the rules work inside one workspace"
    return None if new.set == old.set else "it stands in another set, and the rules work inside one set"


def _other_kind(new: Claim, old: Claim) -> str | None:
    if new.kind == old.kind or new.kind == "correction":
        return None
    return f"one is a {new.kind}, the other a {old.kind}"


def _other_identity(new: Claim, old: Claim) -> str | None:
    if identity(new.kind, new.facts) == identity(old.kind, old.facts):
        return None
    return "the facts that identify them differ"


def _other_keys(new: Claim, old: Claim) -> str | None:
    if new.key is None or old.key is None or new.key == old.key:
        return None
    return f"they hold two keys, {new.key} and {old.key}"


CLAIM_GATES: Final[tuple[Callable[[Claim, Claim], str | None], ...]] = (
    _other_scope,
    _other_kind,
    _other_identity,
    _other_keys,
)


def _other_domains(new: Side, old: Side) -> str | None:
    differ = new.claim.kind == "trust" and new.topics != old.topics
    return "the trust holds for other domains" if differ else None


def _share_no_name(new: Side, old: Side) -> str | None:
    if not (new.declares and old.declares) or not new.topics.isdisjoint(old.topics):
        return None
    return "both name what they are about, and no name is the same"


def _same_words(new: Side, old: Side) -> str | None:
    return "the words are the same" if new.said == old.said else None


SIDE_GATES: Final[tuple[Callable[[Side, Side], str | None], ...]] = (
    _other_domains,
    _share_no_name,
    _same_words,
)


def stopped(new: Side, old: Side) -> str | None:
    """Why rules 3 to 5 may not touch a pair at all, or None."""
    for claim_gate in CLAIM_GATES:
        if (why := claim_gate(new.claim, old.claim)) is not None:
            return why
    for side_gate in SIDE_GATES:
        if (why := side_gate(new, old)) is not None:
            return why
    return None


# judging


def judge(new: Side, old: Side, policy: str) -> Judgement:
    """What rules 3 to 5 make of a pair; `weigh` adds the windows, and what the policy leaves to a person."""
    why = stopped(new, old)
    if why is not None:
        return msgspec.structs.replace(_nearest(new, old, why), settled=True)
    if policy == ORIGINAL:
        return _as_original(new, old)
    rule, one, other = _applying(new, old), new, old
    if rule is None:
        told = statements(new, old)
        one, other = told.new, told.old
        rule = _applying(one, other) if told.alike else None
        if rule is None:
            return _told_anew(told, new, old)
    found = _found(rule, one, other)
    ruling = guard(new, old)
    if ruling.answer is Answer.FACTS:
        told = statements(new, old)
        if rule is not CORRECTION and says_so(told, new, old) is not None:
            return _told_anew(told, new, old)
        return msgspec.structs.replace(found, decision="open", why=ruling.why, guard=ruling.why, settled=True)
    if ruling.answer is not Answer.CHANGE:
        lone = ruling.answer is Answer.PASSED
        return msgspec.structs.replace(found, decision="propose", why=ruling.why, guard=ruling.why, lone=lone)
    found = msgspec.structs.replace(found, guard=ruling.why)
    if rule is REWRITE and new.topics.isdisjoint(old.topics):
        return msgspec.structs.replace(found, decision="propose", why=_NO_NAMES)
    return found


def _told_anew(told: Statements, new: Side, old: Side) -> Judgement:
    """What rule 6 makes of a pair that the rules before it do not reach."""
    ruling = retells(told, new, old)
    if ruling is None:
        return _nearest(new, old, _missing(new, old))
    figures = RETOLD.figures(told.new, told.old)
    lone = ruling.answer is Answer.PASSED
    return Judgement("propose", ruling.why, RETOLD.name, figures, RETOLD.thresholds, ruling.why, lone=lone)


_NO_NAMES: Final = "no name ties the two together"


def _applying(new: Side, old: Side) -> WriteRule | None:
    """The surest rule: a rewrite of one thing, a shared head, a rewrite of something unnamed."""
    if corrects(new, old):
        return CORRECTION if rewrites(new, old) or shares_a_head(new, old) else None
    if new.claim.kind != old.claim.kind:
        return None
    if not new.topics.isdisjoint(old.topics) and rewrites(new, old):
        return REWRITE
    if shares_a_head(new, old):
        return SAME_HEAD
    return REWRITE if rewrites(new, old) else None


def _found(rule: WriteRule, new: Side, old: Side) -> Judgement:
    figures, thresholds = rule.figures(new, old), rule.thresholds
    if rule is CORRECTION and not is_similar(new, old):
        figures, thresholds = figures | head_figures(new, old), SAME_HEAD.thresholds
    return Judgement("close", "", rule.name, figures, thresholds)


def _as_original(new: Side, old: Side) -> Judgement:
    """Rules 3 to 5 as the original has them (core/README.md, Figures of the write rules)."""
    if new.claim.kind != old.claim.kind:
        return _nearest(new, old, _other_kind_plain(new, old))
    if corrects(new, old):
        return _found(CORRECTION, new, old)
    if rewrites(new, old):
        return _found(REWRITE, new, old)
    if opens_alike(new, old):
        return _found(SAME_HEAD, new, old)
    return _nearest(new, old, _missing(new, old))


def _other_kind_plain(new: Side, old: Side) -> str:
    return f"one is a {new.claim.kind}, the other a {old.claim.kind}"


def _nearest(new: Side, old: Side, why: str) -> Judgement:
    """The judgement of a pair that stays open, with the figures of the rule that came nearest."""
    shorter = min(len(new.said), len(old.said))
    share = shared_opening(new.said, old.said) / shorter if shorter else 0.0
    similar = rewrite_figures(new, old)
    if share / float(SAME_HEAD.thresholds["share"]) > float(similar["jaccard"]) / float(
        REWRITE.thresholds["jaccard"]
    ):
        return Judgement("open", why, SAME_HEAD.name, head_figures(new, old), SAME_HEAD.thresholds)
    return Judgement("open", why, REWRITE.name, similar, REWRITE.thresholds)


def _missing(new: Side, old: Side) -> str:
    """What the nearest rule lacked."""
    if new.claim.kind != old.claim.kind and not corrects(new, old):
        return "a correction reaches other kinds only by a name both share"
    if is_similar(new, old) or opens_alike(new, old):
        return "the words come near, and no name both are about ties them together"
    return "the words are not near enough"
