"""What Claims says about its list: how many, what is hidden, what was repaired, why it is empty."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from core.pack.pages import LIVE, ClaimLine
from core.pack.searching import Found, Hit
from workbench.figures import recall_words
from workbench.moments import counted
from workbench.widgets.claim_facts import STATE_MARKS
from workbench.widgets.rows import Cell, Column, Row

COLUMNS = (Column(), Column(10, from_width=58), Column(8, from_width=68), Column(7, "right", from_width=44))
"""Text, kind, author, and recall or state."""

STATE_WORDS = {"retracted": "untrue", "set aside": "aside", "taken over": "taken", "resting": "rests"}
"""States in seven cells, where their own name is longer or less plain."""

BEGINS_LATER = {"planned": "later"}
"""How a state is called when one looks back with what is known since: nobody may have planned it."""

UNFOUNDED = "?"
"""Mark of a conclusion that is live while one of its premises is no longer true."""

MOST_BY_MEANING = 16
"""Claims shown that no word of the query came near to: an encoder has some score for all."""

NEARBY, MOST_NEARBY = "~", 3
"""Mark of a claim that only stands beside a match, written in the same sitting, and how many are shown."""

WITHOUT_ALL = "c shows closed too"


def row_of(line: ClaimLine, marks: Sequence[tuple[int, int]] = (), *, looking_back: bool = False) -> Row:
    """A claim as a row of the list; one that is not simply live has a mark before it."""
    claim, open_now = line.claim, line.state in LIVE
    text = Cell(claim.text, "" if open_now else "muted", marks)
    cells = (
        text,
        Cell(claim.kind, "muted"),
        Cell(claim.author, "muted"),
        Cell(_figure(line, looking_back), "muted"),
    )
    standing = UNFOUNDED if line.premises_gone else "p" if claim.pinned else ""
    mark = STATE_MARKS.get(line.state, standing)
    return Row(claim.id, cells, mark)


def hit_row(hit: Hit, *, looking_back: bool = False) -> Row:
    """A hit as a row; one that only stands beside a match says so in place of its recall."""
    row = row_of(hit.line, hit.marks, looking_back=looking_back)
    text, *others, _ = row.cells
    if hit.by_meaning and hit.line.state in LIVE:
        return Row(row.id, (text, *others, Cell("meaning", "muted")), row.mark)
    if not hit.context:
        return row
    return Row(row.id, (Cell(text.text, "muted"), *others, Cell("nearby", "muted")), NEARBY)


def matches_first(hits: Sequence[Hit]) -> list[Hit]:
    """The matches in their order, a few of those by meaning among them, then a few that stand beside one."""
    meant = set(islice((hit.line.claim.id for hit in hits if hit.by_meaning), MOST_BY_MEANING))
    matches = [hit for hit in hits if not hit.context and hit.by_meaning <= (hit.line.claim.id in meant)]
    nearby = [hit for hit in hits if hit.context]
    return matches + nearby[: MOST_NEARBY if matches else 0]


def _figure(line: ClaimLine, looking_back: bool) -> str:
    if line.state in LIVE:
        return recall_words(line.retrievability)
    named = STATE_WORDS | BEGINS_LATER if looking_back else STATE_WORDS
    return named.get(line.state, line.state)


def listed_words(number: int, *, closed_too: bool) -> str:
    """How many claims there are, when nothing is searched for."""
    if closed_too:
        return f"{counted(number, 'claim')}, closed ones too (c)"
    return f"{number} live · {WITHOUT_ALL}"


def found_words(found: Found, hits: Sequence[Hit], *, closed_too: bool, looking_back: bool = False) -> str:
    """How many match, how many of them the view hides, and the key that shows them."""
    meant = sum(hit.by_meaning for hit in hits)
    shown = sum(not hit.context for hit in hits) - meant
    matched = max(found.matched, shown)
    first = f"{shown} of " if shown < matched else ""
    kind = "" if closed_too else "live "
    words = [first + counted(matched, f"{kind}match", f"{kind}matches")]
    words += [f"{meant} by meaning"] if meant else []
    words += [] if closed_too else [hidden_words(found, looking_back)]
    return " · ".join(word for word in words if word)


def hidden_words(found: Found, looking_back: bool) -> str:
    """`3 closed matches (c)`; empty when nothing that matches is hidden."""
    named = BEGINS_LATER if looking_back else {}
    parts = [f"{number} {named.get(state, state)}" for state, number in found.hidden.items()]
    noun = "match" if sum(found.hidden.values()) == 1 else "matches"
    return f"{', '.join(parts)} {noun} (c)" if parts else ""


def found_note(found: Found, hits: Sequence[Hit], joining: str = "") -> str:
    """What was searched for instead, what the mark of a neighbour means, how far search by meaning is."""
    nearby = f"{NEARBY} nearby, same sitting" if any(hit.context for hit in hits) else ""
    return " · ".join(said for said in (repaired_words(found), nearby, joining) if said)


def repaired_words(found: Found) -> str:
    """What was searched for in place of words that the pack has never seen."""
    if found.shown_as is None:
        return ""
    return f"showing results for “{found.shown_as}” · quotes keep a word as you typed it"


def nothing_found(found: Found, filters: Sequence[str], shown_time: str, looking_back: bool) -> str:
    """Why the list is empty after a search, and what helps."""
    said = f"No claim {'held' if shown_time else 'holds'} “{found.query.strip()}”"
    said += f" with {', '.join(filters)}" if filters else ""
    said += ", on the date shown. " if shown_time else ". "
    hidden = hidden_words(found, looking_back)
    if hidden:
        return f"{said}But {hidden}."
    helps = "T returns to now" if shown_time else "w writes a claim"
    return f"{said}Escape twice clears the search; {helps}."


def nothing_listed(filters: Sequence[str], shown_time: str) -> str:
    """Why the list is empty when nothing is searched for."""
    if filters:
        return f"No claim has {', '.join(filters)}. Escape clears the filters."
    if shown_time:
        return f"Nothing was held: {shown_time} is before the first claim. T returns to now."
    return "This workspace holds no claim yet. Press w to write the first one."
