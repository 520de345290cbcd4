"""Every read of a pack on both clocks: at (V, B), V alone and B alone; fixed, and with its basis."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec.structs import replace

from core.clocks.instants import DAY, Instant
from core.errors import NotFound, PackError
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.reads import Reads
from core.state.view import Basis, View
from tests.core.pack.concluding import ConcludingWalker
from tests.core.pack.desk import Desk, scratch_desk
from tests.core.pack.laws import Memory, edges
from tests.core.pack.walks import RANDOMS

HERE: Final = "default"


@dataclass(frozen=True)
class Named:
    """What the reads that name something are asked for."""

    one: str
    other: str
    deed: str
    first: View
    """The view that differences start from."""


def _islands(pack: Pack, view: View, _: Named) -> Any:
    """Without letters, names and the time of computing, which are no function of the basis."""
    found = pack.islands(view)
    members = sorted(
        (sorted(one.members), one.members[0], one.hub, one.due, one.signature) for one in found.islands
    )
    return found.basis, found.tx, members, found.loners, found.modularity, found.edges


READS: Final[dict[str, Callable[[Pack, View, Named], Any]]] = {
    "accessions": lambda pack, view, named: pack.accessions(view),
    "activate": lambda pack, view, named: pack.activate("gateway port", view),
    "basis": lambda pack, view, named: pack.basis(view),
    "between": lambda pack, view, named: (pack.between(named.first, view), pack.between(view, named.first)),
    "checks": lambda pack, view, named: pack.checks(view, 100),
    "citers": lambda pack, view, named: pack.citers(named.deed, view),
    "claim": lambda pack, view, named: pack.claim(named.one, view),
    "claims": lambda pack, view, named: pack.claims(view),
    "authors": lambda pack, view, named: pack.authors(view),
    "closings": lambda pack, view, named: pack.closings(view),
    "deed": lambda pack, view, named: pack.deed(named.deed, view),
    "deeds": lambda pack, view, named: pack.deeds(view),
    "diff": lambda pack, view, named: (pack.diff(named.first, view), pack.diff(view, named.first)),
    "doubts": lambda pack, view, named: pack.doubts(view),
    "due": lambda pack, view, named: pack.due(view),
    "editors": lambda pack, view, named: pack.editors(pack.proposals(view, status=None), view),
    "entities": lambda pack, view, named: pack.entities(view),
    "events": lambda pack, view, named: [pack.events(view, clock=one) for one in ("believed", "true")],
    "figures": lambda pack, view, named: pack.figures(view),
    "fading": lambda pack, view, named: [pack.fading(view, below=one) for one in (0.5, 0.8)],
    "find": lambda pack, view, named: [pack.find(named.one[:at], view) for at in (4, 9, 20, 32)],
    "history": lambda pack, view, named: pack.history(named.one, view),
    "hubs": lambda pack, view, named: pack.hubs(view),
    "ids": lambda pack, view, named: pack.ids(view),
    "islands": _islands,
    "key_history": lambda pack, view, named: [pack.key_history(key, view) for key in ("fuse", "port")],
    "lapsed_by": lambda pack, view, named: pack.lapsed_by(pack.proposals(view, status="lapsed"), view),
    "lines": lambda pack, view, named: pack.lines((named.one, named.other), view),
    "mornings": lambda pack, view, named: [pack.mornings(count, view) for count in (1, 7)],
    "page": lambda pack, view, named: pack.page(named.one, view),
    "proposals": lambda pack, view, named: [pack.proposals(view, status=one) for one in (None, "open")],
    "review_log": lambda pack, view, named: pack.review_log(view),
    "rival": lambda pack, view, named: [pack.rival(one, view) for one in (named.one, named.other)],
    "search": lambda pack, view, named: [pack.search(one, view) for one in ("port of the gatewau", "plan")],
    "search_deeds": lambda pack, view, named: [
        pack.search_deeds("minutes of the meetnig", view, units=one) for one in ("turns", "windows")
    ],
    "sides_then": lambda pack, view, named: pack.sides_then(pack.proposals(view, status="accepted"), view),
    "spreading": lambda pack, view, named: [
        pack.spreading(view, a_morning=1),
        pack.spreading(view, mornings=3),
    ],
    "state": lambda pack, view, named: [pack.state(key, view) for key in ("fuse", "port")],
    "sweeping": lambda pack, view, named: pack.sweeping(view),
    "truth": lambda pack, view, named: pack.truth(view),
    "view": lambda pack, view, named: pack.view(view),
    "why": lambda pack, view, named: pack.why(named.one, view),
    "why_open": lambda pack, view, named: pack.why_open(named.one, named.other, view),
    "workspaces": lambda pack, view, named: pack.workspaces(view),
}
"""Every read that takes a view."""

OF_THE_PRESENT: Final = {
    "cue": "of a card that was read on a basis",
    "units": "of a card that was read on a basis",
    "intervals": "what a grade given now would store",
    "setting": "the setting in force now",
    "status": "the file and its settings at a glance",
    "now": "the wall time",
    "event": "one record by its number, which never changes",
    "journal": "the last records",
    "keep_arrays": "no read",
    "drop_indexes": "no read",
    "held_still": "no read",
    "join_reranker": "no read",
    "join_encoder": "no read",
    "fill_vectors": "no read",
    "drop_vectors": "no read",
    "vector_status": "the file of vectors at a glance",
}
"""Methods without a view, and why."""

TELLS: Final = (
    "activate",
    "checks",
    "due",
    "page",
    "why",
    "search",
    "search_deeds",
    "islands",
    "state",
    "diff",
)
"""Reads whose answer bears its basis itself; that of the others is `Pack.basis`."""


def test_the_table_holds_every_read() -> None:
    methods = {
        name: inspect.signature(method).parameters
        for name, method in inspect.getmembers(Reads, inspect.isfunction)
        if not name.startswith("_")
    }
    with_view = {name for name, parameters in methods.items() if {"view", "second"} & set(parameters)}
    assert with_view == set(READS)
    assert set(methods) - with_view == set(OF_THE_PRESENT)


def answered(name: str, pack: Pack, view: View, named: Named) -> Any:
    """The answer, or the sentence that says that it was not written by then."""
    try:
        return READS[name](pack, view, named)
    except NotFound as refusal:
        return str(refusal)


def told(name: str, answer: Any) -> list[Basis]:
    """The bases that an answer bears."""
    if isinstance(answer, str):
        return []
    match name:
        case "islands":
            return [answer[0]]
        case "search" | "search_deeds":
            return [found.basis for found in answer]
        case "state":
            return [state.basis for states in answer for state in states]
        case "diff":
            return [answer[0].second, answer[1].first]
    return [answer.basis]


def walked(desk: Desk, walker: ConcludingWalker, steps: int) -> None:
    for _ in range(steps):
        asked = walker.ask()
        try:
            desk.do(asked.command, by=asked.by)
        except PackError:
            continue


def some_names(desk: Desk, random: Random) -> Named:
    held = desk.pack.reader.held
    deeds = sorted(held.chains.tables["deed"])
    early = held.columns.versions[len(held.columns.versions) // 3].t_recorded
    one, other = random.choice(held.columns.ids), random.choice(held.columns.ids)
    return Named(one, other, random.choice(deeds), View(workspace=HERE, believed_at=early))


def views_of(desk: Desk, random: Random, past: list[Instant]) -> list[tuple[View, Basis]]:
    """The three ways to ask, each with the basis that it stands on."""
    true, believed, now = random.choice(past), random.choice(past), desk.pack.now()
    plain = View(workspace=random.choice([HERE, None]))
    return [
        (replace(plain, true_at=true, believed_at=believed), Basis(true, believed)),
        (replace(plain, true_at=true), Basis(true, now)),
        (replace(plain, believed_at=believed), Basis(believed, believed)),
    ]


@settings(
    max_examples=6,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(random=RANDOMS)
def test_every_read_on_a_basis_says_it_and_never_changes_its_answer(random: Random) -> None:
    with scratch_desk() as desk:
        walker = ConcludingWalker(desk, random)
        desk.write("The gateway listens on port 8080.", key="port", entities=("gateway",))
        desk.do(c.PutDeed(body="minutes of a meeting"))
        walked(desk, walker, 25)
        # The last record is the present, and past from the next one on.
        desk.clock.set(desk.pack.last_t_tx())
        named = some_names(desk, random)
        past = [at for at in edges(Memory.of(desk)) if at <= desk.pack.now()]
        asked = [pair for _ in range(3) for pair in views_of(desk, random, past)]
        known = []
        for view, basis in asked:
            fixed = replace(view, true_at=basis.true_at, believed_at=basis.believed_at)
            for name in READS:
                answer = answered(name, desk.pack, view, named)
                if name != "view":
                    assert answer == answered(name, desk.pack, fixed, named), (name, view)
                if name in TELLS:
                    assert set(told(name, answer)) <= {basis}, (name, view)
                known.append((name, fixed, answered(name, desk.pack, fixed, named)))
            assert desk.pack.basis(view) == basis
        for _ in range(2):
            walked(desk, walker, 6)
            for name, fixed, answer in known:
                assert answered(name, desk.pack, fixed, named) == answer, (name, fixed)
        desk.reopen_file()
        for name, fixed, answer in known:
            assert answered(name, desk.pack, fixed, named) == answer, (name, fixed)


@pytest.mark.parametrize("name", TELLS)
def test_a_read_tells_the_basis_it_stands_on(desk: Desk, name: str) -> None:
    one = desk.write("The gateway listens on port 8080.", key="port").id or ""
    other = desk.write("Lamps are off on Sunday.").id or ""
    deed = desk.do(c.PutDeed(body="minutes")).id or ""
    then = desk.pass_time(DAY)
    named = Named(one, other, deed, View(workspace=HERE))
    now = desk.pass_time(DAY)
    asked = {
        (None, None): Basis(now, now),
        (then, None): Basis(then, now),
        (None, then): Basis(then, then),
        (now, then): Basis(now, then),
    }
    for (true, believed), basis in asked.items():
        view = View(workspace=HERE, true_at=true, believed_at=believed)
        bases = told(name, answered(name, desk.pack, view, named))
        assert bases, "the read found nothing"
        assert set(bases) == {basis}


def test_a_beginning_of_an_id_names_the_claim_that_it_named_then(desk: Desk) -> None:
    first = desk.write("Lamps are off on Sunday.").id or ""
    then = desk.clock.now()
    desk.pass_time(1)
    second = desk.write("Shelf nine is full.").id or ""
    assert first[:8] == second[:8]
    with pytest.raises(NotFound, match="fits 2 claims"):
        desk.pack.find(first[:8])
    assert desk.pack.find(first[:8], View(believed_at=then)) == first
    with pytest.raises(NotFound, match="was written by then"):
        desk.pack.find(first[:8], View(believed_at=then - DAY))


def test_a_difference_does_not_take_a_rest_for_an_ending(desk: Desk) -> None:
    one = desk.write("Lamps are off on Sunday.").id or ""
    awake = desk.pass_time(DAY)
    desk.pass_time(DAY)
    desk.do(c.Rest(id=one))
    rested = desk.pass_time(DAY)
    now, slept, before = (View(workspace=HERE, believed_at=at) for at in (None, rested, awake))
    found = desk.pack.diff(slept, now)
    assert found.size == 0
    found = desk.pack.diff(before, now)
    assert (found.opened, found.closed, found.withdrawn) == ((), (), ())
    assert [change.fields for change in found.changed] == [("resting",)]


def test_the_policy_of_then_says_what_kept_two_claims_open(desk: Desk) -> None:
    one = desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).id or ""
    other = desk.write("Staging needs port 8080 for all.", entities=("staging",)).id or ""
    then = desk.pass_time(DAY)
    before = desk.pack.why_open(other, one, View(believed_at=then))
    desk.do(c.Configure(name="policy", value="original"))
    desk.pass_time(DAY)
    assert desk.pack.why_open(other, one, View(believed_at=then)) == before
