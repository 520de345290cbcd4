"""The guard: one changed value closes, different subjects and different things stay."""

from __future__ import annotations

import pytest

from core.rules.guard import Answer, guard
from core.rules.sides import Side
from tests.core.rules.pairs import ONE_VALUE, OPPOSITE_EVENTS, OTHER_SUBJECT, OTHER_THINGS
from tests.core.rules.writer import Writer, outcome

STAY = (*OTHER_SUBJECT, *OPPOSITE_EVENTS, *OTHER_THINGS)


@pytest.mark.parametrize(("older", "newer", "entities", "closes"), ONE_VALUE)
def test_one_changed_value_closes_or_is_proposed(
    older: str, newer: str, entities: tuple[str, ...] | None, closes: bool
) -> None:
    assert outcome(older, newer, entities) in (("close",) if closes else ("close", "propose"))


@pytest.mark.parametrize(("older", "newer", "entities", "closes"), ONE_VALUE)
def test_one_changed_value_closes_the_other_way_round_too(
    older: str, newer: str, entities: tuple[str, ...] | None, closes: bool
) -> None:
    assert outcome(newer, older, entities) in (("close",) if closes else ("close", "propose"))


@pytest.mark.parametrize(("older", "newer", "entities"), STAY)
def test_two_facts_both_stay(older: str, newer: str, entities: tuple[str, ...] | None) -> None:
    assert outcome(older, newer, entities) != "close"
    if "also" not in newer and "be" not in newer:
        assert outcome(newer, older, entities) != "close"


@pytest.mark.parametrize(("older", "newer", "entities"), STAY)
def test_two_facts_that_declare_one_topic_both_stay(
    older: str, newer: str, entities: tuple[str, ...] | None
) -> None:
    assert outcome(older, newer, ("topic", *(entities or ()))) != "close"


def answer(older: str, newer: str) -> Answer:
    writer = Writer()
    return guard(Side.of(writer.claim(newer)), Side.of(writer.claim(older))).answer


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("The default fuse is Borda.", "The default fuse is CombMNZ.", Answer.CHANGE),
        ("The cache is on.", "The cache is not on.", Answer.CHANGE),
        ("staging listens on 8080", "production listens on 8080", Answer.FACTS),
        ("Anna beats Bob.", "Bob beats Anna.", Answer.FACTS),
        ("The mirror is synced from Lyon to Nice.", "The mirror is synced from Nice to Lyon.", Answer.FACTS),
        ("The office is in Lyon.", "The office might be in Nice.", Answer.FACTS),
        ("The office might be in Lyon.", "The office might be in Nice.", Answer.UNTOLD),
        ("Anna speaks Dutch.", "Anna also speaks German.", Answer.FACTS),
        ("The build server runs Linux.", "The build server runs nightly tests.", Answer.FACTS),
        ("The fuse is Borda.", "The fuse is Borda in the panel.", Answer.UNTOLD),
        ("Our team uses Postgres.", "Our team uses MySQL.", Answer.UNTOLD),
        ("The domain was hijacked.", "The domain was recovered.", Answer.FACTS),
        ("The retry limit is three.", "The retry limit is five.", Answer.CHANGE),
        ("Anna fixed issue 12.", "Anna fixed issue 14.", Answer.UNTOLD),
        ("The fuse is Borda.", "The fuse is CombMNZ. It led Borda.", Answer.CHANGE),
        ("The fuse is CombMNZ. It led Borda.", "The fuse is Borda.", Answer.CHANGE),
        ("The fuse is Borda.", "The fuse is CombMNZ. Tests stay on Borda.", Answer.UNTOLD),
        ("The fuse is Borda.", "The fuse is CombMNZ. Tests use Borda.", Answer.UNTOLD),
        ("The fuse is Borda.", "The fuse is CombMNZ. It is Borda in tests.", Answer.UNTOLD),
        ("Code is linted with flake8.", "Code is linted with ruff.", Answer.UNTOLD),
        ("Acme has 30 shops.", "Acme has 31 shops.", Answer.CHANGE),
    ],
)
def test_each_test_of_the_guard_answers(older: str, newer: str, expected: Answer) -> None:
    assert answer(older, newer) is expected


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        (
            "The limits of Atlas are 1 for mail plus 2 for web plus 3 for ssh plus 4 for ftp.",
            "The limits of Atlas are 5 for mail plus 6 for web plus 7 for ssh plus 8 for ftp.",
            Answer.UNTOLD,
        ),
        (
            "The limits of Atlas are 1 for mail plus 2 for web plus 3 for ssh.",
            "The limits of Atlas are 5 for mail plus 6 for web plus 7 for ssh.",
            Answer.CHANGE,
        ),
        (
            "Since the move, the primary is db-1 in Lyon.",
            "Since the move, the primary is db-2 in Nice.",
            Answer.UNTOLD,
        ),
        ("Priya walks the dog.", "Marek walks the dog.", Answer.PASSED),
        ("Priya walks dogs.", "Marek walks dogs.", Answer.FACTS),
        ("Priya is fond of the sport of chess.", "Marek is fond of the sport of chess.", Answer.FACTS),
        ("Two people sign each bill.", "Three people sign each bill.", Answer.UNTOLD),
        ("10.0.0.1 is the web host.", "10.0.0.2 is the web host.", Answer.PASSED),
        ("The staging lead signs bills.", "The production lead signs bills.", Answer.FACTS),
        ("It leaks in the image cache.", "It leaks in the socket pool.", Answer.UNTOLD),
        ("测试用密码。", "测试用指纹。", Answer.UNTOLD),
    ],
)
def test_where_the_guard_is_sure_and_where_it_is_not(older: str, newer: str, expected: Answer) -> None:
    assert answer(older, newer) is expected


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ("Our old Jenkins feeds the Atlas hall.", "Our old Drone feeds the Atlas hall.", Answer.FACTS),
        (
            "All our old Jenkins feeds the Atlas hall.",
            "All our old Drone feeds the Atlas hall.",
            Answer.UNTOLD,
        ),
        ("Acme ships 30 boxes.", "Acme ships 31 boxes.", Answer.UNTOLD),
        ("Our shop ships 30 boxes.", "Our shop ships 31 boxes.", Answer.CHANGE),
        ("City of Bonn.", "City of Berlin.", Answer.UNTOLD),
        ("The city of Bonn.", "The city of Berlin.", Answer.CHANGE),
    ],
)
def test_behind_two_shared_words_may_still_stand_the_subject(
    older: str, newer: str, expected: Answer
) -> None:
    assert answer(older, newer) is expected


def test_a_reason_behind_the_new_value_is_no_part_of_it() -> None:
    writer = Writer()
    older = writer.write("The default fuse is Borda.", entities=("fuse", "Borda")).newcomer
    plan = writer.write(
        "The default fuse is CombMNZ. It led Borda by 1.8 points.", entities=("fuse", "CombMNZ", "Borda")
    )
    assert [(ending.old, ending.rule) for ending in plan.endings] == [(older.id, "same_head")]
    assert plan.found == ()


def test_a_goal_is_an_intention_and_may_change() -> None:
    writer = Writer()
    older = writer.claim("Anna wants to run 10 km in Lyon.", kind="goal")
    newer = writer.claim("Anna wants to run 20 km in Lyon.", kind="goal")
    assert guard(Side.of(newer), Side.of(older)).answer is not Answer.FACTS


def test_the_reason_shows_the_words_that_differ() -> None:
    writer = Writer()
    writer.write("The default fuse is Borda.")
    ending = writer.write("The default fuse is CombMNZ.").endings[0]
    assert ending.guard == "another name in the same place, “Borda” → “CombMNZ”"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Thomas Kyd was born in the city of London.", "Thomas Arne was born in the city of London."),
        ("The build server runs Linux 6.1.", "The build server runs nightly tests."),
    ],
)
def test_the_original_policy_has_no_guard(older: str, newer: str) -> None:
    assert outcome(older, newer) == "open"
    assert outcome(older, newer, policy="original") == "close"
