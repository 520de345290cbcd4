"""How a claim ended, in one word: what every face, every list and every refusal calls it."""

from __future__ import annotations

from typing import Final, Literal, get_args

from core.claims.claim import SET_ASIDE, TAKEN_OVER, UNDONE, WRITTEN_TWICE, Claim, Closing

Withdrawn = Literal["retracted", "set aside", "taken over", "undone"]
"""Why a claim is believed no longer: it was never true; another pack's version gave way to ours, or was taken
into it; the same is said by another one; or its very write was taken back."""

Ended = Literal["closed", "retracted", "set aside", "taken over", "undone"]

WITHDRAWN: Final[tuple[Withdrawn, ...]] = get_args(Withdrawn)

_GAVE_WAY: Final[dict[str, Withdrawn]] = {
    TAKEN_OVER: "taken over",
    SET_ASIDE: "set aside",
    "merge": "set aside",
    WRITTEN_TWICE: "set aside",
}
"""Withdrawals that say nothing of the truth, by rule: another pack's version of a claim gave way, or a
claim that is written twice."""


def ending_of(claim: Claim) -> Closing | None:
    """The record of how a claim ended: its withdrawal, else its closing."""
    return claim.closing if claim.believed else claim.withdrawal


def how_withdrawn(claim: Claim) -> Withdrawn | None:
    """In a word why a claim is believed no longer; None while it is believed."""
    if claim.believed:
        return None
    if claim.state == UNDONE:
        return "undone"
    return _GAVE_WAY.get(claim.withdrawal.rule if claim.withdrawal else "", "retracted")


def how_ended(claim: Claim) -> Ended | None:
    """In a word how a claim ended: its window closed, or it is believed no longer; None: it did not end."""
    return how_withdrawn(claim) or ("closed" if claim.closing is not None else None)


def gave_way(claim: Claim) -> bool:
    """Whether it gave way to another version, or to the same claim: that says nothing of its truth."""
    return how_withdrawn(claim) in _GAVE_WAY.values()
