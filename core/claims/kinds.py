"""The kinds of claim, as one table."""

from __future__ import annotations

from typing import Final

import msgspec

from core.claims.facts import Facts, Outcome, Persona, Prediction, Rule, Trust


class Kind(msgspec.Struct, frozen=True):
    """What the program knows of one kind."""

    name: str
    about: str
    reviewed: bool = True
    """Whether it has a review clock."""
    facts: type[Facts] | None = None
    """The struct its facts must be."""
    identity: tuple[str, ...] = ()
    """Fields of the facts that must be equal before one claim may close another by rules 3 to 5."""


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind("lesson", "something learned that should not be learned twice"),
        Kind("preference", "how somebody likes a thing done"),
        Kind("habit", "what somebody does as a rule"),
        Kind("goal", "what somebody wants to reach"),
        Kind("conclusion", "what follows from two or more claims or deeds"),
        Kind("belief", "what somebody holds true without proof at hand"),
        Kind("correction", "what is true instead of something held before"),
        Kind("summary", "the short of something longer"),
        Kind("voice", "how somebody writes or speaks"),
        Kind("card_line", "a line that belongs on a card", reviewed=False),
        Kind("cache-pointer", "where something bulky is kept", reviewed=False),
        Kind("trust", "how far one seat trusts another", False, Trust, ("from_", "to")),
        Kind("persona", "a named point of view", False, Persona, ("name",)),
        Kind("prediction", "what an agent expects", False, Prediction, ("issue", "agent")),
        Kind("rule", "a verdict on command lines", False, Rule, ("pattern", "verdict")),
        Kind("outcome", "what was chosen", False, Outcome, ("issue",)),
    )
}

MIN_PREMISES: Final = 2
"""Claims or deeds that a conclusion rests on at least."""


def identity(kind: str, facts: Facts | None) -> tuple[object, ...]:
    """The values of the identity fields, in the table's order."""
    return tuple(getattr(facts, name, None) for name in KINDS[kind].identity)
