"""Search through the door: `Pack.search` over a pack that was filled by `Pack.submit` and opened again."""

from __future__ import annotations

from tests.benchmarks import corpus
from tests.benchmarks.filled import Filled
from tests.benchmarks.measuring import Taken, heading, row, settled, spread
from tests.benchmarks.peers import peers

QUERIES = 400


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
    for peer in peers():
        peer.build(texts)
        peer.search(queries[0])
        theirs = Taken()
        with settled():
            for query in queries:
                theirs.of(lambda query=query, peer=peer: peer.search(query))  # type: ignore[misc]
        ratio = spread(ours.cpu).p50 / spread(theirs.cpu).p50
        row(peer.name, theirs, f"ours is {ratio:.2f} x by cpu" + _hold(peer.name))


def _hold(name: str) -> str:
    return "; design: <= 1.3 x" if name.startswith("bm25s") else ""
