"""The two clocks at the command line: keys, premises, dates as typed, and the basis of every answer."""

from __future__ import annotations

import json

import pytest

from core.clocks.clock import SystemClock
from core.clocks.instants import HOUR, parse_instant
from tests.workbench.cli.conftest import Shell

HALL = "The hall is closed for all."


def test_a_key_tells_its_present_planned_and_former_values(shell: Shell) -> None:
    old = shell.write("The gateway listens on port 7070.", "--key", "port", "--from", "2020-01-01")
    now = shell.write("The gateway listens on port 8080.", "--key", "port", "--from", "2021-01-01")
    planned = shell.write("The gateway listens on port 9090.", "--key", "port", "--from", "2199-01-01")
    (state,) = shell.json("state", "port")["states"]
    assert state["now"]["claim"]["id"] == now
    assert [line["claim"]["id"] for line in state["planned"]] == [planned]
    assert [line["claim"]["id"] for line in state["former"]] == [old]
    said = shell.ok("state", "port").splitlines()
    assert [word in line for word, line in zip(("closed", "ends", "planned"), said, strict=False)] == [
        True
    ] * 3
    (then,) = shell.json("state", "port", "--true-on", "2020-06")["states"]
    assert then["now"]["claim"]["id"] == old
    assert shell("state", "port", "--believed-on", "2020-06").code == 3


def test_the_history_of_a_key_tells_each_version_with_its_act_on_both_clocks(shell: Shell) -> None:
    old = shell.write("The gateway listens on port 7070.", "--key", "port", "--from", "2020-01-01")
    new = shell.write("The gateway listens on port 8080.", "--key", "port", "--from", "2021-01-01")
    answer = shell.json("state", "port", "--history")
    told = [(one["claim"]["id"], one["claim"]["rev"]) for one in answer["versions"]]
    assert told == [(old, 1), *sorted([(old, 2), (new, 1)])]
    assert [one["t_expired"] is None for one in answer["versions"]].count(True) == 2
    assert set(answer["basis"]) == {"true_at", "believed_at"}
    said = shell.ok("state", "port", "--history")
    assert said.count("write by ana") == 3
    assert said.count("believed ") == 3
    assert "true from 2020-01-01 until 2021-01-01" in said
    assert shell("state", "fuse", "--history").code == 3


def test_a_conclusion_whose_premise_is_gone_is_marked_in_every_answer(shell: Shell) -> None:
    one, two = shell.write("Reports go out on Friday."), shell.write("Stairs are wet.")
    told = shell.write("The storm plan holds.", "--kind", "conclusion", "--rests-on", one, "--rests-on", two)
    assert "premise gone" not in shell.ok("list") + shell.ok("search", "storm")
    shell.ok("close", one, "--why", "seen")
    for line in (
        *shell.json("list")["claims"],
        *(hit["line"] for hit in shell.json("search", "storm plan")["hits"]),
        shell.json("show", told)["line"],
    ):
        assert line["premises_gone"] == ([one] if line["claim"]["id"] == told else [])
    for said in (shell.ok("list"), shell.ok("search", "storm plan")):
        assert [told[-8:] in line for line in said.splitlines() if "premise gone" in line] == [True]
    edges = {(edge["type"], edge["source"], edge["target"]) for edge in shell.json("show", told)["edges"]}
    assert edges == {("extends", told, one), ("extends", told, two)}
    shell.ok("reopen", one)
    assert "premise gone" not in shell.ok("list")


@pytest.fixture
def in_berlin(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell whose pack and whose clock are in Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    shell.write("Lamps are off on Sunday.")
    shell.ok("config", "zone", "Europe/Berlin")
    return shell


@pytest.mark.parametrize(
    ("typed", "stored", "echoed"),
    [
        ("2026-07-01 09:30", "2026-07-01T07:30:00.000000Z", "2026-07-01 09:30 +02:00 (Europe/Berlin)"),
        ("2026-10-25 02:30", "2026-10-25T00:30:00.000000Z", "that time comes twice there, and the first"),
        ("2026-03-29 02:30", "2026-03-29T01:00:00.000000Z", "the clocks skip that time, and the next one"),
        ("2026-03-14T09:30:60Z", "2026-03-14T09:30:59.999999Z", "2026-03-14 09:30:59 +00:00"),
        ("2026-03", "2026-02-28T23:00:00.000000Z", "2026-03, from 2026-03-01 00:00 +01:00 (Europe/Berlin)"),
    ],
)
def test_a_typed_time_is_stored_in_utc_and_echoed_as_it_was_understood(
    in_berlin: Shell, typed: str, stored: str, echoed: str
) -> None:
    ended = in_berlin("write", HALL, "--from", typed, "--json")
    assert ended.code == 0, ended
    assert f"--from: {echoed}" in ended.err or echoed in ended.err
    claim = next(
        line["claim"]
        for line in in_berlin.json("list", "--shows", "both")["claims"]
        if line["claim"]["text"] == HALL
    )
    assert claim["t_valid"] == stored


def test_an_end_is_inclusive_for_people_in_storing_asking_and_showing(in_berlin: Shell) -> None:
    told = in_berlin.write(HALL, "--from", "2020-02", "--until", "2020-03")
    claim = in_berlin.json("show", told)["line"]["claim"]
    assert (claim["t_valid"], claim["t_invalid"]) == (
        "2020-01-31T23:00:00.000000Z",
        "2020-03-31T22:00:00.000000Z",
    )
    assert "true from 2020-02 until 2020-03" in in_berlin.ok("show", told)
    shown = {
        date: HALL in in_berlin.ok("list", "--true-on", date)
        for date in ("2020-01", "2020-02-01", "2020-03-31", "2020-03", "2020-04-01")
    }
    assert shown == {
        "2020-01": False, "2020-02-01": True, "2020-03-31": True, "2020-03": True, "2020-04-01": False,
    }  # fmt: skip


@pytest.mark.parametrize("option", ["--from", "--until", "--true-on", "--believed-on"])
def test_words_that_are_no_date_are_refused_with_what_is_expected(shell: Shell, option: str) -> None:
    shell.write("Lamps are off on Sunday.")
    command = ("list",) if option.endswith("-on") else ("write", HALL)
    ended = shell(*command, option, "recently")
    assert ended.code == 1
    assert f"{option}: 'recently' is not a date; write a date like 2026-03-14" in ended.err


def test_every_answer_in_json_bears_its_basis(shell: Shell) -> None:
    told = shell.write("The gateway listens on port 8080.", "--key", "port", "--about", "gateway")
    deed = shell.json("deed", "put", "minutes")["id"]
    asked = [
        ("list",), ("search", "gateway"), ("show", told), ("why", told), ("history", told), ("state", "port"),
        ("state", "port", "--history"), ("due",), ("proposals",), ("islands",), ("hubs",), ("journal",),
    ]  # fmt: skip
    asked += [("deed", "show", deed), ("deed", "citers", deed)]
    for command in asked:
        answer = shell.json(*command, "--true-on", "2030-01-01T00:00Z")
        basis = answer["basis"]
        assert basis["true_at"] == "2030-01-01T00:00:00.000000Z", command
        assert basis["believed_at"] < "2030", command
    both = shell.json("diff", "2020-01-01", "now")
    assert {"first", "second"} <= set(both)


@pytest.fixture
def far_away(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell whose machine is in UTC and whose pack is in Tokyo."""
    monkeypatch.setenv("TZ", "UTC")
    shell.write("Lamps are off on Sunday.")
    shell.ok("config", "zone", "Asia/Tokyo")
    return shell


@pytest.mark.parametrize(
    ("typed", "hours"),
    [("2 hours", 2), ("two hours ago", 2), ("2 hours ago", 2), ("-2h", 2), ("30 minutes", 0.5)],
)
def test_a_length_of_time_is_counted_back_from_now_whatever_the_zones(
    far_away: Shell, typed: str, hours: float
) -> None:
    begun = SystemClock().now()
    claim = far_away.json("show", far_away.write(HALL, f"--from={typed}"))["line"]["claim"]
    start = parse_instant(claim["t_valid"])
    assert begun <= start + int(hours * HOUR) <= SystemClock().now()


def test_a_time_is_read_in_the_zone_in_which_it_is_shown_and_told_on_the_machines_clock_too(
    far_away: Shell,
) -> None:
    ended = far_away("write", HALL, "--from", "2026-03-14 17:00", "--until", "2199-01-01", "--json")
    echoed = "2026-03-14 17:00 +09:00 (Asia/Tokyo); 2026-03-14 08:00 on this machine's clock (UTC)"
    assert f"--from: {echoed}" in ended.err
    assert "true from 2026-03-14 17:00 until 2199-01-01" in far_away.ok("show", json.loads(ended.out)["id"])


def test_an_end_in_the_past_without_a_start_is_refused_with_where_it_starts(shell: Shell) -> None:
    ended = shell("write", HALL, "--until", "2025")
    assert ended.code == 1
    assert "Without a start it starts now; give one" in ended.err
