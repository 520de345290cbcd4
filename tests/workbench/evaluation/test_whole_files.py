"""The figures to hold on the whole public files, where they lie beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.repository import ROOT
from tests.workbench.evaluation.conftest import Shell
from workbench.evaluation.readers import beam, conflict, locomo, longmemeval

SHARED = ROOT.parent / "shared" / "data"

if SHARED.is_dir():

    def test_the_whole_of_locomo_is_read() -> None:
        collections = locomo.read(SHARED)
        asked = [question for one in collections for question in one.questions]
        assert (len(collections), sum(len(one.pieces) for one in collections), len(asked)) == (10, 5882, 1986)
        assert sum("all answerable" in question.subsets for question in asked) == 1536
        assert sum("check" in question.subsets for question in asked) == 829
        assert sum(not question.gold["turn"] for question in asked) == 4

    def test_the_other_files_are_read(tmp_path: Path) -> None:
        assert sum(len(one.questions) for one in beam.read(SHARED / "beam")) == 234
        assert sum(len(one.questions) for one in conflict.read(SHARED / "conflict")) == 4 * 134
        assert sum(len(one.questions) for one in longmemeval.read(SHARED / "longmemeval")) == 24

    @pytest.mark.slow
    def test_the_turns_of_locomo_are_found_by_words_alone(shell: Shell) -> None:
        told = shell.json("eval", "locomo", "--data", str(SHARED))
        whole = {row["grain"]: row["values"] for row in told["runs"][0]["rows"] if row["subset"] == "all"}
        assert whole["turn"]["hit@1"] >= 0.41
        assert whole["turn"]["hit@5"] >= 0.70
        assert whole["turn"]["hit@10"] >= 0.77

    @pytest.mark.slow
    def test_unreviewed_claims_are_found_with_the_default_decay_as_without(shell: Shell) -> None:
        words = (
            "eval",
            "locomo",
            "--data",
            str(SHARED),
            "--as",
            "claims",
            "--decay",
            "off",
            "--decay",
            "fsrs",
        )
        off, usual = shell.json(*words)["runs"]
        first = [run["rows"][0]["values"]["hit@1"] for run in (off, usual)]
        assert abs(first[1] - first[0]) <= 0.005

    @pytest.mark.slow
    def test_the_gain_over_plain_words_is_as_large_on_the_checking_conversations(
        shell: Shell, tmp_path: Path
    ) -> None:
        file = tmp_path / "runs.jsonl"
        shell.ok(
            "eval", "locomo", "--data", str(SHARED), "--arm", "bm25+", "--arm", "panel", "--dump", str(file)
        )
        told = shell.json("eval", "compare", f"{file}#locomo/bm25+", f"{file}#locomo/panel")
        gain = {
            row["subset"]: row
            for row in told["rows"]
            if (row["grain"], row["measure"]) == ("turn", "hit@10") and row["subset"] in ("tune", "check")
        }
        error = (gain["check"]["high"] - gain["check"]["low"]) / (2 * 1.96)
        assert gain["check"]["difference"] >= gain["tune"]["difference"] - error
