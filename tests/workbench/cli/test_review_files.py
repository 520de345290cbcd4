"""Reviews as files on the command line."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from core.clocks.instants import DAY
from core.pack.pack import Pack
from tests.workbench.cli.conftest import Shell

AT = 1_767_700_000_000
"""Milliseconds in January 2026."""


def claim(shell: Shell) -> str:
    return str(json.loads(shell("remember", "The lift holds eight people.", "--json").out)["id"])


def test_reviews_come_in_go_out_and_come_in_as_known(shell: Shell, tmp_path: Path) -> None:
    one = claim(shell)
    rows = [f"{one},{AT + day * DAY // 1_000},{grade},0,4000" for day, grade in ((0, 3), (2, 1), (5, 3))]
    log = "card_id,review_time,review_rating,review_state,review_duration\n" + "\n".join(rows)
    seen = shell("reviews", "import", "-", "--dry-run", stdin=log)
    assert "would take in 3 reviews of 1 claim from standard input" in seen.out
    done = shell("reviews", "import", "-", stdin=log)
    assert done.out.startswith("took in 3 reviews of 1 claim from standard input\n  undo: packbench undo ")
    for form, suffix in (("jsonl", "jsonl"), ("csv", "csv"), ("anki-csv", "csv"), ("optimizer-csv", "csv")):
        file = tmp_path / f"{form}.{suffix}"
        assert shell("reviews", "export", str(file), "--format", form).err == f"wrote 3 reviews to {file}\n"
        again = shell("reviews", "import", str(file))
        assert "took in 0 reviews" in again.out
        assert "3 held already" in again.out
    assert len(shell("reviews", "export").out.splitlines()) == 3


def test_while_a_workbench_holds_the_pack_an_import_says_who_and_takes_nothing_in(
    shell: Shell, tmp_path: Path
) -> None:
    one = claim(shell)
    log = tmp_path / "log.csv"
    log.write_text(f"card_id,review_time,review_rating\n{one},{AT},3\n")
    with Pack.open(shell.pack, seat="ben", client="workbench", mode="write") as pack:
        before = pack.log.last()
        refused = shell("reviews", "import", str(log))
        assert refused.code == 4
        assert refused.err.startswith(f"packbench: {shell.pack.name} is held by ben (workbench, pid ")
        assert refused.err.count("\n") == 1
        assert pack.log.last() == before
    assert shell("reviews", "import", str(log)).out.startswith("took in 1 review of 1 claim")


def test_what_was_not_taken_in_is_told_by_line_and_name(shell: Shell) -> None:
    one = claim(shell)
    log = "\n".join(
        [
            "card_id,review_time,review_rating",
            f"{one},{AT},3",
            f"{one},{AT // 1_000},3",
            f"77,{AT},3",
            f"{one},{AT + DAY // 1_000},9",
        ]
    )
    told = shell("reviews", "import", "-", stdin=log)
    assert told.code == 0
    assert "took in 1 review of 1 claim" in told.out
    assert "1 of claims that are not here: 77" in told.out
    assert "2 lines left out:" in told.out
    assert f"line 3: {AT // 1_000} looks like seconds; times are milliseconds since 1970" in told.out
    assert "line 5: its review_rating is 9" in told.out
    assert json.loads(shell("reviews", "import", "-", "--json", stdin=log).out)["unknown"] == {"77": 1}


def test_a_deck_is_a_file_of_its_own_and_nothing_is_overwritten(shell: Shell, tmp_path: Path) -> None:
    claim(shell)
    file = tmp_path / "claims.apkg"
    made = shell("reviews", "export", str(file), "--format", "apkg")
    assert made.err == f"wrote 1 card with 0 reviews to {file}\n"
    assert zipfile.ZipFile(file).namelist() == ["collection.anki2", "media"]
    assert "is there already" in shell("reviews", "export", str(file), "--format", "apkg").err
    assert "a deck is no text; name a file" in shell("reviews", "export", "--format", "apkg").err


@pytest.mark.parametrize("typed", ["", "a,b\n1,2\n", "\x00\x01"])
def test_what_is_no_review_log_is_refused(shell: Shell, typed: str) -> None:
    claim(shell)
    told = shell("reviews", "import", "-", stdin=typed)
    assert told.code == 1
    assert "the file is empty" in told.err or "no review log that can be read" in told.err


def test_the_family_alone_says_what_it_can_do(shell: Shell) -> None:
    told = shell("reviews")
    assert told.code == 0
    assert {"export", "import"} <= set(told.out.split())


def test_an_ending_that_names_no_form_is_refused_with_those_that_do(shell: Shell, tmp_path: Path) -> None:
    claim(shell)
    file = tmp_path / "log.txt"
    refused = shell("reviews", "export", str(file))
    assert refused.code == 1
    assert ".jsonl, .ndjson, .csv, .apkg" in refused.err
    assert not file.exists()
    assert shell("reviews", "export", str(file), "--format", "csv").code == 0


def test_a_deck_of_no_cards_and_a_deck_to_take_in_are_refused_in_words(shell: Shell, tmp_path: Path) -> None:
    assert shell("write", "The lift holds eight.", "--kind", "card_line").code == 0
    empty = shell("reviews", "export", str(tmp_path / "a.apkg"))
    assert (empty.code, list(tmp_path.glob("*.apkg"))) == (1, [])
    assert "nothing to make a deck of" in empty.err
    came = shell("reviews", "import", "a.apkg")
    assert came.code == 1
    assert "goes one way" in came.err


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_file_in_another_encoding_is_refused_by_name(shell: Shell, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes('{"claim": "\u00e4"}'.encode(encoding))
    refused = shell("reviews", "import", str(file))
    assert refused.code == 1
    assert "log.jsonl is no text in UTF-8" in refused.err


def test_signs_that_part_lines_elsewhere_do_not_part_a_row(shell: Shell, tmp_path: Path) -> None:
    one = claim(shell)
    row = {"claim": one, "at": "2026-01-06T12:00:00Z", "grade": 3, "note": "a\u2028b\x85c"}
    file = tmp_path / "log.jsonl"
    file.write_bytes((json.dumps(row, ensure_ascii=False) + "\r\n").encode())
    told = shell("reviews", "import", str(file))
    assert "took in 1 review of 1 claim" in told.out
    assert "1 of them older than the claim" in told.out
