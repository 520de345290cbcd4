"""What holds of every step of every history, by the numbers of the list of invariants in core/README.md.

A law looks at one step: the pack before it, the command, and the pack after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from core.claims.claim import Claim
from core.clocks.instants import EARLIEST, LATEST, Instant, is_writable
from core.errors import PackError
from core.pack import commands as c
from core.pack.receipts import Receipt
from core.state.chains import Entry
from core.state.view import View
from core.timeline.diff import applied
from tests.core.pack.desk import Desk
from tests.core.pack.walks import Asked

Tables = dict[str, dict[str, tuple[Entry, ...]]]


@dataclass(frozen=True)
class Memory:
    """Everything a pack holds, at one moment."""

    tx: int
    t_tx: Instant
    tables: Tables

    @classmethod
    def of(cls, desk: Desk) -> Memory:
        held = desk.pack.reader.held
        tables = {
            table: {key: tuple(chain) for key, chain in chains.items()}
            for table, chains in held.chains.tables.items()
        }
        return cls(held.tx, held.t_tx, tables)

    @property
    def claims(self) -> dict[str, tuple[Claim, ...]]:
        return {key: tuple(entry.value for entry in chain) for key, chain in self.tables["claim"].items()}

    def head(self, claim_id: str) -> Claim:
        found: Claim = self.tables["claim"][claim_id][-1].value
        return found


@dataclass(frozen=True)
class Step:
    """One command and what it did."""

    desk: Desk
    asked: Asked
    preview: Receipt | PackError
    before: Memory
    answer: Receipt | PackError
    after: Memory

    @property
    def receipt(self) -> Receipt | None:
        return self.answer if isinstance(self.answer, Receipt) else None

    @property
    def written(self) -> bool:
        return self.receipt is not None and self.receipt.tx is not None

    @property
    def command(self) -> Any:
        return self.asked.command

    def fresh(self) -> dict[str, Claim]:
        """The versions that the step has put, by claim."""
        before = self.before.claims
        return {
            key: versions[-1]
            for key, versions in self.after.claims.items()
            if len(versions) > len(before.get(key, ()))
        }


def take(desk: Desk, asked: Asked) -> Step:
    """Give a pack one command, looking at it before and after."""

    def answered(method: Callable[..., Receipt]) -> Receipt | PackError:
        try:
            return method(asked.command, actor=asked.by)
        except PackError as refusal:
            return refusal

    before = Memory.of(desk)
    preview = answered(desk.pack.preview)
    assert Memory.of(desk) == before, "a preview has written"
    return Step(desk, asked, preview, before, answered(desk.pack.submit), Memory.of(desk))


def edges(memory: Memory) -> list[Instant]:
    """Every stored instant of both clocks, and a microsecond to each side."""
    found = {memory.t_tx}
    for versions in memory.claims.values():
        for one in versions:
            found |= {edge for edge in (one.t_recorded, one.t_valid, one.t_invalid) if edge is not None}
    beside = {edge + step for edge in found for step in (-1, 0, 1)}
    return sorted(instant for instant in beside if is_writable(instant))


def spread(instants: list[Instant], most: int) -> list[Instant]:
    """Some of the instants, over their whole range, with both ends of time."""
    return [EARLIEST, *instants[:: max(1, len(instants) // most)], *instants[-1:], LATEST]


# the laws


def one_command_one_record(step: Step) -> None:
    """1. One accepted command is one record; numbers are dense; system time strictly rises."""
    assert step.after.tx == step.before.tx + step.written
    assert (step.after.t_tx > step.before.t_tx) == step.written
    if step.receipt is not None and step.written:
        assert (step.receipt.tx, step.receipt.t_tx) == (step.after.tx, step.after.t_tx)


def versions_only_grow(step: Step) -> None:
    """3. Chains only grow, by at most one entry a key and record."""
    for table, chains in step.before.tables.items():
        for key, chain in chains.items():
            after = step.after.tables[table][key]
            assert after[: len(chain)] == chain
            assert len(after) <= len(chain) + 1
    for versions in step.after.claims.values():
        assert [one.rev for one in versions] == list(range(1, len(versions) + 1))


def a_claim_keeps_its_identity(step: Step) -> None:
    """4. Id, author, kind, workspace and creation are the same on all versions."""
    for claim_id, versions in step.after.claims.items():
        names = {(one.id, one.author, one.kind, one.workspace, one.t_created) for one in versions}
        assert names == {
            (claim_id, versions[0].author, versions[0].kind, versions[0].workspace, versions[0].t_recorded)
        }


def no_window_is_empty(step: Step) -> None:
    """5. No empty window on either clock; versions tile the time of belief, one head a claim."""
    for claim_id, versions in step.after.claims.items():
        assert all(a.t_recorded < b.t_recorded for a, b in pairwise(versions))
        for one in versions:
            if one.t_valid is not None and one.t_invalid is not None:
                assert one.t_valid < one.t_invalid
        lines = step.desk.pack.history(claim_id)
        assert [line.t_expired for line in lines] == [*(line.t_recorded for line in lines[1:]), None]


def close_only_shortens(step: Step) -> None:
    """6. An ending moves the end to an earlier instant, and nothing else of the window."""
    if not step.written or not isinstance(step.command, c.Close | c.NoLongerTrue):
        return
    for claim_id, after in step.fresh().items():
        if claim_id not in step.before.claims:
            continue
        before = step.before.head(claim_id)
        assert (after.t_valid, after.text) == (before.t_valid, before.text)
        assert after.t_invalid is not None
        assert before.t_invalid is None or after.t_invalid < before.t_invalid


def successor_ends_at_its_start(step: Step) -> None:
    """7. A successor's start is the new end of what it closes, so at no instant are both true."""
    if step.receipt is None or not step.written or not isinstance(step.command, c.Write | c.NoLongerTrue):
        return
    for closed in step.receipt.closes:
        old = step.after.head(closed.id)
        assert old.closing is not None
        new = step.after.head(old.closing.by or "")
        former = step.before.head(closed.id).t_invalid
        assert old.t_invalid == closed.new_end == min(filter(None, (former, new.t_valid)))
        for instant in edges(step.after):
            assert not (old.true_at(instant) and new.true_at(instant))
        both_before = new.id in step.before.claims  # a held claim that becomes the successor was believed too
        for believed in (step.after.t_tx - (not both_before), step.after.t_tx):
            for instant in {new.t_valid, closed.new_end, (new.t_valid or 1) - 1} - {None}:
                view = View(true_at=instant, believed_at=believed, resting=True)
                assert not {old.id, new.id} <= set(step.desk.pack.ids(view))


def before_the_cut_nothing_changes(step: Step) -> None:
    """8. What a closed claim said before the cut it still says."""
    if step.receipt is None or not step.written:
        return
    for closed in step.receipt.closes:
        if closed.new_end is None:
            continue
        before, after = step.before.head(closed.id), step.after.head(closed.id)
        for instant in edges(step.after):
            if instant < closed.new_end:
                assert before.true_at(instant) == after.true_at(instant)


def what_is_not_named_is_untouched(step: Step) -> None:
    """10. A command gives new versions to the claims that its receipt names, and to no other."""
    if step.receipt is None:
        return
    assert set(step.fresh()) == set(step.receipt.changed if step.written else ())


def a_no_op_writes_nothing(step: Step) -> None:
    """12. After a no-op everything is as it was."""
    if step.receipt is not None and step.receipt.outcome == "noop":
        assert step.receipt.tx is None
        assert step.after == step.before


def a_refusal_changes_nothing(step: Step) -> None:
    """14. After a refusal everything is as it was."""
    if isinstance(step.answer, PackError):
        assert step.after == step.before
        assert str(step.answer).strip().endswith(".")


def a_key_holds_one_claim(step: Step) -> None:
    """At most one claim of a key is true at any instant, as believed now."""
    heads = [versions[-1] for versions in step.after.claims.values()]
    keyed = [one for one in heads if one.key is not None and one.believed]
    for instant in {edge for one in keyed for edge in (one.t_valid, EARLIEST) if edge is not None}:
        names = [(one.workspace, one.set, one.key) for one in keyed if one.true_at(instant)]
        assert len(names) == len(set(names)), (step.asked, instant)


def the_preview_says_the_same(step: Step) -> None:
    """The preview of a command and its receipt are equal but for id, tx and time."""
    if isinstance(step.answer, PackError):
        assert isinstance(step.preview, PackError)
        assert str(step.preview) == str(step.answer)
    else:
        assert isinstance(step.preview, Receipt)
        assert step.preview.tx is None
        assert step.preview.same_as(step.answer), (step.preview, step.answer)


def open_proposals_have_two_sides(step: Step) -> None:
    """A proposal lapses when a side is closed by a command, retracted or undone."""
    for proposal in step.desk.pack.reader.held.open_proposals.values():
        for side in (proposal.new, proposal.old):
            assert step.after.head(side).believed, (step.asked, proposal)


def nothing_is_both_closed_and_proposed(step: Step) -> None:
    """A pair is decided or left to a person, not both."""
    if step.receipt is not None:
        closed = {one.id for one in step.receipt.closes}
        assert closed.isdisjoint(one.old for one in step.receipt.proposes)


def links_join_two_claims(step: Step) -> None:
    """At most eight links a claim, symmetric, weights in (0, 1], within one scope when chosen."""
    links = step.desk.pack.reader.held.links
    for one, other, weight in links.edges():
        assert 0 < weight <= 1
        assert one != other
        assert links.peers(other)[one] == weight
    assert all(len(links.peers(claim_id)) <= 8 for claim_id in step.after.claims)


def stored_past_is_immutable(step: Step) -> None:
    """2. For an earlier B each table is what it was, also on the microseconds beside its records."""
    if not step.written:
        return
    chains = step.desk.pack.reader.held.chains
    for table, known in step.before.tables.items():
        for key, chain in known.items():
            for entry in chain:
                assert chains.at(table, key, entry.t_tx) == entry.value
            assert chains.at(table, key, chain[0].t_tx - 1) is None
            assert chains.at(table, key, step.after.t_tx - 1) == chain[-1].value


def truth_is_belief_in_its_window(step: Step) -> None:
    """16. What is true on V is what is believed at B, where the window holds V; boundaries included."""
    held, instants = step.desk.pack.reader.held, spread(edges(step.after), 5)
    for believed in instants:
        seen = {claim_id: held.claim_at(claim_id, believed) for claim_id in step.after.claims}
        kept = {one.id: one for one in seen.values() if one is not None and one.believed}
        for true in instants:
            view = View(true_at=true, believed_at=believed, resting=True)
            shown = {line.claim.id: line.claim for line in step.desk.pack.claims(view)}
            assert shown == {key: one for key, one in kept.items() if one.true_at(true)}


def diff_leads_from_one_to_the_other(step: Step) -> None:
    """17. A diff applied to the first state gives the second, and the other way round is its mirror."""
    pack, instants = step.desk.pack, spread(edges(step.after), 4)
    for one, other in pairwise([*instants, instants[0]]):
        first = View(workspace="default", true_at=one, believed_at=other, resting=True)
        second = View(workspace="default", true_at=other, believed_at=one, resting=True)
        before, after = (
            {line.claim.id: line.claim for line in pack.claims(view)} for view in (first, second)
        )
        there, back = pack.diff(first, second), pack.diff(second, first)
        assert applied(before, there) == after
        assert applied(after, back) == before
        gone = {change.before.id for change in (*there.closed, *there.withdrawn)}
        assert {claim.id for claim in back.opened} == gone
        assert {(one.before, one.after) for one in map(_pair, there.changed)} == {
            (one.after, one.before) for one in map(_pair, back.changed)
        }


@dataclass(frozen=True)
class _Pair:
    before: str
    after: str


def _pair(change: Any) -> _Pair:
    return _Pair(f"{change.before.id} {change.before.rev}", f"{change.after.id} {change.after.rev}")


def nothing_becomes_unreadable(step: Step) -> None:
    """No command but erase makes a claim unreadable: each has its page, its history and all its texts."""
    view = View(shows="history", resting=True)
    assert set(step.desk.pack.ids(view)) == set(step.after.claims)
    for claim_id, versions in step.after.claims.items():
        lines = step.desk.pack.history(claim_id)
        assert [line.claim for line in lines] == list(versions)
        assert step.desk.pack.page(claim_id).line.claim == versions[-1]
        assert step.desk.pack.why(claim_id).claim == versions[-1]


LAWS: Final[dict[str, Callable[[Step], None]]] = {
    "I1": one_command_one_record,
    "I2": stored_past_is_immutable,
    "I3": versions_only_grow,
    "I4": a_claim_keeps_its_identity,
    "I5": no_window_is_empty,
    "I6": close_only_shortens,
    "I7": successor_ends_at_its_start,
    "I8": before_the_cut_nothing_changes,
    "I10": what_is_not_named_is_untouched,
    "I12": a_no_op_writes_nothing,
    "I14": a_refusal_changes_nothing,
    "I16": truth_is_belief_in_its_window,
    "I17": diff_leads_from_one_to_the_other,
    "preview": the_preview_says_the_same,
    "key": a_key_holds_one_claim,
    "proposals": open_proposals_have_two_sides,
    "decided": nothing_is_both_closed_and_proposed,
    "links": links_join_two_claims,
    "readable": nothing_becomes_unreadable,
}

COSTLY: Final = frozenset({"I16", "I17", "readable"})
"""Laws that read the pack on many dates."""


def hold_through(desk: Desk, ask: Callable[[], Asked], steps: int) -> None:
    """Take steps, each asked for anew, under every law; the costly ones are asked at every fifth."""
    for number in range(steps):
        step = take(desk, ask())
        for name, law in LAWS.items():
            if name not in COSTLY or number % 5 == 4:
                law(step)
