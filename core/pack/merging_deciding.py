"""Deciding what a merge left open: a person takes theirs or keeps ours, and one of the two stays live."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from core.claims.claim import SET_ASIDE, TAKEN_OVER, Claim
from core.claims.ids import short
from core.claims.proposal import Proposal
from core.errors import Refused
from core.pack.endings import withdraw
from core.pack.linking import relink
from core.pack.merging_claims import names_follow_text, parts_of, with_parts
from core.pack.merging_rivals import MERGED, note_of
from core.pack.outcome import quoted
from core.pack.work import Work
from core.rules.keys import key_rivals


def take_theirs(work: Work, proposal: Proposal, theirs: Claim, ours: Claim) -> None:
    """Our claim says what theirs says, where the two differ; their version has done its work."""
    fields = str(proposal.figures.get("fields", "")).split(", ")
    there: dict[str, Any] = parts_of(theirs) | {"key": (note_of(theirs) or {}).get("key")}
    there["extra"] = {name: value for name, value in theirs.extra.items() if name != MERGED}
    there["end"] = (*there["end"][:3], theirs.closing)
    changes = {name: there[name] for name in fields if name in there and name not in _KEPT}
    if "text" in changes and names_follow_text(ours, theirs):
        changes["entities"] = theirs.entities
    wanted = with_parts(ours, changes)
    if wanted.t_valid is not None and wanted.t_invalid is not None and wanted.t_valid >= wanted.t_invalid:
        raise Refused(
            f"with their window {quoted(ours.text, 40)} would never be true; edit its start or its end first."
        )
    _refuse_rivals(work, wanted, without=theirs.id)
    withdraw(work, theirs, deed=None, why=f"taken over into {short(ours.id)}", by=ours.id, rule=TAKEN_OVER)
    taken = work.version(ours, **{name: getattr(wanted, name) for name in ours.__struct_fields__})
    work.lapse(ours.id)
    if (taken.set, taken.entities) != (ours.set, ours.entities):
        relink(work, taken)


_KEPT = frozenset({"kind", "workspace", "author"})
"""What a claim is stays as it is."""


def give_key(work: Work, newer: Claim, older: Claim) -> None:
    """The accepted claim gets the key for which it waited."""
    note = note_of(newer) or {}
    extra = {name: value for name, value in newer.extra.items() if name != MERGED}
    wanted = replace(newer, key=note.get("key"), extra=extra)
    _refuse_rivals(work, wanted, without=older.id)
    work.version(newer, key=wanted.key, extra=extra)


def pass_key_on(work: Work, newer: Claim, older: Claim) -> None:
    """The accepted claim holds the key of the one whose place it takes."""
    wanted = replace(newer, key=older.key)
    _refuse_rivals(work, wanted, without=older.id)
    work.version(newer, key=older.key)


def keep_ours(work: Work, theirs: Claim) -> None:
    """Their side stays readable, and is not believed."""
    withdraw(work, theirs, deed=None, why="ours was kept after a merge", rule=SET_ASIDE)


def _refuse_rivals(work: Work, wanted: Claim, *, without: str) -> None:
    rivals = [one for one in key_rivals(wanted, work.held, work.index) if one != without]
    if rivals:
        raise Refused(
            f"key {wanted.key} would have two values at once: {', '.join(map(short, rivals))} holds it; "
            "close or retract that first."
        )
