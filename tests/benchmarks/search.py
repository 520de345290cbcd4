"""The search beside its peers: build, query, add and see, open, as of a date.

`python -m tests.benchmarks.search`. One run, one corpus, the same queries, each once. With `--large` also at
100,000 claims, with `--turns FILE` also over the turns of LoCoMo, which nobody shaped for this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import median

import numpy as np

from core.claims.claim import Claim
from core.clocks.instants import DAY
from core.search.claim_corpus import ClaimCorpus
from core.search.panel import Panel
from core.state.documents import indexed_text
from core.state.held import Held
from core.state.posting_blobs import from_blobs, to_blobs
from core.state.postings import STOPPED, Postings
from core.state.views import Selection, View
from core.text.words import search_terms
from tests.benchmarks import corpus, turns
from tests.benchmarks.measuring import IDLE, Taken, heading, once, pace, row, settled, spread
from tests.benchmarks.peers import Growing, Peer, asked_of, peers

QUERIES = 400
HELD = "<= 1.2 x live"
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
    """The whole panel over the live view, 16 ids and scores back as from a peer."""
    selection = live(panel)
    return asked(lambda query: panel.best(query, selection, retrievability=recall), queries)


def measure_explained(panel: Panel[Selection], queries: list[str]) -> Taken:
    """The same with its hits explained: what each ballot gave them, their states, the words to mark."""
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


def measure_typing(panel: Panel[Selection], queries: list[str]) -> Taken:
    """Each query with its last letter, after a search of it without that letter."""
    selection = live(panel)
    taken = Taken()
    with settled():
        for query in queries:
            panel.search(query[:-1], selection, retrievability=recall)
            taken.of(lambda query=query: panel.search(query, selection, retrievability=recall))  # type: ignore[misc]
    return taken


def measure_dates(panel: Panel[Selection], queries: list[str]) -> dict[str, Taken]:
    """Live, a held date, and a new date with each query, in turns."""
    columns = panel.corpus.held.columns
    first, last = (int(columns.column("t_recorded")[place]) for place in (0, -1))
    now = last + DAY
    dates = np.linspace(first, last, len(queries)).astype(np.int64).tolist()
    held = View(believed_at=dates[len(dates) // 2])
    views = {"live": [View()], "held date": [held], "new date": [View(believed_at=date) for date in dates]}
    turns = {name: cycle(choices) for name, choices in views.items()}
    seconds = {name: Taken() for name in views}
    for query in queries:
        for name, choices in turns.items():
            view = next(choices)
            seconds[name].of(
                lambda view=view, query=query: panel.search(query, panel.corpus.held.select(view, now))  # type: ignore[misc]
            )
    return seconds


def measure_adding(panel: Panel[Selection], added: list[Claim]) -> tuple[Taken, Taken]:
    """Adding a claim so that a search sees it; and the search after it, in a live view that is new."""
    columns, postings = panel.corpus.held.columns, panel.postings
    adding, searching = Taken(), Taken()
    for claim in added:

        def add(claim: Claim = claim) -> None:
            columns.append(claim)
            postings.catch_up(panel.corpus)

        adding.of(add)
        panel.corpus.held.t_tx = claim.t_recorded
        query = " ".join(claim.text.split()[:4])
        searching.of(lambda query=query: panel.search(query, live(panel)))  # type: ignore[misc]
    return adding, searching


def touched(postings: Postings, queries: list[str]) -> str:
    """How many postings the words of a query have, without stop words and with them, p50: what peers walk."""
    spoken: list[int] = []
    every: list[int] = []
    for query in queries:
        terms = [number for term in search_terms(query) if (number := postings.surfaces.find(term)) >= 0]
        stems = [int(postings.stem_of.values[term]) for term in terms]
        spoken.append(sum(postings.by_stem.size(number) for number in stems if number != STOPPED))
        every.append(sum(map(postings.by_surface.size, terms)))
    return f"{median(spoken):,.0f}, {median(every):,.0f} with stop words"


def run(size: int) -> None:
    """All tables for one size."""
    tables(f"{size:,} claims", corpus.held(size), corpus.queries(size, QUERIES), corpus.added(size, ADDED))


def tables(title: str, held: Held, queries: list[str], added: list[Claim]) -> None:
    """All tables for one pack."""
    hold = HOLD.get(len(held.columns.ids), {})
    texts = [indexed_text(held.columns.versions[version]) for version in held.columns.text_rows]
    claims, postings = ClaimCorpus(held), Postings()
    scratch = once(lambda: postings.catch_up(claims))
    panel = Panel(claims, postings)

    heading(f"{title}, {held.columns.n:,} versions, {len(postings.surfaces):,} words: ms, p50 and p95")
    row("pace: 200,000 additions in Python", pace(), f"about {IDLE:.0f} ms on an idle machine")
    row("postings of a query's words, in the middle", touched(postings, queries))
    ours = measure_panel(panel, queries)
    row("panel: repair, BM25+, scan, windows, fuse, decay, MMR", ours, hold.get("panel", ""))
    row("  with 16 hits explained and marked", measure_explained(Panel(claims, postings), queries))
    row("  a query that goes on by a letter", measure_typing(panel, queries))
    _peers(ours, texts, queries, [claim.text for claim in added])
    dates = measure_dates(Panel(claims, postings), queries)  # which no query has warmed
    lives = spread(dates["live"].cpu).p50
    for name, taken in dates.items():
        ratio = f"{spread(taken.cpu).p50 / lives:.2f} x live by cpu"
        row(f"  search, {name}", taken, f"{ratio} {hold.get(name, HELD if name == 'held date' else '')}")
    blobs = to_blobs(postings, claims)
    row("index built from scratch, s", f"{scratch:.3f}", hold.get("scratch", ""))
    stored = once(lambda: from_blobs(blobs, claims))
    row(
        f"index from stored arrays ({sum(map(len, blobs.values())) / 1e6:.1f} MB), s",
        f"{stored:.3f}",
        hold.get("stored", ""),
    )
    adding, searching = measure_adding(panel, added)
    row("one claim added and visible", adding, "<= 0.1")
    row("the search after it", searching)
    row("compaction, s", f"{once(postings.compact):.3f}", "when idle")


def _peers(ours: Taken, texts: list[str], queries: list[str], more: list[str]) -> None:
    for peer in peers():
        built, theirs = measure_peer(peer, texts, queries)
        ratio = spread(ours.cpu).p50 / spread(theirs.cpu).p50
        row(peer.name, theirs, f"panel is {ratio:.2f} x by cpu, built in {built:.2f} s")
        seen = measure_growing(peer, more) if isinstance(peer, Growing) else "only by a new index"
        row("  one text added and visible", seen)


def main(arguments: list[str]) -> None:
    """Run at 1,000 and 10,000 claims, with `--large` at 100,000, and with `--turns FILE` over real talk."""
    for size in (1_000, 10_000, *((100_000,) if "--large" in arguments else ())):
        run(size)
    if "--turns" in arguments:
        source = Path(arguments[arguments.index("--turns") + 1])
        held, added = turns.held(source)
        title = f"{len(held.columns.ids):,} turns of real talk"
        tables(title, held, turns.queries(source, QUERIES), added[:ADDED])


if __name__ == "__main__":
    main(sys.argv[1:])
