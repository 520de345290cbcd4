"""HM-47: two runs compared over whole conversations, empty answers counted, the same in every run."""

import pytest

from core.errors import Refused
from workbench.evaluation import bootstrap
from workbench.evaluation.answers import Answer, Outcome, Run


def outcome(tag: str, found: dict[str, tuple[str, ...]], benchmark: str = "locomo") -> Outcome:
    """A run in which the right answer to each question is `x`; questions are named cluster/number."""
    answers = tuple(
        Answer(
            question=name,
            cluster=name.partition("/")[0],
            subsets=("all",),
            gold={"turn": ("x",)},
            retrieved={"turn": ranked},
        )
        for name, ranked in found.items()
    )
    run = Run(
        tag=tag,
        benchmark=benchmark,
        arm="panel",
        measures={"turn": ("hit@1", "hit@5")},
        setup={},
        panel={},
        configuration="",
        source={},
        seed=7,
        commit="",
        elapsed=0.0,
    )
    return Outcome(run=run, answers=answers)


NAMES = [f"c{cluster}/{number}" for cluster in range(4) for number in range(5)]
WORSE = outcome("worse", dict.fromkeys(NAMES, ("y", "x")))
BETTER = outcome("better", {name: ("x", "y") if name[1] != "3" else ("y", "x") for name in NAMES})


def test_the_difference_is_that_of_the_means_and_its_interval_is_over_conversations() -> None:
    told = bootstrap.compare(WORSE, BETTER)
    first, deep = told.rows
    assert (told.resamples, told.seed) == (10_000, 42)
    assert (first.n, first.clusters) == (20, 4)
    assert (first.first, first.second, first.difference) == (0.0, 0.75, 0.75)
    # Of four draws with one bad conversation among four: all good (0.316) to three bad (0.05) and more.
    assert (first.low, first.high) == (0.25, 1.0)
    assert (deep.difference, deep.low, deep.high, deep.chance) == (0.0, 0.0, 0.0, 1.0)


def test_conversations_are_drawn_and_not_questions() -> None:
    """One question of each is better: every draw has the same mean, so the interval is a point."""
    even = outcome("even", {name: ("x",) if name.endswith("/0") else ("y", "x") for name in NAMES})
    row = bootstrap.compare(WORSE, even).rows[0]
    assert (row.low, row.high) == pytest.approx((0.2, 0.2))


def test_the_same_seed_gives_the_same_interval_and_the_mirror_its_mirror() -> None:
    assert bootstrap.compare(WORSE, BETTER) == bootstrap.compare(WORSE, BETTER)
    there, back = bootstrap.compare(WORSE, BETTER).rows[0], bootstrap.compare(BETTER, WORSE).rows[0]
    assert (back.difference, back.low, back.high) == (-there.difference, -there.high, -there.low)


def test_empty_answers_and_questions_that_a_run_lacks_count_as_misses() -> None:
    some = outcome("some", {name: ("x",) if name.startswith("c0") else () for name in NAMES[:15]})
    told = bootstrap.compare(BETTER, some)
    assert told.unanswered == {"first": 0, "second": 5}
    assert told.empty == {"first": 0, "second": 10}
    assert (told.rows[0].n, told.rows[0].second) == (20, 0.25)


def test_runs_of_two_data_sets_are_not_compared() -> None:
    with pytest.raises(Refused, match="is a run of locomo, other of beam"):
        bootstrap.compare(WORSE, outcome("other", {}, benchmark="beam"))
