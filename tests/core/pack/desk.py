"""A pack at hand for a test: its clock, short ways to write, and everything that can be read of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import Instant, parse_instant
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.receipts import Receipt
from core.state.view import View

START = parse_instant("2026-01-05T09:00:00Z")


@dataclass
class Desk:
    """A pack that is written to, and the clock it goes by."""

    pack: Pack
    clock: ScriptedClock

    def pass_time(self, span: int) -> Instant:
        self.clock.set(self.clock.now() + span)
        return self.clock.now()

    def write(self, text: str, *, by: str = "ana", **fields: Any) -> Receipt:
        return self.pack.submit(c.Write(draft=Draft(text=text, **fields)), actor=by)

    def do(self, command: c.Command, *, by: str = "ana") -> Receipt:
        return self.pack.submit(command, actor=by)

    def claim(self, claim_id: str | None) -> Claim:
        return self.pack.claim(claim_id or "")

    def reopen_file(self) -> Desk:
        """Close the pack and open it again, as a restart does."""
        path = self.pack.path
        self.pack.close()
        self.pack = Pack.open(path, seat="ana", clock=self.clock, mode="write")
        return self


def new_desk(folder: Path, at: Instant = START, **settings: Any) -> Desk:
    clock = ScriptedClock(at)
    pack = Pack.create(folder / "a.pack", seat="ana", clock=clock, settings=settings)
    return Desk(pack, clock)


@contextmanager
def scratch_desk(at: Instant = START, **settings: Any) -> Iterator[Desk]:
    """A pack that is gone at the end of the block."""
    with TemporaryDirectory() as folder:
        desk = new_desk(Path(folder), at, **settings)
        try:
            yield desk
        finally:
            desk.pack.close()


# everything that can be read


def content(claim: Claim) -> Claim:
    """What a version says, without its number and its time."""
    return replace(claim, rev=0, t_recorded=0)


def read_all(pack: Pack, true_at: Instant, believed_at: Instant | None = None, *, query: str = "port") -> Any:
    """What the reads answer on a basis, in a form that does not depend on when versions were written.

    Claims whose write was taken back are left out: that trace stays on purpose.
    """
    found: dict[str, Any] = {}
    at = pack.reader.now() if believed_at is None else believed_at
    for workspace in ("default", "other"):
        view = View(workspace=workspace, true_at=true_at, believed_at=believed_at, resting=False)
        found[workspace] = {
            **{shows: _claims(pack, view.with_shows(shows)) for shows in ("current", "both", "history")},
            "search": _search(pack, query, view),
            "due": _due(pack, view),
            "islands": _islands(pack, view),
            "hubs": [(hub.line.claim.id, hub.score, hub.cut_off) for hub in pack.hubs(view)],
            "proposals": {
                one.id: one for one in pack.proposals(view, status=None) if _stands(pack, one.new, at)
            },
            "closings": {line.claim.id: (line.ending, line.how) for line in pack.closings(view)},
            "entities": pack.entities(view),
            "authors": pack.authors(view),
        }
    held = pack.reader.held.chains
    for table in ("deed", "link", "review", "declined", "setting", "lens", "fired", "use"):
        found[table] = dict(held.items_at(table, at))
    return found


def _stands(pack: Pack, claim_id: str, at: Instant) -> bool:
    return pack.reader.claim(claim_id, at).state != "undone"


def _claims(pack: Pack, view: View) -> dict[str, Any]:
    lines = [line for line in pack.claims(view) if line.state != "undone"]
    return {
        line.claim.id: (content(line.claim), line.state, line.retrievability, line.due_day) for line in lines
    }


def _search(pack: Pack, query: str, view: View) -> Any:
    answer = pack.search(query, view)
    hidden = {state: count for state, count in answer.hidden.items() if state != "undone"}
    hits = [(hit.line.claim.id, round(hit.score, 9), hit.ballots, round(hit.decay, 9)) for hit in answer.hits]
    return hits, answer.matched, hidden, answer.repairs


def _due(pack: Pack, view: View) -> Any:
    queue = pack.due(view)
    cards = [
        (card.line.claim.id, card.review, card.replaced and card.replaced.id, card.line.retrievability)
        for card in queue.cards
    ]
    return queue.day, cards, queue.ahead, queue.scheduled


def _islands(pack: Pack, view: View) -> Any:
    found = pack.islands(view)
    members = sorted((sorted(island.members), island.signature, island.due) for island in found.islands)
    return members, found.loners, found.modularity, found.edges
