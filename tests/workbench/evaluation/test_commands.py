"""BT-27: one command a data set, through the doors of a real pack, with what a figure needs beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.search.panel import Panel
from core.search.result import SearchResult
from tests.workbench.evaluation.conftest import Shell
from workbench.evaluation.benchmarks import BENCHMARKS

DATA = {
    "locomo": "locomo.json",
    "longmemeval": "longmemeval",
    "conflict": "conflict",
    "beam": "beam",
    "hotpotqa": "hotpot_dev_distractor.json",
    "narrativeqa": "narrativeqa",
    "ruler": "ruler",
}
OWN = {"forgetting": ["--topics", "5"], "conflict": ["--size", "6k"]}
EVERY = pytest.mark.parametrize("name", BENCHMARKS)


def words(name: str, files: Path) -> list[str]:
    data = ["--data", str(files / DATA[name])] if name in DATA else []
    return ["eval", name, *data, *OWN.get(name, [])]


def values(told: dict[str, Any]) -> list[float]:
    """Every figure of every row but the place, which is farthest when nothing is found."""
    return [
        value
        for run in told["runs"]
        for row in run["rows"]
        for name, value in row["values"].items()
        if name != "mean place"
    ]


@EVERY
def test_a_data_set_is_measured_by_one_command(shell: Shell, files: Path, name: str) -> None:
    said = shell.ok(*words(name, files))
    assert re.search(r"^  \w+ +n +(hit@1)", said, re.MULTILINE), said
    assert re.search(r"configuration [0-9a-f]{12}, seed 7, commit [0-9a-f]{12}\+?, .*\d\.\d s", said), said
    assert f"{name}/" in said


@EVERY
def test_what_is_told_in_json_has_the_same_figures(shell: Shell, files: Path, name: str) -> None:
    told = shell.json(*words(name, files))
    assert told["measured"]
    for run in told["runs"]:
        assert run["rows"]
        assert {"configuration", "seed", "commit", "elapsed", "source", "panel"} <= run["run"].keys()
        assert all(row["n"] > 0 for row in run["rows"])
    assert any(value > 0 for value in values(told))


@EVERY
def test_a_panel_that_finds_nothing_drops_every_row_to_zero(
    shell: Shell, files: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Panel.search

    def broken(*given: Any, **named: Any) -> SearchResult:
        found = search(*given, **named)
        return SearchResult(**{slot: getattr(found, slot) for slot in found.__struct_fields__} | {"hits": ()})

    monkeypatch.setattr(Panel, "search", broken)
    assert set(values(shell.json(*words(name, files)))) == {0.0}


@pytest.mark.parametrize("name", DATA)
def test_without_data_it_says_that_nothing_was_measured(shell: Shell, name: str) -> None:
    assert shell.ok("eval", name).startswith(f"{name}: not measured. No data was given; --data names ")
    assert shell.json("eval", name)["measured"] is False


@EVERY
def test_a_dump_recounts_to_the_same_report(shell: Shell, files: Path, name: str, tmp_path: Path) -> None:
    """HM-47: what is counted offline is the report, to the letter."""
    file = tmp_path / "runs.jsonl"
    assert shell.ok(*words(name, files), "--dump", str(file)) == shell.ok("eval", "recount", str(file))


def test_a_recount_counts_what_the_dump_holds_and_searches_nothing(
    shell: Shell, files: Path, tmp_path: Path
) -> None:
    file = tmp_path / "runs.jsonl"
    before = shell.json(*words("locomo", files), "--dump", str(file))
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines[1:]:
        line["answer"]["retrieved"] = {}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    after = shell.json("eval", "recount", str(file))
    assert {row["n"] for row in after["runs"][0]["rows"]} == {row["n"] for row in before["runs"][0]["rows"]}
    assert set(values(after)) == {0.0}


def test_two_runs_are_compared(shell: Shell, files: Path, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    shell.ok(*words("locomo", files), "--arm", "panel", "--arm", "bm25+", "--dump", str(file))
    told = shell.json("eval", "compare", f"{file}#locomo/bm25+", f"{file}#locomo/panel")
    assert (told["resamples"], told["seed"]) == (10_000, 42)
    whole = [row for row in told["rows"] if row["subset"] == "all"]
    assert {(row["grain"], row["measure"]) for row in whole} >= {("turn", "hit@1"), ("session", "nDCG@5")}
    assert all((row["n"], row["clusters"]) == (7, 2) for row in whole)
    said = shell.ok("eval", "compare", f"{file}#locomo/bm25+", f"{file}#locomo/panel", "--subset", "all")
    assert "10,000 resamples of whole conversations, seed 42" in said


def test_the_configuration_has_one_hash_for_one_panel_and_another_for_another(
    shell: Shell, files: Path
) -> None:
    def configuration(*options: str) -> str:
        return str(shell.json(*words("locomo", files), *options)["runs"][0]["run"]["configuration"])

    plain = configuration()
    assert configuration() == plain
    assert len({plain, configuration("--fuse", "rrf"), configuration("--weights", "windows=.25")}) == 3


def test_each_ballot_is_measured_alone_and_one_that_asks_an_encoder_is_refused_without(
    shell: Shell, files: Path
) -> None:
    told = shell.json(*words("locomo", files), "--arm", "all")
    assert [run["run"]["arm"] for run in told["runs"]] == [
        "panel",
        "lexical",
        "bm25+",
        "scan",
        "windows",
        "bm25+ & windows",
    ]
    assert told["runs"][3]["run"]["panel"]["ballots"] == {"scan": 1.0}
    refused = shell(*words("locomo", files), "--arm", "dense")
    assert (refused.code, "'dense' asks an encoder" in refused.err) == (1, True)


def test_the_splits_of_locomo_part_its_conversations(shell: Shell, files: Path) -> None:
    counted = {
        split: shell.json(*words("locomo", files), "--split", split)["runs"][0]["rows"][0]["n"]
        for split in ("tune", "check", "all")
    }
    assert counted == {"tune": 5, "check": 2, "all": 7}


def test_a_typing_slip_is_the_same_in_every_run_and_told_in_the_dump(
    shell: Shell, files: Path, tmp_path: Path
) -> None:
    asked = []
    for number in range(2):
        file = tmp_path / f"{number}.jsonl"
        shell.ok(*words("locomo", files), "--typos", "3", "--dump", str(file))
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        asked.append([line["answer"]["asked"] for line in lines[1:]])
    assert asked[0] == asked[1]
    assert all(asked[0])


def test_turns_as_claims_are_those_that_the_text_rules_pass(shell: Shell, files: Path) -> None:
    told = shell.json(*words("locomo", files), "--as", "claims", "--decay", "all")
    assert len(told["runs"]) == 6
    assert all(run["run"]["figures"]["pieces"] == 14 for run in told["runs"])
    assert told["runs"][0]["run"]["panel"]["decay"] == "off"


def test_the_second_hop_finds_what_no_word_of_the_question_says(shell: Shell, files: Path) -> None:
    told = shell.json(
        *words("conflict", files), "--hops", "multi", "--second-hop", "both", "--policy", "apply"
    )
    one, two = (run["rows"][0]["values"]["hit@10"] for run in told["runs"])
    assert [run["run"]["arm"] for run in told["runs"]] == ["panel", "panel, second hop"]
    assert len({run["run"]["configuration"] for run in told["runs"]}) == 2
    assert two >= one > 0


def test_facts_that_overwrite_are_counted_beside_what_closed(shell: Shell, files: Path) -> None:
    figures = shell.json(*words("conflict", files), "--policy", "apply")["runs"][0]["run"]["figures"]
    assert figures["facts overwritten"] == 2
    assert figures["… closed"] + figures["… proposed"] + figures["… neither"] == 2
    assert figures["pieces"] == 8


def test_the_help_lists_every_data_set(shell: Shell) -> None:
    said = shell.ok("eval", "--help")
    assert all(re.search(rf"^  {name} ", said, re.MULTILINE) for name in (*BENCHMARKS, "recount", "compare"))
