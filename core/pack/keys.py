"""State keys: what one holds at an instant, what is planned for it, and what it held, on both clocks."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from core.claims.claim import EVERYWHERE, Claim
from core.pack.pages import ClaimLine, line_of
from core.pack.reader import Reader
from core.state.view import Basis, View
from core.timeline.history import HistoryLine, history

Scope = tuple[str, str | None]


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """One key of one workspace and set, on one basis."""

    key: str
    workspace: str
    set: str | None
    basis: Basis
    now: ClaimLine | None
    """The one value that is true on V, if any."""
    planned: tuple[ClaimLine, ...]
    """Values that begin after V, the next one first."""
    former: tuple[ClaimLine, ...]
    """Values that had ended by V, oldest first."""

    @property
    def lines(self) -> tuple[ClaimLine, ...]:
        """Every value, in the order of their windows."""
        return (*self.former, *((self.now,) if self.now else ()), *self.planned)


def key_states(reader: Reader, key: str, view: View) -> tuple[KeyState, ...]:
    """The states of a key on a view's basis, by workspace and set; empty for a key that nothing bears."""
    basis = reader.basis(view)
    everything = replace(view, shows="both", resting=True)
    scopes: dict[Scope, list[Claim]] = {}
    for claim in reader.held.columns.that_call(reader.select(everything).rows):
        if claim.key == key:
            scopes.setdefault((claim.workspace, claim.set), []).append(claim)
    ordered = sorted(scopes, key=lambda scope: (scope[0], scope[1] or ""))
    return tuple(_state(reader, key, scope, scopes[scope], basis) for scope in ordered)


def _state(reader: Reader, key: str, scope: Scope, claims: list[Claim], basis: Basis) -> KeyState:
    claims.sort(key=lambda claim: (claim.t_valid is not None, claim.t_valid or 0, claim.id))
    true = [claim for claim in claims if claim.true_at(basis.true_at)]
    planned = [claim for claim in claims if claim.t_valid is not None and claim.t_valid > basis.true_at]
    ended = [claim for claim in claims if claim.t_invalid is not None and claim.t_invalid <= basis.true_at]
    return KeyState(
        key=key,
        workspace=scope[0],
        set=scope[1],
        basis=basis,
        now=line_of(reader, true[-1], basis) if true else None,
        planned=tuple(line_of(reader, claim, basis) for claim in planned),
        former=tuple(line_of(reader, claim, basis) for claim in ended),
    )


def key_history(reader: Reader, key: str, view: View) -> tuple[HistoryLine, ...]:
    """The versions of a view's scope that bore a key by its B, in the order they were recorded."""
    believed_at = reader.basis(view).believed_at
    bearers = {one.id for one in reader.held.columns.called(0) if one.key == key and _in_scope(one, view)}
    lines = [line for claim_id in bearers for line in history(reader.held, claim_id, believed_at)]
    return tuple(
        sorted(
            (line for line in lines if line.claim.key == key and _in_scope(line.claim, view)),
            key=lambda line: (line.t_recorded, line.claim.id),
        )
    )


def _in_scope(claim: Claim, view: View) -> bool:
    here = view.workspace is None or claim.workspace in (view.workspace, EVERYWHERE)
    return here and view.set in (None, claim.set)
