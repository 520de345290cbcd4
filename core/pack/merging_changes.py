"""What a merge did to each claim that was here: from what stood before and what stands after, by whom.

No rule of the merge is asked: whatever changed a claim, a line says so. Where somebody here had changed the
claim too, not known to who did that there, the line says who.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from core.claims.claim import Claim
from core.claims.ended import Withdrawn, ending_of, how_withdrawn
from core.claims.ids import short
from core.claims.proposal import ACCEPTED, DECLINED, LAPSED, OPEN, Proposal
from core.clocks.instants import Instant
from core.pack.merging_acts import is_decision
from core.pack.merging_claims import parts_of
from core.pack.merging_sheet import Sheet
from core.pack.merging_sides import Key, Side, Step, value_of
from core.pack.merging_values import same
from core.pack.outcome import quoted_pair
from core.pack.part_words import Differs, differing
from core.rules.windows import ends
from core.store import tables

BACK: Final = "changed and changed back"

ORDER: Final = (
    "undone", "retracted", "set aside", "taken over", "closed", "reopened", "accepted", "declined",
    "edited", "rested", "woken", "pinned", "unpinned", "replaces", "witnessed", "cited", BACK,
)  # fmt: skip
"""What can be done to a claim, what weighs most first."""

_ADDED: Final = {"supersedes": "replaces", "witnesses": "witnessed", "deeds": "cited"}
"""Parts that grow by other acts than an edit."""


class Did(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was done to a claim."""

    kind: str
    """One of `ORDER`."""
    by: str
    """The seat; empty where nobody did it but the merge."""
    fields: tuple[str, ...] = ()
    """What an edit changed."""
    differs: tuple[Differs, ...] = ()
    """What an edit changed but the text: as it stood here, and as it stands."""
    at: Instant | None = None
    """The end of one that is closed."""
    other: str | None = None
    """Id of the claim that closed it, or that it replaces; of one that is open again, the claim that is live
    as well."""
    said: str | None = None
    """The text of that one."""
    over: str | None = None
    """The seat here whose decision gave way."""
    gone: str = ""
    """Which of the two claims of a decision is not live after it: `it`, `other`, or neither."""


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that was here and that the merge changed."""

    claim: str
    text: str
    did: tuple[Did, ...]
    before: str | None = None
    """The words that stood here, where others stand now."""
    touched_by: tuple[str, ...] = ()
    """Seats who had changed it here since the packs parted, not known to who changed it there."""
    stays: Withdrawn | None = None
    """How it was given up here before, where that stands."""
    given_up_by: str = ""
    """The seat that did that."""

    @property
    def rank(self) -> tuple[bool, int, str]:
        """What was touched here comes first, then what weighs most."""
        return not self.touched_by, min(ORDER.index(one.kind) for one in self.did), self.claim


class Changes:
    """The changes of one merge, told when it is done."""

    def __init__(self, ours: Side, theirs: Side, sheet: Sheet) -> None:
        self.ours, self.theirs, self.sheet = ours, theirs, sheet

    def tell(self) -> tuple[Changed, ...]:
        """Each claim that changed once, those first that were touched here."""
        decided = self._decided()
        held = {key for key in self.sheet.changed(tables.CLAIM) if self.sheet.before((tables.CLAIM, key))}
        found = (self._one(claim_id, decided.get(claim_id, [])) for claim_id in held | decided.keys())
        return tuple(sorted(found, key=lambda one: one.rank))

    def graded(self) -> int:
        """How many claims that were here got grades."""
        keys = ((tables.REVIEW, key) for key in self.sheet.changed(tables.REVIEW))
        return sum(_reps(self.sheet.before(key)) < _reps(self.sheet.get(key)) for key in keys)

    def proposals(self, status: str, before: tuple[str | None, ...]) -> int:
        """How many proposals came to a status, of those that had another one of `before` (None: not here)."""
        count = 0
        for key in self.sheet.changed(tables.PROPOSAL):
            was, now = self.sheet.before((tables.PROPOSAL, key)), self.sheet.get((tables.PROPOSAL, key))
            stood = None if was is None else was.status
            count += now is not None and now.status == status != stood and stood in before
        return count

    def lapsed(self) -> tuple[str, ...]:
        """The pairs of the proposals that waited here and do no more, each as a line."""
        found = []
        for key in self.sheet.changed(tables.PROPOSAL):
            was, now = self.sheet.before((tables.PROPOSAL, key)), self.sheet.get((tables.PROPOSAL, key))
            if was is not None and was.status == OPEN and now is not None and now.status == LAPSED:
                new, old = (getattr(self.sheet.claim(one), "text", "") for one in (now.new, now.old))
                found.append(f"{short(key)} {' for '.join(quoted_pair(new, old))}")
        return tuple(sorted(found))

    # one claim

    def _one(self, claim_id: str, decided: list[Proposal]) -> Changed:
        key = (tables.CLAIM, claim_id)
        before, after = self.sheet.before(key), self.sheet.get(key)
        did = [*self._did(before, after), *map(self._decision, decided)]
        if not did:
            did = [Did(kind=BACK, by=self._last(key))]
        touched = self._touched(key)
        for one in decided:
            touched += self._touched((tables.PROPOSAL, one.id))
        return Changed(
            claim=claim_id,
            text=after.text,
            did=tuple(sorted(did, key=lambda one: ORDER.index(one.kind))),
            before=before.text if before.text != after.text else None,
            touched_by=tuple(dict.fromkeys(touched)),
            **_given_up(before, after),
        )

    def _did(self, before: Claim, after: Claim) -> Iterator[Did]:
        was, now = parts_of(before), parts_of(after)
        differ = [name for name in now if was[name] != now[name]]
        edited = []
        for name in differ:
            kind = _KINDS.get(name, _edit)(before, after) or _ADDED.get(name, "")
            if not kind:
                edited.append(name)
                continue
            yield self._told(kind, after, self._who(after.id, (name,)), before)
        if edited and not (edited == ["extra"] and len(differ) > 1):
            yield Did(
                kind="edited",
                by=self._who(after.id, tuple(edited)),
                fields=tuple(edited),
                differs=differing(before, after, edited, str(self.sheet.setting("zone"))),
            )

    def _told(self, kind: str, after: Claim, by: str, before: Claim) -> Did:
        ending = ending_of(before if kind == "reopened" else after)
        other = self.sheet.claim(ending.by) if ending is not None and ending.by else None
        also = other is not None and other.believed and ends(other) > self.sheet.now
        shown = other if kind == "closed" or (kind == "reopened" and also) else None
        if kind == "replaces":
            added = [one for one in after.supersedes if one not in before.supersedes]
            shown = self.sheet.claim(added[0]) if added else None
        return Did(
            kind=kind,
            by=by,
            at=after.t_invalid if kind == "closed" else None,
            other=None if shown is None else shown.id,
            said=None if shown is None else shown.text,
        )

    # who

    def _who(self, claim_id: str, names: tuple[str, ...]) -> str:
        """The seat that gave some parts of a claim what they say now, as their pack knows it."""
        key = (tables.CLAIM, claim_id)
        if key not in self.theirs.chains:
            return ""

        def says(claim: Claim | None) -> list[Any]:
            return [] if claim is None else [parts_of(claim)[name] for name in names]

        if says(self.theirs.head(key)) == says(self.sheet.get(key)):
            origin = self.theirs.words(claim_id, says)
            return "" if is_decision(origin.digest) else origin.actor
        return self._last(key, says)

    def _last(self, key: Key, says: Callable[[Claim | None], object] | None = None) -> str:
        """Who did the last of their new acts on a key; with `says`, of those that change what it tells."""
        chain = self.theirs.chains.get(key, [])
        for place in range(len(chain) - 1, -1, -1):
            step, former = chain[place], chain[place - 1] if place else None
            if is_decision(step.act) or self.ours.knows(step):
                continue
            if says is None or says(value_of(key, step)) != says(value_of(key, former)):
                return self.theirs.origin(step).actor
        return ""

    def _touched(self, key: Key) -> list[str]:
        """Who changed a key here, while who changed it there did not know of it."""
        new = [step.tx for step in self.theirs.chains.get(key, ()) if not self.ours.knows(step)]

        def unseen(step: Step) -> bool:
            return not self.theirs.knows(step) or (bool(new) and self.theirs.learned(step) >= new[0])

        chain = self.ours.chains.get(key, ())
        return [self.ours.origin(one).actor for one in chain if not is_decision(one.act) and unseen(one)]

    # decisions

    def _decided(self) -> dict[str, list[Proposal]]:
        """By the older claim, the proposals that the merge decided otherwise than they stood here.

        What a merge asked there and somebody decided there was asked here, if at all, under another name.
        """
        found: dict[str, list[Proposal]] = {}
        for key in self.sheet.changed(tables.PROPOSAL):
            before, after = self.sheet.before((tables.PROPOSAL, key)), self.sheet.get((tables.PROPOSAL, key))
            if after is None or after.status not in (ACCEPTED, DECLINED):
                continue
            asked_here = before is not None or self._is_of_both(after)
            if asked_here and not same(tables.PROPOSAL, before, after):
                found.setdefault(after.old, []).append(after)
        return found

    def _is_of_both(self, after: Proposal) -> bool:
        """Whether a merge asked about a claim that was here."""
        held = self.sheet.before((tables.CLAIM, after.old)) is not None
        return held and after.source in ("merge", "held")

    def _decision(self, after: Proposal) -> Did:
        before = self.sheet.before((tables.PROPOSAL, after.id))
        decided = before is not None and before.status in (ACCEPTED, DECLINED)
        otherwise = decided and before.status != after.status
        new = self.sheet.claim(after.new)
        return Did(
            kind=after.status,
            by=after.decided_by or "",
            other=after.new,
            said=None if new is None else new.text,
            over=before.decided_by if otherwise else None,
            gone="it" if not self._is_live(after.old) else "" if self._is_live(after.new) else "other",
        )

    def _is_live(self, claim_id: str) -> bool:
        claim = self.sheet.claim(claim_id)
        return claim is not None and claim.believed and ends(claim) > self.sheet.now


def _given_up(before: Claim, after: Claim) -> dict[str, Any]:
    """That a claim was given up here, and stays so whatever else came in."""
    if before.believed or after.believed or before.withdrawal is None:
        return {}
    return {"stays": how_withdrawn(after), "given_up_by": before.withdrawal.actor}


def _reps(state: Any) -> int:
    return 0 if state is None else int(state.reps)


def _end(before: Claim, after: Claim) -> str:
    """Closed, open again, or (where its author stated another end) edited."""
    if after.closing is not None and ends(after) <= ends(before):
        return "closed"
    return "reopened" if before.closing is not None and ends(after) > ends(before) else ""


def _state(before: Claim, after: Claim) -> str:
    return how_withdrawn(after) or "reopened"


def _edit(before: Claim, after: Claim) -> str:
    return ""


_KINDS: Final[dict[str, Callable[[Claim, Claim], str]]] = {
    "end": _end,
    "state": _state,
    "rest": lambda before, after: "rested" if after.resting else "woken",
    "pinned": lambda before, after: "pinned" if after.pinned else "unpinned",
}
"""By part of a claim, what was done when it differs; empty: it was edited."""
