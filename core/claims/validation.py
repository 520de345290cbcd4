"""Whether a draft can be a claim at all: its text, its kind's facts, its names and its window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from core.claims.draft import Draft
from core.claims.facts import Facts, Outcome, Persona, Prediction, Rule, Trust
from core.claims.kinds import KINDS, MIN_PREMISES
from core.clocks.instants import MINUTE, Instant, is_writable
from core.errors import Refused, as_given
from core.text.entities import mine_entities
from core.text.refusals import entity_problems, problems

FUTURE_SLACK: Final = 5 * MINUTE
"""How far ahead of the clock `t_observed` may lie (clocks of two machines differ)."""

MAX_NAME: Final = 120
"""Longest workspace, set, key or seat."""


def entities_of(draft: Draft) -> tuple[str, ...]:
    """The declared entities, or those mined from the text."""
    return mine_entities(draft.text) if draft.entities is None else draft.entities


def check_draft(draft: Draft, *, author: str, now: Instant, strict: bool = False) -> None:
    """Raise `Refused` with every reason why the draft cannot be a claim."""
    reasons = [
        problem.message for problem in problems(draft.text, keyed=draft.key is not None, strict=strict)
    ]
    reasons += [problem.message for problem in entity_problems(draft.entities or ())]
    reasons += [*_kind_reasons(draft), *_name_reasons(draft, author), *_window_reasons(draft, now)]
    if reasons:
        raise Refused(_joined(reasons))


def _joined(reasons: list[str]) -> str:
    """One reason as it is; several as sentences."""
    ended = [reason.rstrip(".") + "." for reason in reasons]
    return ended[0] if len(ended) == 1 else " ".join(one[:1].upper() + one[1:] for one in ended)


def _kind_reasons(draft: Draft) -> Iterator[str]:
    kind = KINDS.get(draft.kind)
    if kind is None:
        yield f"there is no kind {as_given(draft.kind)}; there are {', '.join(KINDS)}"
        return
    if kind.facts is None and draft.facts is not None:
        yield f"a {draft.kind} carries no facts; leave them out or choose the kind they belong to"
    elif kind.facts is not None and not isinstance(draft.facts, kind.facts):
        yield f"a {draft.kind} needs its facts: {_fields(kind.facts)}"
    elif draft.facts is not None:
        yield from facts_reasons(draft.facts)
    if draft.kind == "conclusion" and len(set(draft.derived_from)) < MIN_PREMISES:
        yield f"a conclusion rests on {MIN_PREMISES} claims or deeds or more; name them in derived_from"


def _fields(facts: type[Facts]) -> str:
    return ", ".join(field.rstrip("_") for field in facts.__struct_fields__)


def _trust(facts: Trust) -> Iterator[str]:
    if not facts.from_.strip() or not facts.to.strip() or facts.from_ == facts.to:
        yield "trust goes from one seat to another; name two"
    if not 0 < facts.weight <= 1:
        yield f"the weight of trust lies above 0 and at most at 1, not at {facts.weight}"


def is_persona_name(name: str) -> bool:
    """Whether a persona can bear a name: it is part of the keys of its lens."""
    return bool(name.strip()) and len(name) <= MAX_NAME and "|" not in name


def _persona(facts: Persona) -> Iterator[str]:
    if not is_persona_name(facts.name):
        yield f"a persona's name has 1 to {MAX_NAME} signs and no “|”"
    if not 0 <= facts.anchor <= 1:
        yield f"a persona's anchor lies between 0 and 1, not at {facts.anchor}"


def _prediction(facts: Prediction) -> Iterator[str]:
    if not facts.issue.strip() or not facts.agent.strip():
        yield "a prediction needs an issue and an agent"
    shares = facts.expect
    if isinstance(shares, str) and not shares.strip():
        yield "a prediction expects an option, or shares of options"
    if isinstance(shares, dict) and (not shares or any(not share >= 0 for share in shares.values())):
        yield "the shares a prediction expects are none below 0, and at least one"


def _rule(facts: Rule) -> Iterator[str]:
    if not facts.pattern.strip():
        yield "a rule needs a pattern"
    if facts.verdict not in ("deny", "ask"):
        yield f"a rule's verdict is deny or ask, not {as_given(facts.verdict)}"


def _outcome(facts: Outcome) -> Iterator[str]:
    if not facts.issue.strip() or not facts.choice.strip():
        yield "an outcome needs an issue and a choice"


_CHECKS: Final[dict[type[Facts], Callable[..., Iterator[str]]]] = {
    Trust: _trust,
    Persona: _persona,
    Prediction: _prediction,
    Rule: _rule,
    Outcome: _outcome,
}


def facts_reasons(facts: Facts) -> tuple[str, ...]:
    """Why these cannot be the facts of a claim; empty when they can."""
    return tuple(_CHECKS[type(facts)](facts))


def _name_reasons(draft: Draft, author: str) -> Iterator[str]:
    if not author.strip():
        yield "a claim has an author; say who writes it"
    for what, name in (("workspace", draft.workspace), ("set", draft.set), ("key", draft.key)):
        if name is not None and not (0 < len(name.strip()) <= MAX_NAME and name.isprintable()):
            yield f"a {what} is a name of 1 to {MAX_NAME} printable signs"


def _window_reasons(draft: Draft, now: Instant) -> Iterator[str]:
    stated = (draft.t_observed, draft.t_valid, draft.t_invalid)
    if not all(is_writable(time) for time in stated if isinstance(time, int)):
        yield "a time of a claim lies within the years 1 to 9999"
    observed = now if draft.t_observed is None else draft.t_observed
    if observed > now + FUTURE_SLACK:
        yield "nothing is observed in the future; set t_valid for what will be true"
    start = observed if draft.t_valid is None else draft.t_valid
    if draft.t_invalid is not None and isinstance(start, int) and start >= draft.t_invalid:
        yield "the window is empty: it must end after it starts" + _unsaid_start(draft)


def _unsaid_start(draft: Draft) -> str:
    """Where a window starts whose draft names no start, and what to do about it."""
    if draft.t_valid is not None:
        return ""
    starts = "now" if draft.t_observed is None else "when it was observed"
    return f". Without a start it starts {starts}; give one, or always"
