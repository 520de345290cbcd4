"""Versions of other packs that are here as claims of their own: which of them still wait for a person.

One text of a claim stands, and each other one that waits is asked about once. A version that has nothing to
ask any more is set aside: it stays readable, and is not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from core.claims.claim import BELIEVED, RETRACTED, Claim, Closing
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN, Proposal, pair_key
from core.pack.merging_acts import members, persons
from core.pack.merging_claims import SCALARS
from core.pack.merging_report import Report
from core.pack.merging_rivals import MERGED, Rival, fields_of, note_of, told
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Side
from core.store import tables

RestsOn = Callable[[str], frozenset[str]]
"""By claim, the acts of persons that it rests on."""

CHANGED_AGAIN: Final = "the other pack has changed it again"
_SAYS_IT: Final = "the claim says so itself"
_DECIDED: Final = "it was decided in the other pack"
_SAID_TWICE: Final = "another version says the same"
_CHANGED: Final = "the claim was changed since"


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
        waiting = {one.new for one in self._asked(claim_id)}
        found = (
            one
            for one in self.of(claim_id)
            if one.id == version.id or (one.id in waiting and _alike(one, version))
        )
        return next(found, None)

    def _asked(self, claim_id: str) -> list[Proposal]:
        return [one for one in self._sheet.held.open_proposals.values() if one.old == claim_id]

    def give_way(self, claim_id: str, theirs: Side) -> None:
        """A version that the other pack went on from waits no longer: a newer one takes its place."""
        waiting = {one.new: one for one in self._asked(claim_id)}
        for known in self.of(claim_id):
            digest = str((note_of(known) or {}).get("digest"))
            if known.id in waiting and known.believed and theirs.known.keys() >= members(digest):
                set_aside(self._sheet, known, waiting[known.id], CHANGED_AGAIN)

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


def _alike(known: Claim, version: Claim) -> bool:
    fields = ("text", "question", "t_valid", "t_invalid", "set", "facts")
    return known.believed and all(getattr(known, name) == getattr(version, name) for name in fields)


def set_aside(sheet: Sheet, version: Claim, asked: Proposal, why: str) -> None:
    """A version that waits no longer stays readable, and is not believed.

    It bears the seat that asked, so that every pack that merges sets it aside in the same words.
    """
    withdrawal = Closing(
        rule="merge", actor=asked.actor, tx=sheet.tx, t_tx=sheet.now, why=why, former_end=version.t_invalid
    )
    gone = replace(version, state=RETRACTED, withdrawal=withdrawal)
    sheet.put((tables.CLAIM, version.id), gone, decided=True)


def settle(sheet: Sheet, rivals: Iterable[Rival], rests_on: RestsOn, report: Report) -> None:
    """Set aside the versions that have nothing to ask, and leave one question a pair."""
    proposals = [one for _, one in sheet.items(tables.PROPOSAL) if one.source == "merge"]
    asked_now = {one.new for one in rivals}
    for version in [one for _, one in sheet.items(tables.CLAIM) if is_version(one)]:
        claim_id = (note_of(version) or {})["claim"]
        about = [one for one in proposals if one.old == claim_id]
        mine = [one for one in about if one.new == version.id]
        claim = sheet.claim(claim_id)
        if not mine or claim is None or not claim.believed or version.id in asked_now:
            continue
        if version.believed:
            _settle(sheet, version, claim, mine, about, rests_on(claim_id), report)
        elif _gave_way(version) and _is_asked(sheet, version, claim, about, rests_on(claim_id)):
            back = replace(version, state=BELIEVED, withdrawal=None)
            sheet.put((tables.CLAIM, version.id), back, decided=True)
            _ask_again(sheet, mine[0], report)
    _lapse(sheet, _asked_twice(one for _, one in sheet.items(tables.PROPOSAL)), report)


def _settle(
    sheet: Sheet,
    version: Claim,
    claim: Claim,
    mine: list[Proposal],
    about: list[Proposal],
    known: frozenset[str],
    report: Report,
) -> None:
    lapsed = _has_lapsed(mine) and _untouched(sheet, version)
    if lapsed and _is_asked(sheet, version, claim, about, known):
        _ask_again(sheet, mine[0], report)
        return
    why = _why_not(sheet, version, claim, mine, about)
    if why is not None:
        set_aside(sheet, version, mine[0], why)
        _lapse(sheet, (one for one in mine if one.status == OPEN), report)


def _gave_way(version: Claim) -> bool:
    """Whether a version was set aside for saying what the claim said then."""
    gone = version.withdrawal
    return gone is not None and (gone.rule, gone.why) == ("merge", _SAYS_IT)


def _is_asked(
    sheet: Sheet, version: Claim, claim: Claim, about: list[Proposal], known: frozenset[str]
) -> bool:
    """Whether a version is a question yet: nobody has decided it, and the claim says something else.

    That is so while the claim rests on what the version says, or says what the version was held against; when
    a person has changed the claim since, it is so no more.
    """
    note = note_of(version) or {}
    words = persons(str(note.get("digest")))
    fields = next(fields_of(one) for one in about if one.new == version.id)
    if told(version, fields) == told(claim, fields) or not (
        words <= known or note.get("over") == told(claim, fields)
    ):
        return False
    others = (sheet.claim(one.new) for one in about if one.new != version.id)
    return (
        not any(one.status in (ACCEPTED, DECLINED) for one in about if one.new == version.id)
        and not any(_decided(sheet, one, version) for one in about if one.status == ACCEPTED)
        and not any(other is not None and _alike(other, version) for other in others)
        and sheet.get((tables.DECLINED, pair_key(version.id, claim.id))) is None
    )


def _ask_again(sheet: Sheet, proposal: Proposal, report: Report) -> None:
    again = replace(proposal, status=OPEN, decided_by=None, t_decided=None, why=None)
    sheet.put((tables.PROPOSAL, again.id), again, decided=True)
    report.proposals_opened += 1


def _lapse(sheet: Sheet, proposals: Iterable[Proposal], report: Report) -> None:
    for one in list(proposals):
        lapsed = replace(one, status=LAPSED, decided_by=one.actor, t_decided=sheet.now)
        sheet.put((tables.PROPOSAL, one.id), lapsed, decided=True)
        report.proposals_lapsed += 1


def _why_not(
    sheet: Sheet, version: Claim, claim: Claim, mine: list[Proposal], about: list[Proposal]
) -> str | None:
    """Why a version waits no longer; None while it does. `mine` are its own questions about the claim."""
    fields = fields_of(mine[0])
    if told(version, fields) == told(claim, fields) and "key" not in fields and "extra" not in fields:
        return _SAYS_IT
    if any(_decided(sheet, one, version) for one in about if one.status == ACCEPTED):
        return _DECIDED
    if any(one.status == OPEN for one in mine):
        return _SAID_TWICE if _says_another(sheet, version, about) else None
    return _CHANGED if _has_lapsed(mine) and _untouched(sheet, version) else None


def _has_lapsed(mine: list[Proposal]) -> bool:
    return all(one.status == LAPSED for one in mine)


def _untouched(sheet: Sheet, version: Claim) -> bool:
    """Whether nobody has made a version a claim of his own by changing it."""
    chain = sheet.held.chains.chain(tables.CLAIM, version.id)
    first = chain[0].value if chain else version
    return told(first, _WORDS) == told(version, _WORDS)


_WORDS: Final = (*SCALARS, "start", "end", "pinned")


def _decided(sheet: Sheet, accepted: Proposal, version: Claim) -> bool:
    """Whether a person has taken another version instead of what this one says, and knew both."""
    taken, fields = sheet.claim(accepted.new), fields_of(accepted)
    if taken is None or taken.id == version.id:
        return False
    over, against = ((note_of(one) or {}).get("over") for one in (taken, version))
    return over == told(version, fields) and against == told(taken, fields)


def _says_another(sheet: Sheet, version: Claim, about: Iterable[Proposal]) -> bool:
    """Whether a version that is first by its id says the same, and waits."""
    others = (sheet.claim(one.new) for one in about if one.status == OPEN and one.new < version.id)
    return any(other is not None and _alike(other, version) for other in others)


def give_keys_back(sheet: Sheet) -> None:
    """Two packs that each held out the other's claim leave the key with the one that is first by its id."""
    held = (one for _, one in sheet.items(tables.PROPOSAL) if one.source == "held")
    waits = {(one.new, one.old) for one in held if one.status == OPEN}
    for new, old in sorted(waits):
        claim = sheet.claim(new)
        if claim is None or new > old or (old, new) not in waits or claim.key is not None:
            continue
        note = claim.extra.get(MERGED)
        if claim.believed and isinstance(note, dict) and note.get("claim") == new:
            extra = {name: value for name, value in claim.extra.items() if name != MERGED}
            sheet.put((tables.CLAIM, new), replace(claim, key=note.get("key"), extra=extra), decided=True)


def _asked_twice(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """Open questions of a merge about a pair of which another one stays: the one about the later claim."""
    first: dict[str, Proposal] = {}
    for one in sorted(proposals, key=lambda each: (each.old, each.id)):
        if one.status != OPEN or one.source not in ("merge", "held"):
            continue
        pair = pair_key(one.new, one.old)
        if pair in first:
            yield one
        else:
            first[pair] = one
