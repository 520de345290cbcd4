"""The projections are what the log says, whatever was written in whatever batches."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from core.clocks.study_day import StudyDay
from core.store import tables
from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.rebuilding import rebuild
from core.store.record import Effect, LogRecord
from core.store.replay import Stored, replay
from tests.core.store.records import cut, filled, histories, record, review

ROOT = Path(__file__).parents[3]


def stored(log: LmdbLog) -> dict[str, dict[str, list[Stored]]]:
    return {table: dict(chains) for table, chains in log.load_stored()[1].items()}


def queue(records: Sequence[LogRecord]) -> list[tuple[StudyDay, str]]:
    """The due queue, naively: the present clock of every claim, by day and id."""
    present: dict[str, StudyDay | None] = {}
    for seen in records:
        for effect in seen.effects:
            if effect.table == tables.REVIEW:
                present[effect.key] = effect.value.due_day if effect.stored else None
    return sorted(
        ((day, key) for key, day in present.items() if day is not None),
        key=lambda row: (row[0], row[1].encode()),
    )


@given(histories(), st.lists(st.integers(0, 100), max_size=3))
@settings(max_examples=settings().max_examples // 2)
def test_projections_are_the_replay_of_the_log(history: list[LogRecord], points: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, LmdbLog.create(Path(folder) / "a.pack") as log:
        for batch in cut(history, points):
            log.append(batch, log.epoch)
        assert list(log.read()) == history
        assert stored(log) == replay(history)
        for day, _ in [*queue(history), (1, "")]:
            waiting = [(key, due) for due, key in queue(history) if due <= day]
            assert list(log.due_until(day).items()) == waiting
        assert check(log).ok, check(log).first


@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=settings().max_examples // 5)
def test_a_rebuild_gives_the_projections_back_whatever_became_of_them(
    history: list[LogRecord], random: object
) -> None:
    with tempfile.TemporaryDirectory() as folder, LmdbLog.create(Path(folder) / "a.pack") as log:
        log.append(history, log.epoch)
        spoil(log, random)
        assert rebuild(log) == len(history)
        assert stored(log) == replay(history)
        assert check(log).ok, check(log).first


def spoil(log: LmdbLog, random: object) -> None:
    """Take rows out of the projections, change some, add some."""
    env = log.environment
    with env.reading() as txn:
        rows = [(name, key) for name in ("chain", "due") for key, _ in txn.cursor(db=env[name])]

    def work(txn):  # type: ignore[no-untyped-def]
        for name, key in rows:
            fate = random.randrange(3)  # type: ignore[attr-defined]
            if fate == 0:
                txn.delete(key, db=env[name])
            elif fate == 1:
                txn.put(key, b"something else", db=env[name])
        txn.put(b"\x00\x00\x00\x09stray", b"", db=env["due"])

    log.write(work, log.epoch)


def test_the_later_of_two_effects_of_one_record_on_one_key_counts() -> None:
    first, second = Effect.put("use", "c", 1), Effect.put("use", "c", 2)
    replayed = replay([record(1, first, second)])
    assert replayed["use"] == {"c": [(1, record(1).t_tx, second.stored)]}


def test_a_dropped_key_stays_in_the_chain_as_nothing() -> None:
    replayed = replay(
        [record(1, Effect.put("review", "c", review(5))), record(2, Effect.drop("review", "c"))]
    )
    assert [version[2] is None for version in replayed["review"]["c"]] == [False, True]


WITHOUT_RULES = """
import sys

class NoRules:
    def find_spec(self, name, path=None, target=None):
        if name == "core.rules" or name.startswith("core.rules."):
            raise ImportError(f"{name} may not be imported here")
        return None

sys.meta_path.insert(0, NoRules())
try:
    import core.rules
except ImportError:
    pass
else:
    sys.exit("the rules can be imported")

from core.store.checking import check
from core.store.lmdb_log import LmdbLog
from core.store.replay import replay

assert check(sys.argv[1]).ok
with LmdbLog.open(sys.argv[1]) as log:
    replayed = replay(log.read())
    assert replayed == {table: dict(chains) for table, chains in log.load_stored()[1].items()}
    print(sum(map(len, replayed["claim"].values())))
"""


def test_replay_needs_no_rule(tmp_path: Path) -> None:
    filled(tmp_path / "a.pack", 20).close()
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_RULES, tmp_path / "a.pack"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, "20"), run.stderr
