"""HM-47: what was retrieved is kept under the tag of its run, and counted offline it is the report."""

from pathlib import Path

import msgspec
import pytest

from core.errors import NotFound, Refused
from tests.workbench.evaluation.test_bootstrap import BETTER, WORSE
from workbench.evaluation import dump


def test_runs_share_a_file_under_their_tags(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    dump.write(file, [WORSE])
    dump.write(file, [BETTER])
    assert dump.read(file) == (WORSE, BETTER)
    assert dump.run_named(f"{file}#better") == BETTER
    lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert [line["run"] for line in lines] == ["worse"] * 21 + ["better"] * 21


def test_a_tag_stands_for_one_run(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    dump.write(file, [WORSE])
    before = file.read_bytes()
    with pytest.raises(Refused, match="holds a run 'worse' already"):
        dump.write(file, [BETTER, WORSE])
    assert file.read_bytes() == before


def test_a_file_of_several_runs_asks_which(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    dump.write(file, [WORSE, BETTER])
    with pytest.raises(Refused, match=r"holds 2 runs \(worse, better\)"):
        dump.run_named(str(file))


def test_a_dump_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    dump.write(file, [WORSE])
    file.write_bytes(b"\n".join(file.read_bytes().splitlines()[:-1]) + b"\n")
    with pytest.raises(Refused, match="cut short"):
        dump.read(file)


@pytest.mark.parametrize("line", ['{"run": "a"}', "[]", "no json", '{"run": "a", "answer": {}}'])
def test_a_line_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "runs.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(Refused, match="line 1 of"):
        dump.read(tmp_path / "runs.jsonl")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="cannot be read"):
        dump.read(tmp_path / "none.jsonl")
