"""The chain of a claim: what it replaced and what replaced it, as believed at an instant."""

from __future__ import annotations

from core.clocks.instants import DAY
from core.pack import commands as c
from core.state.view import View
from tests.core.pack.desk import Desk, scratch_desk


def chain(desk: Desk, claim_id: str, view: View | None = None) -> list[str]:
    return [claim.id for claim in desk.pack.page(claim_id, view).chain]


def ports(desk: Desk, *numbers: int) -> list[str]:
    ids = []
    for number in numbers:
        ids.append(desk.write(f"The gateway listens on port {number}.", key="port").id or "")
        desk.pass_time(DAY)
    return ids


def test_every_member_of_a_chain_shows_the_whole_chain_oldest_first() -> None:
    with scratch_desk() as desk:
        ids = ports(desk, 7070, 8080, 9090)
        assert [chain(desk, one) for one in ids] == [ids] * 3
        assert [desk.pack.why(one).place for one in ids] == [0, 1, 2]
        page = desk.pack.page(ids[1])
        assert [claim.id for claim in page.replaced] == [ids[0]]
        assert page.replaced_by is not None
        assert page.replaced_by.id == ids[2]


def test_a_late_version_stands_between_its_neighbours() -> None:
    with scratch_desk() as desk:
        first, last = ports(desk, 7070, 9090)
        start = desk.claim(last).t_valid or 0
        late = desk.write("Port 8080 was used by the gateway.", key="port", t_valid=start - DAY // 2).id or ""
        assert chain(desk, first) == chain(desk, late) == chain(desk, last) == [first, late, last]


def test_the_chain_of_a_former_date_is_that_of_then() -> None:
    with scratch_desk() as desk:
        ids = ports(desk, 7070, 8080, 9090)
        recorded = [desk.claim(one).t_created for one in ids]
        for place, instant in enumerate(recorded):
            assert chain(desk, ids[0], View(believed_at=instant)) == ids[: place + 1]


def test_a_reopened_or_undone_ending_leaves_the_chain() -> None:
    with scratch_desk() as desk:
        one, two, three = ports(desk, 7070, 8080, 9090)
        desk.do(c.Undo())
        assert chain(desk, two) == [one, two]
        desk.do(c.Redo())
        assert chain(desk, two) == [one, two, three]
        desk.do(c.Retract(id=three))
        desk.do(c.Reopen(id=two))
        assert chain(desk, two) == [one, two]


def test_where_two_claims_were_replaced_at_once_the_chain_follows_the_later_start() -> None:
    with scratch_desk() as desk:
        old = desk.write("Lamp one is red.", entities=()).id or ""
        desk.pass_time(DAY)
        young = desk.write("Lamp two is red.", entities=()).id or ""
        desk.pass_time(DAY)
        new = desk.write("All lamps are blue.", entities=(), supersedes=(old, young)).id or ""
        assert chain(desk, new) == [young, new]
        assert chain(desk, old) == [old, new]
        assert [claim.id for claim in desk.pack.page(new).replaced] == [young, old]
