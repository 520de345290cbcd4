"""What is asked this morning: the due queue, the checks of truth, whose claims, and which of them first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from core.claims.citing import names_of
from core.claims.claim import Claim
from core.pack.checks import CheckCard, Checks
from core.pack.pack import Pack
from core.pack.queue import DueQueue, Sitting
from core.pack.views import View

MOST_SIBLINGS: Final = 6
"""Claims of the same names that are told."""
AMONG: Final = 40
"""Hits of a search for the names, among which they are looked for."""


class Morning:
    """The questions of the date shown, kept until something changes."""

    def __init__(self, pack: Pack, view: Callable[[], View], stamp: Callable[[], object]) -> None:
        self._pack = pack
        self._view = view
        self._stamp = stamp
        self.wishes = 0
        """How often somebody changed what is asked: each time is another morning."""
        self._due: tuple[object, DueQueue] | None = None
        self._checks: tuple[object, Checks] | None = None
        self.first: frozenset[str] = frozenset()
        """Claims that come first in the due queue, because somebody asked for them."""
        self.first_called = ""
        """What those claims are, in a word: `hubs`."""
        self.authors: tuple[str, ...] = ()
        """Whose claims alone are asked; empty: everyone's."""
        self._everything = False

    @property
    def _key(self) -> object:
        return self._stamp(), self._pack.loaded

    @property
    def view(self) -> View:
        """The view of the date shown, narrowed to those whose claims are asked."""
        seen = self._view()
        return replace(seen, authors=frozenset(self.authors)) if self.authors else seen

    @property
    def due(self) -> DueQueue:
        """The due queue."""
        if self._due is None or self._due[0] != self._key:
            sitting = Sitting(first=self.first, limit=0 if self._everything else None)
            self._due = (self._key, self._pack.due(self.view, sitting))
        return self._due[1]

    @property
    def checks(self) -> tuple[CheckCard, ...]:
        """The claims to look at whether they are still true; none until the whole pack is loaded."""
        read = self._read_checks()
        return read.cards if read else ()

    @property
    def to_check(self) -> int:
        """How many claims are to be checked, with those that another day asks."""
        read = self._read_checks()
        return read.in_all if read else 0

    def _read_checks(self) -> Checks | None:
        if not self._pack.loaded:
            return None
        if self._checks is None or self._checks[0] != self._key:
            self._checks = (self._key, self._pack.checks(self.view))
        return self._checks[1]

    def check_of(self, claim_id: str) -> CheckCard | None:
        """The check of a claim, if it is to be checked."""
        return next((one for one in self.checks if one.line.claim.id == claim_id), None)

    def ask_first(self, claim_ids: Iterable[str], called: str) -> int:
        """Let these, called so, come first; how many of them are due now."""
        self.first, self.first_called = frozenset(claim_ids), called
        self.wishes += 1
        return self.first_due

    def ask_only(self, authors: tuple[str, ...]) -> None:
        """Ask only what these wrote; nobody named: what everyone did."""
        self.authors = authors
        self.wishes += 1

    def ask_everything(self) -> None:
        """Go on beyond the limit of a sitting."""
        self._everything = True
        self.wishes += 1

    @property
    def first_due(self) -> int:
        """How many of the claims that come first are due."""
        return sum(self.due.card(claim_id) is not None for claim_id in self.first)

    def rival(self, claim_id: str) -> str | None:
        """The text of a claim that is held against this one, while nobody has decided between the two."""
        if not self._pack.loaded:
            return None
        other = self._pack.rival(claim_id, self._view())
        return None if other is None else other.text

    def siblings(self, claim: Claim) -> tuple[str, ...]:
        """Texts of claims that share a name with this one, the nearest first."""
        names = {name.casefold() for name in names_of(claim)}
        if not names:
            return ()
        found = self._pack.search(" ".join(names), self._view(), limit=AMONG).hits
        others = [hit.line.claim for hit in found if hit.line.claim.id != claim.id]
        shared = [one.text for one in others if names & {name.casefold() for name in names_of(one)}]
        return tuple(shared[:MOST_SIBLINGS])
