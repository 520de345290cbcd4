"""Vectors through the door: an encoder joins, texts get their vectors by and by, search finds by meaning."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

from core.clocks.instants import HOUR
from core.pack import commands as c
from core.pack.meaning import NotYet, OtherDimension
from core.pack.pack import Pack
from core.store.vector_file import NAME, hash_of
from tests.core.hashing_encoder import HashingEncoder
from tests.core.pack.desk import Desk

ALIKE = (("lift", "elevator"), ("eight", "8"), ("people", "persons"))
TEXTS = (
    "The lift holds eight people.",
    "Maya keeps the key of the cellar.",
    "The invoice service listens on a port of its own.",
    "Friday mornings are for deploys.",
    "Rain delays the ferry to the island.",
)


def encoder(**changes: object) -> HashingEncoder:
    return HashingEncoder(64, alike=ALIKE, **changes)  # type: ignore[arg-type]


@pytest.fixture
def filled(desk: Desk) -> Desk:
    for text in TEXTS:
        desk.pass_time(HOUR)
        desk.write(text)
    return desk


def found(pack: Pack, query: str) -> list[str]:
    return [hit.line.claim.text for hit in pack.search(query).hits]


def said_of(text: str, pack: Pack) -> str:
    """What is encoded of the claim of a text: itself and the names it is about."""
    entities = next(line.claim.entities for line in pack.claims() if line.claim.text == text)
    return "\n".join((text, *entities))


def test_a_claim_is_found_by_its_meaning_without_a_word_of_it(filled: Desk) -> None:
    pack = filled.pack
    assert found(pack, "elevator persons") == []
    pack.join_encoder(encoder())
    assert pack.fill_vectors() == (5, 5)
    answer = pack.search("elevator persons")
    assert answer.hits[0].line.claim.text == TEXTS[0]
    assert answer.engine == "lexical+dense+near"
    assert answer.hits[0].by_meaning
    assert answer.matched == 0


def test_words_and_meaning_are_told_apart(filled: Desk) -> None:
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    answer = filled.pack.search("lift")
    assert [hit.by_meaning for hit in answer.hits].count(False) == answer.matched == 1
    assert {"bm25+", "dense", "near"} <= answer.hits[0].ballots.keys()


def test_before_vectors_are_there_words_answer_as_without_an_encoder(filled: Desk) -> None:
    before = filled.pack.search("friday deploys")
    filled.pack.join_encoder(encoder())
    assert filled.pack.search("friday deploys") == before


def test_without_words_a_query_finds_nothing(filled: Desk) -> None:
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    assert [found(filled.pack, query) for query in ("", "  ", "?!")] == [[], [], []]


def test_filling_is_done_in_parts_and_goes_on_where_it_was(filled: Desk) -> None:
    told: list[tuple[int, int]] = []
    filled.pack.join_encoder(encoder())
    assert filled.pack.fill_vectors(2) == (2, 5)
    assert filled.pack.fill_vectors(2, progress=lambda done, of: told.append((done, of))) == (4, 5)
    assert filled.pack.fill_vectors() == (5, 5)
    assert told == [(4, 5)]


def test_before_each_piece_of_work_it_is_asked_while_nobody_is_locked_out(filled: Desk) -> None:
    pack, said = filled.pack, []
    free: list[bool] = []

    def is_free() -> bool:
        """Whether another thread may read the pack now."""
        reading = threading.Thread(target=pack.search, args=("lift",), daemon=True)
        reading.start()
        reading.join(timeout=60)
        return not reading.is_alive()

    class Watched(HashingEncoder):
        def encode(self, texts: list[str], *, query: bool) -> np.ndarray:  # type: ignore[override]
            if not query:
                said.append(f"encodes {len(texts)}")
                free.append(is_free())
            return super().encode(texts, query=query)

    def goes_on() -> bool:
        said.append("asks")
        free.append(is_free())
        return True

    pack.join_encoder(Watched(64))
    assert pack.fill_vectors(2, goes_on=goes_on) == (2, 5)
    assert pack.fill_vectors(2, goes_on=goes_on) == (4, 5)
    batches = [place for place, one in enumerate(said) if one == "encodes 2"]
    assert len(batches) == 2
    assert all(said[place - 1] == "asks" for place in batches)
    assert free == [True] * len(free)


def test_told_not_to_go_on_it_encodes_nothing_more_and_what_is_done_stays(filled: Desk) -> None:
    ours = encoder()
    filled.pack.join_encoder(ours)
    assert filled.pack.fill_vectors(goes_on=lambda: False) == (0, 5)
    assert ours.encoded == []
    assert filled.pack.fill_vectors(2) == (2, 5)
    assert filled.pack.fill_vectors(goes_on=lambda: False) == (2, 5)
    assert filled.pack.fill_vectors() == (5, 5)
    assert len(ours.encoded) == 5


def test_what_was_encoded_once_is_read_from_the_file_ever_after(filled: Desk) -> None:
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    again, later = filled.reopen_file(), encoder()
    again.pack.join_encoder(later)
    assert again.pack.fill_vectors() == (5, 5)
    assert later.encoded == []
    assert found(again.pack, "elevator persons")[0] == TEXTS[0]


def test_a_write_encodes_nothing_and_the_newest_comes_first(filled: Desk) -> None:
    ours = encoder()
    filled.pack.join_encoder(ours)
    filled.write("A new text about herons.")
    assert ours.encoded == []
    filled.pack.fill_vectors(1)
    assert ours.encoded == ["A new text about herons."]


def test_a_new_claim_is_not_held_back_while_its_vector_is_on_the_way(filled: Desk) -> None:
    pack = filled.pack
    for number in range(10):
        filled.pass_time(HOUR)
        filled.write(f"Note {number} on herons and reeds.")
    pack.join_encoder(encoder())
    pack.fill_vectors()
    filled.pass_time(HOUR)
    filled.write("Kingfishers nest by the weir.")
    answer = pack.search("kingfishers")
    assert answer.hits[0].line.claim.text == "Kingfishers nest by the weir."
    assert "dense" in answer.engine


def test_a_search_writes_nothing_and_filling_leaves_the_log_as_it_was(filled: Desk) -> None:
    log = filled.pack.path / "data.mdb"
    before = log.read_bytes()
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    filled.pack.search("elevator")
    assert log.read_bytes() == before


def test_who_only_reads_has_vectors_too_and_both_share_them(filled: Desk) -> None:
    filled.pack.close()
    with Pack.open(filled.pack.path, seat="ben", clock=filled.clock) as reader:
        reader.join_encoder(encoder())
        reader.fill_vectors()
        assert found(reader, "elevator persons")[0] == TEXTS[0]
    again, ours = filled.reopen_file(), encoder()
    again.pack.join_encoder(ours)
    again.pack.fill_vectors()
    assert ours.encoded == []


def test_a_folder_that_cannot_be_written_does_without_a_file(filled: Desk) -> None:
    (filled.pack.path / NAME).mkdir()  # not even root can write a file of that name
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    assert found(filled.pack, "elevator persons")[0] == TEXTS[0]


def test_while_a_query_is_encoded_elsewhere_words_answer(filled: Desk) -> None:
    class Slow(HashingEncoder):
        def encode(self, texts: list[str], *, query: bool) -> np.ndarray:  # type: ignore[override]
            if query:
                raise NotYet
            return super().encode(texts, query=query)

    filled.pack.join_encoder(Slow())
    filled.pack.fill_vectors()
    assert filled.pack.search("friday deploys").engine == "lexical"


def test_an_encoder_can_leave(filled: Desk) -> None:
    before = filled.pack.search("lift")
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    filled.pack.join_encoder(None)
    assert filled.pack.search("lift") == before
    assert filled.pack.fill_vectors() == (0, 0)


def test_deeds_are_found_by_meaning_when_their_vectors_are_asked_for(filled: Desk) -> None:
    for place, body in enumerate(TEXTS):
        put = c.PutDeed(body=body, kind="turn", conversation="talk", position=place)
        filled.do(put)
    filled.pack.join_encoder(encoder())
    filled.pack.fill_vectors()
    assert filled.pack.search_deeds("elevator persons").hits == ()
    assert filled.pack.fill_vectors(deeds=True) == (10, 10)
    hits = filled.pack.search_deeds("elevator persons").hits
    assert hits[0].deed is not None
    assert hits[0].deed.body == TEXTS[0]


def test_the_status_needs_no_encoder(filled: Desk) -> None:
    status = filled.pack.vector_status()
    assert (status.model, status.done, status.of) == (None, 0, 5)
    filled.pack.join_encoder(encoder(name="small"))
    filled.pack.fill_vectors(3)
    filled.pack.join_encoder(None)
    status = filled.pack.vector_status()
    assert (status.model, status.done, status.of) == ("small", 3, 5)


def test_dropped_vectors_are_gone_from_the_disk_and_can_be_made_again(filled: Desk) -> None:
    pack, file = filled.pack, filled.pack.path / NAME
    pack.join_encoder(encoder())
    pack.fill_vectors()
    secret = encoder().encode([said_of(TEXTS[1], pack)], query=False)[0].tobytes()
    assert secret in file.read_bytes()
    claim = next(line.claim for line in pack.claims() if line.claim.text == TEXTS[1])
    assert pack.drop_vectors([claim]) == 1
    assert secret not in file.read_bytes()
    assert hash_of(said_of(TEXTS[1], pack)) not in file.read_bytes()
    assert pack.vector_status().done == 4
    assert pack.drop_vectors() == 4
    assert not os.path.lexists(file)


def test_hm_37_another_dimension_refuses_search_and_fill(filled: Desk) -> None:
    pack = filled.pack
    pack.join_encoder(encoder(name="first"))
    pack.fill_vectors()
    pack.join_encoder(None)
    held = (pack.path / NAME).read_bytes()
    with pytest.raises(OtherDimension, match=r"64 figures each \(first\), and second gives 32"):
        pack.join_encoder(HashingEncoder(32, name="second"))
    assert pack.fill_vectors() == (0, 0)
    assert pack.search("lift").engine == "lexical"
    assert (pack.path / NAME).read_bytes() == held
    pack.drop_vectors()
    assert pack.join_encoder(HashingEncoder(32, name="second")) is None


def test_hm_37_another_model_warns_once(filled: Desk) -> None:
    pack = filled.pack
    assert pack.join_encoder(encoder(name="first")) is None
    pack.fill_vectors()
    other = encoder(name="second", salt="2")
    warning = pack.join_encoder(other)
    assert warning is not None
    assert "another model (first); second makes them anew" in warning
    assert pack.search("elevator").engine == "lexical"  # vectors of two models are never compared
    assert pack.fill_vectors() == (5, 5)
    assert len(other.encoded) == 5
    assert pack.join_encoder(encoder(name="second", salt="2")) is None


def test_hm_37_an_encoder_that_breaks_its_word_fills_nothing(filled: Desk) -> None:
    liar = encoder()
    filled.pack.join_encoder(liar)
    liar.size = 32
    with pytest.raises(OtherDimension, match="said that its vectors have 64 figures, and gave 32"):
        filled.pack.fill_vectors()
    assert not Path(filled.pack.path / NAME).exists()


def test_of_a_deed_the_speaker_is_encoded_too_and_dropped_with_it(filled: Desk) -> None:
    filled.do(c.PutDeed(body="I keep the key.", kind="turn", conversation="talk", position=0, speaker="Maya"))
    ours = encoder()
    filled.pack.join_encoder(ours)
    filled.pack.fill_vectors(deeds=True)
    assert "Maya: I keep the key." in ours.encoded
    assert filled.pack.drop_vectors(filled.pack.deeds()) == 1
