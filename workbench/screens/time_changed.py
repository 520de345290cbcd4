"""What a changed claim says at the second of two dates: values, and a field's name only where it has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.claims.claim import Claim
from core.claims.ids import short
from core.clocks.instants import Instant
from core.pack.views import Change
from workbench.moments import end_words, stated_words
from workbench.screens.claims_history import FIELD_NAMES, value_words
from workbench.widgets.claim_facts import rule_words

TOLD_BY_OTHERS = frozenset({
    "t_valid_stated", "t_invalid_stated", "precision", "entities_declared", "rest_reason", "extra",
})  # fmt: skip
"""Fields that change with another one, whose value says enough."""

SWITCHES = {
    "pinned": ("pinned", "no longer pinned"),
    "resting": ("rests", "rests no longer"),
    "accepted": ("accepted", "no longer accepted"),
}
"""What is either so or not."""

LISTS = {
    "deeds": ("cites {} now", "no longer cites {}"),
    "entities": ("about {} too", "no longer about {}"),
    "supersedes": ("replaces {}", "no longer replaces {}"),
    "derived_from": ("rests on {} now", "no longer rests on {}"),
    "witnesses": ("said by {} too", "no longer said by {}"),
}
"""Of fields that hold several values: what came in, and what went."""

IDS = frozenset({"supersedes", "derived_from"})
"""Fields that hold ids of claims."""


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """Words for changes, in a zone, as somebody says them who knows what is believed at an instant."""

    zone: str
    known_at: Instant

    def said(self, change: Change) -> str:
        """`ended 2026-09-05`, `cites deed-bench-0412 now`; a new text is told beside this."""
        if change.after is None:
            return "recorded again"
        telling = [name for name in change.fields if name not in TOLD_BY_OTHERS] or change.fields
        if "t_invalid" in telling:
            telling = [name for name in telling if name != "closing"]
        said = [one for name in telling for one in self._one(name, change.before, change.after)]
        return ", ".join(said) or "recorded again"

    def _one(self, name: str, before: Claim, after: Claim) -> Iterator[str]:
        was, now = getattr(before, name), getattr(after, name)
        if name == "text":
            yield "reworded"
        elif name == "t_invalid":
            yield self._end(after)
        elif name == "t_valid":
            start = stated_words(after.t_valid, after.precision[0], self.zone, none="always")
            yield "always true" if start == "always" else f"true from {start}"
        elif name == "closing":
            yield "no longer closed" if now is None else f"closed by {now.actor}, {rule_words(now.rule)}"
        elif name in SWITCHES:
            yield SWITCHES[name][not now]
        elif name in LISTS:
            shown = short if name in IDS else str
            yield from _came_and_went(LISTS[name], [*map(shown, was)], [*map(shown, now)])
        else:
            yield f"{FIELD_NAMES.get(name, name)}: {value_words(name, now, self.zone)}"

    def _end(self, after: Claim) -> str:
        if after.t_invalid is None:
            return "no end any more"
        end = end_words(after.t_invalid, after.precision[1], self.zone, none="")
        return f"{'ended' if after.t_invalid <= self.known_at else 'ends'} {end}"


def _came_and_went(said: tuple[str, str], was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    came, went = [one for one in now if one not in was], [one for one in was if one not in now]
    for form, some in zip(said, (came, went), strict=True):
        if some:
            yield form.format(", ".join(some))
