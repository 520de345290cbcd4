"""The names of the original's record, and which of them a claim of ours models."""

from __future__ import annotations

from typing import Final

SCHEMA: Final = "inside.atom/v1"
"""What a record of the original calls itself."""
SCHEMA_FAMILY: Final = "inside.atom/"
"""How every version of that name begins; a record without one is read as of this family."""

EXACT: Final = "x_packbench"
"""Field in which what the original does not model goes along; it leaves it alone."""
EXACT_CLOCK: Final = "x_fsrs"
"""Field in which the review clock in study days goes along."""

MAIL_KINDS: Final = frozenset({"message", "receipt", "group"})
"""Letters between seats: a log beside the claims, and no claims themselves."""

ORIGINS: Final = frozenset({"user-declared", "agent-derived", "tool-echo", "external", "peer"})

FACT_FIELDS: Final = {
    "trust": ("from", "to", "weight"),
    "persona": ("name", "anchor"),
    "prediction": ("issue", "agent", "expect"),
    "rule": ("pattern", "verdict"),
    "outcome": ("issue", "choice"),
}
"""Fields of the facts, by kind, as they stand in a record."""

MODELLED: Final = frozenset(
    {
        "schema", "id", "workspace", "kind", "text", "set", "entities", "ts", "valid_from", "valid_to",
        "tombstone", "supersedes", "links", "link_weights", "link_weights_by", "due_at", "review", "origin",
        "pinned", "forgotten", "retracted_by", "by_peer", EXACT, EXACT_CLOCK,
        *(name for names in FACT_FIELDS.values() for name in names),
    }
)  # fmt: skip
"""Fields that become something of ours."""

CARRIED: Final = frozenset(
    {"level", "embedding", "prose", "trust", "content", "hook", "source", "about_peer", "forgot"}
)
"""Fields the original knows and we do not: they travel with the record."""
