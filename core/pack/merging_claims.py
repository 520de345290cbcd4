"""One claim that both packs changed: what only one changed is combined, the rest is told as a clash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import BELIEVED, Claim
from core.clocks.instants import LATEST
from core.pack.merging_values import unstamped

SCALARS: Final = (
    "text", "question", "t_observed", "set", "key", "facts", "kind", "workspace", "author", "origin",
)  # fmt: skip
"""Fields that are one thing: when both sides changed them to different things, a person decides."""
_UNIONS: Final = ("entities", "deeds", "derived_from", "supersedes", "witnesses")
_MARKS: Final = ("rest", "pinned", "accepted", "entities_declared")

Parts = dict[str, Any]


class Combined(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of a claim that both packs changed."""

    claim: Claim
    """Ours, with what only they changed."""
    clashes: tuple[str, ...] = ()
    """Parts that both changed to different things: there it is ours."""
    notes: tuple[str, ...] = ()
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


def combine(base: Claim | None, ours: Claim, theirs: Claim) -> Combined:
    """Three-way, part by part; without a base, whatever differs was changed by both."""
    was = parts_of(base) if base is not None else {}
    mine, other = parts_of(ours), parts_of(theirs)
    took: Parts = {name: _union(was.get(name, ()), mine[name], other[name]) for name in _UNIONS}
    clashes, notes = [], []
    for name in (*SCALARS, "start", "end", *_MARKS, "state"):
        known = name in was
        if mine[name] == other[name] or (known and other[name] == was[name]):
            continue
        if known and mine[name] == was[name]:
            took[name] = other[name]
        elif name in _SOFT:
            took[name] = _SOFT[name](mine[name], other[name])
        elif name == "end" and _both_shorten(was, mine[name], other[name]):
            took[name] = min(mine[name], other[name], key=_until)
            notes.append(_ended_twice(ours, mine[name], other[name]))
        else:
            clashes.append(name)
    if names_follow_text(ours, theirs) and mine["text"] != other["text"]:
        took["entities"] = (other if took.get("text") == other["text"] else mine)["entities"]
    took["extra"], clash = _extra(was.get("extra", {}), mine["extra"], other["extra"])
    clashes += ["extra"] if clash else []
    claim = with_parts(ours, took)
    if _is_empty(claim):
        claim = with_parts(claim, {name: mine[name] for name in ("start", "end")})
        clashes += [name for name in ("start", "end") if name not in clashes and name in took]
    return Combined(claim=claim, clashes=tuple(clashes), notes=tuple(notes), rivals=_rivals(was, mine, other))


def names_follow_text(ours: Claim, theirs: Claim) -> bool:
    """Whether the names of both are those mined from their texts, so that they go with the text."""
    return not (ours.entities_declared or theirs.entities_declared)


def _union(base: tuple[str, ...], ours: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...]:
    """What neither side took away, and what either side added; in our order, theirs after it."""
    gone = {one for one in base if one not in ours or one not in theirs}
    return tuple(one for one in dict.fromkeys((*ours, *theirs)) if one not in gone)


def _state(ours: tuple[str, Any], theirs: tuple[str, Any]) -> tuple[str, Any]:
    """Where one side believes it again and the other gave it up in another way, it is given up."""
    return theirs if ours[0] == BELIEVED else ours


_SOFT: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "state": _state,
    "rest": lambda ours, theirs: ours if ours[0] or not theirs[0] else theirs,
    "pinned": lambda ours, theirs: ours or theirs,
    "accepted": lambda ours, theirs: ours or theirs,
    "entities_declared": lambda ours, theirs: ours or theirs,
}
"""Marks of which either answer is harmless, and how a person would have them."""


def _until(end: tuple[Any, ...]) -> int:
    return LATEST + 1 if end[0] is None else int(end[0])


def _both_shorten(was: Parts, ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> bool:
    return "end" in was and max(_until(ours), _until(theirs)) <= _until(was["end"])


def _ended_twice(ours: Claim, mine: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    kept, noted = ("ours", other) if _until(mine) <= _until(other) else ("theirs", mine)
    by = noted[3].actor if noted[3] is not None else "its author"
    return f"both packs ended {ours.id}; the earlier end, {kept}, stands, and that of {by} is noted here."


def _rivals(was: Parts, mine: Parts, other: Parts) -> tuple[str, str] | None:
    """The two successors, when each side let another claim end this one."""
    if not was or mine["end"] == was["end"] or other["end"] == was["end"]:
        return None
    ours, theirs = mine["end"][3], other["end"][3]
    if ours is None or theirs is None or ours.by is None or theirs.by in (None, ours.by):
        return None
    return theirs.by, ours.by


def _extra(base: Parts, ours: Parts, theirs: Parts) -> tuple[Parts, bool]:
    """Unmodelled fields, one by one, and whether any clashes."""
    merged, clash = dict(ours), False
    for name in theirs.keys() | base.keys():
        was, mine, other = base.get(name), ours.get(name), theirs.get(name)
        if other in (mine, was):
            continue
        if mine != was:
            clash = True
        elif name in theirs:
            merged[name] = other
        else:
            merged.pop(name, None)
    return merged, clash


def _is_empty(claim: Claim) -> bool:
    return claim.t_valid is not None and claim.t_invalid is not None and claim.t_valid >= claim.t_invalid
