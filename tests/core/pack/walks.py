"""Random histories: every verb, over words that meet the write rules often."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from core.claims.claim import Claim
from core.claims.draft import ALWAYS, Draft
from core.claims.facts import Facts, Outcome, Persona, Prediction, Rule, Trust
from core.clocks.instants import DAY, HOUR, MINUTE
from core.errors import PackError
from core.pack import commands as c
from core.pack.receipts import Receipt
from tests.core.pack.desk import Desk

SEATS = ("ana", "ana", "bot", "maya")
STEPS = (0, 0, 1, MINUTE, 20 * MINUTE, 5 * HOUR, DAY, 3 * DAY, 30 * DAY, -2 * DAY)
SHIFTS = (-90 * DAY, -10 * DAY, -DAY, -HOUR, -1, 0, 1, HOUR, DAY, 10 * DAY)
NAMES = ("gateway", "cache", "billing", "мост")
VALUES = ("8080", "8081", "eleven nodes", "twelve nodes", "the old queue", "two regions")
SHAPES = (
    "The {0} listens on port {1} for every caller.",
    "The {0} listens on port {1} for every caller at night.",
    "The {0} port is {1}.",
    "Port of the {0} is {1} for {2}.",
    "We run the {0} with {1} beside the {2}.",
    "I am thinking of moving the {0} to {1}.",
    "The staging {0} needs {1}.",
    "Restart the {0} after a deploy, not the {2}.",
)
PLAIN_KINDS = ("lesson", "lesson", "lesson", "preference", "belief", "correction")
FACTS: dict[str, Callable[[Random], Facts]] = {
    "trust": lambda r: Trust("ana", r.choice(["bot", "maya"]), r.choice([0.2, 0.7, 1.0])),
    "persona": lambda r: Persona(r.choice(["Vera", "Otto"]), r.choice([0.0, 0.5])),
    "prediction": lambda r: Prediction("launch", r.choice(["ana", "bot"]), r.choice(["yes", "no"])),
    "rule": lambda r: Rule(r.choice(["rm *", "git push*"]), r.choice(["deny", "ask"])),
    "outcome": lambda r: Outcome("launch", r.choice(["yes", "no"])),
}
SETTINGS: dict[str, tuple[Any, ...]] = {
    "zone": ("UTC", "Asia/Tokyo", "America/Los_Angeles"),
    "rollover_hour": (0, 4, 23),
    "policy": ("propose", "apply", "original", None),
    "retention": (0.8, 0.9, None),
    "decay": ("off", "fsrs"),
    "decay_form": ("near_tie", "multiply"),
    "fuse": ("combmnz", "rrf", "schulze"),
    "strict": (False, True),
}


class Seeded(Random):
    """Randomness that says its seed when a test fails."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.started_from = seed

    def __repr__(self) -> str:
        return f"Seeded({self.started_from})"


RANDOMS = st.integers(0, 1 << 40).map(Seeded)
"""Walks do not shrink, so a seed says all."""


@dataclass(frozen=True)
class Asked:
    """A command and who gives it."""

    command: c.Command
    by: str


class Walker:
    """Draws commands that suit a pack as it stands; some of them are refused."""

    def __init__(self, desk: Desk, random: Random) -> None:
        self.desk = desk
        self.random = random

    def ask(self) -> Asked:
        """The next command, after some time has passed (or gone back)."""
        self.desk.pass_time(self.random.choice(STEPS))
        verbs = [name for name, needs in VERBS.items() for _ in range(needs)]
        verb = self.random.choice(verbs) if self._ids() else "write"
        return Asked(getattr(self, verb)(), self.random.choice(SEATS))

    def _ids(self) -> list[str]:
        return self.desk.pack.reader.held.columns.ids

    def some(self) -> str:
        return self.random.choice(self._ids())

    def head(self, claim_id: str) -> Claim:
        claim = self.desk.pack.reader.held.claim(claim_id)
        assert claim is not None
        return claim

    def text(self) -> str:
        pick = self.random.choice
        return pick(SHAPES).format(pick(NAMES), pick(VALUES), pick(NAMES))

    def instant(self) -> int:
        near = [self.desk.clock.now()]
        if self._ids():
            claim = self.head(self.some())
            near += [edge for edge in (claim.t_valid, claim.t_invalid) if edge is not None]
        return self.random.choice(near) + self.random.choice(SHIFTS)

    def sometimes(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    # verbs

    def write(self) -> c.Command:
        pick = self.random.choice
        if self._ids() and self.sometimes(2):
            return self.write_again(reworded=not self.sometimes(3))
        kind = pick([*PLAIN_KINDS, *FACTS]) if self.sometimes(5) else pick(PLAIN_KINDS)
        start = self.instant() if self.sometimes(2) else ALWAYS if self.sometimes(9) else None
        draft = Draft(
            text=self.text(),
            kind=kind,
            workspace=pick(["default"] * 7 + ["other", "*"]),
            set="red" if self.sometimes(7) else None,
            entities=pick([None, (), (pick(NAMES),), (pick(NAMES),), (pick(NAMES), pick(NAMES))]),
            key=pick(["fuse", "port"]) if self.sometimes(4) else None,
            facts=FACTS[kind](self.random) if kind in FACTS else None,
            supersedes=self._named() if self._ids() and self.sometimes(5) else (),
            deeds=self._deeds() if self.sometimes(6) else (),
            t_valid=start,
            t_invalid=self.instant() if self.sometimes(6) else None,
        )
        return c.Write(draft=draft, keep_open=(self.some(),) if self._ids() and self.sometimes(9) else ())

    def _named(self) -> tuple[str, ...]:
        return tuple({self.some() for _ in range(self.random.randint(1, 2))})

    def write_again(self, *, reworded: bool) -> c.Command:
        """The same words as a claim that is held, or the same with one value for another."""
        claim = self.head(self.some())
        text = claim.text
        if reworded:
            held = next((value for value in VALUES if value in text), VALUES[0])
            text = text.replace(held, self.random.choice(VALUES))
        draft = Draft(
            text=text,
            kind=claim.kind,
            workspace=claim.workspace,
            set=claim.set,
            key=claim.key,
            entities=claim.entities,
            facts=claim.facts,
            deeds=self._deeds(),
        )
        return c.Write(draft=draft)

    def _deeds(self) -> tuple[str, ...]:
        known = [deed.accession for deed in self.desk.pack.deeds()]
        return (self.random.choice(known),) if known else ()

    def edit(self) -> c.Command:
        claim = self.head(self.some())
        pick = self.random.choice
        changes: dict[str, Any] = pick(
            [
                {"text": self.text()},
                {"text": claim.text},
                {"entities": (pick(NAMES),)},
                {"t_invalid": pick([None, self.instant()])},
                {"t_valid": self.instant()},
                {"set": pick([None, "red"])},
                {"key": pick([None, "fuse", "port"])},
                {"question": pick(["Which port?", None])},
            ]
        )
        return c.Edit(id=claim.id, expect_rev=claim.rev - self.sometimes(9), changes=changes)

    def close(self) -> c.Command:
        at = self.instant() if self.sometimes(2) else None
        return c.Close(id=self.some(), at=at, why="seen on site" if self.sometimes(3) else None)

    def retract(self) -> c.Command:
        return c.Retract(id=self.some(), why="a slip" if self.sometimes(3) else None)

    def no_longer_true(self) -> c.Command:
        corrected = self.text() if self.sometimes(2) else None
        return c.NoLongerTrue(
            id=self.some(), reason=self.random.choice(["", "they said so"]), corrected=corrected
        )

    def reopen(self) -> c.Command:
        ended = [one for one in self._ids() if not self.head(one).believed or self.head(one).closing]
        return c.Reopen(id=self.random.choice(ended or self._ids()), decline=self.sometimes(3))

    def rest(self) -> c.Command:
        return c.Rest(id=self.some(), why="not needed now" if self.sometimes(2) else None)

    def wake(self) -> c.Command:
        resting = [one for one in self._ids() if self.head(one).resting]
        return c.Wake(id=self.random.choice(resting or self._ids()))

    def pin(self) -> c.Command:
        return c.Pin(id=self.some(), pinned=not self.sometimes(3))

    def put_deed(self) -> c.Command:
        return c.PutDeed(body=self.text(), kind=self.random.choice(["note", "page"]))

    def cite(self) -> c.Command:
        deeds = self._deeds()
        return c.Cite(id=self.some(), deed=deeds[0] if deeds else "deed-note-0")

    def grade(self) -> c.Command:
        due = [card.line.claim.id for card in self.desk.pack.due().cards]
        chosen = self.random.choice(due) if due and not self.sometimes(4) else self.some()
        return c.Grade(id=chosen, grade=self.random.randint(1, 4))

    def fire(self) -> c.Command:
        believed = [one for one in self._ids() if self.head(one).believed] or self._ids()
        ids = tuple(self.random.choice(believed) for _ in range(self.random.randint(2, 4)))
        return c.Fire(ids=ids, persona=self.random.choice([None, None, "Vera"]))

    def _proposal(self) -> str:
        known = sorted(self.desk.pack.reader.held.open_proposals)
        every = [one.id for one in self.desk.pack.reader.held.proposals()]
        return self.random.choice(known or every or ["0" * 32])

    def accept(self) -> c.Command:
        return c.Accept(proposal=self._proposal())

    def decline(self) -> c.Command:
        return c.Decline(proposal=self._proposal(), why="both hold" if self.sometimes(2) else None)

    def consolidate(self) -> c.Command:
        return c.Consolidate(
            workspace=self.random.choice(["default", "other", "*"]), close=not self.sometimes(3)
        )

    def configure(self) -> c.Command:
        name = self.random.choice(list(SETTINGS))
        return c.Configure(name=name, value=self.random.choice(SETTINGS[name]))

    def undo(self) -> c.Command:
        last = self.desk.pack.reader.held.tx
        if self.sometimes(2):
            return c.Undo()
        first = self.random.randint(max(1, last - 6), last)
        return c.Undo(tx=first, through=self.random.choice([None, None, last]))

    def redo(self) -> c.Command:
        return c.Redo()


VERBS = {
    "write": 18,
    "edit": 4,
    "close": 3,
    "retract": 2,
    "no_longer_true": 2,
    "reopen": 4,
    "rest": 2,
    "wake": 1,
    "pin": 1,
    "put_deed": 1,
    "cite": 1,
    "grade": 5,
    "fire": 3,
    "accept": 2,
    "decline": 1,
    "consolidate": 3,
    "configure": 2,
    "undo": 4,
    "redo": 2,
}
"""How often each verb is drawn."""


def walk(desk: Desk, random: Random, steps: int) -> Iterator[tuple[Asked, Receipt | PackError]]:
    """Give a pack some commands, and yield each with what came of it."""
    walker = Walker(desk, random)
    for _ in range(steps):
        asked = walker.ask()
        try:
            yield asked, desk.do(asked.command, by=asked.by)
        except PackError as refusal:
            yield asked, refusal
