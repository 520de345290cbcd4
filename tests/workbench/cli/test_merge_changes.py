"""What an import says of the claims that it changed: each by one line, louder what was touched here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.claims.ids import short
from tests.workbench.cli.conftest import Shell
from workbench.cli.render.merge_changes import QUIET_MOST

TEXTS = ("The kettle is in the kitchen.", "Bicycles stand behind the house.", "The lamp in the hall is red.")


class Two:
    """Ana's pack and Ben's, of one past."""

    def __init__(self, shell: Shell, folder: Path, texts: tuple[str, ...] = TEXTS) -> None:
        self.shell, self.folder = shell, folder
        self.ids = [shell.write(text) for text in texts]
        self.ben = ("--pack", str(folder / "ben.pack"), "--seat", "ben")
        self.take(to_ben=True)

    def take(self, *options: str, to_ben: bool) -> str:
        """One takes in the other's export; what it says of it, with every run of blanks one blank."""
        file = str(self.folder / f"{len(self.shell.ended)}.zip")
        here, there = ((), self.ben) if to_ben else (self.ben, ())
        self.shell.ok("export", file, *here)
        return self.shell.ok("import", file, *there, *options)


@pytest.fixture
def two(shell: Shell, tmp_path: Path) -> Two:
    return Two(shell, tmp_path)


def flat(said: str) -> str:
    return " ".join(said.split())


@pytest.mark.parametrize("ana_first", [True, False])
def test_what_was_touched_here_is_loud_and_comes_first_in_both_directions(two: Two, ana_first: bool) -> None:
    kettle, bicycles, lamp = two.ids
    two.shell.ok("close", bicycles, *two.ben)
    two.shell.ok("retract", kettle, *two.ben)
    two.shell.ok("pin", lamp, *two.ben)
    two.shell.ok("edit", kettle, "--question", "Where is the kettle?")
    told = {not ana_first: two.take(to_ben=not ana_first)}
    told[ana_first] = two.take(to_ben=ana_first)
    lines = told[False].splitlines()
    assert "0 claims new, 3 changed" in lines[1]
    assert flat(lines[2]).startswith(f"! retracted by ben {short(kettle)} {TEXTS[0]}")
    assert flat(lines[3]) == "ana had changed it here"
    assert flat(lines[4]).startswith(f"closed by ben {short(bicycles)} {TEXTS[1]}")
    assert flat(lines[5]).startswith("until 20")
    assert flat(lines[6]).startswith(f"pinned by ben {short(lamp)} {TEXTS[2]}")
    assert f"! edited by ana {short(kettle)}" in flat(told[True])
    assert "ben had changed it here" in told[True]
    assert "edited: question" in told[True]


def test_the_records_say_the_same(two: Two) -> None:
    two.shell.ok("rest", two.ids[0], "--why", "not now", *two.ben)
    [told] = two.shell.json("import", exported(two), "--dry-run")["merge"]["changes"]
    assert (told["claim"], told["touched_by"]) == (two.ids[0], [])
    assert [(did["kind"], did["by"]) for did in told["did"]] == [("rested", "ben")]


def exported(two: Two) -> str:
    file = str(two.folder / "told.zip")
    two.shell.ok("export", file, *two.ben)
    return file


def test_what_is_to_decide_is_told_on_both_sides(two: Two) -> None:
    two.shell.ok("edit", two.ids[0], "--text", "The kettle is in the cellar.")
    two.shell.ok("edit", two.ids[0], "--text", "The kettle is in the attic.", *two.ben)
    for to_ben in (False, True):
        assert "1 to decide, under Proposals" in two.take(to_ben=to_ben)


def test_of_many_changes_the_touched_are_all_told_and_the_rest_counted(shell: Shell, tmp_path: Path) -> None:
    two = Two(shell, tmp_path, tuple(f"Rack {number} hums in room {number}." for number in range(60)))
    for number, claim in enumerate(two.ids):
        two.shell.ok("close" if number % 3 else "pin", claim, *two.ben)
    touched = two.ids[:30:3]
    for claim in touched:
        two.shell.ok("rest", claim)
    said = two.take("--yes", to_ben=False)
    loud = [line for line in said.splitlines() if line.lstrip().startswith("! ")]
    assert [short(claim) in flat(said) for claim in touched] == [True] * 10
    assert len(loud) == 10
    left = 50 - QUIET_MOST
    counts = re.search(r"and (\d+) more that nobody had touched here: (.*) · packbench journal", flat(said))
    assert counts is not None
    assert int(counts[1]) == left
    assert sum(map(int, re.findall(r"\d+", counts[2]))) == left


@pytest.mark.parametrize(
    ("verb", "outcome"),
    [
        ("accept", "it gave way to “The attic light is blue.”"),
        ("decline", "both stay, “The attic light is blue.” too"),
    ],
)
def test_a_decision_that_comes_in_says_what_stands(
    shell: Shell, tmp_path: Path, verb: str, outcome: str
) -> None:
    shell.ok("config", "policy", "propose")
    two = Two(shell, tmp_path, ("The attic light is red.", "The attic light is blue."))
    [proposal] = shell.json("proposals")["proposals"]
    shell.ok(verb, proposal["id"], *two.ben)
    assert outcome in flat(two.take(to_ben=False))
