"""A corpus that nobody shaped for this: turns of real talk that pass the text rules, each text once.

The file is that of LoCoMo (Maharana et al. 2024); the queries are its questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from core.claims.claim import Claim
from core.clocks.instants import MINUTE
from core.state.held import Held
from core.text.entities import mine_entities
from core.text.refusals import problems
from tests.benchmarks.corpus import SEED, START
from workbench.evaluation.readers import locomo


def held(source: Path) -> tuple[Held, list[Claim]]:
    """A pack with the turns in its columns, and the last of them, to be added."""
    claims = list(_claims(source))
    kept = len(claims) * 19 // 20
    pack = Held()
    for claim in claims[:kept]:
        pack.columns.append(claim)
    pack.t_tx = claims[kept - 1].t_recorded
    return pack, claims[kept:]


def queries(source: Path, count: int) -> list[str]:
    """Some of the questions."""
    asked = [question.text for one in locomo.read(source) for question in one.questions]
    return random.Random(SEED).sample(asked, min(count, len(asked)))


def _claims(source: Path) -> Iterator[Claim]:
    told: set[str] = set()
    at = START
    for collection in locomo.read(source):
        for piece in collection.pieces:
            text = piece.text.strip()
            if text in told or problems(text):
                continue
            told.add(text)
            said_at = at if piece.said_at is None else piece.said_at + piece.position * MINUTE
            at += MINUTE
            yield Claim(
                id=f"{at // 1000:012x}7{len(told):019x}",
                rev=1,
                workspace="default",
                kind="belief",
                text=text,
                author=piece.speaker or "reader",
                t_created=at,
                t_recorded=at,
                t_observed=said_at,
                t_valid=said_at,
                entities=mine_entities(text),
            )
