"""Ending claims and marking them: each act, what it leaves, and its undoing."""

from __future__ import annotations

import pytest

from tests.workbench.cli.conftest import Shell

BORDA = "The default fuse is Borda."


@pytest.fixture
def claim(shell: Shell) -> str:
    """The id of a claim that has been true since March."""
    return shell.write(BORDA, "--from", "2026-03-01")


def state(shell: Shell, claim: str) -> str:
    return str(shell.json("show", claim)["line"]["state"])


def test_a_close_ends_the_window_and_keeps_the_reason(shell: Shell, claim: str) -> None:
    shell.ok("close", claim[-8:], "--at", "2026-05-01 12:00", "--why", "the bake-off was lost")
    page = shell.json("why", claim)
    assert page["state"] == "closed"
    assert page["claim"]["t_invalid"] == "2026-05-01T12:00:00.000000Z"
    assert (page["deed"]["kind"], page["deed"]["body"]) == ("note", "the bake-off was lost")


@pytest.mark.parametrize(
    ("at", "end", "precision"),
    [
        ("2026-04", "2026-05-01T00:00:00.000000Z", "month"),
        ("2026-05-03", "2026-05-04T00:00:00.000000Z", "day"),
        ("2026-05-03 12:00", "2026-05-03T12:00:00.000000Z", "min"),
    ],
)
def test_a_close_at_a_month_or_a_day_holds_all_of_it(
    shell: Shell, claim: str, at: str, end: str, precision: str
) -> None:
    shell.ok("close", claim, "--at", at)
    closed = shell.json("why", claim)["claim"]
    assert (closed["t_invalid"], closed["precision"]) == (end, ["day", precision])


def test_a_close_at_a_period_that_goes_on_ends_now(shell: Shell, claim: str) -> None:
    assert "now, as today goes on" in shell("close", claim, "--at", "today").err
    assert state(shell, claim) == "closed"


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ("2999-12-04", "on 2999-12-04"),
        ("2999-12", "with 2999-12"),
        ("2999", "with 2999"),
        ("2999-12-04 15:00", "at 2999-12-04 15:00"),
    ],
)
def test_a_close_in_the_future_says_when_it_ends_and_not_that_it_is_closed(
    shell: Shell, claim: str, at: str, says: str
) -> None:
    assert shell.ok("close", claim, "--at", at, "--dry-run").startswith(f"would end {says}: “{BORDA}”")
    said = shell.ok("close", claim, "--at", at)
    assert f"ends {says}: “{BORDA}”" in said
    assert "closed" not in said
    assert state(shell, claim) == "ends"


def test_a_close_cites_the_deed_that_is_named(shell: Shell, claim: str) -> None:
    deed = shell.json("deed", "put", "CombMNZ 0.638, Borda 0.620")["id"]
    shell.ok("close", claim, "--deed", deed)
    assert shell.json("why", claim)["deed"]["accession"] == deed


def test_a_close_before_the_start_says_to_retract(shell: Shell, claim: str) -> None:
    ended = shell("close", claim, "--at", "2025")
    assert ended.code == 1
    assert "retract it instead" in ended.err
    assert f"“{BORDA}” ({claim[-8:]}) is true only from 2026-03-01 00:00; " in ended.err


def test_a_retracted_claim_is_gone_from_truth_and_stays_in_history(shell: Shell, claim: str) -> None:
    shell.ok("retract", claim, "--why", "a typing slip")
    assert shell.json("list")["claims"] == []
    assert shell.json("list", "--shows", "both")["claims"] == []
    assert [line["state"] for line in shell.json("list", "--shows", "history")["claims"]] == ["retracted"]


@pytest.mark.parametrize("ending", ["close", "retract"])
def test_reopen_takes_an_ending_back(shell: Shell, claim: str, ending: str) -> None:
    shell.ok(ending, claim)
    assert state(shell, claim) != "live"
    assert "reopened" in shell.ok("reopen", claim)
    assert state(shell, claim) == "live"


def test_a_live_claim_cannot_be_reopened(shell: Shell, claim: str) -> None:
    ended = shell("reopen", claim)
    assert (ended.code, ended.out) == (1, "")
    assert "is not closed" in ended.err


def test_a_dry_close_changes_nothing(shell: Shell, claim: str) -> None:
    assert "would close" in shell.ok("close", claim, "--dry-run")
    assert state(shell, claim) == "live"


def test_a_resting_claim_is_out_of_sight_until_it_wakes(shell: Shell, claim: str) -> None:
    shell.ok("rest", claim, "--why", "not this quarter")
    assert shell.json("search", "fuse")["hits"] == []
    assert shell.json("search", "fuse", "--resting")["hits"] != []
    assert "not this quarter" in shell.ok("show", claim)
    shell.ok("wake", claim)
    assert shell.json("search", "fuse")["hits"] != []


def test_a_pin_goes_on_and_off(shell: Shell, claim: str) -> None:
    shell.ok("pin", claim)
    assert shell.json("show", claim)["line"]["claim"]["pinned"]
    assert shell.json("pin", claim)["outcome"] == "noop"
    shell.ok("pin", claim, "--off")
    assert not shell.json("show", claim)["line"]["claim"]["pinned"]


@pytest.mark.parametrize(
    "command", ["close", "retract", "reopen", "rest", "wake", "pin", "show", "why", "history"]
)
def test_a_claim_that_is_not_there_is_a_matter_of_its_own_code(
    shell: Shell, claim: str, command: str
) -> None:
    assert claim
    ended = shell(command, "ffffffff")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == "packbench: there is no claim 'ffffffff' in this pack.\n"


def test_a_claim_is_known_by_the_end_and_by_the_beginning_of_its_id(shell: Shell, claim: str) -> None:
    for name in (claim, claim[-4:], claim[-8:], claim[:20], claim.upper()):
        assert shell.json("show", name)["line"]["claim"]["id"] == claim


def test_a_name_that_fits_several_claims_is_refused(shell: Shell, claim: str) -> None:
    other = shell.write("Stand-up is at nine.")
    shared = next(length for length in range(4, 32) if claim[:length] != other[:length]) - 1
    ended = shell("show", claim[: max(4, shared)])
    assert ended.code == 3
    assert "fits 2 claims" in ended.err
