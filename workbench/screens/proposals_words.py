"""Proposals in words: where they come from, what each decision would do, and what it did."""

from __future__ import annotations

from typing import Final

from core.claims.claim import TAKEN_OVER, WRITTEN_TWICE, Claim
from core.claims.proposal import Proposal
from core.pack.accepting import is_their_version
from core.pack.origins import worded_by
from core.pack.receipts import Receipt
from core.text.around import cut_around
from workbench.deciding_words import BOTH_STAY
from workbench.moments import Present, counted, day_words, end_words, stated_words
from workbench.plain import cut
from workbench.widgets.bar import Window, WindowRow
from workbench.widgets.rows import Cell, Column, Row
from workbench.widgets.word_diff import Side

CONFLICT: Final = "conflict"
MERGE: Final = "merge"
HELD: Final = "held"

SOURCES: Final = {
    "guard": "the guard left it to a person",
    CONFLICT: "two stated periods overlap",
    "consolidate": "found by looking through the pack",
    "held": "waits until a person accepts it",
    "merge": "another pack says otherwise",
}
"""Where a proposal comes from, by its source."""

COLUMNS = (
    Column(14), Column(11, from_width=50), Column(10, from_width=60), Column(),
)  # fmt: skip

ASKS: Final = "?"
"""Mark of a conflict: nobody has changed anything, two say different things."""

TEXT_CELLS: Final = 34
"""Cells of a claim quoted in a sentence that must fit a narrow terminal."""

NONE: Final = "Nothing waits for your word. L looks through the pack for more pairs."
NONE_THEN: Final = "Nothing waited for a word on this date. T returns to now."
DECLINED: Final = {BOTH_STAY: "Two facts: both stay, and the pair is never proposed again."}
"""What declining did, where it is not said as before."""
NO_PAIR: Final = "There is no pair to decide."
STILL_LOOKING: Final = "Still looking through the pack."
LOOKING: Final = "looking through the pack…"
NO_PAIRS: Final = "Looked through the pack: no pair comes near enough to propose."


def proposal_row(proposal: Proposal, newer: Claim | None, present: Present) -> Row:
    """One proposal: its age, its source, its rule, and the newer text."""
    age = present.ago(proposal.t_opened)
    return Row(
        proposal.id,
        (
            Cell(age, "muted"),
            Cell(proposal.source, "warning" if proposal.source == CONFLICT else ""),
            Cell(rule_words(proposal.rule), "muted"),
            Cell(newer.text if newer else ""),
        ),
        mark=ASKS if proposal.source == CONFLICT else "",
    )


def rule_words(rule: str) -> str:
    """A rule's name as a person reads it."""
    return rule.replace("_", " ")


def heading(proposal: Proposal, present: Present) -> str:
    """Where it comes from, by which rule, when and by whose act."""
    age = present.ago(proposal.t_opened)
    source = SOURCES.get(proposal.source, proposal.source)
    rule = "" if proposal.rule == proposal.source else f"{rule_words(proposal.rule)} · "
    return f"{proposal.source}: {source} · {rule}{age}, by {proposal.actor}"


def sides(proposal: Proposal, newer: Claim) -> tuple[str, str]:
    """What the older and the newer side are called."""
    return ("ours", "theirs") if is_their_version(proposal, newer) else ("older", "newer")


def side(claim: Claim, present: Present, role: str, chosen: bool, seat: str = "") -> Side:
    """One of the two claims, with its seat and window; `chosen` is the one that keys act on."""
    age = present.ago(claim.t_created)
    return Side(
        text=claim.text,
        title=f"{'▸ ' if chosen else ''}{role} · {seat or worded_by(claim)} · {age}",
        footer=f"true {span_words(claim, present.zone)}",
    )


def window_dates(claim: Claim, zone: str) -> str:
    """`2025-11-02 → 2026-03-14`."""
    start = stated_words(claim.t_valid, claim.precision[0], zone, none="always")
    end = end_words(claim.t_invalid, claim.precision[1], zone, none="until further notice")
    return f"{start} → {end}"


def window_row(claim: Claim, zone: str, role: str) -> WindowRow:
    """One claim's window as a bar."""
    return WindowRow(role, Window(claim.t_valid, claim.t_invalid), window_dates(claim, zone))


def conflict_question(older: Claim, newer: Claim, zone: str) -> str:
    """Both sides of a conflict with dates and authors, and the question."""
    one, other = span_words(older, zone), span_words(newer, zone)
    first, second = (
        f"The older one, by {older.author}, holds {one}",
        f"the newer one, by {newer.author}, {other}",
    )
    return f"{first}; {second}. Which is so?"


def span_words(claim: Claim, zone: str) -> str:
    """`from 2026-03-14`, `from 2026-03-14 until 2026-09`, or `always`."""
    start = stated_words(claim.t_valid, claim.precision[0], zone, none="")
    end = end_words(claim.t_invalid, claim.precision[1], zone, none="")
    begins = f"from {start}" if start else "always"
    return f"{begins} until {end}" if end else begins


def did(receipt: Receipt, zone: str, beside: str = "") -> str:
    """What accepting closed, cut around what sets it apart from the text of the newer claim `beside` it."""
    if not receipt.closes:
        return f"{receipt.summary}. u takes it back."
    closed = receipt.closes[0]
    told = closed.text.removesuffix(".")
    text = cut(cut_around(told, beside.removesuffix("."), TEXT_CELLS) if beside else told, TEXT_CELLS)
    if closed.rule == TAKEN_OVER:
        return f"Took their version: “{text}”. u takes it back."
    if closed.rule == WRITTEN_TWICE:
        return f"Set “{text}” aside: the older one says it. u takes it back."
    if closed.new_end is None:
        return f"Retracted “{text}”: it was never true. u takes it back."
    return f"Closed “{text}” on {day_words(closed.new_end, zone)}. u takes it back."


def found_words(pairs: int) -> str:
    """What looking through the pack found, and what can be done with it."""
    return (
        f"{counted(pairs, 'more pair')} found. L proposes {'it' if pairs == 1 else 'them'}, escape leaves it."
    )


def proposed_words(pairs: int) -> str:
    """What proposing them did."""
    return f"{counted(pairs, 'pair')} proposed. u takes {'it' if pairs == 1 else 'them'} back."
