"""Rule 6: what is told anew is asked about, once, and only where something ties the two together."""

from __future__ import annotations

import pytest

from core.rules.cues import changes, tells_only_when
from core.rules.shapes import spelled
from core.rules.sides import Side
from tests.core.rules.writer import Writer


def side(text: str) -> Side:
    return Side.of(Writer().claim(text))


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("The gateway now listens on 9090.", "now"),
        ("The gateway no longer listens on 8080.", "no longer"),
        ("The price was raised to 20.", "raised"),
        ("The vendor cut its price to 9 cents.", "cut its price to"),
        ("From Monday the shop opens at 9.", "from"),
        ("The shop is open from Monday to Friday.", None),
        ("The train from Lyon is late.", None),
        ("From Monday late until Friday the shop is shut.", None),
        ("From Monday the shop opens Fridays.", "from"),
        ("Das Tor ist nicht mehr offen.", "nicht mehr"),
        ("Le bureau n'est plus ouvert.", "n'est plus"),
        ("Склад теперь открыт.", "теперь"),
        ("端口现在是9090。", "现在"),
        ("The gateway listens on 9090.", None),
    ],
)
def test_a_cue_says_that_something_changed(text: str, cue: str | None) -> None:
    assert changes(side(text).said, ()) == cue


def test_what_the_older_text_says_too_is_no_news() -> None:
    assert changes(side("It is now 9.").said, side("It is now 8.").said) is None


@pytest.mark.parametrize(
    ("run", "holds"),
    [
        ("now", True),
        ("again", True),
        ("since last May", True),
        ("since the six long weeks of summer began", False),
        ("ab Montag", True),
        ("ab Lager", False),
        ("desde mayo", True),
        ("desde la copia", False),
        ("the", False),
        ("in staging", False),
        ("only about", True),
    ],
)
def test_words_that_tell_only_since_when(run: str, holds: bool) -> None:
    assert tells_only_when(spelled(side(run))) is holds


def test_a_role_may_pass_on_where_both_declare_what_they_are_about() -> None:
    writer = Writer()
    old = writer.write("Priya owns the rota of Atlas.", entities=("Priya", "rota")).newcomer
    plan = writer.write("Marek owns the rota of Atlas.", entities=("Marek", "rota"))
    assert [(found.old, found.verdict) for found in plan.found] == [
        (old.id, "what both say of “rota” may have passed on, “Priya” → “Marek”")
    ]


def test_what_is_said_of_several_has_passed_on_from_none() -> None:
    writer = Writer()
    writer.write("Blue tape means that a box was counted.")
    assert len(writer.write("Green tape means that a box was counted.").found) == 1
    assert not writer.write("White tape means that a box was counted.").found


def test_only_the_nearest_is_asked_about() -> None:
    writer = Writer()
    writer.write("The importer of the depot writes a log.", entities=("importer",))
    writer.write("The importer keeps rows of port 7005 for a week.", entities=("importer",))
    near = writer.write("The importer reads rows from port 7001.", entities=("importer",)).newcomer
    plan = writer.write("The importer was moved to port 7002, with all its rows.", entities=("importer",))
    assert [(found.old, found.rule) for found in plan.found] == [(near.id, "retold")]


def test_a_cue_without_a_tie_asks_nothing() -> None:
    writer = Writer()
    writer.write("The importer writes a log.", entities=("importer", "depot"))
    assert not writer.write("Rows come late now.", entities=("depot",)).found
    assert not writer.write("The importer is slow now.", kind="belief", entities=("importer",)).found


def test_who_names_what_is_replaced_is_asked_nothing_more() -> None:
    writer = Writer()
    writer.write("The importer reads from port 7001.", entities=("importer",))
    other = writer.write("Nobody reads the log.", entities=("importer",)).newcomer
    new = {"entities": ("importer",), "supersedes": (other.id,)}
    assert not writer.write("The importer was moved to port 7002.", **new).found


def test_a_denial_closes_what_it_denies() -> None:
    writer = Writer()
    old = writer.write("The importer retries failed rows.", entities=("importer",)).newcomer
    plan = writer.write("The importer no longer retries failed rows.", entities=("importer",))
    assert [ending.old for ending in plan.endings] == [old.id]


def test_a_further_clause_that_speaks_of_staging_leaves_it_to_a_person() -> None:
    writer = Writer()
    writer.write("The port of Atlas is 8080.")
    plan = writer.write("The port of Atlas is 9090; staging follows in May.")
    assert not plan.endings
    assert [found.verdict for found in plan.found] == [
        "“staging” in a further sentence: it may hold there alone"
    ]


def test_the_policy_of_the_original_knows_no_rule_6() -> None:
    writer = Writer("original")
    writer.write("Grafana lives on mon-03.example.net.", entities=("Grafana",))
    assert not writer.write("Grafana was moved to obs-01.example.net.", entities=("Grafana",)).found


def test_consolidation_asks_about_what_was_told_anew() -> None:
    from core.rules.consolidate import consolidate

    writer = Writer()
    old = writer.claim("Grafana lives on mon-03.example.net.", entities=("Grafana",))
    writer.put([old])
    writer.put([writer.claim("Grafana was moved to obs-01.example.net.", entities=("Grafana",))])
    pairs = consolidate(writer.held, writer.index, workspace="default", policy="apply", now=writer.now)
    assert [(pair.old, pair.found and pair.found.rule) for pair in pairs] == [(old.id, "retold")]


@pytest.mark.parametrize(
    ("older", "newer", "about", "asked"),
    [
        ("The importer drops keys at noon.", "Old keys now stop the importer.", "importer", True),
        ("The importer drops any tin at noon.", "Old tin now stops the importer.", "importer", False),
        ("The importer drops marked rows.", "Marks now stop the importer.", "importer", True),
        ("The importer reads core/log.", "The work/in folder now feeds an importer.", "importer", True),
        ("The importer reads core/log.", "Red boxes now feed an importer.", "importer", False),
        ("The importer reads core/log.", "Line 7 now feeds an importer.", "importer", False),
        ("The importer reads core/log.", "The work/in folder now also feeds an importer.", "importer", False),
        ("The importer reads core/log.", "The work/in folder might now feed an importer.", "importer", False),
        ("The importer drops rows at noon.", "Late rows now stop the press.", "importer", False),
        ("The cellar drops rows at noon.", "Late rows now stop the press.", "importer", False),
        ("The red box holds tins and two old lids.", "The red box now goes to Mo at noon.", "depot", True),
        ("The red box holds tins and two old lids.", "The red bin now goes to Mo at noon.", "depot", False),
    ],
    ids=[
        "a word of four letters ties",
        "a word of three does not",
        "so does another form of a word",
        "two codes tie, with no digit in them",
        "a code and no value do not",
        "two values of other sorts do not",
        "what comes on top replaces nothing",
        "what is only weighed does not either",
        "a name that the newer text does not speak of",
        "a name that neither speaks of",
        "three words of opening tie",
        "two do not",
    ],
)
def test_a_cue_of_change_needs_a_tie(older: str, newer: str, about: str, asked: bool) -> None:
    writer = Writer()
    writer.write(older, entities=(about,))
    assert [found.rule for found in writer.write(newer, entities=(about,)).found] == ["retold"] * asked
