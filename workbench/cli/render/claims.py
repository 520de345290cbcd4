"""Claims in lists and on their page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from core.claims.citing import absent_deeds, names_of
from core.claims.claim import Claim
from core.claims.deed import Deed
from core.claims.ids import SHORT, short
from core.pack.pages import ClaimLine, ClaimPage
from workbench.cli.paper import Cell, Paper
from workbench.cli.times import Times
from workbench.cli.wire import plain
from workbench.figures import recall_words
from workbench.moments import counted, span_words

if TYPE_CHECKING:  # search loads numpy, and a list of what is due does without
    from core.pack.searching import Found, Hit

MOST_PEERS: Final = 8
QUOTE: Final = 70
"""Characters of a deed's body in a list."""

_PLAIN_STATES: Final = frozenset({"live"})
PREMISE_GONE: Final = "premise gone"
"""Said of a conclusion whose premise is no longer true."""
CONTEXT: Final = "context"
MEANING: Final = "meaning"
"""Said of a hit that holds nothing of the query itself."""
SECOND_HOP: Final = "2nd hop"
"""Said of a hit that was found by asking for what the first facts name."""


def state_cell(state: str) -> Cell:
    """A claim's state, where it is worth a word."""
    return ("" if state in _PLAIN_STATES else state, "warn" if state in ("planned", "ends") else "dim")


def line_state_cell(line: ClaimLine) -> Cell:
    """The state of a claim, and whether a conclusion has lost a premise."""
    word, style = state_cell(line.state)
    if not line.premises_gone:
        return word, style
    return (f"{word}, {PREMISE_GONE}" if word else PREMISE_GONE), "warn"


def claim_row(line: ClaimLine) -> list[Cell]:
    """Id, kind, author, state, retrievability and text."""
    claim, recall = line.claim, line.retrievability
    return [
        (short(claim.id), "id"),
        (claim.kind, "kind"),
        (claim.author, ""),
        line_state_cell(line),
        (recall_words(recall), "dim"),
        (claim.text, "claim"),
    ]


def claim_list(paper: Paper, lines: Iterable[ClaimLine]) -> None:
    """Claims, one a row."""
    paper.table([claim_row(line) for line in lines])


def found(paper: Paper, answer: Found, *, explain: bool) -> None:
    """The hits of a search, what was searched instead, and what the view hides."""
    if answer.shown_as is not None:
        paper.line(f"showing results for {answer.shown_as}", "warn")
    if explain:
        for hit in answer.hits:
            paper.table([_hit_row(hit)])
            paper.line(_explained(hit), "dim", indent=SHORT + 2)
    else:
        paper.table([_hit_row(hit) for hit in answer.hits])
    if answer.span is not None and answer.span.dropped:
        paper.line(OTHER_TIMES, "warn")
    if (said := RERANK.get(answer.rerank)) is not None:
        paper.line(said, "warn")
    paper.line(_closing(answer) or "nothing found", "dim")


OTHER_TIMES: Final = "nothing is found at that time; this is from all times"
RERANK: Final = {
    "absent": "the order is that without the reranker; there is none on this machine",
    "failed": "the order is that without the reranker; it could not read the hits",
}
"""What is told of a reranker that was asked for in vain."""


def is_context(hit: Hit) -> bool:
    """Whether a claim was found only for what was written beside it."""
    return hit.context


def _hit_row(hit: Hit) -> list[Cell]:
    row = claim_row(hit.line)
    how = CONTEXT if is_context(hit) else MEANING if hit.by_meaning else ""
    how = SECOND_HOP if hit.hop == 2 and not how else how
    return [*row[:-1], (how, "dim"), row[-1]]


def _closing(answer: Found) -> str:
    """How many are shown of how many, what came with them, and what the view hides."""
    further = sum(hit.hop == 2 for hit in answer.hits)
    first = [hit for hit in answer.hits if hit.hop == 1]
    beside = sum(map(is_context, first))
    meant = sum(hit.by_meaning for hit in first)
    shown = len(first) - beside - meant
    every = "match" if answer.matched == 1 else "matches"
    parts = [f"{shown} {every}" if shown == answer.matched else f"{shown} of {answer.matched} {every}"]
    parts = parts if answer.hits or answer.hidden else []
    parts += [f"{beside} written beside {'it' if shown == 1 else 'them'}"] if beside else []
    parts += [f"{meant} by meaning"] if meant else []
    parts += [f"{further} by a second hop"] if further else []
    parts += [f"{number} {state} hidden" for state, number in answer.hidden.items()]
    return " · ".join(parts)


def _explained(hit: Hit) -> str:
    ballots = ", ".join(f"{name} {score:.2f}" for name, score in hit.ballots.items())
    return f"score {hit.score:.3f} · {ballots} · relevance {hit.relevance:.3f} · decay {hit.decay:.2f}"


def claim_page(paper: Paper, page: ClaimPage, times: Times) -> None:
    """Everything about one claim."""
    claim = page.line.claim
    paper.table([[(short(claim.id), "id"), (claim.kind, "kind"), _title(page)]])
    paper.line(claim.text, "claim", indent=2)
    rows = [(label, text) for label, text in _fields(page, times) if text]
    paper.table([[(label, "dim"), (text, "")] for label, text in rows], indent=2)


def _title(page: ClaimPage) -> Cell:
    claim = page.line.claim
    scope = f"{claim.workspace}/{claim.set}" if claim.set else claim.workspace
    marks = [mark for mark, on in (("pinned", claim.pinned), ("not accepted", not claim.accepted)) if on]
    return (" · ".join([page.line.state, *marks, f"by {claim.author}", f"in {scope}"]), "title")


def _fields(page: ClaimPage, times: Times) -> Iterable[tuple[str, str]]:
    """The labelled lines of a page; empty ones are left out by the caller."""
    claim = page.line.claim
    yield "id", claim.id
    yield "window", times.window(claim)
    yield "question", claim.question or ""
    yield "about", ", ".join(names_of(claim))
    yield "key", claim.key or ""
    yield "facts", ", ".join(f"{name} {value}" for name, value in (plain(claim.facts) or {}).items())
    written = f"{times.minute(claim.t_created)} ({times.ago(claim.t_created)})"
    yield "written", f"{written}, revision {claim.rev} of {page.versions}"
    if claim.t_observed != claim.t_created:
        yield "observed", times.minute(claim.t_observed)
    yield "witnesses", ", ".join(claim.witnesses)
    yield from (("cites", _deed(deed)) for deed in page.deeds)
    yield from (("cites", f"{accession}  (not in this pack)") for accession in absent_deeds(claim))
    yield from (("rests on", _premise(premise, page)) for premise in claim.derived_from)
    yield from (("replaced", claim_words(old)) for old in page.replaced)
    if page.replaced_by is not None:
        yield "replaced by", claim_words(page.replaced_by)
    yield from (("concluded", claim_words(citer)) for citer in page.citers)
    yield "resting", (claim.rest_reason or "yes") if claim.resting else ""
    yield "review", _review(page, times)
    yield from (("linked", f"{weight:.2f}  {claim_words(peer)}") for peer, weight in page.peers[:MOST_PEERS])
    yield from (("proposal", f"{short(one.id)} {one.status}: {one.verdict}") for one in page.proposals)


def claim_words(claim: Claim) -> str:
    """Short id and text, for a line that names another claim."""
    return f"{short(claim.id)}  {claim.text}"


def _deed(deed: Deed) -> str:
    body = " ".join(deed.body.split())
    quoted = body if len(body) <= QUOTE else body[: QUOTE - 1] + "…"
    return f"{deed.accession}  “{quoted}”"


def _premise(premise: str, page: ClaimPage) -> str:
    name = premise if premise.startswith("deed-") else short(premise)
    return f"{name} (no longer true)" if premise in page.premises_gone else name


def _review(page: ClaimPage, times: Times) -> str:
    review, recall = page.review, page.line.retrievability
    if review is None:
        return ""
    day = review.asked_next(times.today)
    parts = [f"{times.due(day)} ({times.date(day)})"]
    if review.stability is not None:
        parts.append(f"stability {span_words(round(review.stability))}")
    if recall is not None and review.reps:
        parts.append(recall_words(recall))
    return ", ".join([*parts, counted(review.reps, "grade"), counted(review.lapses, "lapse")])


def deed_page(paper: Paper, deed: Deed, citers: Sequence[Claim], times: Times) -> None:
    """A deed, its body word for word, and the claims that cite it."""
    place = "" if deed.position is None else f"position {deed.position}"
    where = [part for part in (deed.source, deed.speaker, deed.conversation, place) if part]
    paper.table([[(deed.accession, "id"), (deed.kind, "kind"), (" · ".join(where), "title")]])
    said = f", said {times.minute(deed.said_at)}" if deed.said_at is not None else ""
    paper.line(f"put {times.minute(deed.t_recorded)} by {deed.actor}{said}", "dim", indent=2)
    for line in deed.body.splitlines() or [""]:
        paper.line(line, indent=2)
    for name, value in deed.extra.items():
        if isinstance(value, str | int | float):
            paper.line(f"{name}: {value}", "dim", indent=2)
    if citers:
        paper.title("cited by")
        claims(paper, citers)


def claims(paper: Paper, rows: Iterable[Claim]) -> None:
    """Plain claims, one a row."""
    paper.table([[(short(claim.id), "id"), (claim.kind, "kind"), (claim.text, "claim")] for claim in rows])
