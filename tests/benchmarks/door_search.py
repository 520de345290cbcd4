"""Search through the door: `Pack.search` over a pack that was filled by `Pack.submit` and opened again."""

from __future__ import annotations

from tests.benchmarks import corpus
from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import Taken, heading, row, settled, spread
from tests.benchmarks.peers import Growing, Peer, asked_of, peers

QUERIES = 400
ADDED = 100
"""Texts that each peer takes in, one by one."""


def run(pack: Filled) -> None:
    """The tables of search."""
    heading(f"Pack.search at {pack.size:,} claims, arrays from the file: ms, p50 and p95")
    queries = corpus.queries(pack.size, QUERIES)
    with pack.reading() as opened:
        opened.search(queries[0])
        ours = Taken()
        with settled():
            for query in queries:
                ours.of(lambda query=query: opened.search(query))  # type: ignore[misc]
        texts = [line.claim.text for line in opened.claims()]
    row("Pack.search, 16 hits explained, hidden ones counted", ours, "must: p50 <= 5; design: 1.6, 3")
    more = [one.text for one in pack.more()][:ADDED]
    for peer in peers():
        _peer(peer, texts, asked_of(peer, queries, pack.size), ours, more)


def _peer(peer: Peer, texts: list[str], queries: list[str], ours: Taken, more: list[str]) -> None:
    building, theirs, growing = Taken(), Taken(), Taken()
    building.of(lambda: peer.build(texts))
    peer.search(queries[0])
    with settled():
        for query in queries:
            theirs.of(lambda query=query: peer.search(query))  # type: ignore[misc]
        if isinstance(peer, Growing):
            for text in more:
                growing.of(lambda text=text: peer.add(text))  # type: ignore[misc]
    ratio = spread(ours.cpu).p50 / spread(theirs.cpu).p50
    built = f"; built in {building.wall[0]:.2f} s, cpu {building.cpu[0]:.2f}"
    row(peer.name, theirs, f"ours is {ratio:.2f} x by cpu{_hold(peer.name)}{built}")
    row("  one text added and visible", growing if growing.wall else "only by a new index")


def _hold(name: str) -> str:
    return "; design: <= 1.3 x" if name.startswith("bm25s") else ""
