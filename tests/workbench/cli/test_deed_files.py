"""Files of turns on the command line: kept whole or refused whole, and told in numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.workbench.cli.conftest import Shell

TURNS = [
    {
        "body": "We moved to Lisbon.",
        "speaker": "Ana",
        "conversation": "c1",
        "said_at": "2023-05-08T13:56:00Z",
    },
    {"text": "Since when?", "speaker": "Bo", "conversation": "c1"},
    {"body": "Since March.", "speaker": "Ana", "conversation": "c1", "caption": "a tram"},
]


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    file = tmp_path / "chat.jsonl"
    file.write_text("".join(json.dumps(turn) + "\n" for turn in TURNS), encoding="utf-8")
    return file


def test_a_file_is_kept_and_told(shell: Shell, chat: Path) -> None:
    said = shell.ok("deed", "import", str(chat))
    assert "kept 3 deeds of 3 lines of chat.jsonl" in said
    assert "2 without the time when it was said; it stays unknown" in said
    assert "takes them back" in said
    assert shell.json("status")["status"]["deeds"] == 3
    assert shell.json("list")["claims"] == []


def test_twice_is_once(shell: Shell, chat: Path) -> None:
    shell.ok("deed", "import", str(chat))
    told = shell.json("deed", "import", str(chat))
    assert (told["captured"]["added"], told["captured"]["known"]) == (0, 3)
    assert "3 kept already" in shell.ok("deed", "import", str(chat))


def test_the_words_that_take_it_back_do(shell: Shell, chat: Path) -> None:
    said = shell.ok("deed", "import", str(chat))
    undo = said.split("packbench undo ")[1].split(" takes")[0].split()
    shell.ok("undo", *undo)
    assert shell.json("status")["status"]["deeds"] == 0


def test_what_is_piped_in_is_kept_too(shell: Shell, chat: Path) -> None:
    assert shell("deed", "import", "-", stdin=chat.read_bytes()).code == 0
    assert shell.json("status")["status"]["deeds"] == 3


def test_a_bad_line_refuses_the_file_and_makes_no_pack(shell: Shell, chat: Path) -> None:
    with chat.open("a", encoding="utf-8") as file:
        file.write("{half\n")
    ended = shell("deed", "import", str(chat))
    assert ended.code == 1
    assert "chat.jsonl has 1 bad line among 4. Line 4: it is no JSON" in ended.err
    assert "--skip-bad" in ended.err
    assert shell("status").code == 5
    said = shell.ok("deed", "import", str(chat), "--skip-bad")
    assert "kept 3 deeds of 4 lines" in said
    assert "1 line left out:" in said
    assert "line 4: it is no JSON" in said


def test_lines_that_name_none_get_kind_source_and_zone(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text('{"body": "one", "said_at": "2023-05-08T13:56"}\n', encoding="utf-8")
    said = shell.ok("deed", "import", str(file), "--kind", "page", "--source", "wiki", "--zone", "Asia/Tokyo")
    assert "1 with a time without a zone, read in Asia/Tokyo" in said
    found = shell.json("journal")
    accession = next(one["summary"].split()[-1] for one in found["events"] if one["verb"] == "deed")
    deed = shell.json("deed", "show", accession)["deed"]
    assert (deed["kind"], deed["source"], deed["said_at"]) == ("page", "wiki", "2023-05-08T04:56:00.000000Z")


def test_a_file_that_is_not_there_is_told(shell: Shell, tmp_path: Path) -> None:
    ended = shell("deed", "import", str(tmp_path / "none.jsonl"))
    assert ended.code == 1
    assert "cannot be read (No such file or directory)" in ended.err
    assert shell("deed", "import", str(tmp_path)).code == 1
    assert shell("deed", "import", "x", "--zone", "Nowhere/None").code == 1


def test_a_single_deed_takes_every_field(shell: Shell) -> None:
    deed = shell.json(
        "deed", "put", "Look!", "--kind", "turn", "--speaker", "Ana", "--conversation", "c1",
        "--position", "4", "--said", "2026-03-14 09:12", "--source", "chat",
        "--extra", "caption=a=b", "--extra", "lang=en",
    )  # fmt: skip
    shown = shell.json("deed", "show", deed["id"])["deed"]
    assert (shown["position"], shown["conversation"]) == (4, "c1")
    assert shown["extra"] == {"caption": "a=b", "lang": "en"}
    page = shell.ok("deed", "show", deed["id"])
    assert "position 4" in page
    assert "caption: a=b" in page
    ended = shell("deed", "put", "Look!", "--extra", "caption")
    assert ended.code == 1
    assert "--extra takes a name and a text" in ended.err
    assert shell("deed", "put", "Look!", "--position", "-1").code == 1
