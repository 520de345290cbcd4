"""Rule 0: the pack says it already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from core.claims.claim import Claim
from core.claims.ids import short
from core.clocks.instants import Instant
from core.clocks.local_time import end_written
from core.errors import Refused
from core.rules.named import quoted
from core.rules.sides import Side
from core.rules.table import says_the_same

if TYPE_CHECKING:
    from core.state.held import Held
    from core.state.write_index import WriteIndex


def already_said(new: Side, twins: Sequence[Claim]) -> Claim | None:
    """The one of its live twins that says the same of the same window, or None.

    Raises `Refused` when the newcomer names claims to replace that the held one does not.
    """
    for claim in twins:
        if says_the_same(new, Side.of(claim)) and same_window(new.claim, claim):
            _refuse_new_endings(new.claim, claim)
            return claim
    return None


def live_twins(new: Side, held: Held, index: WriteIndex, now: Instant) -> list[Claim]:
    """The live claims of the newcomer's scope and kind that have its words, oldest first."""
    claim = new.claim
    ids = index.by_text(claim.workspace, claim.set, claim.kind, claim.text)
    twins = (held.claim(known) for known in ids if known != claim.id)
    return [twin for twin in twins if twin is not None and twin.believed and twin.true_at(now)]


def same_window(new: Claim, old: Claim) -> bool:
    """Whether what the newcomer states of its window is what the held one has."""
    start = not new.t_valid_stated or new.t_valid == old.t_valid
    return start and (not new.t_invalid_stated or new.t_invalid == old.t_invalid)


def _refuse_new_endings(new: Claim, old: Claim) -> None:
    if old.id in new.supersedes:
        raise Refused(f"{quoted(old)} says the same already, so it cannot be replaced by the same words.")
    missing = [name for name in new.supersedes if name not in old.supersedes]
    if missing:
        raise Refused(
            f"{quoted(old)} says this already, so nothing new is written to replace "
            f"{', '.join(map(short, missing))}. Close that claim alone: what is true instead is held."
        )


def outcome_of(new: Claim, old: Claim) -> bool:
    """Whether the newcomer adds an author or a deed to the claim that is held."""
    return new.author not in (old.author, *old.witnesses) or not set(new.deeds) <= set(old.deeds)


def cautions(new: Claim, old: Claim, zone: ZoneInfo) -> tuple[str, ...]:
    """What a writer should know of the claim that stands for theirs, with its end on a clock of `zone`."""
    found = []
    if old.resting:
        found.append("the claim that says it rests; wake it to see it in search again.")
    if old.t_invalid is not None and not new.t_invalid_stated:
        precision = old.precision[1] if old.t_invalid_stated else "min"
        found.append(f"the claim that says it ends {end_written(old.t_invalid, zone, precision)}.")
    return tuple(found)


def twins_that_differ(twins: Sequence[Claim]) -> tuple[str, ...]:
    """A sentence for each live claim that has the same words and is not the same."""
    return tuple(
        f"the same words are held as {quoted(claim)}, with another window, key or facts." for claim in twins
    )
