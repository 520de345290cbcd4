"""Time at the command line: history, diff, journal, undo and redo."""

from __future__ import annotations

import pytest

from tests.workbench.cli.conftest import Shell

OLD, NEW = "The default fuse is Borda.", "The default fuse is CombMNZ."


@pytest.fixture
def changed(shell: Shell) -> tuple[str, str]:
    """A claim and its successor of 14 March 2026."""
    old = shell.write(OLD, "--key", "fuse", "--from", "2025-11-02")
    return old, shell.write(NEW, "--key", "fuse", "--from", "2026-03-14")


def test_history_has_every_version_on_both_clocks(shell: Shell, changed: tuple[str, str]) -> None:
    versions = shell.json("history", changed[0])["versions"]
    assert [version["claim"]["rev"] for version in versions] == [1, 2]
    assert versions[0]["t_expired"] == versions[1]["t_recorded"]
    assert versions[1]["t_expired"] is None
    assert set(versions[1]["changed"]) == {"t_invalid", "closing"}
    said = shell.ok("history", changed[0])
    assert "rev 1" in said
    assert "rev 2" in said
    assert "rule key" in said


def test_history_read_from_the_past_does_not_say_now(shell: Shell, changed: tuple[str, str]) -> None:
    assert " to now" in shell.ok("history", changed[1])
    at = shell.json("journal", "--last", "1")["events"][0]["at"]
    said = shell.ok("history", changed[1], "--believed-on", at)
    assert " to the date shown" in said
    assert "to now" not in said


def test_diff_of_two_true_dates_names_what_opened_and_closed(shell: Shell, changed: tuple[str, str]) -> None:
    found = shell.json("diff", "2026-01-01", "2026-04-01", "--clock", "true")
    assert [claim["id"] for claim in found["opened"]] == [changed[1]]
    assert [change["before"]["id"] for change in found["closed"]] == [changed[0]]
    assert found["first"]["believed_at"] > found["second"]["true_at"]


def test_diff_of_beliefs_shows_all_that_is_new(shell: Shell, changed: tuple[str, str]) -> None:
    said = shell.ok("diff", "-3m")
    assert "opened: 1" in said
    assert NEW in said
    assert OLD not in said
    assert changed


def test_diff_shows_what_an_edit_changed(shell: Shell, changed: tuple[str, str]) -> None:
    before = shell.json("journal", "--last", "1")["events"][0]["at"]
    shell.ok("edit", changed[1], "--text", "The default fuse is CombSUM.")
    shell.ok("retract", shell.write("This was never true."))
    said = shell.ok("diff", before)
    assert "changed: 1" in said
    assert f"was: {NEW}" in said
    assert "never true" not in said


def test_diff_tells_what_an_edit_and_a_close_changed_in_words(shell: Shell) -> None:
    one = shell.write("Lamps of the hall are off.", "--about", "hall")
    other = shell.write("The lift holds eight people.", "--about", "lift")
    before = shell.json("journal", "--last", "1")["events"][0]["at"]
    shell.ok("edit", one, "--about", "hall", "--about", "lamps")
    assert shell.ok("journal", "--last", "1").rstrip().endswith(f"edited {one[-8:]}: about")
    shell.ok("close", other, "--at", "2199-11-27")
    said = shell.ok("diff", before)
    assert "about lamps too" in said
    assert "ends 2199-11-27" in said
    for raw in ("t_invalid", "entities", "closing", "recorded again"):
        assert raw not in said
    history = shell.ok("history", other)
    assert "changed true until, closed ·" in history


def test_diff_of_what_was_done_and_taken_back_says_so(shell: Shell, changed: tuple[str, str]) -> None:
    before = shell.json("journal", "--last", "1")["events"][0]["at"]
    shell.ok("pin", changed[1])
    shell.ok("undo")
    assert "changed in between, and back" in shell.ok("diff", before)


def test_nothing_differs_between_one_date_and_itself(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    assert "nothing differs" in shell.ok("diff", "2026-02-01", "2026-02-01")


def test_the_journal_tells_who_did_what(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    events = shell.json("journal")["events"]
    assert [event["tx"] for event in events] == sorted((event["tx"] for event in events), reverse=True)
    assert events[0]["actor"] == "ana"
    said = shell.ok("journal", "--last", "1")
    assert NEW in said
    assert said.count("\n") == 1


def test_the_journal_of_truth_has_edges_of_windows(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    events = shell.json("journal", "--clock", "true")["events"]
    assert [(event["verb"], event["at"][:10]) for event in events][-1] == ("begins", "2025-11-02")
    assert {"begins", "ends"} == {event["verb"] for event in events}


def test_undo_takes_back_the_last_act_and_redo_does_it_again(shell: Shell, changed: tuple[str, str]) -> None:
    old, new = changed
    assert "took back" in shell.ok("undo")
    assert [line["claim"]["id"] for line in shell.json("list")["claims"]] == [old]
    assert "did again" in shell.ok("redo")
    assert [line["claim"]["id"] for line in shell.json("list")["claims"]] == [new]


def test_undo_of_a_named_act_and_of_a_range(shell: Shell) -> None:
    first = shell.json("remember", "One is first.")["tx"]
    last = shell.json("remember", "Two is second.")["tx"]
    shell.ok("undo", str(first), "--through", str(last))
    assert shell.json("list")["claims"] == []


def test_a_dry_undo_says_what_it_would_take_back(shell: Shell, changed: tuple[str, str]) -> None:
    assert "would take back" in shell.ok("undo", "--dry-run")
    assert [line["claim"]["id"] for line in shell.json("list")["claims"]] == [changed[1]]


def test_an_undo_on_which_later_acts_rest_is_refused_with_their_names(
    shell: Shell, changed: tuple[str, str]
) -> None:
    tx = shell.json("journal", "--last", "1")["events"][0]["tx"]
    shell.ok("edit", changed[1], "--text", "The default fuse is CombSUM.")
    ended = shell("undo", str(tx))
    assert ended.code == 1
    assert "later records" in ended.err


def test_nobody_undoes_what_another_seat_did_by_default(shell: Shell, changed: tuple[str, str]) -> None:
    assert changed
    assert shell("undo", "--seat", "stranger").code == 3
    assert shell("redo").code == 3


def test_the_history_names_each_act_and_tells_its_second(shell: Shell, changed: tuple[str, str]) -> None:
    shell.ok("retract", changed[1])
    shell.ok("reopen", changed[1])
    said = shell.ok("history", changed[1])
    for act in ("write by ana · believed ", "retract by ana · believed ", "reopen by ana · believed "):
        assert act in said
    versions = shell.json("history", changed[1])["versions"]
    assert versions[-1]["t_recorded"][11:19] in said
    assert "t_invalid" not in said


def test_a_comparison_with_a_day_to_come_names_the_clock_that_has_one(shell: Shell) -> None:
    shell.write("The well is 12 metres deep.", "--until", "tomorrow")
    ended = shell("diff", "yesterday", "tomorrow")
    assert ended.code == 1
    assert "tomorrow is still to come" in ended.err
    assert "--clock true" in ended.err
    assert "--believed-on" not in ended.err
    shell.ok("diff", "yesterday", "tomorrow", "--clock", "true")
