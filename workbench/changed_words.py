"""What a changed claim says at the second of two dates, for every face: values, not names of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from core.claims.claim import Claim, Closing
from core.claims.ended import how_ended
from core.claims.field_words import FIELD_WORDS, telling
from core.claims.ids import short
from core.clocks.instants import Instant
from core.pack.views import Change
from workbench.moments import end_words, minute_words, stated_words

CHANGED_BACK: Final = "changed in between, and back"
"""Of a claim that says the same at both dates, in another version."""

TIMES: Final = frozenset({"t_valid", "t_invalid", "t_observed"})
ENDINGS: Final = frozenset({"closing", "withdrawal"})

SWITCHES: Final = {
    "pinned": ("pinned", "no longer pinned"),
    "resting": ("rests", "rests no longer"),
    "accepted": ("accepted", "no longer accepted"),
    "t_valid_stated": ("its start is stated", "its start is stated no longer"),
    "t_invalid_stated": ("its end is stated", "its end is stated no longer"),
    "entities_declared": ("its names are declared", "its names are declared no longer"),
}
"""What is either so or not."""

LISTS: Final = {
    "deeds": ("cites {} now", "no longer cites {}"),
    "entities": ("about {} too", "no longer about {}"),
    "supersedes": ("replaces {}", "no longer replaces {}"),
    "derived_from": ("rests on {} now", "no longer rests on {}"),
    "witnesses": ("said by {} too", "no longer said by {}"),
}
"""Of fields that hold several values: what came in, and what went."""

IDS: Final = frozenset({"supersedes", "derived_from"})
"""Fields that hold ids of claims."""


BY_A_PERSON: Final = {"named": "by hand", "stated": "by hand", "deed": "on evidence", "accepted": "accepted"}
"""Where a person said that a claim ended, and no rule found it: how that is told."""


RULE_NUMBERS: Final = {"named": 1, "key": 2, "correction": 3, "rewrite": 4, "same_head": 5, "told_anew": 6}
"""The write rules as core/README.md numbers them."""


def rule_words(rule: str) -> str:
    """The name of a rule as a person reads it, short: `rewrite`, `by hand`."""
    return BY_A_PERSON.get(rule, rule.replace("_", " "))


def by_rule(rule: str) -> str:
    """The same within a sentence: `rule rewrite`, `by hand`."""
    return BY_A_PERSON.get(rule) or f"rule {rule_words(rule)}"


def numbered_rule(rule: str) -> str:
    """The same where a rule is told in full, with its number: `by hand (rule 1)`, `rule 4, rewrite`."""
    number = RULE_NUMBERS.get(rule)
    if rule in BY_A_PERSON:
        return BY_A_PERSON[rule] + (f" (rule {number})" if number else "")
    return f"rule {number}, {rule_words(rule)}" if number else rule_words(rule)


def ending_words(ending: Closing, zone: str) -> str:
    """When, by which rule and by whom it ended."""
    why = f": {ending.why}" if ending.why else ""
    return f"{minute_words(ending.t_tx, zone)} by {ending.actor}, {by_rule(ending.rule)}{why}"


def named_values(pairs: Iterable[tuple[str, Any]]) -> str:
    """`from ana · to ben · weight 0.85`, what is not set left out."""
    return " · ".join(f"{name} {value}" for name, value in pairs if value is not None)


def value_words(name: str, value: Any, zone: str) -> str:
    """A field's value as a person reads it."""
    if value is None or value == () or value == {}:
        return "—"
    if name in TIMES:
        return minute_words(value, zone)
    if name in ENDINGS and isinstance(value, Closing):
        return ending_words(value, zone)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(one) for one in value)
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        return named_values((key.strip("_").replace("_", " "), one) for key, one in value.items())
    return str(value)


@dataclass(frozen=True, slots=True)
class ChangedWords:
    """Words for changes, in a zone, as somebody says them who knows what is believed at an instant."""

    zone: str
    known_at: Instant

    def said(self, change: Change) -> str:
        """`ended 2026-09-05`, `cites deed-bench-0412 now`; a new text is told beside this."""
        after = change.after
        if after is None:
            return "not written then"
        names = telling(change.fields)
        if "t_invalid" in names:
            names = tuple(name for name in names if name != "closing")
        said = [one for name in names for one in self._one(name, change.before, after)]
        return ", ".join(said) or CHANGED_BACK

    def _one(self, name: str, before: Claim, after: Claim) -> Iterator[str]:
        was, now = getattr(before, name), getattr(after, name)
        if (special := _SPECIAL.get(name)) is not None:
            yield special(self, after)
        elif name in SWITCHES:
            yield SWITCHES[name][not now]
        elif name in LISTS:
            shown = short if name in IDS else str
            yield from _came_and_went(LISTS[name], [*map(shown, was)], [*map(shown, now)])
        else:
            yield f"{FIELD_WORDS[name]}: {value_words(name, now, self.zone)}"

    def _start(self, after: Claim) -> str:
        start = stated_words(after.t_valid, after.precision[0], self.zone, none="always")
        return "always true" if start == "always" else f"true from {start}"

    def _end(self, after: Claim) -> str:
        if after.t_invalid is None:
            return "no end any more"
        end = end_words(after.t_invalid, after.precision[1], self.zone, none="")
        return f"{'ended' if after.t_invalid <= self.known_at else 'ends'} {end}"

    def _closed(self, after: Claim) -> str:
        now = after.closing
        return "no longer closed" if now is None else f"closed by {now.actor}, {by_rule(now.rule)}"

    def _withdrawn(self, after: Claim) -> str:
        now = after.withdrawal
        if now is None:
            return "believed again"
        how = how_ended(after) or "withdrawn"
        return f"{how} by {now.actor}" + (f", {by_rule(now.rule)}" if rule_words(now.rule) != how else "")

    def _window(self, after: Claim) -> str:
        start = self._start(after)
        return f"{start}, {self._end(after)}" if after.t_invalid is not None else start


_SPECIAL: Final[dict[str, Callable[[ChangedWords, Claim], str]]] = {
    "text": lambda words, after: "reworded",
    "t_valid": ChangedWords._start,
    "t_invalid": ChangedWords._end,
    "closing": ChangedWords._closed,
    "withdrawal": ChangedWords._withdrawn,
    "precision": ChangedWords._window,
    "state": lambda words, after: "believed" if after.believed else "believed no longer",
}
"""Fields whose change has a sentence of its own."""


def _came_and_went(said: tuple[str, str], was: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    came, went = [one for one in now if one not in was], [one for one in was if one not in now]
    for form, some in zip(said, (came, went), strict=True):
        if some:
            yield form.format(", ".join(some))
    if not came and not went:
        yield said[0].format(", ".join(now))
