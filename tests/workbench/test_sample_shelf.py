"""A sample is replayed once a day; every opening gets a copy that nobody else writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.instants import DAY, parse_instant
from core.errors import NotFound, Refused
from core.pack.commands import Write
from core.pack.pack import Pack
from workbench import sample_shelf, samples
from workbench.sample_shelf import kept_at, sample_of_today

NOW = parse_instant("2027-02-01T09:00:00Z")
NAME = "small"
SCRIPT = """\
{"pack": "small", "workspace": "small", "title": "A small sample"}
{"at": "2026-01-05T09:00:00Z", "by": "ana", "do": "write", "text": "Stand-up is at 09:15."}
{"at": "2026-02-05T09:00:00Z", "by": "ana", "do": "write", "text": "Stand-up is at 09:30."}
{"at": "2026-03-05T09:00:00Z", "by": "ben", "do": "deed", "body": "Stand-up as it was on 5 March."}
"""
LINES = 3

Make = Callable[..., int]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Make a sample at a name; the number of lines that were replayed for it."""
    installed = tmp_path / "installed"
    installed.mkdir()
    (installed / f"{NAME}.jsonl").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setattr(samples, "files", lambda package: installed)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def made(name: str, now: int = NOW) -> int:
        seen: list[int] = []
        sample_of_today(NAME, tmp_path / name, lambda done, of: seen.append(done), now=now)
        return len(seen)

    return made


def log_of(path: Path) -> list[str]:
    with Pack.open(path, seat="test") as pack:
        return [event.summary for event in pack.events()]


def test_the_second_of_a_day_is_a_copy_of_the_first(make: Make, tmp_path: Path) -> None:
    assert make("one.pack") == LINES
    assert make("two.pack") == 0
    assert log_of(tmp_path / "one.pack") == log_of(tmp_path / "two.pack")


def test_what_is_written_in_one_is_not_in_the_next(make: Make, tmp_path: Path) -> None:
    make("one.pack")
    with Pack.open(tmp_path / "one.pack", seat="ana", mode="write") as pack:
        pack.submit(Write(draft=Draft(text="Only here.", workspace=pack.workspace)))
    make("two.pack")
    assert len(log_of(tmp_path / "one.pack")) == len(log_of(tmp_path / "two.pack")) + 1


def test_another_day_replaces_what_was_kept(make: Make, tmp_path: Path) -> None:
    make("one.pack")
    kept = kept_at(NAME, NOW).parent
    other = kept / "other-2027-02-01-0123456789ab.pack"
    other.mkdir()
    assert make("two.pack", NOW + DAY) == LINES
    assert set(kept.iterdir()) == {other, kept_at(NAME, NOW + DAY)}


def test_a_kept_replay_that_cannot_be_read_is_made_anew(make: Make, tmp_path: Path) -> None:
    make("one.pack")
    (kept_at(NAME, NOW) / "data.mdb").write_bytes(b"torn")
    assert make("two.pack") == LINES
    assert make("three.pack") == 0


def test_another_program_replays_for_itself(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make("one.pack")
    monkeypatch.setattr(sample_shelf, "version", lambda: "99.0")
    assert make("two.pack") == LINES


def test_without_a_cache_folder_it_is_replayed_each_time(make: Make, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file is in the way", encoding="utf-8")
    assert make("one.pack") == LINES
    assert make("two.pack") == LINES


def test_it_goes_over_nothing_and_knows_its_samples(make: Make, tmp_path: Path) -> None:
    (tmp_path / "one.pack").mkdir()
    with pytest.raises(Refused, match="exists already"):
        make("one.pack")
    with pytest.raises(NotFound, match="there is no sample"):
        sample_of_today("nonsense", tmp_path / "two.pack", now=NOW)
