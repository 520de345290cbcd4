"""One claim that both packs changed: what only one changed is combined, the rest is told as a clash."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import BELIEVED, Claim, Closing
from core.clocks.instants import LATEST
from core.pack.merging_values import said, unstamped
from core.store import tables

SCALARS: Final = (
    "text", "question", "t_observed", "set", "key", "facts", "kind", "workspace", "author", "origin",
)  # fmt: skip
"""Fields that are one thing: when both sides changed them to different things, a person decides."""
_UNIONS: Final = ("entities", "deeds", "derived_from", "supersedes", "witnesses")
_MARKS: Final = ("rest", "pinned", "accepted", "entities_declared")

Parts = dict[str, Any]
End = tuple[Any, ...]
Names = frozenset[str]
NONE: Final[Names] = frozenset()


class Combined(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of a claim that both packs changed."""

    claim: Claim
    """Ours, with what only they changed."""
    clashes: tuple[str, ...] = ()
    """Parts that both changed to different things: there it is ours."""
    ended_twice: bool = False
    """Both sides ended it; the earlier end stands."""
    rivals: tuple[str, str] | None = None
    """Their successor and ours, when both packs closed the claim by different ones."""


def parts_of(claim: Claim) -> Parts:
    """A claim as the things that are decided as one; an ending without its place in a log."""
    parts: Parts = {name: getattr(claim, name) for name in (*SCALARS, *_UNIONS)}
    parts["start"] = (claim.t_valid, claim.t_valid_stated, claim.precision[0])
    parts["end"] = (claim.t_invalid, claim.t_invalid_stated, claim.precision[1], unstamped(claim.closing))
    parts["state"] = (claim.state, unstamped(claim.withdrawal))
    parts["rest"] = (claim.resting, claim.rest_reason)
    for mark in ("pinned", "accepted", "entities_declared"):
        parts[mark] = getattr(claim, mark)
    parts["extra"] = claim.extra
    return parts


def with_parts(claim: Claim, parts: Mapping[str, Any]) -> Claim:
    """The claim with some of its parts put in place."""
    fields = {name: value for name, value in parts.items() if name not in _SPREAD}
    starts, ends = claim.precision
    if "start" in parts:
        fields["t_valid"], fields["t_valid_stated"], starts = parts["start"]
    if "end" in parts:
        fields["t_invalid"], fields["t_invalid_stated"], ends, fields["closing"] = parts["end"]
    if "state" in parts:
        fields["state"], fields["withdrawal"] = parts["state"]
    if "rest" in parts:
        fields["resting"], fields["rest_reason"] = parts["rest"]
    return replace(claim, **fields, precision=(starts, ends))


_SPREAD: Final = ("start", "end", "state", "rest")


def combine(
    olds: Sequence[Claim], ours: Claim, theirs: Claim, *, firm: tuple[Names, Names] = (NONE, NONE)
) -> Combined:
    """Part by part against what both packs know: one value, or two after merges that crossed; or none.

    Where each side has kept one of two such values, the claim stands that is first in the order of texts, so
    both packs come to the same. `firm` are the parts, ours and theirs, that a person has kept as they are.
    """
    was = [parts_of(one) for one in olds]
    mine, other = parts_of(ours), parts_of(theirs)
    theirs_first = first_of(ours, theirs) is theirs
    took: Parts = {name: _union(_all_of(was, name), mine[name], other[name]) for name in _UNIONS}
    clashes: list[str] = []
    end_twice = False
    for name in (*SCALARS, "start", "end", *_MARKS, "state"):
        old = [one[name] for one in was]
        kept = mine[name] in old and name not in firm[0]
        stood = other[name] in old and name not in firm[1]
        if mine[name] == other[name]:
            continue
        if stood and not (kept and theirs_first):
            continue
        if kept:
            took[name] = other[name]
        elif name in _SOFT:
            took[name] = _SOFT[name](mine[name], other[name])
        elif name == "end" and _both_shorten(old, mine[name], other[name]):
            took[name] = min(mine[name], other[name], key=end_order)
            end_twice = True
        else:
            clashes.append(name)
    if names_follow_text(ours, theirs) and mine["text"] != other["text"]:
        took["entities"] = (other if took.get("text") == other["text"] else mine)["entities"]
    took["extra"], clash = _extra([one["extra"] for one in was], mine["extra"], other["extra"])
    clashes += ["extra"] if clash else []
    claim = with_parts(ours, took)
    if _is_empty(claim):
        claim = with_parts(claim, {name: mine[name] for name in ("start", "end")})
        clashes += [name for name in ("start", "end") if name not in clashes and name in took]
    rivals = _rivals([one["end"] for one in was], mine["end"], other["end"])
    return Combined(
        claim=claim,
        clashes=tuple(clashes),
        ended_twice=end_twice,
        rivals=rivals,
    )


def first_of(one: Claim, other: Claim) -> Claim:
    """Of two versions that merges kept, the one that stands; it does not matter who asks."""
    return min(one, other, key=lambda claim: (claim.text, said(tables.CLAIM, claim)))


def _all_of(was: Sequence[Parts], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for one in was for item in one[name]))


def names_follow_text(ours: Claim, theirs: Claim) -> bool:
    """Whether the names of both are those mined from their texts, so that they go with the text."""
    return not (ours.entities_declared or theirs.entities_declared)


def _union(base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """What neither side took away, and what either side added; in our order, theirs after it."""
    gone = {one for one in base if one not in ours or one not in theirs}
    return tuple(one for one in dict.fromkeys((*ours, *theirs)) if one not in gone)


def _state(ours: tuple[str, Any], theirs: tuple[str, Any]) -> tuple[str, Any]:
    """Where one side believes it again and the other gave it up in another way, it is given up.

    Of two ways of giving it up the same one stands, whoever takes in whom.
    """
    if BELIEVED in (ours[0], theirs[0]):
        return theirs if ours[0] == BELIEVED else ours
    return min(ours, theirs, key=lambda one: (one[0], *_whose(one[1])))


_SOFT: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "state": _state,
    "rest": lambda ours, theirs: ours if ours[0] or not theirs[0] else theirs,
    "pinned": lambda ours, theirs: ours or theirs,
    "accepted": lambda ours, theirs: ours or theirs,
    "entities_declared": lambda ours, theirs: ours or theirs,
}
"""Marks of which either answer is harmless, and how a person would have them."""


def _until(end: End) -> int:
    return LATEST + 1 if end[0] is None else int(end[0])


def _whose(ending: Closing | None) -> tuple[str, bytes]:
    return (ending.actor if ending is not None else ""), tables.encode(ending)


def end_order(end: End) -> tuple[int, str, bytes]:
    """The earlier end comes first; of two alike that of the seat that is first by name, as with decisions."""
    return (_until(end), *_whose(end[3]))


def _both_shorten(old: Sequence[End], ours: End, theirs: End) -> bool:
    return bool(old) and max(_until(ours), _until(theirs)) <= max(map(_until, old))


def _rivals(old: Sequence[End], ours: End, theirs: End) -> tuple[str, str] | None:
    """The two successors, when each side let another claim end this one."""
    if not old or ours in old or theirs in old:
        return None
    mine, other = ours[3], theirs[3]
    if mine is None or other is None or mine.by is None or other.by in (None, mine.by):
        return None
    return other.by, mine.by


def _extra(olds: Sequence[Parts], ours: Parts, theirs: Parts) -> tuple[Parts, bool]:
    """Unmodelled fields, one by one, and whether any clashes."""
    merged, clash = dict(ours), False
    for name in sorted({*theirs, *(name for old in olds for name in old)}):
        was = [old.get(name) for old in olds] or [None]
        mine, other = ours.get(name), theirs.get(name)
        if other == mine or other in was:
            continue
        if mine not in was:
            clash = True
        elif name in theirs:
            merged[name] = other
        else:
            merged.pop(name, None)
    return merged, clash


def _is_empty(claim: Claim) -> bool:
    return claim.t_valid is not None and claim.t_invalid is not None and claim.t_valid >= claim.t_invalid
