"""The search beside its peers: build, query, add and see, open, as of a date.

`python -m tests.benchmarks.search`. One run, one corpus, the same queries, each once. With `--large` also at
100,000 claims.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import cycle

import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import DAY
from core.search.claim_corpus import ClaimCorpus
from core.search.panel import Panel
from core.state.documents import indexed_text
from core.state.posting_blobs import from_blobs, to_blobs
from core.state.postings import Postings
from core.state.views import Selection, View
from tests.benchmarks import corpus
from tests.benchmarks.measuring import IDLE, Spread, Taken, heading, once, pace, row, settled, spread
from tests.benchmarks.peers import Growing, Peer, asked_of, peers

QUERIES = 400
ADDED = 300
HOLD = {
    1_000: {},
    10_000: {
        "panel": "p50 <= 1.6, p95 <= 3, <= 1.3 x bm25s",
        "scratch": "<= 0.4 s with the pack",
        "stored": "<= 0.25 s with the pack",
        "new date": "<= 1.5 x live",
    },
    100_000: {
        "panel": "p50 <= 6, p95 <= 10, <= 0.5 x bm25s",
        "scratch": "<= 3 s with the pack",
        "stored": "<= 0.6 s with the pack",
        "new date": "<= 2 x live",
    },
}


def recall(rows: np.ndarray) -> np.ndarray:
    """A retrievability for every row, as the door gives one."""
    return 0.5 + (rows % 97) / 200.0


def live(panel: Panel[Selection]) -> Selection:
    """The selection of the present."""
    return panel.corpus.held.select(View(), corpus.now_of(panel.corpus.held.columns))


def measure_panel(panel: Panel[Selection], queries: list[str]) -> Taken:
    """The whole panel over the live view."""
    selection = live(panel)
    return asked(lambda query: panel.search(query, selection, retrievability=recall), queries)


def measure_peer(peer: Peer, texts: list[str], queries: list[str]) -> tuple[float, Taken]:
    """Seconds to build, and its queries."""
    return once(lambda: peer.build(texts)), asked(peer.search, asked_of(peer, queries, len(texts)))


def asked(search: Callable[[str], object], queries: list[str]) -> Taken:
    """The times of some queries, after one that is not counted."""
    taken = Taken()
    search(queries[0])
    with settled():
        for query in queries:
            taken.of(lambda query=query: search(query))  # type: ignore[misc]
    return taken


def measure_growing(peer: Growing, texts: list[str]) -> Taken:
    """One text more, so that a search sees it."""
    taken = Taken()
    for text in texts:
        taken.of(lambda text=text: peer.add(text))  # type: ignore[misc]
    return taken


def measure_dates(panel: Panel[Selection], queries: list[str]) -> dict[str, Spread]:
    """Live, a held date, and a new date with each query, in turns."""
    columns = panel.corpus.held.columns
    first, last = (int(columns.column("t_recorded")[place]) for place in (0, -1))
    now = last + DAY
    dates = np.linspace(first, last, len(queries)).astype(np.int64).tolist()
    held = View(believed_at=dates[len(dates) // 2])
    views = {"live": [View()], "held date": [held], "new date": [View(believed_at=date) for date in dates]}
    seconds: dict[str, list[float]] = {name: [] for name in views}
    turns = {name: cycle(choices) for name, choices in views.items()}
    for query in queries:
        for name, choices in turns.items():
            view = next(choices)
            seconds[name].append(
                once(lambda view=view, query=query: panel.search(query, panel.corpus.held.select(view, now)))
            )  # type: ignore[misc]
    return {name: spread(taken) for name, taken in seconds.items()}


def measure_adding(panel: Panel[Selection], added: list[Claim]) -> tuple[Spread, Spread]:
    """Adding a claim so that a search sees it; and the search after it, in a live view that is new."""
    columns, postings = panel.corpus.held.columns, panel.postings
    adding: list[float] = []
    searching: list[float] = []
    for claim in added:

        def add(claim: Claim = claim) -> None:
            columns.append(claim)
            postings.catch_up(panel.corpus)

        adding.append(once(add))
        panel.corpus.held.t_tx = claim.t_recorded
        query = " ".join(claim.text.split()[:4])
        searching.append(once(lambda query=query: panel.search(query, live(panel))))  # type: ignore[misc]
    return spread(adding), spread(searching)


def run(size: int) -> None:
    """All tables for one size."""
    hold = HOLD.get(size, {})
    held = corpus.held(size)
    queries = corpus.queries(size, QUERIES)
    texts = [indexed_text(held.columns.versions[version]) for version in held.columns.text_rows]
    claims, postings = ClaimCorpus(held), Postings()
    scratch = once(lambda: postings.catch_up(claims))
    panel = Panel(claims, postings)

    heading(
        f"{size:,} claims, {held.columns.n:,} versions, {len(postings.surfaces):,} words: ms, p50 and p95"
    )
    row("pace: 200,000 additions in Python", pace(), f"about {IDLE:.0f} ms on an idle machine")
    ours = measure_panel(panel, queries)
    row("panel: repair, BM25+, scan, windows, fuse, decay, MMR", ours, hold.get("panel", ""))
    more = [claim.text for claim in corpus.added(size, ADDED)]
    for peer in peers():
        built, theirs = measure_peer(peer, texts, queries)
        ratio = spread(ours.cpu).p50 / spread(theirs.cpu).p50
        row(peer.name, theirs, f"panel is {ratio:.2f} x by cpu, built in {built:.2f} s")
        seen = measure_growing(peer, more) if isinstance(peer, Growing) else "only by a new index"
        row("  one text added and visible", seen)
    for name, taken in measure_dates(panel, queries).items():
        row(f"  search, {name}", taken, hold.get(name, "<= 1.2 x live" if name == "held date" else ""))
    blobs = to_blobs(postings, claims)
    row("index built from scratch, s", f"{scratch:.3f}", hold.get("scratch", ""))
    stored = once(lambda: from_blobs(blobs, claims))
    row(
        f"index from stored arrays ({sum(map(len, blobs.values())) / 1e6:.1f} MB), s",
        f"{stored:.3f}",
        hold.get("stored", ""),
    )
    adding, searching = measure_adding(panel, corpus.added(size, ADDED))
    row("one claim added and visible", adding, "<= 0.1")
    row("the search after it", searching)
    row("compaction, s", f"{once(postings.compact):.3f}", "when idle")


def main(arguments: list[str]) -> None:
    """Run at 1,000 and 10,000 claims, and with `--large` at 100,000."""
    for size in (1_000, 10_000, *((100_000,) if "--large" in arguments else ())):
        run(size)


if __name__ == "__main__":
    main(sys.argv[1:])
