"""The data sets by name: how each is read, filled, asked and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from core.pack.commands import Configure
from core.pack.meaning import Encoder
from workbench.evaluation import asking, filling, forgetting
from workbench.evaluation.arms import Choice
from workbench.evaluation.cases import Collection
from workbench.evaluation.filling import Filled
from workbench.evaluation.overwriting import Overwriting
from workbench.evaluation.readers import beam, conflict, hotpotqa, locomo, longmemeval, narrativeqa, ruler
from workbench.evaluation.readers.files import files_in
from workbench.evaluation.running import SEED, Plan

Measures = Mapping[str, tuple[str, ...]]

PIECES: Final = ("hit@1", "hit@5", "hit@10", "recall@10")
GROUPS: Final = ("hit@1", "hit@5", "nDCG@5")


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked to be measured."""

    source: Path = Path()
    choice: Choice = field(default_factory=Choice)
    written: Literal["deeds", "claims"] = "deeds"
    split: locomo.Split = "all"
    roles: beam.Roles = "user"
    sizes: tuple[str, ...] = conflict.SIZES[:2]
    policies: tuple[str, ...] = ("apply",)
    hops: tuple[str, ...] = ("sh",)
    topics: int = forgetting.TOPICS
    told: forgetting.Told = "corpus"
    first: int | None = None
    """Only so many questions of each collection."""
    encoder: Encoder | None = None
    slips: int | None = None
    seed: int = SEED
    tag: str = ""
    setup: Mapping[str, Any] = field(default_factory=dict)
    """The options as they were given, for the record."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One data set."""

    name: str
    about: str
    wants: str
    """What `--data` names."""
    plans: Callable[[Request], tuple[Plan, ...]]


def _deeds(filled: Filled, collection: Collection) -> None:
    filling.as_deeds(filled, collection)


def _claims(filled: Filled, collection: Collection) -> None:
    """Unreviewed claims that all stand: nothing closes by itself."""
    filled.pack.submit(Configure(name="policy", value="propose"))
    filling.as_claims(filled, collection)


def _plan(
    name: str,
    request: Request,
    collections: tuple[Collection, ...],
    files: tuple[Path, ...],
    measures: Measures,
) -> Plan:
    as_deeds = request.written == "deeds"
    return Plan(
        benchmark=name,
        collections=tuple(_shortened(one, request.first) for one in collections),
        files=files,
        measures=measures,
        fill=_deeds if as_deeds else _claims,
        ask=asking.deeds if as_deeds else asking.claims,
        arms=request.choice.over,
        tag=request.tag or name,
        setup=request.setup,
        seed=request.seed,
        encoder=request.encoder,
        slips=request.slips,
    )


def _shortened(collection: Collection, first: int | None) -> Collection:
    if first is None:
        return collection
    kept = collection.questions[:first]
    left_out = collection.left_out + len(collection.questions) - len(kept)
    return Collection(collection.name, collection.pieces, kept, left_out)


def _locomo(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "locomo*.json")[:1]
    measures = {locomo.TURN: PIECES, locomo.SESSION: GROUPS}
    return (_plan("locomo", request, locomo.read(request.source, request.split), files, measures),)


def _longmemeval(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "*.json*")
    measures = {
        longmemeval.TURN: PIECES,
        longmemeval.SESSION: ("hit@1", "hit@5", "hit@10", "recall@5", "nDCG@5"),
    }
    return (_plan("longmemeval", request, longmemeval.read(request.source), files, measures),)


def _beam(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "*.json*")
    return (_plan("beam", request, beam.read(request.source, request.roles), files, {beam.MESSAGE: PIECES}),)


def _hotpotqa(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "hotpot*.json*")[:1]
    measures = {hotpotqa.SENTENCE: PIECES, hotpotqa.PARAGRAPH: (*GROUPS, "recall@5")}
    return (_plan("hotpotqa", request, hotpotqa.read(request.source), files, measures),)


def _narrativeqa(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "**/*.csv")
    measures = {narrativeqa.PASSAGE: ("hit@1", "hit@5", "hit@10", "mrr@10")}
    return (_plan("narrativeqa", request, narrativeqa.read(request.source), files, measures),)


def _ruler(request: Request) -> tuple[Plan, ...]:
    files = files_in(request.source, "**/*.jsonl")
    return (_plan("ruler", request, ruler.read(request.source), files, {ruler.NEEDLE: PIECES}),)


def _conflict(request: Request) -> tuple[Plan, ...]:
    files = conflict.files(request.source, request.sizes)
    collections = conflict.read(request.source, request.sizes, request.hops)
    return tuple(map(partial(_overwriting, request, collections, files), request.policies))


def _overwriting(
    request: Request, collections: tuple[Collection, ...], files: tuple[Path, ...], policy: str
) -> Plan:
    rules = Overwriting(policy)
    return Plan(
        benchmark="conflict",
        collections=tuple(_shortened(one, request.first) for one in collections),
        files=files,
        measures={conflict.FACT: ("hit@1", "hit@5", "hit@10", "clean@10")},
        fill=rules.fill,
        ask=asking.claims,
        arms=request.choice.over,
        tag=f"{request.tag or 'conflict'}/{policy}",
        setup=request.setup,
        seed=request.seed,
        encoder=request.encoder,
        slips=request.slips,
        spoiled=rules.spoiled,
    )


def _forgetting(request: Request) -> tuple[Plan, ...]:
    return (
        Plan(
            benchmark="forgetting",
            collections=(_shortened(forgetting.corpus(request.topics), request.first),),
            files=(),
            measures={forgetting.TELLING: ("hit@1", "mean place")},
            fill=forgetting.filler(request.told),
            ask=asking.claims,
            arms=request.choice.over,
            tag=request.tag or "forgetting",
            setup=request.setup,
            seed=request.seed,
            encoder=request.encoder,
        ),
    )


BENCHMARKS: Final = {
    one.name: one
    for one in (
        Benchmark("locomo", "LoCoMo: turns and sessions of long conversations.", "locomo10.json", _locomo),
        Benchmark(
            "longmemeval",
            "LongMemEval: the sessions of a haystack that answer.",
            "a JSON or JSON Lines file of haystacks, or a folder of them",
            _longmemeval,
        ),
        Benchmark(
            "conflict",
            "Facts that overwrite facts (MemoryAgentBench).",
            "a folder with facts_SIZE.txt and questions.jsonl",
            _conflict,
        ),
        Benchmark("beam", "BEAM: messages of long chats that bear the evidence.", "a folder of chats", _beam),
        Benchmark(
            "forgetting", "Does what was reviewed come first? A corpus made on the spot.", "", _forgetting
        ),
        Benchmark(
            "hotpotqa",
            "HotpotQA: the sentences that support an answer.",
            "hotpot_….json as published",
            _hotpotqa,
        ),
        Benchmark(
            "narrativeqa",
            "NarrativeQA: the passages that say an answer.",
            "the published folder, with qaps.csv and third_party/wikipedia/summaries.csv",
            _narrativeqa,
        ),
        Benchmark(
            "ruler", "RULER: needles in long texts.", "a folder of tasks, or one .jsonl of samples", _ruler
        ),
    )
}
"""In the order in which they are listed."""
