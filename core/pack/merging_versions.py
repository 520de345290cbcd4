"""Versions of other packs that are here as claims of their own, and how one of them is set aside."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from core.claims.claim import RETRACTED, Claim, Closing
from core.claims.proposal import OPEN, Proposal
from core.pack.merging_acts import members
from core.pack.merging_rivals import note_of
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Side
from core.store import tables

CHANGED_AGAIN: Final = "the other pack has changed it again"


class Versions:
    """By claim, the versions of other packs, as the merge leaves them so far."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._ids: dict[str, list[str]] | None = None

    def of(self, claim_id: str) -> list[Claim]:
        """The versions of a claim."""
        found = (self._sheet.claim(one) for one in self._known().get(claim_id, ()))
        return [claim for claim in found if claim is not None]

    def add(self, version: Claim) -> None:
        """Keep a version that is new."""
        note = note_of(version) or {}
        self._known().setdefault(note["claim"], []).append(version.id)

    def like(self, claim_id: str, version: Claim) -> Claim | None:
        """The version, when it is here already, or another that says the same and waits."""
        found = (
            one
            for one in self.of(claim_id)
            if one.id == version.id or (alike(one, version) and self._waits(one, claim_id))
        )
        return next(found, None)

    def give_way(self, claim_id: str, theirs: Side) -> None:
        """A version that the other pack went on from waits no longer: a newer one takes its place."""
        for known in self.of(claim_id):
            digest = str((note_of(known) or {}).get("digest"))
            if known.believed and theirs.known.keys() >= members(digest) and self._waits(known, claim_id):
                set_aside(self._sheet, known, self._asked(known, claim_id), CHANGED_AGAIN)

    def _waits(self, version: Claim, claim_id: str) -> bool:
        """Whether a version is asked about, or would be: whoever asked may have taken that back."""
        asked = self._asked(version, claim_id)
        return not asked or any(one.status == OPEN for one in asked)

    def _asked(self, version: Claim, claim_id: str) -> list[Proposal]:
        known = (one for _, one in self._sheet.items(tables.PROPOSAL))
        return [one for one in known if (one.new, one.old, one.source) == (version.id, claim_id, "merge")]

    def _known(self) -> dict[str, list[str]]:
        if self._ids is None:
            self._ids = {}
            for _, claim in self._sheet.items(tables.CLAIM):
                if is_version(claim):
                    self.add(claim)
        return self._ids


def is_version(claim: Claim) -> bool:
    """Whether a claim is the version of another pack of one that is here."""
    note = note_of(claim)
    return note is not None and note["claim"] != claim.id


def alike(known: Claim, version: Claim) -> bool:
    """Whether a version that is believed says what another one says."""
    fields = ("text", "question", "t_valid", "t_invalid", "set", "facts")
    return known.believed and all(getattr(known, name) == getattr(version, name) for name in fields)


def set_aside(sheet: Sheet, version: Claim, asked: list[Proposal], why: str) -> None:
    """A version that waits no longer stays readable, and is not believed.

    It bears the seat that asked, or where nobody did the one whose words it has, so that every pack that
    merges sets it aside in the same words.
    """
    by = asked[0].actor if asked else str((note_of(version) or {}).get("actor"))
    withdrawal = Closing(
        rule="merge", actor=by, tx=sheet.tx, t_tx=sheet.now, why=why, former_end=version.t_invalid
    )
    gone = replace(version, state=RETRACTED, withdrawal=withdrawal)
    sheet.put((tables.CLAIM, version.id), gone, decided=True)
