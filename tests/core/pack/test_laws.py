"""Every law over every step of random histories of every verb (the list of invariants in core/README.md)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.core.pack.desk import scratch_desk
from tests.core.pack.laws import COSTLY, LAWS, take
from tests.core.pack.walks import RANDOMS, Walker

STEPS = 25


def laws_hold(random: Random, steps: int) -> None:
    """Walk, and hold every step to every law; those that read much look at each fifth step only."""
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for number in range(steps):
            step = take(desk, walker.ask())
            for name, law in LAWS.items():
                if name not in COSTLY or number % 5 == 4:
                    law(step)


quick = settings(
    max_examples=30,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
    suppress_health_check=list(HealthCheck),
)


@quick
@given(random=RANDOMS)
def test_the_laws_hold_of_every_step(random: Random) -> None:
    laws_hold(random, STEPS)


@pytest.mark.parametrize("seed", [119, 136, 142, 156, 185, 203, 1029, 2102])
def test_the_laws_hold_of_walks_that_once_broke_one(seed: int) -> None:
    laws_hold(Random(seed), 50)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_200))
def test_the_laws_hold_of_long_walks(seed: int) -> None:
    laws_hold(Random(seed), 80)


def test_the_walks_reach_every_verb_and_rule() -> None:
    """A walk that never closes anything would prove little."""
    seen: set[Any] = set()
    for seed in range(40):
        with scratch_desk() as desk:
            walker = Walker(desk, Random(seed))
            for _ in range(30):
                receipt = take(desk, walker.ask()).receipt
                if receipt is not None and receipt.tx is not None:
                    seen |= {receipt.verb, *(closed.rule for closed in receipt.closes)}
                    seen |= {one.source for one in receipt.proposes}
    verbs = {"write", "witness", "edit", "close", "retract", "reopen", "rest", "wake", "pin", "cite", "deed"}
    verbs |= {"no_longer_true", "grade", "fire", "accept", "decline", "consolidate", "config", "undo", "redo"}
    assert seen >= verbs | {"named", "key", "rewrite", "same_head", "accepted", "guard"}
