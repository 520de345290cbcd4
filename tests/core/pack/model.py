"""The reference model: what lists, due, history and diff must say, in the plainest Python that says it.

A claim is a list of versions; a version is a dict. The model knows windows, belief, keys, sets, rest, pins,
witness, rewrites with their proposals, settings, undo, redo and late arrival. It knows nothing of logs,
effects, columns or indexes. Of the write rules it knows that claims of one family are rewrites of each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from fsrs import Card, Rating, Scheduler

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
FOREVER = float("inf")

Version = dict[str, Any]


SAYS = ("state", "text", "valid", "invalid", "key", "scope")
"""What a proposal stands on."""


class Refusal(Exception):
    """The command breaks a rule."""


def study_day(instant: int, zone: str = "UTC", hour: int = 4) -> int:
    """The local date some hours ago, as an ordinal."""
    local = (EPOCH + timedelta(microseconds=instant)).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (local - timedelta(hours=hour)).date().toordinal()


def _claims(touched: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, one) for name, one in touched.items() if name.startswith("claim ")]


@dataclass
class Line:
    """A newcomer on its way into a line of claims: where it ends, what it cuts, what it clashes with."""

    start: int
    end: int | None
    cut: list[str] = field(default_factory=list)
    clashes: list[str] = field(default_factory=list)

    def stop_at(self, starts: Iterable[int]) -> None:
        later = min((at for at in starts if at > self.start), default=None)
        if later is not None and later < (self.end or FOREVER):
            self.end = later

    def meets(self, one: Version) -> bool:
        return self.start < (one["invalid"] or FOREVER) and one["valid"] < (self.end or FOREVER)

    def cut_if_it_runs_on(self, name: str, one: Version) -> None:
        if one["valid"] < self.start < (one["invalid"] or FOREVER) and name not in self.cut:
            self.cut.append(name)
            self.clashes = [other for other in self.clashes if other != name]

    def clash(self, name: str) -> None:
        if name not in self.cut and name not in self.clashes:
            self.clashes.append(name)


@dataclass
class Model:
    """Versions by claim, review states by claim, and what each transaction found and left."""

    versions: dict[str, list[Version]] = field(default_factory=dict)
    tables: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    """Review states, proposals and settings, as `(t_tx, value)` by a name such as `review c001`."""
    undo_stack: dict[int, dict[str, tuple[Any, Any]]] = field(default_factory=dict)
    taken_back: dict[int, tuple[int, ...]] = field(default_factory=dict)
    verbs: dict[int, str] = field(default_factory=dict)
    began: dict[int, int] = field(default_factory=dict)
    tx: int = 0
    t_tx: int = 0

    # writing down

    def head(self, claim: str) -> Version:
        return self.versions[claim][-1]

    def _begin(self, t_tx: int, verb: str) -> None:
        self.tx += 1
        self.t_tx = t_tx
        self.verbs[self.tx] = verb
        self.began[self.tx] = t_tx
        self.undo_stack[self.tx] = {}

    def _version(self, claim: str, **changes: Any) -> None:
        before = self.versions[claim][-1] if claim in self.versions else None
        after = {**(before or {}), **changes}
        self.versions.setdefault(claim, []).append(
            {**after, "recorded": self.t_tx, "rev": len(self.versions.get(claim, ())) + 1}
        )
        self.undo_stack[self.tx][f"claim {claim}"] = (before, self.versions[claim][-1])

    def _put(self, name: str, value: Any) -> None:
        chain = self.tables.setdefault(name, [])
        if chain and chain[-1][0] == self.t_tx:
            chain.pop()
        before = chain[-1][1] if chain else None
        if value != before:
            chain.append((self.t_tx, value))
            self.undo_stack[self.tx][name] = (before, value)

    def _review(self, claim: str, state: Any) -> None:
        self._put(f"review {claim}", state)

    def value(self, name: str, believed: int | None = None) -> Any:
        """The value of a name, now or as believed."""
        seen = [value for at, value in self.tables.get(name, ()) if believed is None or at <= believed]
        return seen[-1] if seen else None

    def day(self, instant: int, believed: int | None = None) -> int:
        """The study day of an instant by the settings in force."""
        zone, hour = (self.value(f"setting {name}", believed) for name in ("zone", "rollover_hour"))
        return study_day(instant, zone or "UTC", 4 if hour is None else hour)

    def _lapse(self, claim: str) -> None:
        for name in [name for name in self.tables if name.startswith("proposal ")]:
            if claim in name.split()[1:] and self.status(name) == "open":
                self._put(name, ("lapsed", self.tx))

    def status(self, name: str) -> str | None:
        """The status of a proposal."""
        value = self.value(name)
        return value[0] if value else None

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
        family: int | None = None,
        spared: str | None = None,
    ) -> list[str]:
        """The claims it cuts. `spared` says why rewrites of it are not cut: `kept` or `proposed`."""
        start = t_tx if start is None else start
        if end is not None and end <= start:
            raise Refusal("empty window")
        line = Line(start, end)
        for old in supersedes:
            self._into_chain(line, old, scope)
        if key is not None:
            self._into_key(line, self._of_key(scope, key))
        own_end, cut = line.end, line.cut
        rewrites = self._family(t_tx, family, scope)
        cut += rewrites if spared is None else []
        self._begin(t_tx, "write")
        self._version(
            claim,
            family=family,
            pinned=False,
            supersedes=(*supersedes, *(old for old in cut if old not in supersedes)),
            text=text,
            author=author,
            valid=start,
            invalid=own_end,
            scope=scope,
            key=key,
            state="believed",
            resting=False,
            witnesses=(),
            former=None if own_end == end else (end, None),
        )
        for old in cut:
            self._close(old, start)
        for old in (*line.clashes, *(rewrites if spared == "proposed" else ())):
            self._put(f"proposal {claim} {old}", ("open", self.tx))
        self._schedule(claim, t_tx)
        return cut

    def _close(self, old: str, end: int) -> None:
        head = self.head(old)
        closing = (head["invalid"], head["former"])
        self._version(old, invalid=end, former=closing)
        self._lapse(old)

    def _family(self, now: int, family: int | None, scope: tuple[str, str | None]) -> list[str]:
        """The claims true now that a text of a family rewrites."""
        heads = ((name, chain[-1]) for name, chain in self.versions.items())
        return [
            name
            for name, one in heads
            if family is not None
            and (one["family"], one["scope"], one["state"]) == (family, scope, "believed")
            and one["valid"] <= now < (one["invalid"] or FOREVER)
        ]

    def _of_key(self, scope: tuple[str, str | None], key: str) -> list[tuple[str, Version]]:
        heads = ((name, chain[-1]) for name, chain in self.versions.items())
        return [
            (name, one)
            for name, one in heads
            if one["state"] == "believed" and (one["scope"], one["key"]) == (scope, key)
        ]

    def _into_key(self, line: Line, rivals: list[tuple[str, Version]]) -> None:
        if any(one["valid"] == line.start for _, one in rivals):
            raise Refusal("equal start")
        line.stop_at(one["valid"] for _, one in rivals)
        for name, one in rivals:
            line.cut_if_it_runs_on(name, one)

    def _into_chain(self, line: Line, old: str, scope: tuple[str, str | None]) -> None:
        """A claim that names another slips into the line of claims that replaced one another around it."""
        head = self.head(old)
        if head["state"] != "believed" or head["scope"] != scope:
            raise Refusal("not to be named")
        chain = self._chain(old)
        meets = line.meets(head)
        if meets and head["valid"] == line.start:
            raise Refusal("equal start")
        if meets and head["valid"] > line.start and len(chain) == 1:
            raise Refusal("runs into it")
        if any(one["valid"] > line.start for one in chain.values()):
            line.stop_at(one["valid"] for one in chain.values())
            earlier = [(one["valid"], name) for name, one in chain.items() if one["valid"] < line.start]
            if earlier and any(one["valid"] == line.start for one in chain.values()):
                raise Refusal("equal start")
            if earlier:
                line.cut_if_it_runs_on(max(earlier)[1], chain[max(earlier)[1]])
        line.cut_if_it_runs_on(old, head)
        for name, one in chain.items():
            if old in one["supersedes"] and one["valid"] < line.start and line.meets(one):
                line.clash(name)

    def _chain(self, claim: str) -> dict[str, Version]:
        reached: dict[str, Version] = {}
        waiting = [claim]
        while waiting:
            name = waiting.pop()
            if name in reached or self.head(name)["state"] != "believed":
                continue
            one = reached[name] = self.head(name)
            around = [*one["supersedes"], *(x for x in self.versions if name in self.head(x)["supersedes"])]
            waiting += [x for x in around if self.head(x)["scope"] == one["scope"]]
        return reached

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
        self._version(claim, text=text, family=None)
        self._lapse(claim)
        return True

    def close(self, t_tx: int, claim: str, at: int) -> bool:
        head = self._believed(claim)
        if at <= head["valid"]:
            raise Refusal("never true")
        if at >= (head["invalid"] or FOREVER):
            return False
        self._begin(t_tx, "close")
        self._close(claim, at)
        return True

    def retract(self, t_tx: int, claim: str) -> bool:
        if self.head(claim)["state"] != "believed":
            return False
        self._begin(t_tx, "retract")
        self._version(claim, state="retracted")
        self._lapse(claim)
        return True

    def reopen(self, t_tx: int, claim: str) -> None:
        head = self.head(claim)
        if head["state"] == "retracted":
            changes: dict[str, Any] = {"state": "believed"}
        elif head["state"] == "believed" and head["former"] is not None:
            changes = {"invalid": head["former"][0], "former": head["former"][1]}
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
        review = self.value(f"review {claim}")
        if review is None:
            self._schedule(claim, t_tx)
        else:
            self._review(claim, {**review, "due": self.day(t_tx) + 1})

    def _schedule(self, claim: str, t_tx: int) -> None:
        """A first clock, unless the claim is over: due the next day, or when it begins."""
        head = self.head(claim)
        if (head["invalid"] or FOREVER) > t_tx:
            due = max(self.day(t_tx) + 1, self.day(max(t_tx, head["valid"])))
            self._review(claim, {"due": due, "card": None, "last": None})

    @staticmethod
    def _overlap(one: Version, other: Version) -> bool:
        return one["valid"] < (other["invalid"] or FOREVER) and other["valid"] < (one["invalid"] or FOREVER)

    def rest(self, t_tx: int, claim: str, resting: bool) -> bool:
        if self._believed(claim)["resting"] == resting:
            return False
        self._begin(t_tx, "rest" if resting else "wake")
        self._version(claim, resting=resting)
        return True

    def pin(self, t_tx: int, claim: str, pinned: bool) -> bool:
        if self._believed(claim)["pinned"] == pinned:
            return False
        self._begin(t_tx, "pin")
        self._version(claim, pinned=pinned)
        return True

    def configure(self, t_tx: int, name: str, value: Any) -> bool:
        if self.value(f"setting {name}") == value:
            return False
        self._begin(t_tx, "config")
        self._put(f"setting {name}", value)
        return True

    def accept(self, t_tx: int, new: str, old: str) -> None:
        newer, older = self.head(new), self.head(old)
        if self.status(f"proposal {new} {old}") != "open":
            raise Refusal("decided already")
        if newer["state"] != "believed" or older["state"] != "believed":
            raise Refusal("not believed")
        if (older["invalid"] or FOREVER) <= newer["valid"]:
            raise Refusal("nothing to close")
        self._begin(t_tx, "accept")
        if old not in newer["supersedes"]:
            self._version(new, supersedes=(*newer["supersedes"], old))
        self._close(old, newer["valid"])
        self._put(f"proposal {new} {old}", ("accepted", self.tx))

    def decline(self, t_tx: int, new: str, old: str) -> None:
        if self.status(f"proposal {new} {old}") != "open":
            raise Refusal("decided already")
        self._begin(t_tx, "decline")
        self._put(f"proposal {new} {old}", ("declined", self.tx))

    def grade(self, t_tx: int, claim: str, grade: int) -> None:
        head = self._believed(claim)
        review = self.value(f"review {claim}")
        day = self.day(t_tx)
        if not head["valid"] <= t_tx < (head["invalid"] or FOREVER):
            raise Refusal("not true now")
        if review["last"] is not None and review["last"] >= day:
            raise Refusal("graded today")
        card = review["card"] or Card(card_id=1)
        card, _ = SCHEDULER.review_card(
            card, Rating(grade), datetime.combine(datetime.fromordinal(day), datetime.min.time(), UTC)
        )
        self._begin(t_tx, "grade")
        self._review(claim, {"due": card.due.date().toordinal(), "card": card, "last": day, "at": t_tx})

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
        self._refuse_two_values({name.split()[1]: before for name, (before, _) in _claims(touched)})
        self._begin(t_tx, verb)
        self.taken_back[self.tx] = (tx,)
        for name, (before, _) in touched.items():
            if not name.startswith("claim "):
                self._put(name, before)
            elif before is None:
                self._version(name.split()[1], state="undone")
            else:
                kept = {k: v for k, v in before.items() if k not in ("recorded", "rev")}
                self._version(name.split()[1], **kept)
        self._lapse_after(touched, self.began[tx])

    def _refuse_two_values(self, restored: dict[str, Version | None]) -> None:
        heads = {name: chain[-1] for name, chain in self.versions.items()} | restored
        for name, one in restored.items():
            if one is None or one["key"] is None or one["state"] != "believed":
                continue
            for other_name, other in heads.items():
                if other is None or other_name == name or other["state"] != "believed":
                    continue
                same = (other["scope"], other["key"]) == (one["scope"], one["key"])
                if same and self._overlap(one, other):
                    raise Refusal("two values of one key")

    def _lapse_after(self, touched: dict[str, Any], began: int) -> None:
        """What is open on a claim that was put back, or was put back itself over a claim that moved."""
        claims = {name.split()[1]: one for name, one in _claims(touched)}
        for name in [name for name in self.tables if name.startswith("proposal ")]:
            if self.status(name) != "open":
                continue
            for side in name.split()[1:]:
                if name in touched:
                    known = self.at(side, began - 1)
                else:
                    known = claims[side][1] if side in claims else self.head(side)
                if known is None or any(known[at] != self.head(side)[at] for at in SAYS):
                    self._put(name, ("lapsed", self.tx))
                    break

    def _present(self, name: str) -> Any:
        return self.head(name.split()[1]) if name.startswith("claim ") else self.value(name)

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

    def due(self, true: int, believed: int, scope: str) -> list[tuple[bool, str]]:
        """Claims that are due as `(pinned, claim)`, in no order."""
        day, found = self.day(believed, believed), []
        for claim in self.current(true, believed, scope, resting=False):
            one, review = self.at(claim, believed), self.value(f"review {claim}", believed)
            if one is not None and review is not None and review["due"] <= day:
                found.append((one["pinned"], claim))
        return found

    def open_proposals(self) -> list[tuple[str, str]]:
        """Newer and older claim of each proposal that waits."""
        told = self.proposals(self.t_tx)
        return sorted(pair for pair, status in told.items() if status == "open")

    def proposals(self, believed: int) -> dict[tuple[str, str], str]:
        """Status by newer and older claim."""
        names = [name for name in self.tables if name.startswith("proposal ")]
        told = {tuple(name.split()[1:]): self.value(name, believed) for name in names}
        return {(pair[0], pair[1]): value[0] for pair, value in told.items() if value is not None}
