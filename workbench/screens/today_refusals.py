"""Which keys of Today do nothing at the moment, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from workbench.frame.grade_bar import GRADES
from workbench.screens.today_sitting import Part, Phase

GRADES_ARE: Final = "Grades are 1 to 4: Again, Hard, Good, Easy."
NO_GRADES: Final = frozenset("0123456789") - {key for action in GRADES for key in action.keys}
"""Digits that somebody may take for a grade."""
NO_CARD: Final = "No claim is waiting for a grade."
REVEAL_FIRST: Final = "Space shows the answer first; a grade given before it would be a guess."
SPOILS: Final = "Space shows the answer first; this would show it before you have recalled it."
NO_GRADE: Final[Mapping[Part, str]] = {
    "check": "This is a check, not a recall: v still true, x no longer true, ! not sure.",
    "second": "A second look grades nothing; the grade you gave stands.",
}
SHOWN: Final[Mapping[Part, str]] = {
    "recall": "The answer is shown; 1 to 4 grade it.",
    "check": "All is shown; v still true, x no longer true, ! not sure.",
}

FOR_A_GRADE: Final = (*(action.id for action in GRADES), "today.intervals")
ON_A_CARD: Final = (*FOR_A_GRADE, "today.reveal", "today.later", "today.siblings")
SHOW_THE_ANSWER: Final = (
    "claim.verify", "claim.doubt", "claim.ask_as", "today.siblings",
    "claim.no_longer_true", "claim.never_true", "claim.why", "claim.history", "claim.island",
    "claim.open_deed", "claim.edit",
)  # fmt: skip
"""Keys on a claim that bring its text up, or that nobody can answer without it."""


def without_a_card(*, listed: bool = False) -> dict[str, str]:
    """While nothing is asked; where another day is listed, its cues can be turned over all the same."""
    return {name: NO_CARD for name in ON_A_CARD if not (listed and name == "today.reveal")}


def not_now(part: Part, phase: Phase) -> dict[str, str]:
    """While a card is shown: grades and what shows the answer wait for the reveal, a check takes no grade."""
    reasons: dict[str, str] = {}
    if part in NO_GRADE:
        reasons |= dict.fromkeys(FOR_A_GRADE, NO_GRADE[part])
    if phase == "question":
        reasons |= dict.fromkeys(FOR_A_GRADE, REVEAL_FIRST) | dict.fromkeys(SHOW_THE_ANSWER, SPOILS)
    elif part in SHOWN:
        reasons["today.reveal"] = SHOWN[part]
    return reasons
