"""State keys: one true value at any instant, whatever is written, planned, ended, reopened and undone."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.claims.draft import ALWAYS, Draft
from core.clocks.instants import DAY, HOUR
from core.errors import PackError
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges
from tests.core.pack.walks import RANDOMS, Asked, Walker

SPANS = (1, HOUR, DAY, 5 * DAY, 40 * DAY)


class KeyedWalker(Walker):
    """Writes one of two keys over windows of all kinds, and takes much of it back."""

    def ask(self) -> Asked:
        self.desk.pass_time(self.random.choice((0, 1, HOUR, DAY, -DAY)))
        verb = self.random.choice(KEYED_VERBS) if self._ids() else "keyed"
        return Asked(getattr(self, verb)(), self.random.choice(("ana", "bot")))

    def keyed(self) -> c.Command:
        pick = self.random.choice
        start = pick([None, ALWAYS, self.instant(), self.instant(), self.instant()])
        begins = start if isinstance(start, int) else self.desk.clock.now()
        draft = Draft(
            text=f"The gateway listens on port {self.random.randrange(40)}.",
            kind=pick(["lesson", "belief", "correction"]),
            key=pick(["port", "port", "fuse"]),
            set=pick([None, None, "red"]),
            t_valid=start,
            t_invalid=begins + pick(SPANS) if self.sometimes(2) else None,
            supersedes=(self.some(),) if self._ids() and self.sometimes(6) else (),
        )
        return c.Write(draft=draft)


KEYED_VERBS = (
    *["keyed"] * 8, *["close"] * 2, *["retract"] * 2, *["reopen"] * 4, *["undo"] * 4, "edit", "edit", "redo",
    "no_longer_true", "accept", "rest",
)  # fmt: skip


def one_value_everywhere(desk: Desk) -> None:
    for instant in edges(Memory.of(desk)):
        true = [line.claim for line in desk.pack.claims(View(true_at=instant, resting=True))]
        held = Counter((one.workspace, one.set, one.key) for one in true if one.key is not None)
        assert max(held.values(), default=0) <= 1, instant


@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_a_key_has_at_most_one_true_value_at_every_stored_instant_and_beside_it(random: Random) -> None:
    with scratch_desk() as desk:
        walker, done = KeyedWalker(desk, random), 0
        for number in range(40):
            asked = walker.ask()
            try:
                desk.do(asked.command, by=asked.by)
                done += 1
            except PackError:
                continue
            if number % 4 == 3:
                one_value_everywhere(desk)
        one_value_everywhere(desk)
        assert done > 10


@settings(
    max_examples=6,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS, read_at=st.integers(0, 5))
def test_the_state_of_a_key_is_what_the_lists_say_on_both_clocks(random: Random, read_at: int) -> None:
    with scratch_desk() as desk:
        walker = KeyedWalker(desk, random)
        for _ in range(30):
            asked = walker.ask()
            try:
                desk.do(asked.command, by=asked.by)
            except PackError:
                continue
        dates = edges(Memory.of(desk))
        for true, believed in zip(dates[read_at::7], reversed(dates[read_at::7]), strict=True):
            view = View(workspace="default", true_at=true, believed_at=believed, resting=True)
            shown = desk.pack.claims(view)
            every = desk.pack.claims(view.with_shows("both"))
            for key in ("port", "fuse"):
                states = desk.pack.state(key, view)
                values = [state.now for state in states if state.now is not None]
                bearing = {line.claim.id for line in shown if line.claim.key == key}
                told = [line.claim.id for state in states for line in state.lines]
                assert len(told) == len(set(told))
                assert set(told) == {line.claim.id for line in every if line.claim.key == key}
                if believed >= desk.pack.last_t_tx():
                    assert {line.claim.id for line in values} == bearing
                lines = desk.pack.key_history(key, view)
                assert all(line.claim.key == key and line.t_recorded <= believed for line in lines)


def port(desk: Desk, value: str, **fields: object) -> str:
    return desk.write(f"The gateway listens on port {value}.", key="port", **fields).id or ""


def test_the_history_of_a_key_has_every_version_on_both_clocks(desk: Desk) -> None:
    old = port(desk, "8080")
    early = desk.pass_time(DAY)
    cut = desk.pass_time(DAY)
    new = port(desk, "9090")
    desk.pass_time(DAY)
    planned = port(desk, "7070", t_valid=desk.clock.now() + 5 * DAY)
    lines = desk.pack.key_history("port")
    assert [(line.claim.id, line.claim.rev) for line in lines] == [
        (old, 1), *sorted([(old, 2), (new, 1)]), *sorted([(new, 2), (planned, 1)]),
    ]  # fmt: skip
    assert {line.claim.id: line.t_expired for line in lines if line.t_expired is not None}[old] == cut
    then = View(believed_at=early)
    assert [(line.claim.id, line.t_expired) for line in desk.pack.key_history("port", then)] == [(old, None)]


def test_a_key_is_told_by_workspace_and_set(desk: Desk) -> None:
    plain, red = port(desk, "8080"), port(desk, "9090", set="red")
    elsewhere = port(desk, "7070", workspace="harbour")
    everywhere = port(desk, "6060", workspace="*")

    def told(view: View) -> list[tuple[str, str | None, str]]:
        states = desk.pack.state("port", view)
        return [(one.workspace, one.set, one.now.claim.id) for one in states if one.now is not None]

    assert told(View(workspace="default")) == [
        ("*", None, everywhere), ("default", None, plain), ("default", "red", red),
    ]  # fmt: skip
    assert told(View(workspace="default", set="red")) == [("default", "red", red)]
    assert told(View(workspace="harbour")) == [("*", None, everywhere), ("harbour", None, elsewhere)]
    assert desk.pack.state("fuse") == ()
    lines = desk.pack.key_history("port", View(workspace="default", set="red"))
    assert [line.claim.id for line in lines] == [red]


def test_a_version_that_gave_its_key_up_is_not_in_the_history_of_the_key(desk: Desk) -> None:
    one = port(desk, "8080")
    desk.pass_time(DAY)
    desk.do(c.Edit(id=one, expect_rev=1, changes={"key": None}))
    assert [line.claim.rev for line in desk.pack.key_history("port")] == [1]
    assert desk.pack.state("port") == ()
