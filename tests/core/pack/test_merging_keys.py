"""Keys in two packs that parted: no decision on what a merge asks leaves a key without a value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.claims.proposal import Proposal
from core.clocks.instants import DAY, HOUR
from core.errors import PackError
from core.pack import commands as c
from core.pack.merging import merge_pack
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, differences, exported, heads, packs, take_in
from tests.core.pack.walks import RANDOMS
from tests.dear import some

few = settings(
    max_examples=some(10),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

KEYS = ("rate", "port")
SAID = ("100", "200", "300", "400")


@pytest.fixture
def made() -> Iterator[Packs]:
    with packs() as folder:
        yield folder


def open_of(desk: Desk) -> list[Proposal]:
    return list(desk.pack.proposals(View(workspace=None)))


def live(desk: Desk) -> dict[str, list[Claim]]:
    """By key, the claims that hold it now."""
    now = desk.clock.now()
    found: dict[str, list[Claim]] = {}
    for claim in heads(desk)["claim"].values():
        begun = claim.t_valid is None or claim.t_valid <= now
        if claim.key and claim.believed and begun and (claim.t_invalid is None or claim.t_invalid > now):
            found.setdefault(claim.key, []).append(claim)
    return found


def has_cycle(desk: Desk) -> bool:
    """Whether a claim was ended by one that it ended itself, over however many."""
    claims = heads(desk)["claim"]
    for start in claims.values():
        seen, at = set(), start
        while at is not None and at.id not in seen:
            seen.add(at.id)
            ending = at.closing if at.believed else at.withdrawal
            at = claims.get(ending.by) if ending is not None and ending.by else None
        if at is not None:
            return True
    return False


def replaced_in_both(made: Packs, second: str | None, third: str | None) -> tuple[Desk, Desk]:
    """The rate is 100 in both; in one pack it is 200 then, and a second later in the other one 300."""
    anna = made.new("anna")
    first = anna.write("The rate is 100.", key="rate").id or ""
    anna.pass_time(DAY)
    ben = made.copy(anna, "ben")
    anna.pack.seat, ben.pack.seat = "anna", "ben"
    for desk, text, key, late in ((anna, "200", second, 1), (ben, "300", third, 2)):
        desk.pass_time(late * HOUR)
        draft = Draft(text=f"The rate is {text}.", key=key, supersedes=(first,))
        desk.do(c.Write(draft=draft), by=desk.pack.seat)
    anna.pass_time(HOUR)
    return anna, ben


def crossed(one: Desk, other: Desk) -> None:
    before = exported(other)
    take_in(other, one)
    merge_pack(one.pack, before)


@pytest.mark.parametrize("both_at_once", [True, False])
def test_two_values_of_a_key_from_two_packs_are_decided_by_the_key(made: Packs, both_at_once: bool) -> None:
    anna, ben = replaced_in_both(made, "rate", "rate")
    if both_at_once:
        crossed(anna, ben)
    else:
        take_in(ben, anna)
        take_in(anna, ben)
    for desk in (anna, ben):
        assert open_of(desk) == []
        assert [one.text for one in live(desk)["rate"]] == ["The rate is 300."]
        [closed] = [one for one in heads(desk)["claim"].values() if one.text == "The rate is 200."]
        assert closed.closing.actor == "ben"
    assert differences(anna, ben) == []


@pytest.mark.parametrize(("second", "third"), [("rate", None), (None, "rate"), (None, None)])
def test_of_two_successors_the_one_that_begins_later_is_the_newer_one_in_both_packs(
    made: Packs, second: str | None, third: str | None
) -> None:
    anna, ben = replaced_in_both(made, second, third)
    crossed(anna, ben)
    for desk in (anna, ben):
        [proposal] = open_of(desk)
        assert desk.claim(proposal.new).text == "The rate is 300."
        held = live(desk)
        desk.do(c.Accept(proposal=proposal.id))
        assert live(desk).keys() == held.keys()
        assert desk.claim(proposal.new).closing is None
        assert not has_cycle(desk)


def test_a_claim_that_ended_is_not_asked_to_take_the_place_of_one_that_is_live(made: Packs) -> None:
    anna, ben = replaced_in_both(made, None, None)
    [newest] = [one.id for one in heads(ben)["claim"].values() if one.text == "The rate is 300."]
    ben.pass_time(HOUR)
    ben.do(c.Close(id=newest))
    crossed(anna, ben)
    assert open_of(anna) == open_of(ben) == []


def test_two_values_from_one_instant_have_one_question_which_gives_the_key(made: Packs) -> None:
    anna = made.new("anna")
    first = anna.write("The rate is 100.", key="rate").id or ""
    anna.pass_time(DAY)
    ben, start = made.copy(anna, "ben"), anna.clock.now()
    for desk, text in ((anna, "200"), (ben, "300")):
        desk.pass_time(HOUR)
        draft = Draft(text=f"The rate is {text}.", key="rate", t_valid=start, supersedes=(first,))
        desk.do(c.Write(draft=draft))
    crossed(anna, ben)
    for desk in (anna, ben):
        [proposal] = open_of(desk)
        assert proposal.source == "held"
        desk.do(c.Accept(proposal=proposal.id))
        assert [one.id for one in live(desk)["rate"]] == [proposal.new]


def act(desk: Desk, random: Random) -> None:
    """Something that a person may do to keys, or to a claim that is there."""
    every = sorted(heads(desk)["claim"])
    one = random.choice(every) if every else ""
    text = f"The {random.choice(KEYS)} is {random.choice(SAID)}."
    key = random.choice((*KEYS, None))
    at = desk.clock.now() + random.choice((-DAY, -HOUR, HOUR))
    commands: tuple[c.Command, ...] = (
        c.Write(draft=Draft(text=text, key=key)),
        c.Write(draft=Draft(text=text, key=random.choice(KEYS))),
        c.Write(draft=Draft(text=text, key=key, supersedes=(one,) if one else ())),
        c.Write(draft=Draft(text=text, key=random.choice(KEYS), t_valid=at - at % DAY)),
        c.Close(id=one),
        c.Retract(id=one, why="a slip"),
        c.Reopen(id=one),
    )
    desk.pass_time(random.choice((1, 2)) * HOUR)
    with suppress(PackError):
        desk.do(random.choice(commands))


@pytest.mark.dear
@few
@given(RANDOMS)
@example(Random(137))
def test_no_decision_on_what_a_merge_asks_takes_the_value_of_a_key_away(random: Random) -> None:
    with packs() as folder:
        anna = folder.new("anna")
        for _ in range(4):
            act(anna, random)
        desks = (anna, folder.copy(anna, "ben"))
        for _ in range(2):
            for desk in desks:
                for _ in range(random.randint(1, 4)):
                    act(desk, random)
            crossed(*desks)
            for desk in desks:
                decide_all(desk, random)


def decide_all(desk: Desk, random: Random) -> None:
    """Accept or decline what is asked, in any order, and see that every key keeps a value."""
    waiting = [one for one in open_of(desk) if one.source in ("merge", "held")]
    random.shuffle(waiting)
    had_cycle = has_cycle(desk)
    for proposal in waiting:
        fields = set(str(proposal.figures.get("fields", "")).split(", "))
        desk.pass_time(HOUR)
        before = live(desk)
        answer = c.Accept(proposal=proposal.id) if random.random() < 0.7 else c.Decline(proposal=proposal.id)
        with suppress(PackError):
            desk.do(answer)
        if not fields & {"key", "start", "end"} or proposal.source == "held":
            assert live(desk).keys() >= before.keys(), proposal
        assert has_cycle(desk) <= had_cycle, proposal
