"""A sitting in a plain terminal: cue, answer, grade, line by line; then the checks of truth."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from core.claims.review_state import GRADES
from core.errors import PackError, Refused, as_given
from core.pack.commands import Bury, Command, Doubt, Grade, NoLongerTrue, Undo, Verify
from workbench.cells import wrap
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.words import at_terminal
from workbench.moments import counted

if TYPE_CHECKING:
    from core.claims.claim import Claim
    from core.pack.checks import CheckCard
    from core.pack.pack import Pack
    from core.pack.queue import DueCard, DueQueue
    from workbench.cli.times import Times

TRUTH: Final = "x no longer true · ! not sure · v still true"
FURTHER: Final = "l not today · u undo · q quit"
ASIDE_OF_A_GRADE: Final = frozenset({"v", "!"})
"""What is said of the truth of a claim leaves its grade to be given."""
DECIDES: Final = "`packbench proposals` shows both."
NOBODY: Final = (
    "nobody sits here to be asked; `packbench grade CLAIM 3` grades one claim, `packbench due` lists them."
)


class Left(Exception):
    """The person has had enough for today."""


class PlainSitting:
    """One sitting at a terminal that shows lines; an answer is durable before the next question."""

    def __init__(self, pack: Pack, desk: Desk) -> None:
        self._pack = pack
        self._view = desk.view(pack)
        self._times: Times = desk.times(pack)
        self._paper = Paper()
        self._acts: list[int] = []
        """The records of this sitting that stand."""
        self._grades: dict[int, int] = {}
        """The grades of this sitting by their records."""

    def run(self) -> None:
        """Ask until nothing is left or the person leaves; then say what was done."""
        try:
            while self._recall() or self._check():
                pass
        except Left:
            pass
        self._farewell()

    def _recall(self) -> bool:
        queue = self._pack.due(self._view)
        card = next(iter(queue.cards[:1]), None)
        if card is None:
            return False
        self._ask(queue, card)
        self._line("enter shows the answer · " + FURTHER, self._before_reveal(card))
        return True

    def _ask(self, queue: DueQueue, card: DueCard) -> None:
        cue = self._pack.cue(card)
        claim = card.line.claim
        place = f"{queue.graded + 1} of {queue.graded + len(queue.cards)}"
        self._paper.title(f"{place} · {claim.kind} · {claim.author}")
        if cue.about:
            self._paper.line(f"about {', '.join(cue.about)}", "dim")
        self._paper.line(cue.shown, "claim")

    def _before_reveal(self, card: DueCard) -> dict[str, Callable[[], object]]:
        return {"": lambda: self._reveal(card), **self._aside(card.line.claim)}

    def _reveal(self, card: DueCard) -> None:
        claim, shown_at = card.line.claim, self._pack.now()
        self._whole(claim)
        units = self._pack.units(card)
        if units:
            self._paper.line(f"did you have: {' · '.join(units)}", "good")
        rival = self._pack.rival(claim.id, self._view)
        if rival is not None:
            self._paper.line(f"another claim disagrees, undecided: {rival.text} {DECIDES}", "warn")
        named = " · ".join(f"{grade} {name}" for grade, name in GRADES.items())
        answers = {str(grade): self._grading(card, grade, shown_at) for grade in GRADES}
        acts = {**answers, **self._truth(claim), **self._aside(claim)}
        while self._line(f"{named} · {TRUTH} · {FURTHER}", acts) in ASIDE_OF_A_GRADE:
            pass

    def _grading(self, card: DueCard, grade: int, shown_at: int) -> Callable[[], object]:
        def act() -> None:
            command = Grade(
                id=card.line.claim.id,
                grade=grade,
                shown_rev=card.line.claim.rev,
                shown_reps=card.review.reps,
                cue=self._pack.cue(card).how,
                milliseconds=(self._pack.now() - shown_at) // 1000,
            )
            tx = self._carry_out(command)
            if tx is not None:
                self._grades[tx] = grade

        return act

    def _check(self) -> bool:
        checks = self._pack.checks(self._view)
        card: CheckCard | None = next(iter(checks.cards), None)
        if card is None:
            return False
        claim = card.line.claim
        self._paper.title(f"still true? · {len(checks.cards)} to check · {claim.kind} · {claim.author}")
        self._whole(claim)
        self._line(f"{TRUTH} · {FURTHER}", {**self._truth(claim), **self._aside(claim)})
        return True

    def _whole(self, claim: Claim) -> None:
        self._paper.line(claim.text, "claim")
        said = [f"cites {', '.join(claim.deeds)}"] if claim.deeds else []
        self._paper.line(" · ".join([*said, f"written {self._times.ago(claim.t_created)}"]), "dim")

    def _truth(self, claim: Claim) -> dict[str, Callable[[], object]]:
        return {
            "x": lambda: self._no_longer_true(claim),
            "!": lambda: self._carry_out(Doubt(id=claim.id, shown_rev=claim.rev)),
            "v": lambda: self._carry_out(Verify(id=claim.id, shown_rev=claim.rev)),
        }

    def _aside(self, claim: Claim) -> dict[str, Callable[[], object]]:
        return {
            "l": lambda: self._put_off(claim),
            "u": self._undo,
            "q": self._leave,
        }

    def _put_off(self, claim: Claim) -> None:
        """Not today; what is said of it must not show an answer that is still to be recalled."""
        self._carry_out(Bury(id=claim.id), "put off, without a grade: it is asked again tomorrow")

    def _undo(self) -> None:
        """Take back the last act of this sitting; what was done before it is not for one key to take back."""
        if not self._acts:
            self._paper.line(
                "! nothing was done in this sitting; `packbench undo` takes back what was before", "bad"
            )
        elif self._carry_out(Undo(tx=self._acts[-1])) is not None:
            self._grades.pop(self._acts.pop(), None)

    def _no_longer_true(self, claim: Claim) -> None:
        reason = self._read("why is it no longer true? ")
        corrected = self._read("what is true instead? (empty: nothing takes its place) ")
        self._carry_out(NoLongerTrue(id=claim.id, reason=reason, corrected=corrected or None))

    def _carry_out(self, command: Command, said: str = "") -> int | None:
        """Submit and tell; the record, or None when the pack refused."""
        try:
            receipt = self._pack.submit(command)
        except PackError as error:
            self._paper.line(f"! {error}", "bad")
            return None
        day = receipt.due_day if isinstance(command, Grade) else None
        due = f" · {self._times.due(day)}" if day is not None else ""
        self._paper.line(said or f"{receipt.summary}{due}", "dim")
        for warning in receipt.warnings:
            self._paper.line(warning, "dim")
        if receipt.tx is not None and not isinstance(command, Undo):
            self._acts.append(receipt.tx)
        return receipt.tx

    def _line(self, answers: str, acts: dict[str, Callable[[], object]]) -> str:
        """Read answers until one is known, and act on it; which it was."""
        while True:
            said = self._read(f"{answers} > ").casefold()
            if said in acts:
                acts[said]()
                return said
            hint = "; grades are 1 to 4, after the answer" if said.isdecimal() else ""
            self._paper.line(f"! {as_given(said)} is none of these{hint}", "bad")

    def _read(self, prompt: str) -> str:
        """One line; what was typed before the question stood there is dropped."""
        _drop_typed()
        lines = wrap(prompt, self._paper.width - 1) if self._paper.width else (prompt.rstrip(),)
        print("\n".join(lines), end=" ", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def _leave(self) -> None:
        raise Left

    def _farewell(self) -> None:
        queue = self._pack.due(self._view)
        graded, times = len(self._grades), Counter(self._grades.values())
        by_grade = ", ".join(f"{times[one]} {name}" for one, name in GRADES.items() if times[one])
        told = [f"{counted(graded, 'claim')} graded: {by_grade}" if graded else "nothing was graded"]
        other = len(self._acts) - graded
        told += [counted(other, "other answer")] if other else []
        self._paper.title(" · ".join(told))
        left = f"{counted(len(queue.cards), 'claim is', 'claims are')} still due" if queue.cards else ""
        checks = len(self._pack.checks(self._view).cards)
        waiting = f" · {checks} to check" if checks else ""
        self._paper.line((left or f"nothing is due; tomorrow {queue.ahead[1]}") + waiting, "dim")


def _drop_typed() -> None:
    import termios

    if sys.stdin.isatty():
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def sit(desk: Desk) -> None:
    """Grade what is due at this terminal. Raises `Refused` where nobody sits."""
    if not at_terminal():
        raise Refused(NOBODY)
    with desk.writing() as pack:
        PlainSitting(pack, desk).run()
