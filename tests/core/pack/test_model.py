"""Random histories through the door, compared with the reference model on every read that it knows."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR, MINUTE, parse_instant
from core.errors import PackError
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from core.state.view import View
from core.timeline.diff import applied
from tests.core.pack.model import Model, Refusal
from tests.dear import some

START = parse_instant("2026-01-05T09:00:00Z")
SCOPES = [("here", None), ("here", "red"), ("there", None)]
STEPS = st.sampled_from([0, 1, MINUTE, 5 * HOUR, 11 * HOUR, DAY, 3 * DAY, 40 * DAY, -2 * DAY])
ANYWHERE = View(workspace=None)
SETTINGS: list[tuple[str, tuple[object, ...]]] = [
    ("zone", ("UTC", "Asia/Tokyo", "America/Los_Angeles", None)),
    ("rollover_hour", (0, 4, 20, None)),
    ("policy", ("propose", "propose", "apply", None)),
]
SHIFTS = st.sampled_from([-90 * DAY, -10 * DAY, -DAY, -HOUR, -1, 0, 1, HOUR, DAY, 10 * DAY])


class Histories(RuleBasedStateMachine):
    """One pack and one model, told the same."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="model-"))
        self.clock = ScriptedClock(START)
        self.pack = Pack.create(self.folder / "p.pack", seat="ana", clock=self.clock)
        self.model = Model()
        self.ids: dict[str, str] = {}
        self.words = 0
        self.families = 0

    def teardown(self) -> None:
        try:
            if self.model.tx:
                self.compare()
        finally:
            self.pack.close()
            shutil.rmtree(self.folder)

    # commands

    def fresh(self) -> str:
        self.words += 1
        return f"zq{self.words}x vw{self.words}y"

    def told(self, command: c.Command, model_says: object) -> Receipt | None:
        """Give the command to the pack; the model has accepted (its answer) or refused (a Refusal)."""
        try:
            receipt = self.pack.submit(command)
        except PackError as error:
            if not isinstance(model_says, Refusal):
                raise AssertionError(f"only the pack refuses: {error}") from error
            return None
        assert not isinstance(model_says, Refusal), f"only the model refuses {command}: {model_says!r}"
        assert (receipt.outcome == "noop") == (model_says is False), (command, receipt, model_says)
        return receipt

    def asked(self, method: object, *arguments: object, **named: object) -> object:
        try:
            return method(*arguments, **named)  # type: ignore[operator]
        except Refusal as refusal:
            return refusal

    @property
    def t_tx(self) -> int:
        return max(self.clock.now(), self.pack.reader.held.t_tx + 1)

    def some(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.ids)))

    @rule(step=STEPS)
    def wait(self, step: int) -> None:
        self.clock.set(self.clock.now() + step)

    @rule(
        data=st.data(),
        scope=st.sampled_from(SCOPES),
        keyed=st.booleans(),
        dated=st.booleans(),
        ends=st.booleans(),
    )
    def write(
        self, data: st.DataObject, scope: tuple[str, str | None], keyed: bool, dated: bool, ends: bool
    ) -> None:
        start = self.t_tx + data.draw(SHIFTS) if dated else None
        end = (start or self.t_tx) + data.draw(st.sampled_from([1, DAY, 30 * DAY])) if ends else None
        key = data.draw(st.sampled_from(["fuse", "port"])) if keyed else None
        named = ()
        if self.ids and data.draw(st.booleans()):
            named = tuple(data.draw(st.lists(st.sampled_from(sorted(self.ids)), max_size=2, unique=True)))
        name, text = f"c{len(self.ids):03}", self.fresh()
        says = self.asked(
            self.model.write,
            self.t_tx,
            name,
            text=text,
            author="ana",
            start=start,
            end=end,
            scope=scope,
            key=key,
            supersedes=named,
        )
        draft = Draft(
            text=text, workspace=scope[0], set=scope[1], entities=(), key=key, t_valid=start, t_invalid=end,
            supersedes=tuple(self.ids[old] for old in named),
        )  # fmt: skip
        receipt = self.told(c.Write(draft=draft), True if isinstance(says, list) else says)
        if receipt is not None and isinstance(says, list):
            self.ids[name] = receipt.id or ""
            assert {closed.id for closed in receipt.closes} == {self.ids[old] for old in says}

    @rule(data=st.data(), scope=st.sampled_from(SCOPES[:2]), kept=st.booleans())
    def rewrite(self, data: st.DataObject, scope: tuple[str, str | None], kept: bool) -> None:
        """A claim that says another number of one thing: it closes the others, is kept apart, or proposed."""
        family = data.draw(st.integers(0, min(self.families, 2)))
        self.families = max(self.families, family + 1)
        self.words += 1
        text = f"The zr{family}x needs port {7000 + self.words} for all of vr{family}y."
        rivals = self.model._family(self.t_tx, family, scope)
        proposes = self.model.value("setting policy") == "propose"
        name = f"c{len(self.ids):03}"
        says = self.asked(
            self.model.write,
            self.t_tx,
            name,
            text=text,
            author="ana",
            start=None,
            end=None,
            scope=scope,
            family=family,
            spared="kept" if kept else "proposed" if proposes else None,
        )
        draft = Draft(text=text, workspace=scope[0], set=scope[1], entities=(f"thing {family}",))
        keep_open = tuple(self.ids[one] for one in rivals) if kept else ()
        receipt = self.told(c.Write(draft=draft, keep_open=keep_open), says)
        assert receipt is not None
        assert isinstance(says, list)
        self.ids[name] = receipt.id or ""
        assert {closed.id for closed in receipt.closes} == {self.ids[old] for old in says}

    @precondition(lambda self: self.model.open_proposals())
    @rule(data=st.data(), accept=st.booleans())
    def decide(self, data: st.DataObject, accept: bool) -> None:
        new, old = data.draw(st.sampled_from(self.model.open_proposals()))
        pair = (self.ids[new], self.ids[old])
        [proposal] = [one.id for one in self.pack.proposals(ANYWHERE) if (one.new, one.old) == pair]
        method = self.model.accept if accept else self.model.decline
        command = c.Accept(proposal=proposal) if accept else c.Decline(proposal=proposal)
        self.told(command, self.asked(method, self.t_tx, new, old))

    @rule(setting=st.sampled_from(SETTINGS), data=st.data())
    def configure(self, setting: tuple[str, tuple[object, ...]], data: st.DataObject) -> None:
        name, values = setting
        value = data.draw(st.sampled_from(values))
        self.told(c.Configure(name=name, value=value), self.model.configure(self.t_tx, name, value))  # type: ignore[arg-type]

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), pinned=st.booleans())
    def pin(self, data: st.DataObject, pinned: bool) -> None:
        name = self.some(data)
        command = c.Pin(id=self.ids[name], pinned=pinned)
        self.told(command, self.asked(self.model.pin, self.t_tx, name, pinned))

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def witness(self, data: st.DataObject) -> None:
        name = self.some(data)
        head = self.model.head(name)
        live = head["valid"] <= self.t_tx and (head["invalid"] is None or head["invalid"] > self.t_tx)
        if head["state"] != "believed" or not live:
            return
        author = data.draw(st.sampled_from(["ana", "bot"]))
        says = self.model.witness(self.t_tx, name, author)
        draft = Draft(
            text=head["text"], workspace=head["scope"][0], set=head["scope"][1], entities=(), key=head["key"]
        )
        receipt = self.pack.submit(c.Write(draft=draft), actor=author)
        assert (receipt.outcome, receipt.id) == ("update" if says else "noop", self.ids[name])

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def edit(self, data: st.DataObject) -> None:
        name, text = self.some(data), self.fresh()
        rev = self.model.head(name)["rev"]
        says = self.asked(self.model.edit, self.t_tx, name, text)
        self.told(c.Edit(id=self.ids[name], expect_rev=rev, changes={"text": text}), says)

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), shift=SHIFTS)
    def close(self, data: st.DataObject, shift: int) -> None:
        name, at = self.some(data), self.t_tx + shift
        self.told(c.Close(id=self.ids[name], at=at), self.asked(self.model.close, self.t_tx, name, at))

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def retract(self, data: st.DataObject) -> None:
        name = self.some(data)
        self.told(c.Retract(id=self.ids[name]), self.asked(self.model.retract, self.t_tx, name))

    @precondition(lambda self: self.ids)
    @rule(data=st.data())
    def reopen(self, data: st.DataObject) -> None:
        name = self.some(data)
        self.told(c.Reopen(id=self.ids[name]), self.asked(self.model.reopen, self.t_tx, name))

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), resting=st.booleans())
    def rest(self, data: st.DataObject, resting: bool) -> None:
        name = self.some(data)
        command = c.Rest(id=self.ids[name]) if resting else c.Wake(id=self.ids[name])
        self.told(command, self.asked(self.model.rest, self.t_tx, name, resting))

    @precondition(lambda self: self.ids)
    @rule(data=st.data(), grade=st.integers(1, 4))
    def grade(self, data: st.DataObject, grade: int) -> None:
        name = self.some(data)
        self.told(
            c.Grade(id=self.ids[name], grade=grade), self.asked(self.model.grade, self.t_tx, name, grade)
        )

    @rule(redo=st.booleans())
    def take_back(self, redo: bool) -> None:
        verb = "redo" if redo else "undo"
        tx = self.model.last_to_redo() if redo else self.model.last_to_undo()
        if not tx or (self.model.verbs[tx] == "witness" and not redo):
            return  # another seat's record is not ana's last
        says = self.asked(self.model.take_back, self.t_tx, tx, verb)
        self.told(c.Undo(tx=tx) if not redo else c.Redo(tx=tx), says)

    # comparison

    def compare(self) -> None:
        held, model = self.pack.reader.held, self.model
        assert held.tx == model.tx
        names = {claim_id: name for name, claim_id in self.ids.items()}
        recorded = sorted({one["recorded"] for chain in model.versions.values() for one in chain})
        edges = {
            one[side] for chain in model.versions.values() for one in chain for side in ("valid", "invalid")
        }
        instants = sorted({at + d for at in (*recorded, *(one for one in edges if one)) for d in (-1, 0, 1)})
        picked = instants[:: max(1, len(instants) // 12)]
        for believed in [at + d for at in recorded[-6:] for d in (-1, 0, 1)]:
            self.compare_proposals(names, believed)
            for true in (*picked, believed):
                self.compare_view(names, true, believed)
        self.compare_histories(names)
        self.compare_diffs(picked, recorded)

    def compare_view(self, names: dict[str, str], true: int, believed: int) -> None:
        for workspace in ("here", "there"):
            for shows in ("current", "both", "history"):
                view = View(
                    workspace=workspace, true_at=true, believed_at=believed, shows=shows, resting=True
                )  # type: ignore[arg-type]
                seen = {names[line.claim.id]: line.claim.rev for line in self.pack.claims(view)}
                assert seen == self.model.current(true, believed, workspace, resting=True, shows=shows)
            queue = self.pack.due(View(workspace=workspace, true_at=true, believed_at=believed))
            due = {self.ids[name]: pinned for pinned, name in self.model.due(true, believed, workspace)}
            asked = [card.line.claim.id for card in queue.cards]
            assert len(asked) + queue.held_back_new == len(due)
            assert due.keys() >= set(asked)
            assert [due[one] for one in asked] == sorted((due[one] for one in asked), reverse=True)

    def compare_proposals(self, names: dict[str, str], believed: int) -> None:
        view = View(workspace=None, believed_at=believed)
        told = {
            (names[one.new], names[one.old]): one.status for one in self.pack.proposals(view, status=None)
        }
        assert told == self.model.proposals(believed)

    def compare_histories(self, names: dict[str, str]) -> None:
        for claim_id, name in names.items():
            lines = self.pack.history(claim_id)
            expected = self.model.versions[name]
            assert [(line.claim.rev, line.t_recorded) for line in lines] == [
                (one["rev"], one["recorded"]) for one in expected
            ]
            assert [line.t_expired for line in lines] == [*(one["recorded"] for one in expected[1:]), None]

    def compare_diffs(self, picked: list[int], recorded: list[int]) -> None:
        pairs = [
            (one, other) for one in (*picked[:3], *recorded[-3:]) for other in (*picked[-2:], *recorded[-2:])
        ]
        for one, other in pairs:
            first = View(workspace="here", true_at=one, believed_at=other, resting=True)
            second = View(workspace="here", true_at=other, believed_at=recorded[-1], resting=True)
            before, after = (
                {line.claim.id: line.claim for line in self.pack.claims(view)} for view in (first, second)
            )
            assert applied(before, self.pack.diff(first, second)) == after


TestHistories = pytest.mark.dear(Histories.TestCase)
TestHistories.settings = settings(
    max_examples=some(12),
    stateful_step_count=30,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # a history of thirty steps shrinks for minutes
)
