"""What was retrieved for each question of a run, and what the run was: all that a report is counted from."""

from __future__ import annotations

from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a run retrieved for one question."""

    question: str
    cluster: str
    """The collection it was asked of; a bootstrap draws these."""
    subsets: tuple[str, ...]
    gold: dict[str, tuple[str, ...]]
    """By grain, the ids that answer the question."""
    retrieved: dict[str, tuple[str, ...]]
    """By grain, the ids that were found, best first."""
    against: tuple[str, ...] = ()
    """Retrieved ids that should not have come with the right ones: facts that were overwritten."""
    asked: str = ""
    """The question as it was asked, if that was not how the data set has it."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One data set asked under one configuration."""

    tag: str
    benchmark: str
    arm: str
    measures: dict[str, tuple[str, ...]]
    """By grain, the measures that are reported."""
    setup: dict[str, Any]
    """The options that the run was given."""
    panel: dict[str, Any]
    """What the search said it used: ballots with weights, fuser, diversity, decay, engine, encoder."""
    configuration: str
    """Hash of `panel`."""
    source: dict[str, str]
    """File names of the data with the start of their SHA-256."""
    seed: int
    commit: str
    elapsed: float
    """Seconds, of filling and asking."""
    figures: dict[str, float | int] = {}
    """What filling did, where that is measured too."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A run with its answers."""

    run: Run
    answers: tuple[Answer, ...]
