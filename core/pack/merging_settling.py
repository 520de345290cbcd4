"""Which versions of other packs still wait for a person after a merge, and which have nothing to ask now.

One text of a claim stands, and each other one that waits is asked about once. A version that has nothing to
ask any more is set aside: it stays readable, and is not believed. Whether it was asked about before makes no
difference: an undo may have taken its question back, and left the version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from core.claims.claim import BELIEVED, UNDONE, Claim
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN, Proposal, pair_key
from core.pack.merging_acts import persons
from core.pack.merging_claims import SCALARS, parts_of
from core.pack.merging_rivals import MERGED, Rival, fields_of, note_of, rival_version, told
from core.pack.merging_sheet import Sheet
from core.pack.merging_versions import Versions, alike, is_version, set_aside
from core.store import tables

RestsOn = Callable[[str], frozenset[str]]
"""By claim, the acts of persons that it rests on."""

_SAYS_IT: Final = "the claim says so itself"
_DECIDED: Final = "it was decided in the other pack"
_SAID_TWICE: Final = "another version says the same"
_CHANGED: Final = "the claim was changed since"
_UNTOLD: Final = frozenset({"key", "extra"})
"""Parts that `told` leaves out."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A version, its claim, and what was asked about the claim."""

    version: Claim
    claim: Claim
    about: tuple[Proposal, ...]
    """The questions about all versions of the claim."""
    twins: tuple[Claim, ...]
    """Other versions of the claim that are believed and say the same."""

    @property
    def mine(self) -> list[Proposal]:
        """The questions about this version."""
        return [one for one in self.about if one.new == self.version.id]

    @property
    def fields(self) -> tuple[str, ...]:
        """The parts in which the two were found to differ, else those in which they do."""
        if self.mine:
            return fields_of(self.mine[0])
        note = note_of(self.version) or {}
        if isinstance(note.get("fields"), str):
            return tuple(note["fields"].split(", "))
        here, there = parts_of(self.claim), parts_of(self.version) | {"key": note.get("key")}
        return tuple(name for name in _ASKED if here[name] != there[name])

    @property
    def says_it(self) -> bool:
        """Whether the claim says what the version says."""
        fields = self.fields
        return told(self.version, fields) == told(self.claim, fields) and not _UNTOLD & set(fields)

    @property
    def has_lapsed(self) -> bool:
        """Whether no question about the version is open or decided."""
        return all(one.status == LAPSED for one in self.mine)


_ASKED: Final = (*SCALARS, "start", "end")


def settle(sheet: Sheet, rivals: list[Rival], rests_on: RestsOn) -> None:
    """Set aside the versions that have nothing to ask, and leave one question a pair.

    One that is to be asked about for the first time joins the `rivals`.
    """
    asked_now = {one.new for one in rivals}
    for case in _cases(sheet):
        if case.version.id in asked_now or _both_stay(sheet, case):
            continue
        if case.version.believed:
            _settle(sheet, case, rests_on(case.claim.id), rivals)
        elif _may_come_back(sheet, case) and _is_asked(sheet, case, rests_on(case.claim.id)):
            back = replace(case.version, state=BELIEVED, withdrawal=None)
            sheet.put((tables.CLAIM, back.id), back, decided=True)
            _ask(sheet, case, rivals)
    _lapse(sheet, _asked_twice(one for _, one in sheet.items(tables.PROPOSAL)))


def _cases(sheet: Sheet) -> Iterator[_Case]:
    """The versions of claims that are believed; of those that say the same the first by its id comes last."""
    proposals = [one for _, one in sheet.items(tables.PROPOSAL) if one.source == "merge"]
    versions = Versions(sheet)
    found = sorted((one.id for _, one in sheet.items(tables.CLAIM) if is_version(one)), reverse=True)
    for version in filter(None, map(sheet.claim, found)):
        claim = sheet.claim((note_of(version) or {})["claim"])
        if claim is not None and claim.believed:
            about = tuple(one for one in proposals if one.old == claim.id)
            others = (one for one in versions.of(claim.id) if one.id != version.id)
            yield _Case(version, claim, about, tuple(one for one in others if alike(one, version)))


def _both_stay(sheet: Sheet, case: _Case) -> bool:
    """Whether a person who was asked something else about the two has left both."""
    return (
        not case.mine and sheet.get((tables.DECLINED, pair_key(case.version.id, case.claim.id))) is not None
    )


def _settle(sheet: Sheet, case: _Case, known: frozenset[str], rivals: list[Rival]) -> None:
    if case.has_lapsed and _untouched(sheet, case.version) and _is_asked(sheet, case, known):
        _ask(sheet, case, rivals)
        return
    why = _why_not(sheet, case)
    if why is not None:
        set_aside(sheet, case.version, case.mine, why)
        _lapse(sheet, (one for one in case.mine if one.status == OPEN))


def _may_come_back(sheet: Sheet, case: _Case) -> bool:
    """Whether a version was set aside for saying what its claim said, or says what its claim said here.

    Who took back what the other pack said there has not decided that it goes here.
    """
    gone, before = case.version.withdrawal, sheet.before((tables.CLAIM, case.claim.id))
    if case.version.state == UNDONE:
        return before is not None and told(before, case.fields) == told(case.version, case.fields)
    return gone is not None and (gone.rule, gone.why) == ("merge", _SAYS_IT)


def _is_asked(sheet: Sheet, case: _Case, known: frozenset[str]) -> bool:
    """Whether a version is a question yet: nobody has decided it, and the claim says something else.

    That is so while the claim rests on what the version says, or says what the version was held against; when
    a person has changed the claim since, it is so no more.
    """
    note, fields = note_of(case.version) or {}, case.fields
    rests = persons(str(note.get("digest"))) <= known
    stands = bool(set(fields) - _UNTOLD) and note.get("over") == told(case.claim, fields)
    if case.says_it or case.twins or not (rests or stands):
        return False
    return (
        not any(one.status in (ACCEPTED, DECLINED) for one in case.mine)
        and not any(_decided(sheet, one, case) for one in case.about if one.status == ACCEPTED)
        and sheet.get((tables.DECLINED, pair_key(case.version.id, case.claim.id))) is None
    )


def _ask(sheet: Sheet, case: _Case, rivals: list[Rival]) -> None:
    if not case.mine:
        rivals.append(rival_version(case.version.id, case.claim.id, case.fields))
        return
    again = replace(case.mine[0], status=OPEN, decided_by=None, t_decided=None, why=None)
    sheet.put((tables.PROPOSAL, again.id), again, decided=True)


def _lapse(sheet: Sheet, proposals: Iterable[Proposal]) -> None:
    for one in list(proposals):
        lapsed = replace(one, status=LAPSED, decided_by=one.actor, t_decided=sheet.now)
        sheet.put((tables.PROPOSAL, one.id), lapsed, decided=True)


def _why_not(sheet: Sheet, case: _Case) -> str | None:
    """Why a version waits no longer; None while it does."""
    if case.says_it:
        return _SAYS_IT
    if any(_decided(sheet, one, case) for one in case.about if one.status == ACCEPTED):
        return _DECIDED
    if any(one.status == OPEN for one in case.mine):
        return _SAID_TWICE if _says_another(sheet, case) else None
    if not _untouched(sheet, case.version):
        return None
    if not case.has_lapsed:
        return _DECIDED
    return _SAID_TWICE if case.twins else _CHANGED


def _untouched(sheet: Sheet, version: Claim) -> bool:
    """Whether nobody has made a version a claim of his own by changing it."""
    chain = sheet.held.chains.chain(tables.CLAIM, version.id)
    first = chain[0].value if chain else version
    return told(first, _WORDS) == told(version, _WORDS)


_WORDS: Final = (*SCALARS, "start", "end", "pinned")


def _decided(sheet: Sheet, accepted: Proposal, case: _Case) -> bool:
    """Whether a person has taken another version instead of what this one says, and knew both."""
    taken, fields = sheet.claim(accepted.new), fields_of(accepted)
    if taken is None or taken.id == case.version.id:
        return False
    over, against = ((note_of(one) or {}).get("over") for one in (taken, case.version))
    return over == told(case.version, fields) and against == told(taken, fields)


def _says_another(sheet: Sheet, case: _Case) -> bool:
    """Whether a version that is first by its id says the same, and waits."""
    others = (sheet.claim(one.new) for one in case.about if one.status == OPEN and one.new < case.version.id)
    return any(other is not None and alike(other, case.version) for other in others)


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
