"""A search of the command line: what it may be kept to, and how claims or evidence are found and shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.errors import Refused
from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.wire import put_json

if TYPE_CHECKING:
    from core.pack.pack import Pack
    from core.pack.spans import Times
    from core.pack.views import View


@dataclass(frozen=True, slots=True)
class Asked:
    """A search as it was typed."""

    query: str
    limit: int
    explain: bool
    hop: int
    deeds: bool
    conversations: tuple[str, ...]
    windows: bool
    neighbours: int
    clock: Literal["true", "observed", "said"] | None

    def check(self, *, claims_only: bool) -> None:
        """Raises `Refused` for options that do not go together."""
        if not self.deeds and (self.conversations or self.windows or self.neighbours):
            raise Refused("--conversation, --windows and --neighbours are of evidence; add --deeds.")
        if self.deeds and claims_only:
            raise Refused(
                "--deeds finds evidence: it has no kind, author, set, rest, hop or ending to choose."
            )
        if self.deeds and self.clock not in (None, "said"):
            raise Refused("a deed has one time of the world, when it was said; leave --clock out.")


def times_of(desk: Desk, pack: Pack, first: str | None, last: str | None, asked: Asked) -> Times:
    """The span of `--from` and `--to`, told how it was understood. Raises `Refused` for what is no date."""
    from core.pack.spans import Times

    if asked.clock is not None and first is None and last is None:
        raise Refused("--clock says what --from and --to are dates of; give one of them.")
    start = None if first is None else desk.moment(pack, "--from", first)
    end = None if last is None else desk.moment(pack, "--to", last, bound="end")
    return Times(
        start=None if start is None else start.instant,
        end=None if end is None else end.instant,
        clock="said" if asked.deeds or asked.clock in ("said", "observed") else "true",
    )


def find_claims(desk: Desk, pack: Pack, view: View, times: Times, asked: Asked) -> None:
    """Search the claims and show what is found."""
    from workbench.cli.basis import tell_basis, tell_elsewhere
    from workbench.cli.render.claims import found

    answer = pack.search(asked.query, view, limit=asked.limit, hop=asked.hop, times=times)
    if desk.json:
        put_json(answer)
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    found(paper, answer, explain=asked.explain)
    if not answer.hits:
        tell_elsewhere(paper, pack, view)


def find_deeds(desk: Desk, pack: Pack, view: View, times: Times, asked: Asked) -> None:
    """Search the evidence and show what is found."""
    from workbench.cli.basis import tell_basis
    from workbench.cli.render.deeds import found_deeds

    answer = pack.search_deeds(
        asked.query,
        view,
        limit=asked.limit,
        conversation=asked.conversations or None,
        said_from=times.start,
        said_to=times.end,
        neighbours=asked.neighbours,
        units="windows" if asked.windows else "turns",
    )
    if desk.json:
        put_json(answer)
        return
    paper = Paper()
    tell_basis(paper, desk, pack, view)
    found_deeds(paper, answer, desk.times(pack))
