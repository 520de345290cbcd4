"""The sample packs: listed, replayed into a place of their own, and never over anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.clocks.instants import parse_instant
from core.errors import NotFound, Refused
from core.pack.pack import Pack
from workbench.samples import DEFAULT_SAMPLE, open_sample, sample_named, samples

NOW = parse_instant("2027-02-01T09:00:00Z")


def test_the_samples_are_told_by_title_the_default_one_first() -> None:
    listed = samples()
    assert listed[0].name == DEFAULT_SAMPLE
    assert {"project_log", "changing_facts"} <= {sample.name for sample in listed}
    assert all(sample.title and sample.about and sample.workspace for sample in listed)


@pytest.mark.parametrize("name", ["project_log", "changing_facts"])
def test_a_sample_becomes_a_pack_in_its_own_workspace(tmp_path: Path, name: str) -> None:
    seen: list[tuple[int, int]] = []
    path = open_sample(name, tmp_path / "deep" / "x.pack", lambda done, of: seen.append((done, of)), now=NOW)
    assert seen[-1][0] == len(seen) <= seen[-1][1]
    with Pack.open(path, seat="ana") as pack:
        assert pack.workspace == sample_named(name).workspace
        assert len(pack.claims()) > 50
        assert pack.due().cards


@pytest.mark.parametrize("name", ["nonsense", "", "../project_log", "NOTICE.md"])
def test_an_unknown_sample_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound, match="there are changing_facts, project_log"):
        open_sample(name, tmp_path / "x.pack", now=NOW)


def test_a_sample_goes_over_nothing(tmp_path: Path) -> None:
    taken = tmp_path / "x.pack"
    taken.mkdir()
    with pytest.raises(Refused, match="exists already"):
        open_sample(DEFAULT_SAMPLE, taken, now=NOW)
    assert list(taken.iterdir()) == []


def test_a_replay_that_stops_leaves_nothing_behind(tmp_path: Path) -> None:
    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_sample(DEFAULT_SAMPLE, tmp_path / "x.pack", stop, now=NOW)
    assert list(tmp_path.iterdir()) == []
