"""Rows that the write rules are held to, through the door: each test bears the id of its row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from core.claims.draft import Draft
from core.clocks.instants import DAY
from core.errors import PackError, Refused
from core.pack import commands as c
from core.rules.thresholds import NEAR_MOST
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk

OLD, NEW = "The port of Atlas is 8080.", "The port of Atlas is 9090."
TABLE: Final = json.loads(
    (Path(__file__).parents[1] / "rules" / "data" / "changes.json").read_text(encoding="utf-8")
)


def written(desk: Desk, text: str, **fields: Any) -> str:
    claim_id = desk.write(text, **fields).id
    assert claim_id is not None
    return claim_id


def live(desk: Desk, **at: Any) -> set[str]:
    return {line.claim.text for line in desk.pack.claims(View(**at))}


def everything(desk: Desk) -> int:
    return len(desk.pack.claims(View(shows="history", resting=True)))


# closing and the two clocks


def test_bt_02_what_was_learnt_late_changes_the_world_and_not_what_was_believed(desk: Desk) -> None:
    first = desk.pass_time(DAY)
    written(desk, OLD)
    changed = first + 10 * DAY
    desk.pass_time(30 * DAY)
    before = desk.pack.last_t_tx()
    written(desk, NEW, t_valid=changed)
    between = changed + 5 * DAY
    assert live(desk, true_at=between) == {NEW}
    assert live(desk, true_at=between, believed_at=before) == {OLD}


def test_bt_04_a_closing_ends_where_the_successor_says_that_it_starts(desk: Desk) -> None:
    old = written(desk, OLD)
    changed = desk.pass_time(DAY)
    desk.pass_time(9 * DAY)
    receipt = desk.write(NEW, t_valid=changed)
    claim = desk.claim(old)
    assert claim.closing is not None
    assert (claim.t_invalid, claim.closing.t_tx) == (changed, receipt.t_tx)
    assert claim.closing.t_tx > changed


def test_bt_05_without_a_start_it_ends_when_the_successor_was_observed(desk: Desk) -> None:
    old = written(desk, OLD)
    observed = desk.pass_time(DAY)
    desk.pass_time(DAY)
    new = written(desk, NEW, t_observed=observed)
    assert desk.claim(old).t_invalid == desk.claim(new).t_observed == observed


def test_bt_07_a_write_ends_in_one_of_four_outcomes(desk: Desk) -> None:
    old = desk.write(OLD)
    assert (old.outcome, everything(desk)) == ("add", 1)
    desk.pass_time(DAY)
    assert (desk.write(OLD).outcome, everything(desk)) == ("noop", 1)
    changed = desk.write(NEW)
    assert ([one.id for one in changed.closes], everything(desk)) == ([old.id], 2)
    assert changed.id is not None
    ended = desk.do(c.Close(id=changed.id, why="it was switched off"))
    closing = desk.claim(changed.id).closing
    assert closing is not None
    assert closing.deed is not None
    assert desk.pack.deed(closing.deed).body == "it was switched off"
    outcomes = {
        old.outcome,
        desk.write(OLD).outcome,
        ended.outcome,
        desk.do(c.Retract(id=old.id or "")).outcome,
    }
    assert outcomes == {"add", "update", "delete"}


@pytest.mark.parametrize("size", [50, 1_000])
def test_bt_08_what_a_write_shows_is_capped_and_what_it_examined_is_counted(size: int) -> None:
    with scratch_desk() as desk:
        with desk.pack.batched():
            for number in range(size):
                about = (f"room {number}",)
                written(desk, f"The shelf of room {number} holds red books of Anna.", entities=about)
        receipt = desk.write("The shelf of room 0a holds red books of Anna.", entities=("room 0a",))
    assert len(receipt.near) == NEAR_MOST
    assert receipt.examined >= NEAR_MOST


# what is told again, changed, or only looks alike


def test_fm_07_the_same_claim_twice_is_one_row_that_two_vouch_for(desk: Desk) -> None:
    old = written(desk, OLD)
    again = desk.write(OLD, by="ben")
    assert (again.id, everything(desk)) == (old, 1)
    claim = desk.claim(old)
    assert (claim.author, claim.witnesses) == ("ana", ("ben",))


@pytest.mark.parametrize("row", TABLE["edits"][::2], ids=lambda row: row["id"])
def test_fm_08_an_edit_of_one_value_is_never_lost(row: dict[str, Any]) -> None:
    with scratch_desk() as desk:
        receipt, old = _pair(desk, row, "old", "new")
        closed, asked = [one.id for one in receipt.closes], [one.old for one in receipt.proposes]
        assert closed + asked == [old]
        assert receipt.id in desk.pack.ids()
        before = desk.pack.claim(old, View(believed_at=desk.pack.last_t_tx() - DAY))
        assert before.text == row["old"]


@pytest.mark.parametrize("row", TABLE["same_shape"][::2], ids=lambda row: row["id"])
def test_fm_09_facts_of_one_shape_about_two_subjects_both_stay(row: dict[str, Any]) -> None:
    with scratch_desk() as desk:
        receipt, old = _pair(desk, row, "first", "second")
        assert {old, receipt.id} <= set(desk.pack.ids())


@pytest.mark.parametrize("row", TABLE["opposites"], ids=lambda row: row["id"])
def test_fm_10_opposite_events_are_both_found(row: dict[str, Any]) -> None:
    with scratch_desk() as desk:
        receipt, old = _pair(desk, row, "first", "second")
        hits = {hit.line.claim.id for hit in desk.pack.search(row["first"] + " " + row["second"]).hits}
        assert {old, receipt.id} <= hits


def _pair(desk: Desk, row: dict[str, Any], first: str, second: str) -> tuple[Any, str]:
    kind = "belief" if row["kind"] == "conclusion" else row["kind"]
    about = [None if (names := row[f"about_{side}"]) is None else tuple(names) for side in (first, second)]
    old = written(desk, row[first], kind=kind, entities=about[0])
    desk.pass_time(9 * DAY)
    command = c.Write(draft=Draft(text=row[second], kind=kind, entities=about[1]))
    told = desk.pack.preview(command)
    receipt = desk.do(command)
    assert told.same_as(receipt)
    return receipt, old


def test_fm_11_refused_no_write_rewrites_what_is_held(desk: Desk) -> None:
    deed = desk.do(c.PutDeed(body="The port was read off the console.")).id or ""
    old = written(desk, OLD, deeds=(deed,))
    for text in (NEW, "The port of Atlas is 9090!", "The port of Atlas may be 8081.", OLD):
        desk.pass_time(DAY)
        desk.write(text)
    assert [line.claim.text for line in desk.pack.history(old)] == [OLD] * len(desk.pack.history(old))
    assert desk.pack.deed(deed).body == "The port was read off the console."


def test_fm_12_an_ended_claim_keeps_its_window_and_its_successor(desk: Desk) -> None:
    old = written(desk, OLD)
    start = desk.claim(old).t_valid
    at = desk.pass_time(DAY)
    new = written(desk, NEW)
    claim = desk.claim(old)
    assert (claim.t_valid, claim.t_invalid) == (start, at)
    assert claim.closing is not None
    assert claim.closing.by == new
    assert claim.id in {line.claim.id for line in desk.pack.claims(View(shows="history"))}


# state keys


def test_fm_13_a_key_has_one_live_value(desk: Desk) -> None:
    ids = []
    for text in ("My number is 111.", "My number is 222.", "Call me at 333."):
        ids.append(written(desk, text, key="user.phone", kind="preference"))
        desk.pass_time(DAY)
    assert [claim_id for claim_id in ids if claim_id in desk.pack.ids()] == ids[-1:]


def test_fm_13_all_values_of_a_key_close_at_once_even_if_two_were_live(desk: Desk) -> None:
    plain = [written(desk, "My number is 111."), written(desk, "Ring me at 222.", entities=("phone",))]
    desk.pass_time(DAY)
    receipt = desk.write("Call me at 333.", key="user.phone", supersedes=tuple(plain))
    assert {one.id for one in receipt.closes} == set(plain)


def test_fm_14_refused_a_keyed_claim_of_two_sentences(desk: Desk) -> None:
    before = desk.pack.status().tx
    with pytest.raises(Refused, match="a claim with a key has one"):
        desk.write("My number is 111. I live in Lyon.", key="user.phone")
    assert (desk.pack.status().tx, everything(desk)) == (before, 0)


def test_fm_15_a_key_is_looked_up_with_its_history(desk: Desk) -> None:
    starts = []
    for text in ("My number is 111.", "My number is 222."):
        starts.append(desk.pass_time(DAY))
        written(desk, text, key="user.phone")
    [state] = desk.pack.state("user.phone")
    assert state.now is not None
    assert (state.now.claim.text, state.now.claim.t_valid) == ("My number is 222.", starts[-1])
    chain = [line.claim.text for line in desk.pack.key_history("user.phone")]
    assert set(chain) == {"My number is 111.", "My number is 222."}
    assert desk.pack.state("user.fax") == ()


# replacing by name


def test_fm_16_what_cannot_be_replaced_is_refused_for_five_reasons(desk: Desk) -> None:
    old = written(desk, OLD)
    gone = written(desk, "Ranks are summed.")
    later = written(desk, "Sums are weighted.", t_valid=desk.pack.now() + 9 * DAY)
    desk.do(c.Retract(id=gone))
    start = desk.claim(old).t_valid
    refusals = [
        _refused(desk, c.Write(draft=Draft(text=OLD, supersedes=(old,)))),
        _refused(desk, c.Write(draft=Draft(text="Fuses are blown.", supersedes=("0" * 32,)))),
        _refused(desk, c.Write(draft=Draft(text="Fuses are blown.", supersedes=(gone,)))),
        _refused(desk, c.Write(draft=Draft(text="Fuses are blown.", supersedes=(old,), t_valid=start))),
        _refused(desk, c.Write(draft=Draft(text="Fuses are blown.", supersedes=(later,)))),
        _refused(desk, c.Edit(id=old, expect_rev=1, changes={"supersedes": (later,)})),
    ]
    assert len(set(refusals)) == len(refusals)
    assert live(desk) == {OLD}


def _refused(desk: Desk, command: c.Command) -> str:
    with pytest.raises(PackError) as refusal:
        desk.do(command)
    return str(refusal.value)


def test_fm_17_refused_a_replacement_whose_new_state_is_not_stored(desk: Desk) -> None:
    old = written(desk, OLD)
    with pytest.raises(Refused):
        desk.write("", supersedes=(old,))
    assert desk.claim(old).t_invalid is None


def test_fm_18_a_new_fact_about_what_is_closed_is_live(desk: Desk) -> None:
    old = written(desk, OLD)
    desk.pass_time(DAY)
    desk.do(c.Close(id=old, why="Atlas was switched off"))
    desk.pass_time(DAY)
    receipt = desk.write(NEW)
    assert not receipt.closes
    assert live(desk) == {NEW}
    assert desk.claim(receipt.id).t_invalid is None


def test_fm_19_a_retelling_by_a_tool_leaves_the_origin(desk: Desk) -> None:
    old = written(desk, OLD)
    desk.pack.submit(c.Write(draft=Draft(text=OLD)), actor="hook", origin="tool-echo")
    assert (desk.claim(old).author, desk.claim(old).origin) == ("ana", "user-declared")


def test_fm_20_a_receipt_tells_new_held_and_replacing_apart_with_ids(desk: Desk) -> None:
    new = desk.write(OLD)
    held = desk.write(OLD)
    desk.pass_time(DAY)
    replacing = desk.write(NEW)
    assert (new.outcome, new.closes) == ("add", ())
    assert (held.outcome, held.id) == ("noop", new.id)
    assert (replacing.outcome, [one.id for one in replacing.closes]) == ("add", [new.id])
    assert set(replacing.changed) >= {new.id}
