"""What accepting and declining do is told before they are done, and afterwards in the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.claims.ids import short
from tests.workbench.cli.conftest import Shell

OLDER, NEWER = "The gateway listens on port 8080.", "The gateway listens on port 9090."


def pair(shell: Shell, *start: str) -> tuple[str, str]:
    """Two claims that a person is to decide on; the proposal and the older claim."""
    shell.ok("config", "policy", "propose")
    older = shell.write(OLDER, "--about", "gateway", *start)
    shell.write(NEWER, "--about", "gateway", *start)
    [proposal] = shell.json("proposals")["proposals"]
    return proposal["id"], older


@pytest.mark.parametrize("start", [("--from", "2026-01-02"), ()])
def test_the_list_says_what_each_decision_would_do(shell: Shell, start: tuple[str, ...]) -> None:
    proposal, older = pair(shell, *start)
    said, told = shell.ok("proposals"), shell.json("proposals")["does"][proposal]
    assert f"accept: {told['accept']}" in said
    assert f"decline: {told['decline'].removesuffix('.')}" in said
    assert told["decline"] == "both stay, and are never proposed again."
    done = shell.ok("accept", proposal)
    if start:
        assert told["accept"].startswith("the older one was never true: it is retracted")
        assert f"retracts  {short(older)}" in done
        assert "it was never true: it is retracted" in done
    else:
        assert told["accept"].startswith("the older one ends on 20")
        assert f"closes  {short(older)}" in done
    assert "accept:" not in shell.ok("proposals", "--all")


def test_a_claim_written_twice_is_told_as_one_that_is_left(shell: Shell, tmp_path: Path) -> None:
    kettle, other = "The kettle is in the second drawer.", str(tmp_path / "other.pack")
    shell.write("Bicycles stand behind the house.")
    shell.ok("export", str(tmp_path / "first.zip"))
    shell.ok("import", str(tmp_path / "first.zip"), "--pack", other)
    first = shell.write(kettle)
    later = shell.json("write", kettle, "--pack", other, "--seat", "ben")["id"]
    shell.ok("export", str(tmp_path / "back.zip"), "--pack", other)
    assert "1 to decide" in shell.ok("import", str(tmp_path / "back.zip"), "--yes")
    [proposal] = shell.json("proposals")["proposals"]
    assert "accept: the newer one is set aside; its author and evidence bear witness" in shell.ok("proposals")
    assert f"set aside  {short(later)}" in shell.ok("accept", proposal["id"])
    assert "ben" in shell.ok("show", first)
    assert "the same claim is written twice" in shell.ok("why", later)
    assert "undo " in shell.ok("why", later)
    shell.ok("undo")
    shell.ok("decline", proposal["id"])
    assert "nothing to consolidate" in shell.ok("consolidate")


@pytest.mark.parametrize(("decision", "status"), [("accept", "accepted"), ("decline", "declined")])
def test_a_proposal_that_is_decided_names_the_record_that_takes_it_back(
    shell: Shell, decision: str, status: str
) -> None:
    proposal, older = pair(shell)
    tx = shell.json(decision, proposal)["tx"]
    shell.write("Bicycles stand behind the house.")
    for again in ("accept", "decline"):
        refused = shell(again, proposal)
        assert refused.code == 1
        assert f"is {status} already" in refused.err
        assert f"packbench undo {tx}" in refused.err
    shell.ok("undo", str(tx))
    shell.ok("edit", older, "--text", "The gateway listens on port 7070.")
    tx = shell.json("journal", "--last", "1")["events"][0]["tx"]
    refused = shell("accept", proposal)
    assert "is lapsed already: one of its claims was changed or ended since" in refused.err
    assert f"`packbench undo {tx}` takes that back" in refused.err
