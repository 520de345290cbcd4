"""Unsaved text: kept whatever happens to the program or the file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.drafts import MOST_DRAFTS, Draft, DraftJournal, DraftNotKept, journal_path

ANY_FIELDS = st.dictionaries(st.text(max_size=5), st.text(st.characters(), max_size=30), max_size=4)


@pytest.fixture
def journal(tmp_path: Path) -> DraftJournal:
    return DraftJournal(tmp_path / "state" / "pack.jsonl")


def test_a_draft_comes_back_as_it_was_typed(journal: DraftJournal) -> None:
    journal.save("one", {"text": "默认 [/] \n two lines", "about": "fuse"}, now=5)
    assert DraftJournal(journal.path).load() == (
        Draft("one", 5, {"text": "默认 [/] \n two lines", "about": "fuse"}),
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(fields=ANY_FIELDS)
def test_any_text_comes_back_and_blank_is_no_draft(journal: DraftJournal, fields: dict[str, str]) -> None:
    journal.save("any", fields, now=1)
    kept = {draft.id: draft.fields for draft in journal.load()}
    assert kept.get("any") == (fields if any(value.strip() for value in fields.values()) else None)


def test_several_drafts_are_kept_the_last_first(journal: DraftJournal) -> None:
    journal.save("a", {"text": "first"}, now=1)
    journal.save("b", {"text": "second"}, now=2)
    journal.save("a", {"text": "first again"}, now=3)
    assert [(draft.id, draft.fields["text"]) for draft in journal.load()] == [
        ("a", "first again"),
        ("b", "second"),
    ]


def test_a_discarded_draft_is_gone_from_the_disk(journal: DraftJournal) -> None:
    journal.save("a", {"text": "secret words"}, now=1)
    journal.discard("a")
    journal.discard("never was")
    assert journal.load() == ()
    assert not any(b"secret" in path.read_bytes() for path in journal.path.parent.iterdir())


def test_the_oldest_gives_way(journal: DraftJournal) -> None:
    for at in range(MOST_DRAFTS + 3):
        journal.save(f"d{at}", {"text": "words"}, now=at)
    assert len(journal.load()) == MOST_DRAFTS
    assert journal.load()[0].id == f"d{MOST_DRAFTS + 2}"


@pytest.mark.parametrize("lost", [1, 10, 40])
def test_a_torn_file_costs_the_torn_line_only(journal: DraftJournal, lost: int) -> None:
    journal.save("whole", {"text": "stays"}, now=1)
    journal.save("torn", {"text": "words that run off the end of the disk"}, now=2)
    lines = journal.path.read_bytes().splitlines(keepends=True)
    torn = lines[1] + lines[0][:-lost]
    journal.path.write_bytes(torn)
    kept = [draft.id for draft in journal.load()]
    assert "whole" in kept
    journal.save("next", {"text": "goes on"}, now=3)
    assert {"whole", "next"} <= {draft.id for draft in journal.load()}
    if "torn" not in kept:
        assert journal.path.with_suffix(".torn").read_bytes() == torn


@pytest.mark.parametrize("rubbish", [b"\x00\xff\xfe", b"[]\n", b"{}", b"null\n5\n", b"[" * 5000])
def test_rubbish_is_no_draft_and_no_crash(journal: DraftJournal, rubbish: bytes) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(rubbish)
    assert journal.load() == ()
    journal.save("a", {"text": "words"}, now=1)
    assert [draft.id for draft in journal.load()] == ["a"]


def test_an_erase_reaches_drafts_and_torn_copies(journal: DraftJournal) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(b'{"id": "x", "fields": {"text": "the secret')
    journal.save("a", {"text": "the secret"}, now=1)
    journal.save("b", {"text": "harmless"}, now=2)
    assert journal.forget(lambda draft: "secret" in draft.fields["text"]) == 1
    assert [draft.id for draft in journal.load()] == ["b"]
    assert not any(b"secret" in path.read_bytes() for path in journal.path.parent.iterdir())


def test_only_the_owner_may_read(journal: DraftJournal) -> None:
    journal.save("a", {"text": "words"}, now=1)
    assert journal.path.stat().st_mode & 0o777 == 0o600


def test_a_disk_that_refuses_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    journal = DraftJournal(tmp_path / "file" / "pack.jsonl")
    with pytest.raises(DraftNotKept, match=r"The draft could not be kept in .*pack\.jsonl: "):
        journal.save("a", {"text": "words"}, now=1)


def test_two_packs_of_one_name_have_two_journals(tmp_path: Path) -> None:
    one, two = (journal_path(tmp_path, tmp_path / folder / "team.pack") for folder in ("a", "b"))
    assert one != two
    assert one == journal_path(tmp_path, tmp_path / "a" / ".." / "a" / "team.pack")
    assert one.name.startswith("team-")


LOOP = """
import sys
from pathlib import Path
from workbench.drafts import DraftJournal
journal, at = DraftJournal(Path(sys.argv[1])), 0
while True:
    at += 1
    journal.save(sys.argv[2], {"text": "word " * (at % 50 + 1)}, now=at)
    print(at, flush=True)
"""


def test_a_killed_program_leaves_its_last_acknowledged_draft(journal: DraftJournal) -> None:
    env = {**os.environ, "PYTHONPATH": os.getcwd()}
    for name in ("a", "b"):
        with subprocess.Popen(
            [sys.executable, "-c", LOOP, str(journal.path), name], stdout=subprocess.PIPE, text=True, env=env
        ) as program:
            assert program.stdout is not None
            for _ in range(15):
                program.stdout.readline()
            program.send_signal(signal.SIGKILL)
            acknowledged = max([15, *map(int, program.stdout.read().split())])
        kept = {draft.id: draft for draft in journal.load()}
        assert kept[name].saved >= acknowledged
        assert kept[name].fields["text"] == "word " * (kept[name].saved % 50 + 1)
    assert set(kept) == {"a", "b"}
