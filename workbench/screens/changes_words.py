"""What the Changes screen says: the list of endings, and one ending in labelled lines."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from core.claims.claim import Claim, Closing
from core.claims.ended import how_ended
from core.pack.closings import ClosingLine, ClosingPage
from workbench.actions import BY_ID, shown_key
from workbench.cells import opening
from workbench.changed_words import by_rule, numbered_rule, rule_words
from workbench.diffing import diff
from workbench.moments import day_words, minute_words
from workbench.plain import plain
from workbench.widgets.bar import Window, WindowRow
from workbench.widgets.chain_strip import Chain, Link
from workbench.widgets.claim_facts import window_words
from workbench.widgets.labelled import Labelled
from workbench.widgets.rows import Cell, Column, Row
from workbench.widgets.word_diff import Side

COLUMNS = (Column(10), Column(), Column(11, from_width=48))
"""When the pack learnt of it, what ended, by which rule."""

NOTHING_ENDED = (
    "Nothing has ended here yet. When a newer claim replaces an older one, or you say that one is no longer "
    "true, this page shows what closed it, by which rule, and what changed word for word."
)

DEED_OPENING = 200
"""Characters of a deed shown beside its accession; o opens it whole."""


def closing_row(line: ClosingLine, zone: str) -> Row:
    """One ending in the list."""
    cells = (
        Cell(day_words(line.ending.t_tx, zone), "muted"),
        Cell(line.claim.text),
        Cell(rule_words(line.ending.rule), "muted"),
    )
    return Row(line.claim.id, cells, "⊗" if line.how == "closed" else "×")


def unlisted_row(page: ClosingPage) -> Row:
    """A claim that is shown and is no ending of the list: mostly one that is open."""
    cells = (
        Cell(how_it_ended(page), "muted"),
        Cell(page.claim.text),
        Cell("" if page.ending is not None else "not ended", "muted"),
    )
    return Row(page.claim.id, cells, "○")


def how_it_ended(page: ClosingPage) -> str:
    """`closed`, `retracted`, `set aside` and so on, or what it is while it has not ended."""
    return how_ended(page.claim) or page.state


def old_side(page: ClosingPage, zone: str) -> Side:
    """The pane of the claim that ended."""
    title = how = how_it_ended(page)
    if page.ending is not None:
        rule = page.ending.rule
        title += f" {day_words(page.ending.t_tx, zone)}" + (
            f", {by_rule(rule)}" if rule_words(rule) != how else ""
        )
    return Side(page.claim.text, title, _written(page.claim, zone))


def new_side(page: ClosingPage, by: Claim, zone: str) -> Side:
    """The pane of the claim that came instead."""
    return Side(by.text, str(page.by_state or ""), _written(by, zone))


def _written(claim: Claim, zone: str) -> str:
    return f"{claim.kind} · by {claim.author} {day_words(claim.t_created, zone)}"


def window_rows(page: ClosingPage, zone: str) -> tuple[WindowRow, ...]:
    """The windows of both claims, for bars on one axis."""
    rows = [_window_row(f"{'○' if page.ending is None else '−'} {how_it_ended(page)}", page.claim, zone)]
    if page.by is not None:
        rows.append(_window_row(f"+ {page.by_state}", page.by, zone))
    return tuple(rows)


def _window_row(label: str, claim: Claim, zone: str) -> WindowRow:
    window = Window(claim.t_valid, claim.t_invalid)
    start = day_words(claim.t_valid, zone, none="always")
    return WindowRow(label, window, f"{start} → {day_words(claim.t_invalid, zone, none='open')}")


def chain_links(chain: Sequence[Claim], place: int, true_at: int, zone: str) -> Chain:
    """The chain as the strip shows it, each claim by the words that set it apart from its neighbour."""
    links = []
    for at, claim in enumerate(chain):
        ended = not claim.believed or (claim.t_invalid is not None and claim.t_invalid <= true_at)
        links.append(Link(day_words(claim.t_valid, zone, none="always"), _apart(chain, at), ended))
    return Chain(links, place)


def _apart(chain: Sequence[Claim], at: int) -> str:
    """The words in which a claim differs from the next, the last one from the one before."""
    claim = chain[at]
    if at + 1 < len(chain):
        spans = [span for span in diff(claim.text, chain[at + 1].text).old if span.role == "removed"]
    elif at:
        spans = [span for span in diff(chain[at - 1].text, claim.text).new if span.role == "added"]
    else:
        spans = []
    words = " … ".join(span.text.strip() for span in spans if span.text.strip())
    return words or claim.text


# why it ended

KEYS = ("claim.reopen", "claim.open_deed", "changes.moment_before", "changes.near_misses", "changes.next",
        "changes.previous")  # fmt: skip
"""What can be done with an ending, told below it."""


def key_fact(refused: Container[str]) -> Labelled:
    """The keys of this page that act on it as it stands, as the registry has them."""
    keys = [name for name in KEYS if name not in refused]
    told = " · ".join(f"{shown_key(BY_ID[name].keys[0])} {BY_ID[name].label}" for name in keys)
    return Labelled("keys", plain(told, "$text-muted"))


def ending_facts(page: ClosingPage, zone: str) -> tuple[tuple[str, str], ...]:
    """Rule, guard, reason, who and when, deed, and what became of the window: labels and sentences."""
    ending = page.ending
    if ending is None:
        return (("why", open_words(page, zone)),)
    facts = [
        *_why(page, ending),
        ("who", _who(page, ending, zone)),
        ("window", _window(page, ending, zone)),
        ("deed", _deed(page, ending)),
    ]
    return tuple((label, text) for label, text in facts if text)


def open_words(page: ClosingPage, zone: str) -> str:
    """Why there is nothing to explain."""
    claim = page.claim
    if claim.t_invalid is not None:
        return f"Its author stated the end: true {window_words(claim, zone)}. No other claim ended it."
    return f"This claim has not ended; it is {page.state}, true {window_words(claim, zone)}."


LABELS = {"guard: ": "guard", "merge: ": "merge", "Reason given: ": "reason"}
"""The label of sentences that the pack begins so."""

GAVE_WAY = {
    "taken over": "It was their version of a claim of ours, which says since then what this one said.",
    "set aside": "It gave way to what stands here, which was kept; this one is not believed.",
}
"""What became of another pack's version, or of a claim written twice: it says nothing of the truth."""

NO_WINDOW = GAVE_WAY | {
    "retracted": "It was never true: no date has it true any more; dates before then still show it.",
    "undone": "Its write was taken back; dates before then still show it.",
}
"""What is said in place of a window, by how a claim came to be believed no longer."""


def _why(page: ClosingPage, ending: Closing) -> Iterator[tuple[str, str]]:
    if ending.rule == "accepted":
        yield "why", "a person accepted the proposal that these two were found to be."
    for sentence in page.explained:
        opening = next((one for one in LABELS if sentence.startswith(one)), None)
        if opening is not None:
            yield LABELS[opening], sentence.removeprefix(opening)
        else:
            rule, colon, told = sentence.partition(":")
            yield "why", f"{numbered_rule(rule.replace(' ', '_'))}{colon}{told}"


def _who(page: ClosingPage, ending: Closing, zone: str) -> str:
    ended = how_it_ended(page)
    how = "taken back" if ended == "undone" else ended
    if page.by is not None and ended not in GAVE_WAY:
        on_arrival = page.there is None and ending.t_tx == page.by.t_created
        how += " on arrival of the newer claim" if on_arrival else " after the newer claim had come"
    parts = [f"{how} by {ending.actor}"]
    if page.there is not None:
        parts += [f"{minute_words(page.there.t_tx, zone)} in the pack it came from"]
    taken_in = "taken in here " if page.there is not None else ""
    parts += [f"{taken_in}{minute_words(ending.t_tx, zone)}"]
    parts += [f"through {ending.client}"] if ending.client else []
    parts += [f"policy {ending.policy}"] if ending.policy != "apply" else []
    return ", ".join(parts)


def _window(page: ClosingPage, ending: Closing, zone: str) -> str:
    claim = page.claim
    if nowhere := NO_WINDOW.get(how_it_ended(page)):
        return nowhere
    until = ending.former_end
    former = "it had no end" if until is None else f"its end was {minute_words(until, zone)}"
    late = claim.t_invalid is not None and claim.t_invalid < ending.t_tx
    learnt = " It was learnt later than it was so." if late and _day_apart(claim, ending, zone) else ""
    nothing = "" if page.by is not None else " No other claim came in its place."
    return f"true {window_words(claim, zone)}; before this ending {former}.{learnt}{nothing}"


def _day_apart(claim: Claim, ending: Closing, zone: str) -> bool:
    return day_words(claim.t_invalid, zone) != day_words(ending.t_tx, zone)


def _deed(page: ClosingPage, ending: Closing) -> str:
    if page.deed is None and page.there is not None and page.there.deed:
        return f"{page.there.deed} is cited for it, and is not in this pack"
    if page.deed is None:
        return "none is cited for it"
    said = opening(page.deed.body, DEED_OPENING)
    whose = "" if page.deed.accession == ending.deed else " (cited by the newer claim)"
    return f"{page.deed.accession}{whose} “{said}”"
