"""What is slipping, told at a pipe: fading, spread, sweep, and the options of due."""

from __future__ import annotations

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, parse_instant
from core.pack import commands as c
from core.pack.pack import Pack
from tests.workbench.cli.conftest import Shell

TEXTS = (
    "The lift holds eight people.",
    "Backups run at night.",
    "Doors close at nine.",
    "Crane seven lifts twelve tons.",
    "Tea is made with soft water.",
    "Parcels leave on Fridays.",
)


@pytest.fixture
def old(shell: Shell) -> list[str]:
    """Claims of 2024: four graded once, two never, one of these a bot's goal; by id, oldest first."""
    clock = ScriptedClock(parse_instant("2024-02-05T09:00:00Z"))
    with Pack.create(shell.pack, seat="ana", clock=clock, workspace="atlas") as pack:
        ids = []
        for number, text in enumerate(TEXTS):
            draft = Draft(text=text, workspace="atlas", kind="goal" if number == 5 else "lesson")
            ids.append(pack.submit(c.Write(draft=draft), actor="bot" if number == 5 else "ana").id or "")
            clock.set(clock.now() + 1000)
        clock.set(clock.now() + DAY)
        for claim_id, grade in zip(ids, (3, 2, 1, 4), strict=False):
            pack.submit(c.Grade(id=claim_id, grade=grade))
    return ids


def test_fading_lists_what_is_slipping_with_reasons_and_moves_nothing(shell: Shell, old: list[str]) -> None:
    before = shell.ok("journal")
    said = shell.ok("fading", "--below", "0.6")
    assert "never graded since it was written" in said
    assert "graded Again" in said
    assert "may be put to rest after 12 days" in said
    assert "Nothing is deleted by age, and nothing moves by itself." in said
    found = shell.json("fading", "--limit", "0")
    listed = [one["line"]["claim"]["id"] for name in ("fading", "due", "stable") for one in found[name]]
    assert sorted(listed) == sorted(old)
    assert shell.ok("journal") == before


def test_fading_is_asked_by_author_and_kind(shell: Shell, old: list[str]) -> None:
    found = shell.json("fading", "--author", "bot", "--below", "0.9999")
    assert [one["line"]["claim"]["id"] for one in found["fading"]] == [old[5]]
    assert shell.json("fading", "--kind", "habit", "--below", "0.9999")["fading"] == []


def test_a_bound_that_is_no_chance_is_refused(shell: Shell, old: list[str]) -> None:
    ended = shell("fading", "--below", "1.5")
    assert ended.code != 0
    assert "give a chance of recall between 0 and 1" in ended.err


def test_due_is_asked_by_author_kind_limit_and_order(shell: Shell, old: list[str]) -> None:
    def due(*options: str) -> list[str]:
        return [card["line"]["claim"]["id"] for card in shell.json("due", *options)["cards"]]

    assert sorted(due()) == sorted(old)
    assert due("--author", "bot") == [old[5]]
    assert due("--kind", "goal") == [old[5]]
    assert due("--set", "red") == []
    assert due("--limit", "1") == [old[1]]  # due a day after it was graded, as the third one
    assert due("--limit", "1", "--order", "easy") == [old[3]]
    assert due("--limit", "1", "--order", "hard") == [old[2]]


def test_due_says_what_is_held_back_and_in_how_many_mornings_it_is_through(
    shell: Shell, old: list[str]
) -> None:
    shell.ok("config", "new_a_day", "1")
    shell.ok("config", "session_limit", "3")
    said = shell.ok("due")
    assert "3 claims due" in said
    assert "1 new claim waits for another day" in said
    assert "2 claims are due beyond the limit of a sitting" in said
    assert "at 3 a morning you are through in 2 mornings" in said


def test_a_spread_is_shown_first_applied_when_asked_and_taken_back(shell: Shell, old: list[str]) -> None:
    said = shell.ok("spread", "--a-morning", "1")
    assert "3 claims move to later mornings: 1 a morning beside new ones" in said
    assert "Nothing has moved" in said
    assert len(shell.json("due")["cards"]) == 6
    said = shell.ok("spread", "--a-morning", "1", "--apply")
    assert "Nothing has moved" not in said
    assert len(shell.json("due")["cards"]) == 3
    assert "nothing moves: 1 claim is due" in shell.ok("spread", "--a-morning", "1")
    shell.ok("undo")
    assert len(shell.json("due")["cards"]) == 6
    assert shell.json("spread", "--mornings", "2")["a_morning"] == 2
    assert shell.json("spread", "--mornings", "2", "--apply")["verb"] == "spread"
    assert shell("spread", "--mornings", "2", "--a-morning", "2").code != 0


def test_a_sweep_is_off_shown_and_applied_when_it_is_switched_on(shell: Shell, old: list[str]) -> None:
    said = shell.ok("sweep")
    assert "neglected: 2 claims, never recalled, and three times nobody answered" in said
    assert "They rest only once `packbench config sweep on` is set." in said
    assert "nothing would rest" in said
    ended = shell("sweep", "--apply")
    assert ended.code != 0
    assert "sweeping is off" in ended.err
    shell.ok("config", "sweep", "on")
    assert "--apply puts 2 claims to rest" in shell.ok("sweep")
    assert "put to rest: 2 neglected" in shell.ok("sweep", "--apply")
    resting = [
        one["claim"]["id"] for one in shell.json("list", "--resting")["claims"] if one["state"] == "resting"
    ]
    assert sorted(resting) == sorted([old[2], old[4]])
    assert "never recalled" in shell.ok("show", old[4])
    shell.ok("undo")
    assert all(one["state"] == "live" for one in shell.json("list", "--resting")["claims"])


def test_a_live_cap_is_shown_with_what_it_would_rest(shell: Shell, old: list[str]) -> None:
    shell.ok("config", "live_cap", "4")
    said = shell.ok("sweep")
    assert "over the live cap of 4: 2 of 6 live claims" in said
    assert [one["why"] for one in shell.json("sweep")["over_cap"]] == ["the live cap of 4"] * 2
    shell.ok("sweep", "--apply")
    assert len(shell.json("list")["claims"]) == 4


def test_study_days_are_dates_on_the_wire(shell: Shell, old: list[str]) -> None:
    move = shell.json("spread", "--a-morning", "1")["moves"][0]
    assert move["due_day"] > move["former_day"] > "2024-02-06"
    shell.ok("config", "sweep", "on")
    card = shell.json("due")["cards"][0]
    assert card["review"]["added_day"] == "2024-02-05"
