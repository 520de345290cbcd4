"""The twenty invariants of a pack on two clocks, each under its number.

Those that speak of one step (`laws.py`) are held to random histories, each by itself, so that a failure names
its number; the others have a test of their own here or in the file that is named.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR
from core.errors import PackError, StaleRevision
from core.pack import commands as c
from core.pack.handover import export_lines, import_pack
from core.pack.pack import Pack
from core.state.view import View
from tests.core.pack.desk import Desk, content, read_all, scratch_desk
from tests.core.pack.laws import COSTLY, LAWS, Memory, edges, spread, take
from tests.core.pack.walks import RANDOMS, Walker, walk

ELSEWHERE = {
    "I19": "test_search_door.py: test_search_is_that_of_a_naive_scan_at_any_two_dates",
    "I20": "test_kill.py: test_kill_9_loses_no_acknowledged_command",
}
HERE = {"I2": "reads", "I9": "", "I11": "", "I13": "", "I15": "", "I18": ""}


def some_walks(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a walk shrinks for minutes
        suppress_health_check=list(HealthCheck),
    )


def test_each_of_the_twenty_has_its_test() -> None:
    numbered = {f"I{number}" for number in range(1, 21)}
    assert numbered <= LAWS.keys() | ELSEWHERE.keys() | HERE.keys()
    for where in ELSEWHERE.values():
        file, name = where.split(": ")
        assert f"def {name}(" in (Path(__file__).parent / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LAWS)
@some_walks(4)
@given(random=RANDOMS)
def test_a_law_holds_of_every_step(name: str, random: Random) -> None:
    """I1 to I8, I10, I12, I14, I16 and I17, and what the design adds to them."""
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        for number in range(20):
            step = take(desk, walker.ask())
            if name not in COSTLY or number % 5 == 4:
                LAWS[name](step)


@some_walks(6)
@given(random=RANDOMS)
def test_i2_every_read_of_an_earlier_date_is_the_same_after_any_command(random: Random) -> None:
    """The past of belief is immutable: lists, search with its ballots, due, islands, hubs, proposals."""
    with scratch_desk() as desk:
        for _ in walk(desk, random, 14):
            pass
        desk.write("Stairs are wet.")
        dates = [at for at in spread(edges(Memory.of(desk)), 3) if at < desk.pack.reader.held.t_tx]
        known = {(true, at): read_all(desk.pack, true, at) for at in dates for true in (at, dates[-1])}
        for _ in walk(desk, random, 8):
            true, at = random.choice(list(known))
            assert read_all(desk.pack, true, at) == known[true, at]
        desk.reopen_file()
        for (true, at), then in known.items():
            assert read_all(desk.pack, true, at) == then


@some_walks(6)
@given(random=RANDOMS)
def test_i2_holds_wherever_the_wall_clock_steps(random: Random) -> None:
    """Up to the last record at once; after it once the next record is later."""
    with scratch_desk() as desk:
        walker = Walker(desk, random)
        known: dict[int, Any] = {}
        desk.write("Stairs are wet.")
        for _ in range(14):
            last = desk.pack.last_t_tx()
            for at in (last, last - 1, last - DAY):
                known.setdefault(at, read_all(desk.pack, at, at))
            desk.clock.set(last + random.choice([-30 * DAY, -HOUR, -1, 0, 1, HOUR, 30 * DAY]))
            ahead = desk.pack.now() + random.choice([0, 1, DAY])
            seen = read_all(desk.pack, ahead, ahead)
            asked = walker.ask()
            if random.randrange(2):
                desk.clock.set(desk.clock.now() + random.choice([-DAY, 2 * DAY]))
            take(desk, asked)
            if ahead < desk.pack.last_t_tx():
                known[ahead] = seen
            at = random.choice(list(known))
            assert read_all(desk.pack, at, at) == known[at]
        for at, then in known.items():
            assert read_all(desk.pack, at, at) == then


@some_walks(8)
@given(random=RANDOMS)
def test_i9_reopen_after_close_is_the_identity_on_content(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 12):
            pass
        for claim_id in list(desk.pack.reader.held.columns.ids):
            before = desk.claim(claim_id)
            at = desk.clock.now() + random.choice([-DAY, 0, DAY])
            try:
                closed = desk.do(c.Close(id=claim_id, at=at))
            except PackError:
                continue
            if closed.outcome == "noop":
                continue
            desk.do(c.Reopen(id=claim_id))
            after = desk.claim(claim_id)
            assert content(after) == content(before)
            assert after.rev == before.rev + 2


@some_walks(5)
@given(random=RANDOMS)
def test_i14_a_refusal_in_the_middle_of_a_batch_costs_only_itself(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 8):
            pass
        with desk.pack.batched():
            walker = Walker(desk, random)
            for _ in range(15):
                step = take(desk, walker.ask())
                for name in ("I1", "I2", "I3", "I12", "I14", "preview"):
                    LAWS[name](step)
            whole = Memory.of(desk)
        assert Memory.of(desk) == whole
        assert Memory.of(desk.reopen_file()) == whole


@some_walks(8)
@given(random=RANDOMS)
def test_i11_a_retracted_claim_is_true_at_no_instant_and_was_believed_before(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 12):
            pass
        held = desk.pack.reader.held
        believed = [one for one in held.columns.ids if desk.claim(one).believed]
        if not believed:
            return
        claim_id = random.choice(believed)
        dates = edges(Memory.of(desk))
        then = {at: held.claim_at(claim_id, at) for at in dates if at <= held.t_tx}
        desk.pass_time(HOUR)
        desk.do(c.Retract(id=claim_id))
        for at in spread(dates, 12):
            shown = {line.claim.id for line in desk.pack.claims(View(true_at=at, resting=True))}
            assert claim_id not in shown
        assert {at: held.claim_at(claim_id, at) for at in then} == then


@some_walks(5)
@given(random=RANDOMS, ahead=st.sampled_from([-2, -1, 1, 5]))
def test_i13_a_stale_revision_is_always_refused(random: Random, ahead: int) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 10):
            pass
        for claim_id in desk.pack.reader.held.columns.ids:
            claim = desk.claim(claim_id)
            if claim.believed:
                command = c.Edit(id=claim_id, expect_rev=claim.rev + ahead, changes={"question": "Why?"})
                with pytest.raises(StaleRevision):
                    desk.do(command)


@given(
    observed=st.none() | st.integers(-(10**15), 0),
    valid=st.none() | st.just("always") | st.integers(-(10**15), 10**15),
    span=st.none() | st.integers(1, 10**15),
)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_i15_defaults_follow_and_stated_times_round_trip_exactly(
    observed: int | None, valid: Any, span: int | None
) -> None:
    with scratch_desk() as desk:
        now = desk.clock.now()
        seen = None if observed is None else now + observed
        start = now + valid if isinstance(valid, int) else valid
        begins = start if isinstance(start, int) else now if seen is None else seen
        end = None if span is None else begins + span
        told = desk.write(
            "The lift holds eight people.", t_observed=seen, t_valid=start, t_invalid=end, entities=()
        )  # fmt: skip
        claim = desk.reopen_file().claim(told.id)
        assert claim.t_recorded == claim.t_created == told.t_tx
        assert claim.t_observed == (now if seen is None else seen)
        assert claim.t_valid == (None if start == "always" else begins)
        assert (claim.t_valid_stated, claim.t_invalid_stated) == (valid is not None, span is not None)
        assert claim.t_invalid == end


@some_walks(3)
@given(random=RANDOMS)
def test_i18_an_export_read_into_an_empty_pack_answers_the_same_at_every_date(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 25):
            pass
        path = desk.pack.path.with_name("b.pack")
        import_pack(export_lines(desk.pack), path, seat="bot")
        with Pack.open(path, seat="ana", clock=ScriptedClock(desk.clock.now()), mode="write") as other:
            copy = Desk(other, desk.clock)
            assert Memory.of(copy) == Memory.of(desk)
            for at in spread(edges(Memory.of(desk)), 8):
                assert read_all(other, at, at) == read_all(desk.pack, at, at)
