"""What the original does not model of a claim, as one field that it leaves alone.

The exact instants go along with the rest. What a plain field says wins: an exact value is taken only while
the field beside it is still what that value is written as, so a change made there is never overruled.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from core.claims.claim import Claim, Closing, Figure
from core.clocks.instants import EARLIEST, Instant, format_instant
from core.errors import Refused
from core.foreign.names import EXACT
from core.foreign.residue import residue_of, without_residue
from core.foreign.times import read_time, write_time

VERSION: Final = 1
ALWAYS: Final = write_time(EARLIEST)
"""`valid_from` of a claim that has no start."""


class Ending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A closing on its way; `tx` and the time of the record are those of the pack that wrote it."""

    rule: str
    actor: str
    tx: int
    t_tx: str
    by: str | None = None
    figures: dict[str, Figure] = {}
    thresholds: dict[str, Figure] = {}
    guard: str | None = None
    policy: str = "apply"
    client: str = ""
    deed: str | None = None
    why: str | None = None
    former_end: str | None = None


class Exact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The field's content; a time has six digits, None is always or until further notice."""

    v: int
    t_created: str
    t_recorded: str
    t_observed: str
    t_valid: str | None
    t_invalid: str | None
    starts: bool = False
    """Whether the author stated the start."""
    ends: bool = False
    """Whether the author stated the end."""
    precision: tuple[str, str] = ("us", "us")
    question: str | None = None
    key: str | None = None
    mined: bool = False
    """Whether the entities were mined from the text."""
    deeds: tuple[str, ...] = ()
    """What it cites; a record has these among its entities."""
    named: tuple[str, ...] = ()
    """Those of them that the claim has among its own entities too."""
    derived_from: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    accepted: bool = True
    rests: str | None = None
    """Why it rests (an empty text: no reason was given)."""
    closing: Ending | None = None
    withdrawal: Ending | None = None
    extra: dict[str, Any] = {}


def write_exact(claim: Claim, extra: dict[str, Any], *, rests: bool) -> dict[str, Any]:
    """The field of a claim; `extra` is what stands nowhere else in the record."""
    exact = Exact(
        v=VERSION,
        t_created=format_instant(claim.t_created),
        t_recorded=format_instant(claim.t_recorded),
        t_observed=format_instant(claim.t_observed),
        t_valid=_time(claim.t_valid),
        t_invalid=_time(claim.t_invalid),
        starts=claim.t_valid_stated,
        ends=claim.t_invalid_stated,
        precision=claim.precision,
        question=claim.question,
        key=claim.key,
        mined=not claim.entities_declared,
        deeds=claim.deeds,
        named=tuple(one for one in claim.deeds if one in claim.entities),
        derived_from=claim.derived_from,
        witnesses=claim.witnesses,
        accepted=claim.accepted,
        rests=(claim.rest_reason or "") if rests else None,
        closing=_ending(claim.closing, told_closing(claim)),
        withdrawal=_ending(claim.withdrawal, told_withdrawal(claim)),
        extra=without_residue(extra),
    )
    plain: dict[str, Any] = msgspec.to_builtins(exact)
    return {"v": VERSION, "t_valid": None, "t_invalid": None} | plain


def read_exact(stated: Any) -> Exact | None:
    """The field, or None for what it cannot be."""
    try:
        exact = msgspec.convert(stated, Exact)
        for time in (exact.t_observed, exact.t_valid, exact.t_invalid, exact.t_created, exact.t_recorded):
            if time is not None:
                read_time(time)
        for ending in (exact.closing, exact.withdrawal):
            if ending is not None:
                _closing(ending)
    except (msgspec.ValidationError, Refused):
        return None
    return exact if exact.v == VERSION else None


def made_exact(plain: Claim, exact: Exact) -> Claim:
    """The claim of a record's plain fields, with what went along where the two agree."""
    changes: dict[str, Any] = {
        "t_observed": read_time(exact.t_observed),
        "question": exact.question,
        "key": exact.key,
        "derived_from": exact.derived_from,
        "witnesses": exact.witnesses,
        "accepted": exact.accepted,
    }
    changes |= _window(plain, exact)
    cited = set(exact.deeds) - set(exact.named)
    declared = tuple(name for name in plain.entities if name not in cited)
    changes |= {"entities": declared, "deeds": tuple(one for one in exact.deeds if one in plain.entities)}
    changes |= {"entities_declared": not exact.mined}
    if exact.rests is not None and not plain.resting:
        changes |= {"resting": True, "rest_reason": exact.rests or None}
    if exact.withdrawal is not None and not plain.believed:
        changes |= {"withdrawal": _closing(exact.withdrawal)}
    if exact.extra:
        changes |= {"extra": exact.extra}
    return replace(plain, **changes)


def ends_at(exact: Exact) -> Instant | None:
    """The exact end."""
    return _read(exact.t_invalid)


def _window(plain: Claim, exact: Exact) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    start, end = _read(exact.t_valid), ends_at(exact)
    starts_so = start_out(plain.t_valid) == start_out(start)
    ends_so = end_out(plain.t_invalid) == end_out(end)
    if starts_so:
        changes |= {"t_valid": start, "t_valid_stated": exact.starts}
    if ends_so:
        closing = None if exact.closing is None else _closing(exact.closing)
        changes |= {"t_invalid": end, "t_invalid_stated": exact.ends, "closing": closing}
    precision = tuple(
        fine if agrees else "us" for fine, agrees in zip(exact.precision, (starts_so, ends_so), strict=True)
    )
    return changes | {"precision": precision}


def start_out(start: Instant | None) -> str:
    """`valid_from` of a start."""
    return ALWAYS if start is None else write_time(start)


def end_out(end: Instant | None) -> str | None:
    """`valid_to` of an end."""
    return None if end is None else write_time(end)


def told_closing(claim: Claim) -> Closing | None:
    """Why its window ended, as the pack told it that it came from; None for a window that was ended here."""
    exact = None if claim.closing is None else _exact_of(claim)
    if exact is None or exact.t_invalid != _time(claim.t_invalid):
        return None
    return _if_same(exact.closing, claim.closing)


def told_withdrawal(claim: Claim) -> Closing | None:
    """Why it is not believed, as the pack told it that it came from; None for what was withdrawn here."""
    exact = None if claim.withdrawal is None else _exact_of(claim)
    return None if exact is None else _if_same(exact.withdrawal, claim.withdrawal)


def _exact_of(claim: Claim) -> Exact | None:
    """The field of the record that a claim came from."""
    found = residue_of(claim.extra)
    return None if found is None or EXACT not in found[1].fields else read_exact(found[1].fields[EXACT])


def _if_same(told: Ending | None, here: Closing | None) -> Closing | None:
    """An ending as it was told, if that is the one that stands here: number, time and deed aside."""
    if told is None or here is None:
        return None
    closing = _closing(told)
    alike = all(getattr(closing, name) == getattr(here, name) for name in _TOLD)
    return closing if alike else None


_TOLD: Final = ("rule", "actor", "figures", "thresholds", "guard", "policy", "why", "former_end")


def _ending(closing: Closing | None, told: Closing | None) -> Ending | None:
    """An ending on its way; one that came in so goes on with its own number, time and deed."""
    if closing is None:
        return None
    if told is not None:
        closing = replace(closing, tx=told.tx, t_tx=told.t_tx, deed=closing.deed or told.deed)
    fields = msgspec.structs.asdict(closing)
    fields |= {"t_tx": format_instant(closing.t_tx), "former_end": _time(closing.former_end)}
    return Ending(**fields)


def _closing(ending: Ending) -> Closing:
    fields = msgspec.structs.asdict(ending)
    fields |= {"t_tx": read_time(ending.t_tx), "former_end": _read(ending.former_end)}
    return Closing(**fields)


def _time(instant: Instant | None) -> str | None:
    return None if instant is None else format_instant(instant)


def _read(time: str | None) -> Instant | None:
    return None if time is None else read_time(time)
