"""Claims as a deck for Anki: the cue in front, the claim behind, with clocks and reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from core.claims.claim import Claim
from core.claims.kinds import KINDS
from core.claims.review_state import ReviewState
from core.clocks.instants import SECOND
from core.clocks.study_day import StudyDay, begins
from core.foreign.anki_deck import DeckCard, deck_file
from core.foreign.card_numbers import card_numbers
from core.pack.review_export import anki_rows
from core.review.cue import cue_for
from core.state.view import Basis, View
from core.timeline.chain import predecessors

if TYPE_CHECKING:
    from core.pack.pack import Pack


class Deck(msgspec.Struct, frozen=True):
    """A deck as a file."""

    content: bytes
    cards: int
    reviews: int


def deck(pack: Pack, view: View) -> Deck:
    """The claims of a view that are asked for in review, as an `.apkg`; those that are suspended stay so."""
    reader, basis = pack.reader, pack.basis(view)
    lines = sorted(pack.claims(view), key=lambda line: (line.claim.t_created, line.claim.id))
    asked = [line.claim for line in lines if line.claim.accepted and KINDS[line.claim.kind].reviewed]
    states = reader.held.reviews([claim.id for claim in asked], basis.believed_at)
    clocked = [(claim, state) for claim, state in zip(asked, states, strict=True) if state is not None]
    numbers = card_numbers(reader.held.columns.ids)
    first = min((state.added_day for _, state in clocked), default=reader.day_of(basis.believed_at))
    cards = [_card(pack, claim, state, numbers[claim.id], first, basis) for claim, state in clocked]
    ids = {claim.id for claim, _ in clocked}
    rows = [row for row in pack.review_log(view) if row.claim in ids]
    reviews = list(anki_rows(rows, numbers))
    zone, hour = str(reader.setting("zone")), int(reader.setting("rollover_hour"))
    content = deck_file(
        f"Packbench {pack.path.stem}",
        cards,
        reviews,
        began=begins(first, zone, hour),
        made=basis.believed_at,
    )
    return Deck(content, len(cards), len(reviews))


def _card(
    pack: Pack, claim: Claim, state: ReviewState, number: int, first: StudyDay, basis: Basis
) -> DeckCard:
    ended = predecessors(pack.reader.held, pack.reader.successors, claim, basis.believed_at)
    replaced = next((old.text for old in ended if old.id in claim.supersedes), None)
    cue = cue_for(claim.text, claim.question, replaced, claim.entities)
    card = DeckCard(
        number=number,
        guid=claim.id,
        cue=cue.shown,
        claim=claim.text,
        about=", ".join(cue.about),
        tags=tuple(part.replace(" ", "_") for part in (claim.kind, claim.workspace, claim.set) if part),
        suspended=state.suspended or claim.resting,
    )
    if state.stability is None or state.difficulty is None or state.last_day is None:
        return card
    return replace(
        card,
        due=state.due_day - first,
        interval=max(1, state.due_day - state.last_day),
        reps=state.reps,
        lapses=state.lapses,
        memory={
            "s": round(state.stability, 4),
            "d": round(state.difficulty, 3),
            "lrt": (state.last_at or 0) // SECOND,
        },
    )
