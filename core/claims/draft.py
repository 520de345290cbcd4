"""The draft: what an author hands in, before the pack gives it an id and its times."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from core.claims.claim import Claim
from core.claims.facts import Facts
from core.clocks.instants import Instant
from core.text.normalise import normalise

ALWAYS: Literal["always"] = "always"
"""`t_valid` of a claim that has no start; it must be asked for."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A claim to be."""

    text: str
    kind: str = "lesson"
    workspace: str = "default"
    set: str | None = None
    question: str | None = None
    entities: tuple[str, ...] | None = None
    """None: mine them from the text. An empty tuple: it is about nothing, and nothing is mined."""
    deeds: tuple[str, ...] = ()
    key: str | None = None
    derived_from: tuple[str, ...] = ()
    supersedes: tuple[str, ...] = ()
    facts: Facts | None = None
    t_observed: Instant | None = None
    t_valid: Instant | Literal["always"] | None = None
    t_invalid: Instant | None = None
    precision: tuple[str, str] = ("us", "us")
    extra: dict[str, Any] = {}

    def claim(
        self,
        *,
        claim_id: str,
        author: str,
        now: Instant,
        entities: tuple[str, ...],
        origin: str = "user-declared",
        accepted: bool = True,
    ) -> Claim:
        """Version 1 of the claim at system time `now`; `t_observed` defaults to now, `t_valid` to it."""
        observed = now if self.t_observed is None else self.t_observed
        start = observed if self.t_valid is None else None if self.t_valid == ALWAYS else self.t_valid
        return Claim(
            id=claim_id,
            rev=1,
            workspace=self.workspace,
            kind=self.kind,
            text=normalise(self.text),
            author=author,
            t_created=now,
            t_recorded=now,
            t_observed=observed,
            t_valid=start if isinstance(start, int) else None,
            t_invalid=self.t_invalid,
            t_valid_stated=self.t_valid is not None,
            t_invalid_stated=self.t_invalid is not None,
            precision=self.precision,
            set=self.set,
            question=self.question,
            entities=entities,
            entities_declared=self.entities is not None,
            deeds=self.deeds,
            key=self.key,
            derived_from=self.derived_from,
            supersedes=self.supersedes,
            facts=self.facts,
            accepted=accepted,
            origin=origin,
            extra=self.extra,
        )
