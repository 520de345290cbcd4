"""Replacements that are refused at the command line: one sentence each, and an exit code that says so."""

from __future__ import annotations

from tests.workbench.cli.conftest import Shell

REFUSED, NOT_FOUND = 1, 3
OLD, NEW = "The gateway needs port 8080 for all.", "The gateway needs port 9090 for all."


def refused(shell: Shell, *arguments: str) -> str:
    ended = shell(*arguments)
    assert ended.code in (REFUSED, NOT_FOUND), ended
    assert ended.out == ""
    return ended.err.strip()


def test_each_refused_replacement_says_what_is_wrong_and_no_two_say_the_same(shell: Shell) -> None:
    first = shell.write(OLD, "--about", "gateway")
    planned = shell.write(NEW, "--about", "gateway", "--from", "2199-01-01")
    gone = shell.write("Stairs are wet.")
    shell.ok("retract", gone)
    shell.ok("config", "policy", "propose")
    shell.write("Lamps burn on line 7 in hall two.", "--about", "lamps")
    newer = shell.write("Lamps burn on line 9 in hall two.", "--about", "lamps")
    (proposal,) = (
        one["id"] for one in shell.json("proposals")["proposals"] if newer in (one["new"], one["old"])
    )
    shell.ok("retract", newer)
    tx = shell.json("status")["status"]["tx"]
    said = {
        "itself": refused(shell, "write", OLD, "--about", "gateway", "--supersedes", first),
        "a cycle": refused(shell, "write", OLD, "--about", "gateway", "--supersedes", planned),
        "unknown": refused(shell, "write", "Lifts are blue.", "--supersedes", "f" * 32),
        "retracted": refused(shell, "write", "Stairs are dry.", "--supersedes", gone),
        "a successor that is gone": refused(shell, "accept", proposal),
        "not stored": refused(shell, "accept", "f" * 32),
    }
    assert len(set(said.values())) == len(said)
    for words in said.values():
        assert words.endswith((".", "again"))
    assert shell.json("status")["status"]["tx"] == tx
