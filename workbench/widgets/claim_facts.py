"""What the page of one claim says, in labelled lines and in rows of related claims. Knows no pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from textual.content import Content

from core.claims.citing import absent_deeds, names_of
from core.claims.claim import Claim
from core.claims.ended import WITHDRAWN
from core.clocks.study_day import days_words
from core.pack.origins import kept_as_it_was, open_extra
from core.pack.pages import LIVE, ClaimPage
from core.pack.searching import Hit
from workbench.actions import in_scope
from workbench.cells import opening, pad
from workbench.changed_words import ending_words, named_values
from workbench.figures import recall_words, score_words
from workbench.moments import Present, counted, end_words, minute_words, stated_words
from workbench.plain import plain, styled
from workbench.widgets.bar import bar
from workbench.widgets.labelled import Labelled
from workbench.widgets.rows import Cell, Row

STATE_MARKS: dict[str, str] = {"closed": "⊗", "resting": "z", "planned": "◦", **dict.fromkeys(WITHDRAWN, "×")}
"""Before a claim that is not simply live, in lists."""

BALLOT_CELLS = 12
BAR_CELLS = 16

GRADES = {place: action.label for place, action in enumerate(
    (one for one in in_scope("today") if one.group == "grade"), start=1
)}  # fmt: skip
"""The four grades as their keys are labelled."""


def window_words(claim: Claim, zone: str) -> str:
    """`from 2026-03-14 until further notice`, at the precision that was stated."""
    start = stated_words(claim.t_valid, claim.precision[0], zone, none="")
    end = end_words(claim.t_invalid, claim.precision[1], zone, none="until further notice")
    begins = f"from {start}" if start else "always"
    return f"{begins} {end if claim.t_invalid is None else 'until ' + end}"


def claim_facts(page: ClaimPage, present: Present, hit: Hit | None, *, explain: bool) -> tuple[Labelled, ...]:
    """Everything about a claim but its text and its relations, in the order in which it is asked for."""
    claim = page.line.claim
    facts = [
        ("true", window_words(claim, present.zone), ""),
        *_ended(page, present),
        ("written", _written(claim, present), ""),
        ("about", ", ".join(names_of(claim)), ""),
        *_fields(claim),
        *_deeds(page),
        *_premises(page),
        ("review", _review(page, present), ""),
        ("links", _links(page), ""),
        ("history", f"{counted(page.versions, 'version')} · h shows what changed", ""),
        *_waiting(page),
    ]  # fmt: skip
    rows = [Labelled(label, plain(text, style)) for label, text, style in facts if text]
    return (*rows, *_why_hit(hit, explain)) if hit else tuple(rows)


_Fact = tuple[str, str, str]


def _ended(page: ClaimPage, present: Present) -> Iterator[_Fact]:
    claim = page.line.claim
    if not claim.believed and claim.withdrawal is not None:
        yield page.line.state, f"{ending_words(claim.withdrawal, present.zone)} · y why", "$text-warning"
    elif claim.closing is not None:
        yield "closed", f"{ending_words(claim.closing, present.zone)} · y why", "$text-warning"
    elif claim.t_invalid is not None:
        yield "ends", "its author stated the end", ""
    if claim.resting:
        yield "rests", claim.rest_reason or "out of search, Today and islands · z wakes it", "$text-warning"


def _written(claim: Claim, present: Present) -> str:
    parts = [f"{minute_words(claim.t_created, present.zone)} by {claim.author}"]
    seen, written = minute_words(claim.t_observed, present.zone), minute_words(claim.t_created, present.zone)
    parts += [f"seen {seen}"] if seen != written else []
    parts += [f"also by {', '.join(claim.witnesses)}"] if claim.witnesses else []
    parts += [claim.origin] if claim.origin != "user-declared" else []
    parts += ["held for acceptance"] if not claim.accepted else []
    return " · ".join(parts)


def _fields(claim: Claim) -> Iterator[_Fact]:
    yield "question", claim.question or "", ""
    yield "key", claim.key or "", ""
    yield "set", claim.set or "", ""
    yield "workspace", "* (read everywhere)" if claim.workspace == "*" else "", ""
    if claim.facts is not None:
        stated = msgspec.structs.asdict(claim.facts)
        yield "facts", named_values((name.rstrip("_"), value) for name, value in stated.items()), ""
    yield "kept as it was", " ".join(kept_as_it_was(claim)), "$text-warning"
    yield "extra", named_values(open_extra(claim).items()), ""


def _deeds(page: ClaimPage) -> Iterator[_Fact]:
    cited = [f"{deed.accession}  “{opening(deed.body, BODY_OPENING)}”" for deed in page.deeds]
    cited += [f"{accession}  (not in this pack)" for accession in absent_deeds(page.line.claim)]
    for place, said in enumerate(cited):
        yield ("cites" if place == 0 else " "), said, ""


BODY_OPENING = 160
"""Characters of a deed that stand beside its accession; o opens it whole."""


def _premises(page: ClaimPage) -> Iterator[_Fact]:
    gone = len(page.premises_gone)
    if gone:
        of = len(page.line.claim.derived_from)
        yield "premises", f"! {gone} of {of} no longer {'stands' if gone == 1 else 'stand'}", "$text-warning"


def _review(page: ClaimPage, present: Present) -> str:
    review = page.review
    if review is None:
        return _never_asked(page)
    due = present.due(review.asked_next(present.day))
    if review.stability is None or review.difficulty is None:
        return f"not graded yet · {due}"
    parts = [
        recall_words(page.line.retrievability),
        f"S {days_words(round(review.stability))}",
        f"D {review.difficulty:.1f}",
        due,
        counted(review.reps, "grade"),
    ]
    parts += [counted(review.lapses, "lapse")] if review.lapses else []
    if review.last_grade is not None and review.last_day is not None:
        parts.append(f"last {GRADES[review.last_grade]} {present.days_ago(review.last_day)}")
    return " · ".join(part for part in parts if part)


def _never_asked(page: ClaimPage) -> str:
    """Why a claim has no clock."""
    if page.line.state not in LIVE:
        return f"it is {page.line.state} and was never asked for"
    return f"a {page.line.claim.kind} is not reviewed, or it is not scheduled yet"


def _links(page: ClaimPage) -> str:
    if not page.peers:
        return "none"
    return f"{len(page.peers)}, the strongest {page.peers[0][1]:.2f} · i shows its island"


def _waiting(page: ClaimPage) -> Iterator[_Fact]:
    waiting = sum(one.status == "open" for one in page.proposals)
    if waiting:
        yield (
            "proposals",
            f"{counted(waiting, 'pair waits', 'pairs wait')} for your word (F9)",
            "$text-accent",
        )
    if page.line.claim.pinned:
        yield "pinned", "shown first, and exempt from forgetting", ""


def _why_hit(hit: Hit, explain: bool) -> Iterator[Labelled]:
    """The ballots that named it, strongest first, and what memory made of their sum."""
    ranked = sorted(hit.ballots.items(), key=lambda ballot: (-ballot[1], ballot[0]))
    if not explain:
        said = ", ".join(f"{name} {score:.2f}" for name, score in ranked)
        yield Labelled("why this hit", plain(f"{said} · E explains"))
        return
    for place, (name, score) in enumerate(ranked):
        told = f"{pad(name, BALLOT_CELLS)}{bar(score, 1.0, BAR_CELLS)} {score:.2f}"
        yield Labelled("why this hit" if place == 0 else " ", plain(told))
    yield Labelled("score", plain(score_words(hit.relevance, hit.decay, hit.score)))


def marked_text(text: str, marks: Sequence[tuple[int, int]], style: str = "bold") -> Content:
    """A text with spans of it underlined."""
    parts: list[tuple[str, str]] = []
    at = 0
    for start, end in marks:
        parts += [(text[at:start], style), (text[start:end], f"{style} underline reverse")]
        at = end
    return styled([part for part in (*parts, (text[at:], style)) if part[0]])


def related_rows(page: ClaimPage, premises: Sequence[Claim]) -> tuple[Row, ...]:
    """Claims that this one is related to, each once: what it replaced first, its links last."""
    claim = page.line.claim
    by = (page.replaced_by,) if page.replaced_by is not None else ()
    groups: tuple[tuple[str, Iterable[tuple[Claim, str]]], ...] = (
        ("replaced by", ((one, "") for one in by)),
        ("replaced", ((one, "") for one in page.replaced)),
        ("rests on", ((one, "! gone" if one.id in page.premises_gone else "") for one in premises)),
        ("bears", ((one, "") for one in page.citers)),
        ("linked", ((peer, f"{weight:.2f}") for peer, weight in page.peers)),
    )
    seen, rows = {claim.id}, []
    for relation, members in groups:
        for one, figure in members:
            if one.id not in seen:
                seen.add(one.id)
                rows.append(_related(relation, one, figure, page.basis.true_at))
    return tuple(rows)


def _related(relation: str, claim: Claim, figure: str, true_at: int) -> Row:
    open_now = claim.believed and claim.true_at(true_at)
    cells = (
        Cell(relation, "muted"),
        Cell(claim.text, "" if open_now else "muted"),
        Cell(figure, "muted"),
    )
    return Row(claim.id, cells, "" if open_now else "⊗")
