"""Arms: what a run changes in the panel. They become settings of the pack, so the door is asked as ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from core.errors import Refused
from core.pack.commands import Configure
from core.pack.pack import Pack
from core.pack.settings import SettingValue, in_force
from core.pack.weights import write_weights

Weights = Mapping[str, float]

SLOTS: Final = ("fuse", "diversify", "answering", "decay", "decay_form", "weights")
"""Settings of the panel that an arm may change."""
DENSE: Final = ("dense", "near")
"""Ballots that need an encoder."""
PRESETS: Final[dict[str, Weights]] = {
    "shipped": {},
    "claims": {"bm25+": 1.0, "scan": 0.5, "windows": 0.5, "dense": 1.0, "near": 0.5},
    "transcript": {"bm25+": 1.0, "scan": 0.0, "windows": 1.0, "dense": 0.6, "near": 0.6},
}
"""Weights to start from: `shipped` are the program's own, which differ for claims and for deeds."""


def _without_dense(weights: Weights) -> Weights:
    return {name: weight for name, weight in weights.items() if name not in DENSE}


def _only(*names: str) -> Callable[[Weights], Weights]:
    return lambda weights: {name: weights.get(name) or 1.0 for name in names}


BALLOTS: Final[dict[str, Callable[[Weights], Weights]]] = {
    "panel": lambda weights: weights,
    "lexical": _without_dense,
    "bm25+": _only("bm25+"),
    "scan": _only("scan"),
    "windows": _only("windows"),
    "bm25+ & windows": _only("bm25+", "windows"),
    "dense": _only("dense"),
    "near": _only("near"),
    "bm25+ & dense": _only("bm25+", "dense"),
}
"""By name, which of the weights an arm keeps; a ballot of weight 0 is asked for 1."""
NEED_ENCODER: Final = frozenset({"dense", "near", "bm25+ & dense"})


DECAYS: Final[dict[str, tuple[str, str]]] = {
    "off": ("off", "near_tie"),
    "age": ("age", "near_tie"),
    "fsrs": ("fsrs", "near_tie"),
    "age-multiply": ("age", "multiply"),
    "fsrs-multiply": ("fsrs", "multiply"),
    "seed": ("seed", "multiply"),
}
"""Decay by source and form; `seed` has one form."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One configuration: the ballots that vote, and settings of the pack."""

    name: str
    weights: Weights = field(default_factory=dict)
    """Empty: those that are shipped."""
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    hop: int = 1
    """2: what the first hits are about is searched for as well."""


AS_SHIPPED: Final = Arm("as shipped")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which arms to run."""

    arms: tuple[str, ...] = ("panel",)
    preset: str = "shipped"
    weights: Weights = field(default_factory=dict)
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    decays: tuple[str, ...] = ()
    """Names in `DECAYS`; none: as shipped."""
    hops: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        """Raise `Refused` for an unknown name."""
        for known, names in ((BALLOTS, self.arms), (PRESETS, (self.preset,)), (DECAYS, self.decays)):
            if unknown := set(names) - known.keys():
                raise Refused(f"there is no {unknown.pop()!r}; there are {', '.join(known)}.")

    def over(self, shipped: Weights) -> tuple[Arm, ...]:
        """The arms, over the weights that the pack ships."""
        base = {**shipped, **PRESETS[self.preset], **self.weights}
        return tuple(
            Arm(
                _named(name, decay, hop),
                _changed(BALLOTS[name](base), shipped),
                {**self.settings, **_decay(decay)},
                hop,
            )
            for name in self.arms
            for decay in (self.decays or ("",))
            for hop in self.hops
        )


def _named(name: str, decay: str, hop: int) -> str:
    return name + (f", decay {decay}" if decay else "") + (", second hop" if hop > 1 else "")


def _changed(weights: Weights, shipped: Weights) -> Weights:
    """Every weight, 0 for what an arm leaves out; none when they are the shipped ones."""
    whole = {**dict.fromkeys(shipped, 0.0), **weights}
    return {} if whole == dict(shipped) else whole


def _decay(name: str) -> Mapping[str, SettingValue]:
    return dict(zip(("decay", "decay_form"), DECAYS[name], strict=True)) if name else {}


def apply(pack: Pack, arm: Arm) -> None:
    """Set the pack up for an arm; what another arm had set goes back to its default."""
    written = write_weights(arm.weights) or None
    wanted: dict[str, SettingValue] = dict.fromkeys(SLOTS) | {"weights": written} | dict(arm.settings)
    with pack.batched():
        for name, value in wanted.items():
            if pack.setting(name) != in_force(name, value):
                pack.submit(Configure(name=name, value=value))
