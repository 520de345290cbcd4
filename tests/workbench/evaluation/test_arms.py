"""Arms become settings of the pack, and nothing of an arm stays for the next one."""

import pytest

from core.errors import Refused
from workbench.evaluation import arms
from workbench.evaluation.arms import Arm, Choice
from workbench.evaluation.filling import scratch_pack

SHIPPED = {"bm25+": 1.0, "scan": 0.5, "windows": 0.5, "dense": 1.0, "near": 0.5, "direct": 8.0}


def only(name: str, **choice: object) -> Arm:
    (arm,) = Choice(arms=(name,), **choice).over(SHIPPED)  # type: ignore[arg-type]
    return arm


def test_the_panel_as_shipped_sets_no_weights() -> None:
    assert only("panel").weights == {}


def test_a_ballot_alone_silences_every_other_one() -> None:
    assert {name for name, weight in only("scan").weights.items() if weight} == {"scan"}
    assert only("scan").weights.keys() == SHIPPED.keys()


def test_a_ballot_of_no_weight_counts_one_when_it_is_asked_alone() -> None:
    assert only("scan", preset="transcript").weights["scan"] == 1.0


def test_lexical_silences_the_ballots_of_meaning_and_keeps_the_rest() -> None:
    weights = only("lexical").weights
    assert (weights["dense"], weights["near"], weights["bm25+"]) == (0.0, 0.0, 1.0)


def test_given_weights_come_over_the_preset_and_that_over_the_shipped_ones() -> None:
    weights = only("panel", preset="transcript", weights={"windows": 0.25}).weights
    assert (weights["windows"], weights["scan"], weights["direct"]) == (0.25, 0.0, 8.0)


def test_every_arm_meets_every_decay_and_every_hop() -> None:
    many = Choice(arms=("panel", "bm25+"), decays=("off", "seed"), hops=(1, 2)).over(SHIPPED)
    assert len({arm.name for arm in many}) == len(many) == 8
    assert many[1] == Arm("panel, decay off, second hop", {}, {"decay": "off", "decay_form": "near_tie"}, 2)


@pytest.mark.parametrize("choice", [{"arms": ("bm26",)}, {"preset": "chat"}, {"decays": ("on",)}])
def test_an_unknown_name_is_refused_beside_those_that_are_known(choice: dict[str, object]) -> None:
    with pytest.raises(Refused, match=r"there is no '.*'; there are "):
        Choice(**choice)  # type: ignore[arg-type]


def test_what_one_arm_sets_another_takes_back() -> None:
    with scratch_pack(7) as filled:
        arms.apply(filled.pack, Arm("one", {"scan": 0.0}, {"fuse": "borda", "decay": "off"}))
        assert (filled.pack.setting("fuse"), filled.pack.setting("weights")) == ("borda", "scan=0")
        before = filled.pack.last_t_tx()
        arms.apply(filled.pack, Arm("two"))
        assert (filled.pack.setting("fuse"), filled.pack.setting("decay")) == ("combmnz", "fsrs")
        assert filled.pack.search("x").panel["ballots"]["scan"] > 0
        arms.apply(filled.pack, Arm("three"))
        assert filled.pack.last_t_tx() > before
