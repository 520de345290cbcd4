"""The facts of a kind, as fields of a record and back."""

from __future__ import annotations

from typing import Any

import msgspec

from core.claims.facts import Facts
from core.claims.kinds import KINDS
from core.claims.validation import facts_reasons
from core.foreign.names import FACT_FIELDS
from core.foreign.residue import Kept


def facts_in(kind: str, fields: dict[str, Any]) -> tuple[Facts | None, tuple[Kept, ...]]:
    """The facts that a record states; None, and why, where they are not those of its kind."""
    struct = KINDS[kind].facts
    if struct is None:
        return None, ()
    names = FACT_FIELDS[kind]
    try:
        stated: Facts = msgspec.convert([kind, *(fields[name] for name in names)], struct)
    except (KeyError, msgspec.ValidationError):
        return None, (Kept("facts", f"a {kind} needs its facts: {', '.join(names)}"),)
    reasons = facts_reasons(stated)
    return (None, (Kept("facts", reasons[0]),)) if reasons else (stated, ())


def facts_out(facts: Facts | None) -> dict[str, Any]:
    """The fields of a record that state facts."""
    if facts is None:
        return {}
    stated = msgspec.structs.asdict(facts)
    return {name.rstrip("_"): value for name, value in stated.items()}
