"""The forgetting experiment: its corpus to the letter, and what it shows at the size it is run at here."""

from collections import Counter

import pytest

from core.clocks.instants import DAY
from workbench.evaluation.answers import Outcome
from workbench.evaluation.arms import Choice
from workbench.evaluation.benchmarks import BENCHMARKS, Request
from workbench.evaluation.counting import rows_of
from workbench.evaluation.forgetting import BASE, TOPICS, Told, Xorshift, corpus
from workbench.evaluation.running import run


def test_the_generator_is_xorshift_with_the_published_shifts() -> None:
    chance = Xorshift(1)
    chance.below(1)
    # 1 ^ 1 << 13 = 0x2001; ^ >> 7 = 0x2041; ^ << 17
    assert chance.state == 0x2041 ^ (0x2041 << 17)


def test_the_corpus_has_four_tellings_a_topic_on_their_days() -> None:
    pieces = corpus().pieces
    assert len(pieces) == 4 * TOPICS
    assert Counter(piece.position for piece in pieces) == dict.fromkeys(range(4), TOPICS)
    days = {piece.id: (piece.said_at - BASE) / DAY for piece in pieces if piece.said_at is not None}
    assert all(0 <= day < 30 if name.endswith("v0") else 150 <= day < 180 for name, day in days.items())
    assert pieces[0].text.startswith("On topic0 the settled answer is variant")


def test_the_shuffle_puts_the_kept_telling_first_as_often_as_luck_has_it() -> None:
    firsts = corpus().pieces[::4]
    assert 0.20 <= sum(piece.position == 0 for piece in firsts) / TOPICS <= 0.30


def measured(decays: tuple[str, ...], topics: int, told: Told = "corpus") -> dict[str, float]:
    request = Request(choice=Choice(decays=decays), topics=topics, told=told)
    outcomes: list[Outcome] = [one for plan in BENCHMARKS["forgetting"].plans(request) for one in run(plan)]
    return {
        one.run.arm.partition("decay ")[2]: rows_of(one.answers, one.run.measures)[0].values["hit@1"]
        for one in outcomes
    }


def test_what_was_reviewed_comes_first_and_by_luck_alone_it_does_not() -> None:
    first = measured(("off", "fsrs", "seed"), topics=12)
    assert first["fsrs"] == first["seed"] == 1.0
    assert first["off"] < 0.6


@pytest.mark.slow
def test_the_whole_experiment_holds_its_figures() -> None:
    first = measured(("off", "fsrs"), TOPICS)
    assert 0.20 <= first["off"] <= 0.30
    assert first["fsrs"] >= 0.95
