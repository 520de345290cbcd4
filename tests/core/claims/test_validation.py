"""What a draft must be to become a claim: its kind's facts, its names and its window."""

from __future__ import annotations

from typing import Any

import pytest

from core.claims.draft import ALWAYS, Draft
from core.claims.facts import Outcome, Persona, Prediction, Rule, Trust
from core.claims.kinds import KINDS
from core.claims.validation import FUTURE_SLACK, MAX_NAME, check_draft, entities_of, is_persona_name
from core.clocks.instants import DAY, EARLIEST, LATEST
from core.errors import Refused

NOW = 1_767_603_600_000_000
GOOD = {
    "trust": Trust("ana", "bot", 1.0),
    "persona": Persona("Vera", 0.0),
    "prediction": Prediction("launch", "bot", {"yes": 0.0, "no": 2.5}),
    "rule": Rule("rm *", "deny"),
    "outcome": Outcome("launch", "yes"),
}


def refused(author: str = "ana", **fields: Any) -> str:
    """The refusal of a draft; empty when there is none."""
    try:
        check_draft(Draft(**({"text": "The lift holds eight people."} | fields)), author=author, now=NOW)
    except Refused as refusal:
        return str(refusal)
    return ""


# kinds and their facts


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_takes_its_own_facts_and_no_others(kind: str) -> None:
    premises = ("a", "b") if kind == "conclusion" else ()
    assert refused(kind=kind, facts=GOOD.get(kind), derived_from=premises) == ""
    for other, facts in GOOD.items():
        if other != kind:
            assert f"a {kind}" in refused(kind=kind, facts=facts, derived_from=premises)
    if KINDS[kind].facts is not None:
        assert f"a {kind} needs its facts: " in refused(kind=kind)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (Trust("ana", "ana", 0.5), "name two"),
        (Trust(" ", "bot", 0.5), "name two"),
        (Trust("ana", "", 0.5), "name two"),
        (Trust("ana", "bot", 0.0), "above 0 and at most at 1, not at 0"),
        (Trust("ana", "bot", 1.01), "not at 1.01"),
        (Trust("ana", "bot", float("nan")), "not at nan"),
        (Persona(" ", 0.5), "persona's name"),
        (Persona("a|b", 0.5), "no “|”"),
        (Persona("x" * (MAX_NAME + 1), 0.5), f"1 to {MAX_NAME} signs"),
        (Persona("Vera", -0.1), "anchor lies between 0 and 1, not at -0.1"),
        (Persona("Vera", 1.1), "not at 1.1"),
        (Prediction("", "bot", "yes"), "an issue and an agent"),
        (Prediction("launch", " ", "yes"), "an issue and an agent"),
        (Prediction("launch", "bot", " "), "expects an option"),
        (Prediction("launch", "bot", {}), "at least one"),
        (Prediction("launch", "bot", {"yes": -0.1}), "none below 0"),
        (Prediction("launch", "bot", {"yes": float("nan")}), "none below 0"),
        (Rule(" ", "deny"), "a pattern"),
        (Rule("rm *", "allow"), "deny or ask, not 'allow'"),
        (Outcome("launch", ""), "an issue and a choice"),
        (Outcome(" ", "yes"), "an issue and a choice"),
    ],
    ids=str,
)
def test_facts_that_cannot_be_are_refused_in_words(facts: Any, words: str) -> None:
    kind = next(name for name, known in KINDS.items() if known.facts is type(facts))
    assert words in refused(kind=kind, facts=facts)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    assert "there is no kind 'fact'; there are lesson, preference" in refused(kind="fact")


@pytest.mark.parametrize(("premises", "ok"), [((), 0), (("a",), 0), (("a", "a"), 0), (("a", "b"), 1)])
def test_a_conclusion_rests_on_two_different_premises(premises: tuple[str, ...], ok: int) -> None:
    assert (refused(kind="conclusion", derived_from=premises) == "") == bool(ok)


# names


@pytest.mark.parametrize("field", ["workspace", "set", "key"])
def test_names_are_short_and_printable(field: str) -> None:
    for name in ("a", "мост", "a b", "*", "x" * MAX_NAME):
        assert refused(**{field: name}) == ""
    for name in ("", " ", "x" * (MAX_NAME + 1), "a\nb", "a\0b", "a\u202eb"):
        assert f"a {field} is a name of 1 to {MAX_NAME} printable signs" in refused(**{field: name})


def test_a_claim_has_an_author() -> None:
    assert "say who writes it" in refused(author="  ")


@pytest.mark.parametrize(
    ("name", "fits"), [("Vera", True), ("мост", True), ("", False), (" ", False), ("a|b", False)]
)
def test_a_persona_bears_a_name_that_can_stand_in_a_key(name: str, fits: bool) -> None:
    assert is_persona_name(name) is fits


# windows


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"t_valid": NOW, "t_invalid": NOW}, "window is empty"),
        ({"t_valid": NOW + 1, "t_invalid": NOW}, "window is empty"),
        ({"t_invalid": NOW}, "it starts now; give one"),
        ({"t_observed": NOW - DAY, "t_invalid": NOW - DAY}, "it starts when it was observed; give one"),
        ({"t_observed": NOW + FUTURE_SLACK + 1}, "nothing is observed in the future"),
        ({"t_valid": EARLIEST - 1}, "within the years 1 to 9999"),
        ({"t_invalid": LATEST + 1}, "within the years 1 to 9999"),
        ({"t_observed": EARLIEST - 1}, "within the years 1 to 9999"),
        ({"t_valid": 10**19}, "within the years 1 to 9999"),
        ({"t_valid": NOW, "t_invalid": NOW + 1}, ""),
        ({"t_valid": NOW + 100 * DAY}, ""),
        ({"t_observed": NOW + FUTURE_SLACK}, ""),
        ({"t_valid": ALWAYS, "t_invalid": EARLIEST}, ""),
        ({"t_valid": EARLIEST, "t_invalid": LATEST}, ""),
    ],
    ids=str,
)
def test_a_window_is_not_empty_and_lies_within_the_calendar(fields: dict[str, Any], words: str) -> None:
    assert words in refused(**fields) if words else refused(**fields) == ""


def test_every_reason_is_told_at_once() -> None:
    told = refused(author="", kind="fact", workspace="", t_invalid=NOW, text="")
    for words in ("empty", "no kind 'fact'", "author", "workspace", "window"):
        assert words in told
    assert told.endswith(".")
    assert not told.endswith("..")


def test_a_declared_empty_list_stops_mining() -> None:
    text = "Deploys of Kestrel run on Mondays."
    assert entities_of(Draft(text=text)) != ()
    assert entities_of(Draft(text=text, entities=())) == ()
    assert entities_of(Draft(text=text, entities=("marlin",))) == ("marlin",)
