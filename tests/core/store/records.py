"""Records to fill a log with: small ones by hand, and any sequence of effects by strategy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from hypothesis import strategies as st

from core.claims.claim import Claim, Closing
from core.claims.deed import Deed
from core.claims.facts import Outcome, Persona, Prediction, Rule, Trust
from core.claims.proposal import Proposal
from core.claims.review_state import ReviewState
from core.clocks.instants import EARLIEST, LATEST
from core.store import tables
from core.store.lease import Holder
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord

MARCH = 1_773_479_520_000_000
"""2026-03-14T09:12:00Z."""

ANA = Holder(pid=1, host="machine", boot_id="boot", seat="ana", client="workbench", since=MARCH)


def claim(claim_id: str = "c1", rev: int = 1, text: str = "The build takes nine minutes.") -> Claim:
    return Claim(
        id=claim_id,
        rev=rev,
        workspace="default",
        kind="lesson",
        text=text,
        author="ana",
        t_created=MARCH,
        t_recorded=MARCH + rev,
        t_observed=MARCH,
        t_valid=MARCH,
    )


def review(due_day: int) -> ReviewState:
    return ReviewState(due_day=due_day, added_day=739_000)


def record(tx: int, *effects: Effect, verb: str = "remember", actor: str = "ana") -> LogRecord:
    return LogRecord(tx, MARCH + tx * 60_000_000, actor, "cli", verb, b"\x80", effects, f"record {tx}")


def remembered(tx: int, claim_id: str | None = None) -> LogRecord:
    """A record that adds a claim and its review clock."""
    name = claim_id or f"claim{tx:04d}"
    return record(
        tx, Effect.put("claim", name, claim(name)), Effect.put("review", name, review(739_000 + tx))
    )


def filled(path: Path, count: int = 20) -> LmdbLog:
    """A pack with `count` records in it, open for writing."""
    log = LmdbLog.create(path)
    log.append([remembered(tx) for tx in range(1, count + 1)], log.epoch)
    return log


# Strategies. Few keys, so that chains grow and review clocks move; any text, so that every script is met.

words = st.text(min_size=1, max_size=12).filter(lambda text: "\x00" not in text)
keys = st.one_of(st.sampled_from(["a", "b", "ab", "a|b", "a|b|c", "|b", "b|", "ä", "声"]), words)
instants = st.integers(EARLIEST, LATEST)
maybe_instants = st.none() | instants
figures = st.dictionaries(
    words, st.one_of(st.integers(-(2**60), 2**60), st.floats(allow_nan=False), words), max_size=2
)
extras = st.dictionaries(
    words,
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**60), 2**60)
        | st.floats(allow_nan=False)
        | words
        | st.binary(max_size=4),
        lambda inner: st.lists(inner, max_size=2),
        max_leaves=3,
    ),
    max_size=2,
)
closings = st.builds(
    Closing,
    rule=words,
    actor=words,
    tx=st.integers(1, 2**40),
    t_tx=instants,
    by=st.none() | words,
    figures=figures,
    former_end=maybe_instants,
)
facts = st.one_of(
    st.builds(Trust, from_=words, to=words, weight=st.floats(0, 1)),
    st.builds(Persona, name=words, anchor=st.floats(0, 1)),
    st.builds(
        Prediction,
        issue=words,
        agent=words,
        expect=words | st.dictionaries(words, st.floats(0, 1), max_size=2),
    ),
    st.builds(Rule, pattern=words, verdict=words),
    st.builds(Outcome, issue=words, choice=words),
)
claims = st.builds(
    Claim,
    id=words,
    rev=st.integers(1, 9),
    workspace=words,
    kind=words,
    text=st.text(max_size=40),
    author=words,
    t_created=instants,
    t_recorded=instants,
    t_observed=instants,
    t_valid=maybe_instants,
    t_invalid=maybe_instants,
    entities=st.lists(words, max_size=2).map(tuple),
    facts=st.none() | facts,
    closing=st.none() | closings,
    extra=extras,
)
reviews = st.builds(
    ReviewState,
    due_day=st.integers(1, 3_652_059),
    added_day=st.integers(1, 3_652_059),
    stability=st.none() | st.floats(0.01, 1e4),
    last_at=maybe_instants,
)
VALUES: dict[str, st.SearchStrategy[object]] = {
    tables.CLAIM: claims,
    tables.DEED: st.builds(
        Deed,
        accession=words,
        kind=words,
        body=st.text(max_size=40),
        actor=words,
        t_recorded=instants,
        said_at=maybe_instants,
        extra=extras,
    ),
    tables.LINK: st.floats(0, 1),
    tables.REVIEW: reviews,
    tables.PROPOSAL: st.builds(
        Proposal,
        id=words,
        workspace=words,
        source=words,
        new=words,
        old=words,
        rule=words,
        t_opened=instants,
        actor=words,
        figures=figures,
    ),
    tables.DECLINED: words,
    tables.SETTING: st.none()
    | words
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False)
    | st.booleans()
    | st.lists(st.floats(0, 1), max_size=3),
    tables.LENS: st.floats(0, 1),
    tables.FIRED: instants,
    tables.USE: st.integers(0, 2**40),
}


@st.composite
def effects(draw: st.DrawFn) -> Effect:
    """Any effect; half of them on the review clock, where projections do most."""
    table = draw(st.one_of(st.just(tables.REVIEW), st.sampled_from(sorted(VALUES))))
    key = draw(keys)
    return (
        Effect.drop(table, key)
        if draw(st.integers(0, 4)) == 0
        else Effect.put(table, key, draw(VALUES[table]))
    )


@st.composite
def histories(draw: st.DrawFn, max_size: int = 8) -> list[LogRecord]:
    """Any log: dense numbers, rising times, effects that may name a key twice."""
    outcomes = draw(st.lists(st.lists(effects(), max_size=3), max_size=max_size))
    t_tx = draw(st.integers(EARLIEST + 1, LATEST - 10**12))
    records = []
    for tx, outcome in enumerate(outcomes, start=1):
        t_tx += draw(st.integers(1, 10**9))
        payload = draw(st.binary(max_size=8) | st.just(b"\x81\xa1a\x01"))
        records.append(
            LogRecord(
                tx,
                t_tx,
                draw(words),
                "cli",
                draw(words),
                payload,
                tuple(outcome),
                draw(st.text(max_size=8)),
                tuple(range(1, draw(st.integers(1, 3)))),
            )
        )
    return records


def cut(records: Sequence[LogRecord], points: Sequence[int]) -> list[Sequence[LogRecord]]:
    """The records in batches, cut at `points`."""
    bounds = [0, *sorted({point % (len(records) + 1) for point in points}), len(records)]
    return [records[start:stop] for start, stop in pairwise(bounds) if start < stop]
