"""The settings that affect reads, as one table. They are records of the log; looks and keys are not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from core.clocks.study_day import ROLLOVER_HOUR, zone_named
from core.errors import NotFound, Refused, as_given
from core.pack.weights import read_weights
from core.review.parameters import read_parameters
from core.review.queue import ORDERS
from core.text.stems import ENGLISH, languages

SettingValue = str | int | float | bool | list[float] | None

_FUSERS: Final = (
    *("combmnz", "combsum", "rrf", "borda", "dowdall"),
    *("kemeny", "schulze", "copeland", "tideman"),
)


def _one_of(*names: str) -> Callable[[Any], bool]:
    return lambda value: value in names


def _within(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def _whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _zone(value: Any) -> bool:
    return isinstance(value, str) and zone_named(value) is not None


def _name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 120


def _weights(value: Any) -> bool:
    try:
        read_weights(value)
    except (Refused, AttributeError):
        return False
    return True


def _parameters(value: Any) -> bool:
    try:
        read_parameters(value)
    except Refused:
        return False
    return True


def _place(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 1024


class Setting(msgspec.Struct, frozen=True):
    """One setting: its default, what it accepts, and what it does."""

    name: str
    default: SettingValue
    accepts: Callable[[Any], bool]
    expects: str
    about: str


SETTINGS: Final = {
    setting.name: setting
    for setting in (
        Setting("workspace", "default", _name, "a name", "The workspace that opens first."),
        Setting("zone", "UTC", _zone, "an IANA zone", "Zone in which study days and dates are read."),
        Setting(
            "rollover_hour", ROLLOVER_HOUR, _whole(0, 23), "0 to 23", "Hour at which a study day begins."
        ),
        Setting(
            "retention",
            0.9,
            _within(0.7, 0.99),
            "0.70 to 0.99",
            "Chance of recall at which a claim falls due.",
        ),
        Setting(
            "maximum_interval", 36500, _whole(1, 36500), "1 to 36500 days", "Longest time between reviews."
        ),
        Setting(
            "parameters",
            "",
            _parameters,
            "the 21 weights of FSRS-6 with commas, 19 of FSRS-5, 17 of FSRS-4.5, or nothing",
            "The weights that say how memory fades and grows; nothing: those that are shipped.",
        ),
        Setting(
            "new_a_day",
            20,
            _whole(0, 100_000),
            "0 to 100000",
            "New claims that a study day asks at most; pinned ones are exempt.",
        ),
        Setting(
            "session_limit",
            0,
            _whole(0, 100_000),
            "0 to 100000",
            "Claims that a study day asks at most; 0 is no limit.",
        ),
        Setting(
            "check_limit",
            10,
            _whole(0, 100_000),
            "0 to 100000",
            "Claims that a study day asks at most whether they are still true.",
        ),
        Setting(
            "queue_order",
            "oldest",
            _one_of(*ORDERS),
            ", ".join(ORDERS),
            "What is asked first: oldest due, held best (easy), or held worst (hard).",
        ),
        Setting(
            "sweep",
            "off",
            _one_of("off", "on"),
            "off or on",
            "Whether a sweep may put claims to rest that nobody ever recalled.",
        ),
        Setting(
            "live_cap",
            0,
            _whole(0, 10_000_000),
            "0 to 10000000",
            "Live claims of a workspace beyond which a sweep puts the least held to rest; 0 is no cap.",
        ),
        Setting(
            "policy",
            "apply",
            _one_of("apply", "propose", "original"),
            "apply, propose or original",
            "What the write rules 3 to 5 may do by themselves.",
        ),
        Setting(
            "strict", False, lambda value: isinstance(value, bool), "true or false", "Refuse hard reading."
        ),
        Setting(
            "decay",
            "fsrs",
            _one_of("off", "age", "fsrs", "seed"),
            "off, age, fsrs or seed",
            "What may reorder near-ties in search.",
        ),
        Setting(
            "decay_form",
            "near_tie",
            _one_of("near_tie", "multiply"),
            "near_tie or multiply",
            "Whether decay decides near-ties only or multiplies scores.",
        ),
        Setting(
            "fuse",
            "combmnz",
            _one_of(*_FUSERS),
            ", ".join(_FUSERS),
            "How ballots are fused.",
        ),
        Setting(
            "weights",
            "",
            _weights,
            "ballots and numbers like bm25+=1,scan=.5",
            "How much each ballot counts; what is not named, as shipped.",
        ),
        Setting(
            "encoder",
            "auto",
            _place,
            "off, auto, or the name or folder of a model",
            "What finds claims by their meaning beside their words.",
        ),
        Setting(
            "diversify", "mmr", _one_of("mmr", "dpp", "none"), "mmr, dpp or none", "How hits are spread."
        ),
        Setting(
            "weighing",
            "fixed",
            _one_of("fixed", "query"),
            "fixed or query",
            "Whether meaning counts less for short queries and for symbols.",
        ),
        Setting(
            "answering",
            "form",
            _one_of("form", "off"),
            "form or off",
            "Whether evidence that could answer a question comes before what only asks it.",
        ),
        Setting(
            "rerank",
            "off",
            _name,
            "off, or a cross-encoder by name or folder",
            "Model that reads the first 20 hits again beside the query.",
        ),
        Setting(
            "stemming",
            ENGLISH,
            lambda value: isinstance(value, str) and value in languages(),
            "a language of Snowball (english, german, french …) or off",
            "Language whose endings search takes off; a change makes the index anew.",
        ),
    )
}


def known(name: str) -> Setting:
    """The setting of a name. Raises `NotFound`."""
    setting = SETTINGS.get(name)
    if setting is None:
        raise NotFound(f"there is no setting {as_given(name)}; there are {', '.join(sorted(SETTINGS))}.")
    return setting


def in_force(name: str, stored: Any) -> Any:
    """The value that is in force when `stored` is what the log holds (None: nothing)."""
    return known(name).default if stored is None else stored


def checked(name: str, value: SettingValue) -> SettingValue:
    """The value, if the setting accepts it (None: back to the default). Raises `Refused` or `NotFound`."""
    setting = known(name)
    if value is not None and not setting.accepts(value):
        raise Refused(f"{name} cannot be {as_given(value)}; it takes {setting.expects}.")
    return value
