"""Links of a write: chosen through an index, and as one would choose who looks at every claim."""

from __future__ import annotations

from random import Random

import pytest

from core.graph.links import MAX_LINKS, MIN_OVERLAP, POOL, select
from core.text.entities import topic_entities
from tests.core.pack.desk import Desk

ISLANDS = ("Crete", "Rhodes", "Naxos", "Samos", "Paros", "Delos")


@pytest.mark.parametrize("seed", range(3))
def test_a_write_links_as_one_who_looks_at_every_claim_would(desk: Desk, seed: int) -> None:
    random = Random(seed)
    for number in range(POOL + 40):
        desk.write(f"Ferry {number} sails.", entities=tuple(random.sample(ISLANDS, random.randint(1, 3))))
    entities = ("Crete", "Rhodes")
    every = {line.claim.id: topic_entities(line.claim.entities) for line in desk.pack.claims()}
    text = "The harbour master keeps the list."
    names = {"new": f"ana\n{text}"}
    asked = select("new", topic_entities(entities), every, every.__getitem__, MIN_OVERLAP, names)
    written = desk.write(text, entities=entities).id
    assert written is not None
    peers = desk.pack.reader.held.links.peers(written)
    assert len(asked) == MAX_LINKS
    assert set(peers) <= set(asked)  # a peer that has eight better ones turns the newcomer away


def test_equals_beyond_the_pool_do_not_all_choose_the_same_eight(desk: Desk) -> None:
    ids = [desk.write(f"Ferry {number} sails.", entities=("Crete",)).id or "" for number in range(2 * POOL)]
    degrees = [len(desk.pack.reader.held.links.peers(one)) for one in ids]
    assert min(degrees) >= 1
    assert max(degrees) == MAX_LINKS
