"""Facts: the few fields that one kind carries beyond its text. One struct per kind."""

from __future__ import annotations

import msgspec


class Trust(msgspec.Struct, frozen=True, array_like=True, tag="trust", rename={"from_": "from"}):
    """One weighted edge of an influence graph; the claim's entities are the domains it holds for."""

    from_: str
    to: str
    weight: float
    """In (0, 1]."""


class Persona(msgspec.Struct, frozen=True, array_like=True, tag="persona"):
    """A named point of view; the text is its view."""

    name: str
    anchor: float
    """In [0, 1]: how far it moves off its own ballot in a settle."""


class Prediction(msgspec.Struct, frozen=True, array_like=True, tag="prediction"):
    """What an agent expects of an issue: an option, or shares of options."""

    issue: str
    agent: str
    expect: str | dict[str, float]


class Rule(msgspec.Struct, frozen=True, array_like=True, tag="rule"):
    """A glob over command lines and the verdict on them; the text is the reason shown."""

    pattern: str
    verdict: str
    """`deny` or `ask`."""


class Outcome(msgspec.Struct, frozen=True, array_like=True, tag="outcome"):
    """What was chosen in an issue."""

    issue: str
    choice: str


Facts = Trust | Persona | Prediction | Rule | Outcome
"""The facts of any kind."""
