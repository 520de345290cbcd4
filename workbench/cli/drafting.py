"""From options to a draft: dates read, names resolved, facts fitted to their kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.claims.draft import ALWAYS, Draft
from core.claims.kinds import KINDS
from core.errors import NotFound, Refused, as_given
from workbench.cli.desk import Desk

if TYPE_CHECKING:
    from core.claims.facts import Facts
    from core.clocks.human import Moment
    from core.pack.pack import Pack

_ON_THE_WIRE: Final = {"from": "from_"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A claim as it was typed."""

    text: str
    kind: str = "lesson"
    about: tuple[str, ...] | None = None
    """None: mine the names; empty: about nothing."""
    question: str | None = None
    key: str | None = None
    set: str | None = None
    cites: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    begins: str | None = None
    ends: str | None = None
    observed: str | None = None
    always: bool = False
    facts: tuple[str, ...] = ()


def draft_of(desk: Desk, pack: Pack, fields: Fields) -> Draft:
    """The draft that the options say. Raises `Refused` or `NotFound`."""
    if fields.always and fields.begins is not None:
        raise Refused("--always says that there is no start, and --from gives one; choose one of them.")
    begins = moment_of(desk, pack, "--from", fields.begins)
    ends = moment_of(desk, pack, "--until", fields.ends, end=True)
    observed = moment_of(desk, pack, "--observed", fields.observed)
    return Draft(
        text=fields.text,
        kind=fields.kind,
        workspace=pack.workspace,
        set=fields.set,
        question=fields.question,
        entities=fields.about,
        deeds=fields.cites,
        key=fields.key,
        derived_from=tuple(_premise(pack, name) for name in fields.rests_on),
        supersedes=tuple(map(pack.find, fields.supersedes)),
        facts=facts_typed(fields.kind, fields.facts),
        t_observed=observed.instant if observed else None,
        t_valid=ALWAYS if fields.always else begins.instant if begins else None,
        t_invalid=ends.instant if ends else None,
        precision=(begins.precision if begins else "us", ends.precision if ends else "us"),
    )


def moment_of(desk: Desk, pack: Pack, option: str, text: str | None, *, end: bool = False) -> Moment | None:
    """The date of an option that may be absent, where it is nearest; an end holds its whole day."""
    if text is None:
        return None
    if end:
        return desk.moment(pack, option, text, bound="end", toward="until")
    return desk.moment(pack, option, text, toward="past" if option in OVER else "near")


OVER: Final = frozenset({"--observed", "--said"})
"""Dates of what was seen or said, which lie in the past."""


def _premise(pack: Pack, name: str) -> str:
    """A conclusion rests on claims and deeds."""
    try:
        return pack.deed(name).accession
    except NotFound:
        return pack.find(name)


def facts_typed(kind: str, pairs: Iterable[str]) -> Facts | None:
    """The facts of a kind from `name=value` pairs. Raises `Refused` for a pair that does not fit."""
    from core.pack.scripts import facts_of

    given = dict(_pair(pair) for pair in pairs)
    declared = KINDS[kind].facts if kind in KINDS else None
    if declared is None:
        return facts_of(kind, given or None)
    types = {field.encode_name: field.type for field in msgspec.structs.fields(declared)}
    missing = [name for name in types if name not in given]
    if missing:
        raise Refused(f"a {kind} needs facts; give --fact {'=… --fact '.join(missing)}=….")
    return facts_of(
        kind, {name: _value(kind, name, text, types.get(name, str)) for name, text in given.items()}
    )


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise Refused(f"--fact {as_given(text)} is no name=value.")
    return name.strip(), value.strip()


def _value(kind: str, name: str, text: str, of: Any) -> Any:
    try:
        if of is not str and text.startswith("{"):
            return msgspec.json.decode(text, type=of)
        return msgspec.convert(text, of, strict=False)
    except msgspec.MsgspecError as error:
        raise Refused(f"the fact {name} of a {kind} cannot be {as_given(text)}: {error}.") from None
