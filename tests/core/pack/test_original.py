"""A file of the original in a pack: states, what is kept as it was, a second file, and what goes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.clocks.instants import DAY, MINUTE, parse_instant
from core.errors import Refused
from core.pack import commands as c
from core.pack.original import OriginalReport, export_original, import_original
from core.state.view import View
from tests.core.foreign.forty import forty
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import LAWS, take
from tests.core.pack.walks import Asked

AT = "2025-11-03T10:00:00.000Z"
SEAT = View(workspace="seat")
PUMP, TANK = "pump-1", "tank-1"


def record(**fields: Any) -> dict[str, Any]:
    first = {"schema": "inside.atom/v1", "id": PUMP, "workspace": "seat", "kind": "lesson"}
    return (
        first
        | {"text": "The pump runs dry in May.", "entities": ["pump"], "ts": AT, "valid_from": AT}
        | fields
    )


def bring(desk: Desk, *records: dict[str, Any]) -> OriginalReport:
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in records]
    return import_original(desk.pack, lines, source="garden.jsonl")


def out(desk: Desk) -> dict[str, dict[str, Any]]:
    return {one.get("id", ""): one for one in map(json.loads, export_original(desk.pack))}


def numbered(number: int) -> str:
    return f"{number:032x}"


@pytest.fixture
def full(desk: Desk) -> Desk:
    """The forty records, taken in on 15 March 2026."""
    desk.clock.set(parse_instant("2026-03-15T09:00:00Z"))
    import_original(desk.pack, forty(), source="forty.jsonl")
    return desk


# what records become


STATES = [
    (10, "believed", False, None),
    (11, "believed", False, "named"),
    (21, "retracted", False, "retracted"),
    (22, "believed", True, None),
    (24, "believed", False, None),
    (25, "retracted", False, "retracted"),
    (31, "believed", True, None),
    (30, "believed", False, None),
]


@pytest.mark.parametrize(("number", "state", "resting", "rule"), STATES)
def test_states_are_ours(full: Desk, number: int, state: str, resting: bool, rule: str | None) -> None:
    claim = full.claim(numbered(number))
    ending = claim.closing if claim.believed else claim.withdrawal
    assert (claim.state, claim.resting, ending and ending.rule) == (state, resting, rule)


def test_an_old_end_is_explained_by_the_record_that_replaced_it(full: Desk) -> None:
    page = full.pack.why(numbered(11))
    assert page.by is not None
    assert page.by.id == numbered(10)
    assert [one.id for one in page.chain] == [numbered(11), numbered(10)]


def test_authors_come_from_the_peer_then_the_seat_then_whoever_brings_the_file(full: Desk) -> None:
    named = {number: full.claim(numbered(number)).author for number in (4, 2, 5)}
    assert named == {4: "mara", 2: "mara", 5: "ana"}


def test_history_begins_at_the_import_and_truth_where_the_record_says(full: Desk) -> None:
    learnt = full.pack.last_t_tx()
    before = View(workspace="seat", believed_at=learnt - 1)
    assert full.pack.claims(before) == ()
    in_february = View(workspace="seat", true_at=parse_instant("2026-02-01T00:00:00Z"), believed_at=learnt)
    assert {line.claim.id for line in full.pack.claims(in_february)} == {numbered(11), "bean-7"}


def test_what_has_no_clock_or_cannot_be_a_claim_is_not_asked(full: Desk) -> None:
    asked = {card.line.claim.id for card in full.pack.due(SEAT).cards}
    assert asked == {numbered(number) for number in (2, 5, 6, 12)}
    assert full.pack.reader.held.review(numbered(30)) is None


def test_what_is_unsafe_to_hand_on_is_not_found_and_mail_is_evidence(full: Desk) -> None:
    for query in ("vents api_key", "ignore instructions valve", "water tray three"):
        hits = {hit.line.claim.id for hit in full.pack.search(query, SEAT).hits}
        assert not hits & {numbered(number) for number in (18, 31, 32, 33)}
    assert {deed.kind for deed in full.pack.deeds()} == {"message", "receipt", "group", "poll", "record"}


def test_a_claim_that_is_mended_is_asked_again_and_goes_out_mended(full: Desk) -> None:
    full.do(
        c.Edit(id=numbered(30), expect_rev=1, changes={"text": "First rake, then water, then wait a day."})
    )
    assert full.pack.reader.held.review(numbered(30)) is not None
    mended = out(full)[numbered(30)]
    assert mended["text"] == "First rake, then water, then wait a day."
    assert list(mended)[:7] == list(json.loads(forty()[29]))[:7]


def test_fields_that_nobody_knows_lie_open_in_extra(desk: Desk) -> None:
    report = bring(desk, record(mood={"a": [1, None]}, level="derived", huge=2**70))
    extra = desk.claim(PUMP).extra
    assert (extra["mood"], extra["level"], "huge" in extra) == ({"a": [1, None]}, "derived", False)
    assert report.unknown_fields == {"mood": 1, "huge": 1}
    assert out(desk)[PUMP]["huge"] == 2**70


def test_no_write_rule_runs_and_existing_claims_are_left_alone(desk: Desk) -> None:
    mine = desk.write("The pump runs dry in June.", workspace="seat", entities=("pump",))
    report = bring(desk, record(), record(id=TANK, text="The pump runs dry in July."))
    assert report.added == 2
    assert all(desk.claim(one).t_invalid is None for one in (mine.id, PUMP, TANK))
    assert desk.pack.proposals(View()) == ()


# a second file


def test_a_changed_record_is_a_new_version(desk: Desk) -> None:
    bring(desk, record(), record(id=TANK, text="The tank holds 40 litres."))
    first = desk.pack.last_t_tx()
    desk.pass_time(DAY)
    later = record(text="The pump runs dry in June.", ts="2025-11-09T10:00:00.000Z", pinned=True)
    report = bring(desk, later, record(id=TANK, text="The tank holds 40 litres."))
    assert (report.added, report.changed, report.same) == (0, 1, 1)
    claim = desk.claim(PUMP)
    assert (claim.rev, claim.text, claim.pinned) == (2, "The pump runs dry in June.", True)
    assert desk.pack.claim(PUMP, View(believed_at=first)).text == "The pump runs dry in May."
    assert desk.claim(TANK).rev == 1


def test_what_both_sides_changed_apart_is_kept(desk: Desk) -> None:
    bring(desk, record())
    desk.do(c.Edit(id=PUMP, expect_rev=1, changes={"question": "When does the pump run dry?"}))
    bring(desk, record(text="The pump runs dry in June.", ts="2025-11-09T10:00:00.000Z"))
    claim = desk.claim(PUMP)
    assert (claim.text, claim.question) == ("The pump runs dry in June.", "When does the pump run dry?")
    assert out(desk)[PUMP]["x_packbench"]["question"] == "When does the pump run dry?"


def test_an_older_copy_takes_nothing_back(desk: Desk) -> None:
    bring(desk, record(text="The pump runs dry in June.", ts="2025-11-09T10:00:00.000Z"))
    report = bring(desk, record())
    assert (report.older, report.txs) == ((1,), ())
    assert desk.claim(PUMP).text == "The pump runs dry in June."


def test_of_a_record_that_stands_twice_the_last_counts_and_the_first_is_told(desk: Desk) -> None:
    report = bring(desk, record(), record(text="The pump runs dry in June."))
    assert (report.added, report.repeated) == (1, (1,))
    assert desk.claim(PUMP).text == "The pump runs dry in June."


def test_a_retraction_there_is_one_here(desk: Desk) -> None:
    bring(desk, record())
    bring(desk, record(tombstone=True, retracted_by="deed-note-x", ts="2025-11-09T10:00:00.000Z"))
    claim = desk.claim(PUMP)
    assert claim.state == "retracted"
    assert "deed-note-x" in (claim.withdrawal.why or "" if claim.withdrawal else "")


def test_a_claim_of_ours_that_was_closed_over_there_comes_back_closed(desk: Desk) -> None:
    born = desk.write("The shed is locked at night.", workspace="seat").id or ""
    desk.pass_time(DAY)
    gone = out(desk)[born] | {"valid_to": "2026-01-05T20:00:00.000Z", "ts": "2026-01-05T20:00:00.000Z"}
    report = bring(desk, gone)
    claim = desk.claim(born)
    assert (report.changed, claim.rev) == (1, 2)
    assert claim.t_invalid == parse_instant("2026-01-05T20:00:00Z")
    assert claim.t_valid == desk.pack.reader.held.versions(born)[0].t_valid


# what goes out


def test_a_claim_closed_here_has_no_due_time_over_there(desk: Desk) -> None:
    clock = {"reps": 1, "recalls": 1, "stability": 4.0, "difficulty": 4.85, "last": AT, "mood": "dry"}
    bring(desk, record(due_at="2025-12-03T10:00:00.000Z", review=clock))
    desk.do(c.Close(id=PUMP))
    told = out(desk)[PUMP]
    assert "due_at" not in told
    assert told["valid_to"] == "2026-01-05T09:00:00.000Z"
    assert told["review"]["mood"] == "dry"


def test_a_grade_here_is_one_there(desk: Desk) -> None:
    clock = {
        "reps": 1,
        "recalls": 1,
        "stability": 4.0,
        "difficulty": 4.85,
        "last": AT,
        "neglected": 1,
        "mood": 1,
    }
    bring(desk, record(due_at="2025-12-03T10:00:00.000Z", review=clock))
    desk.do(c.Grade(id=PUMP, grade=3))
    told = out(desk)[PUMP]
    held = desk.pack.reader.held.review(PUMP)
    assert held is not None
    assert (told["review"]["stability"], told["review"]["mood"]) == (held.stability, 1)
    assert "neglected" not in told["review"]
    assert told["due_at"] > "2026-01-05"
    assert told["x_fsrs"]["s"] == held.stability


def test_what_was_forgotten_there_and_woken_here_is_no_tombstone(desk: Desk) -> None:
    bring(desk, record(tombstone=True, forgotten="neglect"))
    assert desk.claim(PUMP).rest_reason == "forgotten: neglect"
    desk.do(c.Wake(id=PUMP))
    told = out(desk)[PUMP]
    assert (told["tombstone"], "forgotten" in told) == (False, False)


def test_exact_instants_go_along_and_plain_ones_are_cut(desk: Desk) -> None:
    desk.clock.set(parse_instant("2026-01-05T09:00:00.123456Z"))
    born = desk.write("The shed is locked at night.").id or ""
    told = out(desk)[born]
    assert told["valid_from"] == told["ts"] == "2026-01-05T09:00:00.123Z"
    assert told["x_packbench"]["t_valid"] == "2026-01-05T09:00:00.123456Z"
    with scratch_desk() as other:
        bring(other, told)
        assert other.claim(born).t_valid == desk.claim(born).t_valid


def test_what_was_taken_back_does_not_go_out(desk: Desk) -> None:
    desk.write("The shed is locked at night.")
    desk.do(c.Undo())
    assert out(desk) == {}


# odds


def test_one_id_in_two_workspaces_is_two_claims(desk: Desk) -> None:
    here = record(links=[TANK], link_weights={TANK: 0.7})
    tank = record(id=TANK, links=[PUMP], text="The tank feeds the pump.")
    bring(desk, here, tank, record(workspace="shed", text="Another pump."))
    assert desk.claim(PUMP).workspace == "seat"
    assert {line.claim.text for line in desk.pack.claims(View(workspace="shed"))} == {"Another pump."}
    assert desk.pack.reader.held.links.peers(PUMP) == {TANK: 0.7}


def test_a_key_that_is_held_here_is_left_out_and_goes_on(desk: Desk) -> None:
    with scratch_desk() as other:
        told = other.write("The port is 8080.", key="port", workspace="seat").id or ""
        lines = list(export_original(other.pack))
    desk.write("The port is 9090.", key="port", workspace="seat")
    import_original(desk.pack, lines, source="other.jsonl")
    assert desk.claim(told).key is None
    assert json.dumps(out(desk)[told]["x_packbench"]["key"]) == '"port"'


def test_a_bad_line_leaves_everything_as_it_was(desk: Desk) -> None:
    at = desk.pack.last_t_tx()
    with pytest.raises(Refused, match="line 41"):
        import_original(desk.pack, [*forty(), '{"id":"x"}'], source="bad.jsonl")
    assert (desk.pack.last_t_tx(), desk.pack.deeds()) == (at, ())


def test_a_large_file_is_several_records_of_one_commit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.pack.original.PART_BYTES", 4_000)
    report = import_original(desk.pack, forty(), source="forty.jsonl")
    assert len(report.txs) > 2
    assert list(export_original(desk.pack)) == forty()
    assert desk.claim(numbered(11)).closing is not None
    assert desk.pack.reader.held.links.peers(numbered(4)) == {numbered(5): 0.6}
    desk.do(c.Undo(tx=report.txs[0], through=report.txs[-1]))
    assert list(export_original(desk.pack)) == []


@pytest.mark.parametrize("name", LAWS)
def test_the_laws_hold_of_an_import(desk: Desk, name: str) -> None:
    desk.write("The port is 8080.", key="port", workspace="seat")
    lines = tuple(enumerate(forty(), start=1))
    LAWS[name](take(desk, Asked(c.Adopt(lines=lines, source="forty.jsonl", digest=""), "ana")))
    desk.pass_time(MINUTE)
    LAWS[name](take(desk, Asked(c.Adopt(lines=lines, source="forty.jsonl", digest=""), "ana")))


def test_a_pack_with_records_survives_its_check_and_its_log_travels(full: Desk, tmp_path: Path) -> None:
    from core.pack.handover import check_pack, export_lines, import_pack
    from core.pack.pack import Pack

    lines = list(export_lines(full.pack))
    import_pack(lines, tmp_path / "b.pack", seat="bot")
    with Pack.open(tmp_path / "b.pack", seat="bot") as other:
        assert list(export_original(other)) == forty()
    full.pack.close()
    assert check_pack(full.pack.path).ok
