"""The reference model: what lists, due, history and diff must say, in the plainest Python that says it.

A claim is a list of versions; a version is a dict. The model knows windows, belief, keys, sets, rest,
witness, undo, redo and late arrival. It knows nothing of logs, effects, columns or indexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from fsrs import Card, Rating, Scheduler

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
FOREVER = float("inf")

Version = dict[str, Any]


class Refusal(Exception):
    """The command breaks a rule."""


def study_day(instant: int) -> int:
    """The UTC date four hours ago, as an ordinal."""
    return (EPOCH + timedelta(microseconds=instant) - timedelta(hours=4)).date().toordinal()


@dataclass
class Model:
    """Versions by claim, review states by claim, and what each transaction found and left."""

    versions: dict[str, list[Version]] = field(default_factory=dict)
    reviews: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    undo_stack: dict[int, dict[str, tuple[Any, Any]]] = field(default_factory=dict)
    taken_back: dict[int, tuple[int, ...]] = field(default_factory=dict)
    verbs: dict[int, str] = field(default_factory=dict)
    tx: int = 0
    t_tx: int = 0

    # writing down

    def head(self, claim: str) -> Version:
        return self.versions[claim][-1]

    def _begin(self, t_tx: int, verb: str) -> None:
        self.tx += 1
        self.t_tx = t_tx
        self.verbs[self.tx] = verb
        self.undo_stack[self.tx] = {}

    def _version(self, claim: str, **changes: Any) -> None:
        before = self.versions[claim][-1] if claim in self.versions else None
        after = {**(before or {}), **changes}
        self.versions.setdefault(claim, []).append(
            {**after, "recorded": self.t_tx, "rev": len(self.versions.get(claim, ())) + 1}
        )
        self.undo_stack[self.tx][f"claim {claim}"] = (before, self.versions[claim][-1])

    def _review(self, claim: str, state: Any) -> None:
        chain = self.reviews.setdefault(claim, [])
        before = chain[-1][1] if chain else None
        chain.append((self.t_tx, state))
        self.undo_stack[self.tx][f"review {claim}"] = (before, state)

    # commands

    def write(
        self,
        t_tx: int,
        claim: str,
        *,
        text: str,
        author: str,
        start: int | None,
        end: int | None,
        scope: tuple[str, str | None],
        key: str | None = None,
        supersedes: tuple[str, ...] = (),
    ) -> list[str]:
        start = t_tx if start is None else start
        rivals = self._of_key(scope, key) if key else []
        later = [one["valid"] for _, one in rivals if one["valid"] > start]
        ends = [one for one in (end, min(later, default=None)) if one is not None]
        if any(one["valid"] == start for _, one in rivals):
            raise Refusal("equal start")
        own_end = min(ends, default=None)
        if own_end is not None and own_end <= start:
            raise Refusal("empty window")
        cut = [name for name, one in rivals if one["valid"] < start and (one["invalid"] or FOREVER) > start]
        for old in supersedes:
            self._check_named(old, start, own_end, scope)
        cut += [
            old for old in supersedes if old not in cut and (self.head(old)["invalid"] or FOREVER) > start
        ]
        self._begin(t_tx, "write")
        self._version(
            claim,
            text=text,
            author=author,
            valid=start,
            invalid=own_end,
            scope=scope,
            key=key,
            state="believed",
            resting=False,
            witnesses=(),
            former=None,
        )
        for old in cut:
            self._version(old, invalid=start, former=(self.head(old)["invalid"],))
        self._review(claim, {"due": study_day(t_tx) + 1, "card": None, "last": None})
        return cut

    def _of_key(self, scope: tuple[str, str | None], key: str) -> list[tuple[str, Version]]:
        heads = ((name, chain[-1]) for name, chain in self.versions.items())
        return [
            (name, one)
            for name, one in heads
            if one["state"] == "believed" and (one["scope"], one["key"]) == (scope, key)
        ]

    def _check_named(self, old: str, start: int, end: int | None, scope: tuple[str, str | None]) -> None:
        head = self.head(old)
        if head["state"] != "believed" or head["scope"] != scope:
            raise Refusal("not to be named")
        if head["valid"] >= start or (end or FOREVER) < (head["invalid"] or FOREVER):
            raise Refusal("does not start later, or lies inside")

    def witness(self, t_tx: int, claim: str, author: str) -> bool:
        head = self.head(claim)
        if author == head["author"] or author in head["witnesses"]:
            return False
        self._begin(t_tx, "witness")
        self._version(claim, witnesses=(*head["witnesses"], author))
        return True

    def edit(self, t_tx: int, claim: str, text: str) -> bool:
        head = self._believed(claim)
        if head["text"] == text:
            return False
        self._begin(t_tx, "edit")
        self._version(claim, text=text)
        return True

    def close(self, t_tx: int, claim: str, at: int) -> bool:
        head = self._believed(claim)
        if at <= head["valid"]:
            raise Refusal("never true")
        if at >= (head["invalid"] or FOREVER):
            return False
        self._begin(t_tx, "close")
        self._version(claim, invalid=at, former=(head["invalid"],))
        return True

    def retract(self, t_tx: int, claim: str) -> bool:
        if self.head(claim)["state"] != "believed":
            return False
        self._begin(t_tx, "retract")
        self._version(claim, state="retracted")
        return True

    def reopen(self, t_tx: int, claim: str) -> None:
        head = self.head(claim)
        if head["state"] == "retracted":
            changes: dict[str, Any] = {"state": "believed"}
        elif head["state"] == "believed" and head["former"] is not None:
            changes = {"invalid": head["former"][0], "former": None}
        else:
            raise Refusal("not closed")
        opened = {**head, **changes}
        if head["key"] and any(
            self._overlap(opened, one)
            for name, one in self._of_key(head["scope"], head["key"])
            if name != claim
        ):
            raise Refusal("two values of one key")
        self._begin(t_tx, "reopen")
        self._version(claim, **changes)
        if claim in self.reviews and self.reviews[claim][-1][1] is not None:
            self._review(claim, {**self.reviews[claim][-1][1], "due": study_day(t_tx) + 1})

    @staticmethod
    def _overlap(one: Version, other: Version) -> bool:
        return one["valid"] < (other["invalid"] or FOREVER) and other["valid"] < (one["invalid"] or FOREVER)

    def rest(self, t_tx: int, claim: str, resting: bool) -> bool:
        if self._believed(claim)["resting"] == resting:
            return False
        self._begin(t_tx, "rest" if resting else "wake")
        self._version(claim, resting=resting)
        return True

    def grade(self, t_tx: int, claim: str, grade: int) -> None:
        head = self._believed(claim)
        review = self.reviews[claim][-1][1]
        day = study_day(t_tx)
        if not head["valid"] <= t_tx < (head["invalid"] or FOREVER):
            raise Refusal("not true now")
        if review["last"] is not None and review["last"] >= day:
            raise Refusal("graded today")
        card = review["card"] or Card(card_id=1)
        card, _ = SCHEDULER.review_card(
            card, Rating(grade), datetime.combine(datetime.fromordinal(day), datetime.min.time(), UTC)
        )
        self._begin(t_tx, "grade")
        self._review(claim, {"due": card.due.date().toordinal(), "card": card, "last": day})

    def _believed(self, claim: str) -> Version:
        if self.head(claim)["state"] != "believed":
            raise Refusal("not believed")
        return self.head(claim)

    # undo

    def last_to_undo(self) -> int:
        gone = self._gone()
        return max(
            (tx for tx in self.verbs if tx not in gone and self.verbs[tx] not in ("undo", "redo")), default=0
        )

    def last_to_redo(self) -> int:
        gone = self._gone()
        return max((tx for tx in self.verbs if tx not in gone and self.verbs[tx] == "undo"), default=0)

    def _gone(self) -> set[int]:
        gone: set[int] = set()
        for tx in sorted(self.taken_back, reverse=True):
            if tx not in gone:
                gone.update(self.taken_back[tx])
        return gone

    def take_back(self, t_tx: int, tx: int, verb: str) -> None:
        touched = self.undo_stack[tx]
        for name, (_, after) in touched.items():
            if not self._same(self._present(name), after):
                raise Refusal("later records rest on it")
        self._begin(t_tx, verb)
        self.taken_back[self.tx] = (tx,)
        for name, (before, _) in touched.items():
            table, claim = name.split(" ", 1)
            if table == "review":
                self._review(claim, before)
            elif before is None:
                self._version(claim, state="undone")
            else:
                self._version(claim, **{k: v for k, v in before.items() if k not in ("recorded", "rev")})

    def _present(self, name: str) -> Any:
        table, claim = name.split(" ", 1)
        return self.reviews[claim][-1][1] if table == "review" else self.versions[claim][-1]

    @staticmethod
    def _same(one: Any, other: Any) -> bool:
        def plain(value: Any) -> Any:
            return (
                {k: v for k, v in value.items() if k not in ("recorded", "rev")}
                if isinstance(value, dict)
                else value
            )

        return bool(plain(one) == plain(other))

    # reads

    def at(self, claim: str, believed: int) -> Version | None:
        seen = [one for one in self.versions[claim] if one["recorded"] <= believed]
        return seen[-1] if seen else None

    def current(
        self, true: int, believed: int, scope: str, *, resting: bool, shows: str = "current"
    ) -> dict[str, int]:
        """Revision by claim of what a view shows."""
        shown = {}
        for claim in self.versions:
            one = self.at(claim, believed)
            if one is None or one["scope"][0] != scope or (one["resting"] and not resting):
                continue
            if shows != "history" and one["state"] != "believed":
                continue
            if shows == "current" and not one["valid"] <= true < (one["invalid"] or FOREVER):
                continue
            shown[claim] = one["rev"]
        return shown

    def due(self, true: int, believed: int, scope: str) -> list[str]:
        """Claims of the queue, oldest due first, then by name given by the caller."""
        day, found = study_day(believed), []
        for claim in self.current(true, believed, scope, resting=False):
            states = [state for at, state in self.reviews.get(claim, ()) if at <= believed]
            if states and states[-1] is not None and states[-1]["due"] <= day:
                found.append((states[-1]["due"], claim))
        return [claim for _, claim in sorted(found)]
