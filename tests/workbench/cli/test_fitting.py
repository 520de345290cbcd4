"""Fitting the review clock on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.clocks.instants import format_instant
from tests.core.review.simulated import simulated
from tests.workbench.cli.conftest import Shell


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A year of a person whose memory is known."""
    file = tmp_path_factory.mktemp("log") / "reviews.csv"
    lines = ["card_id,review_rating,review_time,review_duration"]
    for history in simulated(300, 0).histories:
        lines += [f"{history.claim},{step.grade},{format_instant(step.at)},4000" for step in history.steps]
    file.write_text("\n".join(lines))
    return file


def test_a_log_is_tried_and_its_scores_stand_beside_those_of_the_rivals(shell: Shell, log: Path) -> None:
    told = shell("fit", "--log", str(log), "--zone", "UTC")
    assert told.code == 0
    said = told.out.splitlines()
    assert "reviews counted" in said[0]
    assert "used: made from the first" in said[0]
    assert [line.split()[0] for line in said[1:6]] == ["predicted", "constant", "seed", "defaults", "fitted"]
    assert not shell.pack.exists()


def test_as_json_it_says_all_numbers_and_that_nothing_was_adopted(shell: Shell, log: Path) -> None:
    told = json.loads(shell("fit", "--log", str(log), "--zone", "UTC", "--json").out)
    assert told["counted"] == told["used"] == told["trained"] + told["tested"]
    assert (len(told["parameters"]), told["adopted"], told["tx"]) == (21, False, None)
    assert {score["name"] for score in told["scores"]} == {"constant", "seed rule", "defaults", "fitted"}


def test_row_47_too_few_reviews_are_refused_with_both_numbers(shell: Shell, tmp_path: Path) -> None:
    shell("remember", "The lift holds eight people.")
    told = shell("fit")
    assert told.code == 1
    assert "a fit needs 1,000 reviews, and 0 of 0 counted reviews can be used" in told.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--log", "nowhere.csv"), "cannot be read"),
        (("--zone", "UTC"), "--zone goes with --log"),
    ],
)
def test_what_cannot_be_fitted_is_refused(shell: Shell, arguments: tuple[str, ...], why: str) -> None:
    told = shell("fit", *arguments)
    assert told.code == 1
    assert why in told.err


@pytest.mark.slow
def test_a_pack_adopts_what_predicts_better_in_one_record_that_an_undo_takes_back(
    shell: Shell, log: Path, tmp_path: Path
) -> None:
    """The same year, taken into a pack as reviews of claims."""
    from core.claims.draft import Draft
    from core.clocks.clock import ScriptedClock
    from core.pack import commands as c
    from core.pack.pack import Pack
    from core.pack.review_import import import_reviews
    from tests.core.review.logs import MORNING

    clock = ScriptedClock(MORNING - 1)
    with Pack.create(shell.pack, seat="ana", clock=clock) as pack:
        ids = {}
        with pack.batched():
            for number in range(300):
                draft = Draft(text=f"Shelf {number} holds box {number * 7}.", entities=())
                ids[f"claim-{number}"] = pack.submit(c.Write(draft=draft)).id or ""
        clock.set(MORNING + 800 * 86_400_000_000)
        lines = log.read_text().splitlines()
        named = [",".join([ids[one.split(",")[0]], *one.split(",")[1:]]) for one in lines[1:]]
        assert import_reviews(pack, [lines[0], *named], source="year.csv").added == len(named)
    seen = shell("fit", "--preview")
    assert "it predicts the later reviews better; nothing was changed" in seen.out
    assert "adopted: grades from now on go by these weights" in (done := shell("fit")).out
    assert json.loads(shell("config", "parameters", "--json").out)["settings"]["parameters"]
    again = json.loads(shell("fit", "--json").out)
    assert {"defaults", "in force"} <= {score["name"] for score in again["scores"]}
    assert (again["adopted"], again["better"]) == (False, False)
    assert shell("undo", done.out.rsplit("undo ", 1)[1].split()[0]).code == 0
    assert json.loads(shell("config", "parameters", "--json").out)["settings"]["parameters"] == ""
