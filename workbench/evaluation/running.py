"""A data set under several arms: fill a pack for each collection, ask its questions, keep what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from core.pack.meaning import Encoder
from workbench.evaluation import arms as panels
from workbench.evaluation import asking
from workbench.evaluation.answers import Answer, Outcome, Run
from workbench.evaluation.arms import Arm
from workbench.evaluation.cases import Collection, Question
from workbench.evaluation.filling import Filled, began, scratch_pack
from workbench.evaluation.identity import commit, digest_of, sources
from workbench.evaluation.meaning import join
from workbench.evaluation.slips import with_slip

SEED: Final = 7
"""Of the ids in the packs, and with them of how equals stand."""

Tell = Callable[[int, int], None]
ArmsOf = Callable[[panels.Weights], Sequence[Arm]]
"""The arms, once the pack has said what it ships."""


@dataclass(frozen=True)
class Plan:
    """How a data set is filled, asked and judged."""

    benchmark: str
    collections: tuple[Collection, ...]
    files: tuple[Path, ...]
    measures: Mapping[str, tuple[str, ...]]
    """By grain; the first is that of the pieces, a second one that of their groups."""
    fill: Callable[[Filled, Collection], None]
    ask: asking.Ask
    arms: ArmsOf
    tag: str = ""
    setup: Mapping[str, Any] = field(default_factory=dict)
    seed: int = SEED
    encoder: Encoder | None = None
    slips: int | None = None
    """Seed of one typing slip a question; None: asked as they are."""
    spoiled: Callable[[Collection, Sequence[str], Sequence[str]], tuple[str, ...]] | None = None
    """Which of the retrieved pieces should not have come with the right ones."""

    def asked(self, question: Question) -> str:
        """The question as it is put: its own slip in every arm and every run."""
        if self.slips is None:
            return question.text
        return with_slip(question.text, Random(f"{self.slips} {question.id}"))


@dataclass
class _Course:
    """What an arm has come to so far."""

    answers: list[Answer] = field(default_factory=list)
    used: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0


def run(plan: Plan, tell: Tell = lambda done, of: None) -> tuple[Outcome, ...]:
    """The outcome of every arm, in their order."""
    courses: dict[str, _Course] = {}
    filling, done = 0.0, 0
    figures: Counter[str] = Counter()
    of = sum(len(one.pieces) + len(one.questions) for one in plan.collections)
    for collection in plan.collections:
        if not collection.questions:
            continue
        with scratch_pack(plan.seed, began(collection)) as filled:
            start = perf_counter()
            plan.fill(filled, collection)
            join(filled.pack, plan.encoder)
            filling += perf_counter() - start
            figures.update(filled.figures)
            tell(done := done + len(collection.pieces), of)
            arms = plan.arms(plan.ask(filled, "", panels.AS_SHIPPED).used["ballots"])
            for number, arm in enumerate(arms, 1):
                _ask_all(plan, filled, collection, arm, courses.setdefault(arm.name, _Course()))
                tell(done + len(collection.questions) * number // len(arms), of)
            done += len(collection.questions)
    tell(of, of)
    return tuple(_outcome(plan, name, course, filling, figures) for name, course in courses.items())


def _ask_all(plan: Plan, filled: Filled, collection: Collection, arm: Arm, course: _Course) -> None:
    panels.apply(filled.pack, arm)
    start = perf_counter()
    for question in collection.questions:
        asked = plan.asked(question)
        found = plan.ask(filled, asked, arm)
        course.used = course.used or {**found.used, "encoder": _fingerprint(plan.encoder)}
        ranked = asking.pieces(filled, found.names)
        course.answers.append(_answer(plan, collection, question, ranked, asked))
    course.seconds += perf_counter() - start


def _fingerprint(encoder: Encoder | None) -> str | None:
    return None if encoder is None else encoder.fingerprint


def _answer(
    plan: Plan, collection: Collection, question: Question, ranked: tuple[str, ...], asked: str
) -> Answer:
    fine, *coarse = plan.measures
    retrieved = {fine: ranked} | {grain: asking.groups(collection, ranked) for grain in coarse}
    gold = {grain: tuple(ids) for grain, ids in question.gold.items() if grain in plan.measures}
    return Answer(
        question=question.id,
        cluster=question.cluster or collection.name,
        subsets=question.subsets,
        gold=gold,
        retrieved={grain: found for grain, found in retrieved.items() if grain in gold},
        against=plan.spoiled(collection, ranked, question.gold[fine]) if plan.spoiled else (),
        asked="" if asked == question.text else asked,
    )


def _outcome(plan: Plan, arm: str, course: _Course, filling: float, figures: Counter[str]) -> Outcome:
    left_out = sum(collection.left_out for collection in plan.collections)
    run = Run(
        tag=f"{plan.tag or plan.benchmark}/{arm}",
        benchmark=plan.benchmark,
        arm=arm,
        measures={grain: tuple(names) for grain, names in plan.measures.items()},
        setup=dict(plan.setup),
        panel=course.used,
        configuration=digest_of(course.used),
        source=sources(plan.files),
        seed=plan.seed,
        commit=commit(),
        elapsed=round(filling + course.seconds, 3),
        figures={**figures, "questions left out": left_out},
    )
    return Outcome(run=run, answers=tuple(course.answers))
