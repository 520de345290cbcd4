"""The hard cases of two clocks, one by one, through the pack: what was true, and what was believed."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from core.claims.draft import Draft
from core.clocks.human import EXPECTED, Bound, Moment, read_moment
from core.clocks.instants import DAY, EARLIEST, HOUR, LATEST, MINUTE, Instant, format_instant, parse_instant
from core.errors import Refused
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import START, Desk, scratch_desk

BERLIN = "Europe/Berlin"


def at(text: str) -> Instant:
    return parse_instant(text if "T" in text else f"{text}T00:00:00Z")


def seen(desk: Desk, true: Instant | None = None, believed: Instant | None = None) -> set[str]:
    """The texts that a pair of dates shows."""
    return {line.claim.text for line in desk.pack.claims(View(true_at=true, believed_at=believed))}


def key(desk: Desk, value: str, **fields: Any) -> str:
    return desk.write(f"The gateway listens on port {value}.", key="port", **fields).id or ""


def port(value: str) -> set[str]:
    return {f"The gateway listens on port {value}."}


# what is learned late


def test_late_knowledge_is_true_since_then_and_believed_since_now() -> None:
    with scratch_desk(at("2025-12-01")) as desk:
        desk.write("Ines lives in Porto Street 4.", key="address", t_valid=at("2025-12-01"))
        desk.clock.set(at("2026-06-10"))
        desk.write("Ines lives in Harbour Lane 9.", key="address", t_valid=at("2026-03-01"))
        april, may, june = at("2026-04-15"), at("2026-05-15"), at("2026-06-15")
        desk.clock.set(june)
        old, new = {"Ines lives in Porto Street 4."}, {"Ines lives in Harbour Lane 9."}
        assert seen(desk, true=april) == new
        assert seen(desk, true=at("2026-02-15")) == old
        assert seen(desk, believed=may) == old
        assert seen(desk, true=april, believed=may) == old
        assert seen(desk, true=april, believed=june) == new
        assert seen(desk, true=june, believed=may) == old


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_versions_that_arrive_in_any_order_give_one_timeline_of_truth(order: tuple[int, ...]) -> None:
    starts = [START - 40 * DAY, START - 30 * DAY, START - DAY, START + 5 * DAY]
    with scratch_desk() as desk:
        for number in order:
            key(desk, str(7000 + number), t_valid=starts[number])
            desk.pass_time(HOUR)
        for number, start in enumerate(starts):
            for instant in (start, start + 1, start + DAY - 1):
                assert seen(desk, true=instant) == port(str(7000 + number))
        assert seen(desk, true=starts[0] - 1) == set()
        assert seen(desk, true=starts[1] - 1) == port("7000")


def test_a_correction_of_the_past_changes_what_was_true_and_not_what_was_believed(desk: Desk) -> None:
    told = desk.write("Lift two is out of order.", t_valid=START - 10 * DAY).id or ""
    before = desk.pass_time(DAY)
    desk.pass_time(DAY)
    desk.do(c.Edit(id=told, expect_rev=1, changes={"t_valid": START - 5 * DAY}))
    then = START - 7 * DAY
    assert seen(desk, true=then) == set()
    assert seen(desk, true=then, believed=before) == {"Lift two is out of order."}
    assert [line.changed for line in desk.pack.history(told)] == [(), ("t_valid",)]


def test_a_retroactive_close_ends_truth_then_and_belief_goes_on_until_it_was_learned(desk: Desk) -> None:
    told = desk.write("Lift two is out of order.", t_valid=START - 10 * DAY).id or ""
    before = desk.pass_time(DAY)
    desk.pass_time(DAY)
    desk.do(c.Close(id=told, at=START - 5 * DAY))
    assert seen(desk, true=START - 5 * DAY - 1) == {"Lift two is out of order."}
    assert seen(desk, true=START - 5 * DAY) == seen(desk) == set()
    assert seen(desk, believed=before) == {"Lift two is out of order."}


# windows in the future


def test_a_value_planned_from_next_monday_stands_beside_the_present_one(desk: Desk) -> None:
    monday = at("2026-01-12")
    now, planned = key(desk, "8080"), key(desk, "9090", t_valid=monday)
    (state,) = desk.pack.state("port")
    assert state.now is not None
    assert (state.now.claim.id, state.now.state) == (now, "ends")
    assert [line.claim.id for line in state.planned] == [planned]
    assert seen(desk, true=monday - 1) == port("8080")
    assert seen(desk, true=monday) == port("9090")
    desk.clock.set(monday)
    (state,) = desk.pack.state("port")
    assert state.now is not None
    assert (state.now.claim.id, [line.claim.id for line in state.former]) == (planned, [now])


def test_a_plan_that_is_taken_back_gives_the_present_value_its_future_again(desk: Desk) -> None:
    monday = at("2026-01-12")
    now, planned = key(desk, "8080"), key(desk, "9090", t_valid=monday)
    desk.pass_time(HOUR)
    desk.do(c.Retract(id=planned))
    assert seen(desk, true=monday) == set()
    desk.do(c.Reopen(id=now))
    assert seen(desk, true=monday) == port("8080")


def test_a_planned_end_passes_by_itself_and_is_no_expiry(desk: Desk) -> None:
    told = desk.write("The hall is closed for all.", t_invalid=START + 3 * DAY).id or ""
    desk.pass_time(3 * DAY - 1)
    assert seen(desk) == {"The hall is closed for all."}
    desk.pass_time(1)
    assert seen(desk) == set()
    (line,) = desk.pack.history(told)
    assert line.t_expired is None


# equal instants


@pytest.mark.parametrize("end", [START, START - 1])
def test_a_window_that_opens_and_closes_at_one_instant_is_refused(desk: Desk, end: Instant) -> None:
    with pytest.raises(Refused, match=r"end|window"):
        desk.write("The hall is closed for all.", t_valid=START, t_invalid=end)
    told = desk.write("Lamps are off on Sunday.", t_valid=START).id or ""
    with pytest.raises(Refused, match="retract it instead"):
        desk.do(c.Close(id=told, at=START))
    assert [line.claim.id for line in desk.pack.claims(View(shows="history"))] == [told]


def test_a_window_of_a_microsecond_holds_one_instant(desk: Desk) -> None:
    desk.write("The hall is closed for all.", t_valid=START, t_invalid=START + 1)
    shown = [bool(seen(desk, true=START + step)) for step in (-1, 0, 1)]
    assert shown == [False, True, False]


def test_where_one_value_ends_another_begins_and_no_instant_has_both_or_none(desk: Desk) -> None:
    cut = START + DAY
    key(desk, "8080")
    key(desk, "9090", t_valid=cut)
    assert [seen(desk, true=cut + step) for step in (-1, 0, 1)] == [port("8080"), port("9090"), port("9090")]


def test_two_values_from_one_instant_are_refused_for_a_key_and_both_stay_without_one(desk: Desk) -> None:
    key(desk, "8080", t_valid=START)
    with pytest.raises(Refused, match="from that very instant"):
        key(desk, "9090", t_valid=START)
    desk.write("Lamps are off on Sunday.", t_valid=START)
    desk.write("Shelf nine is full.", t_valid=START)
    assert len(seen(desk, true=START)) == 3


def test_what_is_written_in_one_microsecond_is_still_in_order(desk: Desk) -> None:
    tools = [desk.write(f"Shelf {name} is full.") for name in ("nine", "ten", "eleven")]
    times = [receipt.t_tx for receipt in tools]
    assert times == [START, START + 1, START + 2]
    assert [len(seen(desk, true=START + 9, believed=when)) for when in times] == [1, 2, 3]


def test_a_clock_set_back_leaves_belief_in_order_and_the_past_as_it_was(desk: Desk) -> None:
    first = desk.write("Shelf nine is full.")
    desk.pass_time(-30 * DAY)
    second = desk.write("Shelf ten is full.")
    claim = desk.claim(second.id)
    assert second.t_tx == first.t_tx + 1
    assert (claim.t_recorded, claim.t_observed, claim.t_valid) == (second.t_tx,) * 3
    assert desk.pack.now() == second.t_tx
    assert seen(desk, believed=first.t_tx) == {"Shelf nine is full."}
    assert seen(desk) == {"Shelf nine is full.", "Shelf ten is full."}


# dates as people write them


def read(text: str, bound: Bound = "start", zone: str = BERLIN) -> Moment:
    return read_moment(text, zone=zone, now=START, bound=bound)


def window(desk: Desk, start: str | None, end: str | None, zone: str = BERLIN) -> str:
    """Write a claim with a window in a person's words; its id."""
    begins = read(start, "start", zone) if start else None
    ends = read(end, "end", zone) if end else None
    told = desk.write(
        "The hall is closed for all.",
        t_valid=begins.instant if begins else None,
        t_invalid=ends.instant if ends else None,
        precision=(begins.precision if begins else "us", ends.precision if ends else "us"),
    )
    return told.id or ""


def test_a_month_as_a_bound_is_the_whole_month_and_keeps_its_precision(desk: Desk) -> None:
    claim = desk.claim(window(desk, "2026-02", "2026-03"))
    assert (format_instant(claim.t_valid or 0), format_instant(claim.t_invalid or 0)) == (
        "2026-01-31T23:00:00.000000Z",
        "2026-03-31T22:00:00.000000Z",
    )
    assert claim.precision == ("month", "month")
    last = read("2026-03-31 23:59:59").instant
    assert [bool(seen(desk, true=last + step)) for step in (0, 1_000_000 - 1, 1_000_000)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("written", ["2027", "2027-05", "2027-05-31"])
def test_a_precision_stays_with_the_claim_over_a_restart(desk: Desk, written: str) -> None:
    claim_id = window(desk, None, written)
    kept = {4: "year", 7: "month", 10: "day"}[len(written)]
    assert desk.reopen_file().claim(claim_id).precision == ("us", kept)


def test_a_stated_month_that_is_cut_is_no_longer_one_until_it_is_reopened(desk: Desk) -> None:
    claim_id = window(desk, "2025", "2027-05")
    for ending in (
        c.Close(id=claim_id, at=START + HOUR),
        c.Write(draft=Draft(text="The hall is open to all.", supersedes=(claim_id,))),
    ):
        desk.pass_time(MINUTE)
        desk.do(ending)
        assert desk.claim(claim_id).precision == ("year", "us")
        desk.do(c.Reopen(id=claim_id))
        assert desk.claim(claim_id).precision == ("year", "month")
        assert desk.claim(claim_id).t_invalid == read("2027-05", "end").instant


def test_a_leap_second_is_the_last_microsecond_of_its_minute_at_both_doors(desk: Desk) -> None:
    wire = parse_instant("2016-12-31T23:59:60Z")
    assert read("2016-12-31 23:59:60 +00:00").instant == wire == at("2017-01-01") - 1
    desk.write("The hall is closed for all.", t_valid=wire, t_invalid=wire + MINUTE)
    assert [bool(seen(desk, true=wire + step)) for step in (-1, 0, 1)] == [False, True, True]


def test_an_hour_that_comes_twice_is_the_first_and_says_so(desk: Desk) -> None:
    moment = read("2026-10-25 02:30")
    assert "+02:00" in moment.understood
    assert "comes twice" in moment.understood
    desk.write("The hall is closed for all.", t_valid=moment.instant)
    assert seen(desk, true=at("2026-10-25T00:30:00Z")) == {"The hall is closed for all."}
    assert seen(desk, true=at("2026-10-25T00:30:00Z") - 1) == set()


def test_an_hour_that_never_comes_is_the_next_valid_instant_and_says_so(desk: Desk) -> None:
    moment = read("2026-03-29 02:30")
    assert "skip that time" in moment.understood
    assert "2026-03-29 03:00 +02:00" in moment.understood
    desk.write("The hall is closed for all.", t_valid=moment.instant)
    assert desk.claim(desk.pack.ids(View(shows="both"))[0]).t_valid == at("2026-03-29T01:00:00Z")


def test_a_day_of_a_change_of_clocks_has_23_or_25_hours(desk: Desk) -> None:
    spans = [
        read(day, "end").instant - read(day).instant for day in ("2026-03-29", "2026-10-25", "2026-06-01")
    ]
    assert spans == [23 * HOUR, 25 * HOUR, 24 * HOUR]


def test_the_years_1_and_9999_are_dates_like_others(desk: Desk) -> None:
    first, last = read("0001", zone="UTC").instant, read("9999-12-31 23:59:59.999999", zone="UTC").instant
    assert (first, last) == (EARLIEST, LATEST)
    told = desk.write("The hall is closed for all.", t_valid=first, t_invalid=last).id or ""
    claim = desk.reopen_file().claim(told)
    assert (claim.t_valid, claim.t_invalid) == (EARLIEST, LATEST)
    assert [bool(seen(desk, true=instant)) for instant in (EARLIEST, LATEST - 1, LATEST)] == [
        True,
        True,
        False,
    ]
    assert desk.pack.due().day == desk.pack.due(View(true_at=EARLIEST)).day
    assert desk.pack.diff(View(true_at=EARLIEST), View(true_at=LATEST)).closed
    for text in ("0000", "9999", "10000-01-01"):
        with pytest.raises(Refused, match=r"1 to 9999|not a date|not in the calendar"):
            read(text, "end")


@pytest.mark.parametrize("text", ["recently", "soon", "", "2026-13", "the day after", "13:77", "Q9 2026"])
def test_unknown_words_are_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(text)
    assert EXPECTED in str(refusal.value) or "not in the calendar" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "echoed"),
    [
        ("2026-01-12 09:30", "2026-01-12 09:30 +01:00 (Europe/Berlin)"),
        ("2026-07-01 09:30", "2026-07-01 09:30 +02:00 (Europe/Berlin)"),
        ("2026-07-01", "2026-07-01 00:00 +02:00 (Europe/Berlin)"),
        ("2026-07-01T09:30Z", "2026-07-01 09:30 +00:00"),
    ],
)
def test_local_input_is_echoed_with_the_offset_it_was_read_with(text: str, echoed: str) -> None:
    assert read(text).understood == echoed


def test_a_time_without_a_zone_is_refused_on_the_wire() -> None:
    with pytest.raises(Refused, match=r"zone|like 2026"):
        parse_instant("2026-01-12T09:30:00")


def test_a_claim_is_planned_until_its_very_start_and_closed_from_its_very_end_on(desk: Desk) -> None:
    start, end = START + DAY, START + 2 * DAY
    claim_id = desk.write("The lift is out of order.", t_valid=start, t_invalid=end).id or ""
    states = [
        desk.pack.page(claim_id, View(true_at=at)).line.state for at in (start - 1, start, end - 1, end)
    ]
    assert states == ["planned", "ends", "ends", "closed"]
