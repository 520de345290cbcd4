"""A filled pack holds the evidence as it was said and when, and is asked at the end of its history."""

from pathlib import Path

from core.clocks.instants import DAY, HOUR
from workbench.evaluation.filling import as_claims, as_deeds, began, ended, scratch_pack
from workbench.evaluation.readers import locomo


def test_deeds_hold_what_was_said_with_place_time_and_caption(files: Path) -> None:
    collection = locomo.read(files / "locomo.json")[0]
    with scratch_pack(7, began(collection)) as filled:
        as_deeds(filled, collection)
        deeds = {filled.pieces[deed.accession][0]: deed for deed in filled.pack.deeds()}
        assert deeds.keys() == {piece.id for piece in collection.pieces}
        for piece in collection.pieces:
            deed = deeds[piece.id]
            assert (deed.body, deed.speaker, deed.said_at) == (piece.text, piece.speaker, piece.said_at)
            assert (deed.conversation, deed.position) == (f"conv-1/{piece.group}", piece.position)
        assert deeds["D1:3"].extra == {"caption": "a bright orange kayak on a jetty"}


def test_claims_are_written_by_their_speakers_when_they_spoke(files: Path) -> None:
    collection = locomo.read(files / "locomo.json")[0]
    said = {piece.id: piece for piece in collection.pieces}
    with scratch_pack(7, began(collection)) as filled:
        as_claims(filled, collection)
        for line in filled.pack.claims():
            piece = said[filled.pieces[line.claim.id][0]]
            assert piece.said_at is not None
            assert (line.claim.text, line.claim.author) == (piece.text, piece.speaker)
            assert 0 <= line.claim.t_recorded - piece.said_at < HOUR
        assert collection.ends is not None
        assert filled.pack.now() == ended(collection) == collection.ends + DAY


def test_an_older_history_may_come_out_of_order(files: Path) -> None:
    """Whatever the order of the file, no claim is dated by another one that was said later."""
    collection = locomo.read(files / "locomo.json")[0]
    backwards = type(collection)(collection.name, collection.pieces[::-1], collection.questions)
    with scratch_pack(7, began(backwards)) as filled:
        as_claims(filled, backwards)
        recorded = {filled.pieces[line.claim.id][0]: line.claim.t_recorded for line in filled.pack.claims()}
        assert all(
            0 <= recorded[piece.id] - piece.said_at < HOUR
            for piece in backwards.pieces
            if piece.said_at is not None
        )
