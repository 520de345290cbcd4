"""What a write looks at: no more in a large pack than in a small one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core.rules.thresholds import NEAR_MOST, SAID_LAST
from tests.core.rules.writer import Writer

SIZES = (1_000, 20_000)
NEWCOMERS = (
    ("The gateway of hall 7 was moved to port 9090.", ("gateway",)),
    ("Since Monday the gateway of hall 7 listens on 9090, because 8080 is taken.", ("gateway", "ports")),
    ("Nobody reads the gateway log any more.", ("gateway",)),
    ("The gateway of hall 7 has 3 fans.", ("gateway",)),
)


@pytest.fixture(scope="module", params=SIZES)
def full(request: pytest.FixtureRequest) -> Writer:
    """A pack in which every claim is about the gateway, and no two say nearly the same."""
    writer = Writer()
    size: int = request.param
    claims = [
        writer.claim(f"w{number} w{number + 1} gateway x{number} y{number} z{number}", entities=("gateway",))
        for number in range(size)
    ]
    writer.put(replace(claim, id=f"{number + 10**9:032x}") for number, claim in enumerate(claims))
    assert len(writer.held.columns.ids) == size
    writer.index.catch_up()
    return writer


def test_a_cue_of_change_is_held_against_the_last_64_claims_about_a_name(full: Writer) -> None:
    plan = full.plan(full.claim("The gateway was moved to port 9090.", entities=("gateway",)))
    assert plan.examined == 64


@pytest.mark.parametrize(("text", "entities"), NEWCOMERS)
def test_a_write_examines_no_more_than_was_said_last(
    full: Writer, text: str, entities: tuple[str, ...]
) -> None:
    plan = full.plan(full.claim(text, entities=entities))
    assert plan.examined <= SAID_LAST
    assert len(plan.near) <= NEAR_MOST
