"""The rules in words."""

from __future__ import annotations

import pytest

from core.claims.ids import short
from core.rules.table import RULES
from core.rules.words import explain
from tests.core.rules.writer import Writer


def test_a_shared_head_reads_as_a_sentence() -> None:
    writer = Writer()
    writer.write("The default fuse is Borda.", entities=("fuse",))
    ending = writer.write("The default fuse is CombMNZ.", entities=("fuse",)).endings[0]
    figures = {"opening": 4, "shorter": 5, "share": 0.8, "shared_entities": "fuse"}
    assert explain("same_head", figures, {"opening": 3, "share": 0.6}, None) == (
        "same head: the first 4 of 5 words are the same (needs 3 and 60 %); the rest differs; "
        "both are about “fuse”.",
    )
    assert explain(ending.rule, ending.figures, ending.thresholds, ending.guard) == (
        "rewrite: 4 of 6 different words are the same, 67 % (needs 60 %); both are about “fuse”.",
        "guard: another name in the same place, “Borda” → “CombMNZ”.",
    )


@pytest.mark.parametrize("rule", [*(rule.name for rule in RULES), "neighbour", "accepted", "stated", "odd"])
def test_every_rule_reads_as_sentences_even_without_figures(rule: str) -> None:
    for line in explain(rule, {}, {}, None):
        assert line.endswith(".")
        assert "{" not in line


def test_an_accepted_proposal_tells_of_the_rule_that_made_it() -> None:
    figures = {"jaccard": 0.7, "shared_words": 7, "all_words": 10, "proposed_by_rule": "rewrite"}
    lines = explain("accepted", figures, {"jaccard": 0.6}, "both may be true")
    assert lines[1].startswith("rewrite: 7 of 10 different words")
    assert lines[2] == "guard: both may be true."


def test_an_id_is_shown_by_its_last_eight_signs() -> None:
    assert short("0190a1b2c3d4e5f60718293a4b5c6d7e") == "4b5c6d7e"


def test_a_replacement_by_name_says_whether_it_came_through_a_chain() -> None:
    assert "one of the same chain" in explain("named", {"chain": "a"}, {})[0]
    assert "names this one as replaced" in explain("named", {}, {})[0]


@pytest.mark.parametrize(
    ("figures", "spoken"),
    [
        ({"opening": 1, "shorter": 1}, "only the first of 1 word is the same"),
        ({"opening": 1, "shorter": 2}, "only the first of 2 words is the same"),
    ],
)
def test_one_word_is_one_word(figures: dict[str, int], spoken: str) -> None:
    assert spoken in explain("same_head", figures, {})[0]


@pytest.mark.parametrize(
    ("names", "spoken"),
    [
        ("fuse", "both are about “fuse”."),
        ("fuse, panel", "both are about “fuse” and “panel”."),
        ("fuse, panel, rank", "both are about “fuse”, “panel” and “rank”."),
    ],
)
def test_shared_names_are_listed_as_people_list_them(names: str, spoken: str) -> None:
    figures = {"jaccard": 0.7, "shared_words": 7, "all_words": 10, "shared_entities": names}
    assert explain("rewrite", figures, {})[0].endswith(spoken)


MEASURED = {"jaccard": 0.7, "shared_words": 7, "all_words": 10}


@pytest.mark.parametrize(
    ("rule", "figures", "thresholds", "spoken"),
    [
        (
            "correction",
            {"opening": 4, "shorter": 5, "share": 0.8},
            {"opening": 3, "share": 0.6},
            "correction: the first 4 of 5 words are the same (needs 3 and 60 %); the rest differs.",
        ),
        (
            "correction",
            MEASURED,
            {"jaccard": 0.6},
            "correction: 7 of 10 different words are the same, 70 % (needs 60 %).",
        ),
        ("retold", MEASURED, {}, "told anew: 7 of 10 different words are the same; too few to be sure."),
        ("retold", {}, {}, "told anew."),
    ],
)
def test_a_correction_and_a_retelling_say_what_they_measured(
    rule: str, figures: dict[str, float], thresholds: dict[str, float], spoken: str
) -> None:
    assert explain(rule, figures, thresholds) == (spoken,)
