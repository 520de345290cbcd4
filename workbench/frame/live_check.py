"""What is said about a text while it is typed: its measure, what is wrong, and what saving would do."""

from __future__ import annotations

from collections.abc import Iterable

from core.pack.receipts import Receipt
from core.text.lengths import sentence_length
from core.text.limits import MAX_CHARACTERS, MAX_KEYED_SENTENCES, MAX_SENTENCES
from core.text.refusals import Problem, problems
from core.text.sentences import sentences
from workbench.moments import counted

Line = tuple[str, str]
"""A text and its style."""

NEAR_SHOWN = 4


def measure(text: str, *, keyed: bool = False) -> str:
    """`2 of 2 sentences · 11 words · 55 of 500 characters`."""
    found = sentences(text)
    words = sum(length.spaced + length.unspaced for length in map(sentence_length, found))
    most = MAX_KEYED_SENTENCES if keyed else MAX_SENTENCES
    return (
        f"{len(found)} of {most} sentence{'s' if most > 1 else ''} · {counted(words, 'word')}"
        f" · {len(text.strip())} of {MAX_CHARACTERS} characters"
    )


SPLITS = frozenset({"too_many_sentences", "too_long", "keyed_sentences"})
"""Problems that splitting the text in two cures."""


def problems_of(text: str, *, keyed: bool = False) -> tuple[Problem, ...]:
    """What keeps a text from being a claim, the hint at the key that splits included."""
    return tuple(_with_key(problem) for problem in _problems_as_saved(text, keyed))


def _problems_as_saved(text: str, keyed: bool) -> tuple[Problem, ...]:
    """Of the text as it is saved, without white space around it; the spans are those of what is typed."""
    before = len(text) - len(text.lstrip())
    found = problems(text.strip(), keyed=keyed)
    return tuple(_later(problem, before) for problem in found) if before else found


def _later(problem: Problem, by: int) -> Problem:
    span = None if problem.span is None else (problem.span[0] + by, problem.span[1] + by)
    return Problem(problem.code, problem.message, span)


def _with_key(problem: Problem) -> Problem:
    if problem.code not in SPLITS:
        return problem
    return Problem(problem.code, problem.message.rstrip(".") + " (ctrl+k does it).", problem.span)


def check_line(text: str, *, keyed: bool = False) -> Line:
    """The measure and `ok`, or the first problem."""
    found = _problems_as_saved(text, keyed)
    if found:
        return f"{measure(text, keyed=keyed)} · {found[0].message}", "$text-error"
    return f"{measure(text, keyed=keyed)} · ok", "$text-success"


def receipt_lines(receipt: Receipt) -> list[Line]:
    """What a command would do, one line each."""
    lines: list[Line] = [(f"⊗ closes: {one.text}", "bold $text-warning") for one in receipt.closes]
    lines += [(f"? to decide: {one.text}", "$text-accent") for one in receipt.proposes]
    lines += _near(receipt)
    lines += [(f"! {warning}", "$text-warning") for warning in receipt.warnings]
    return lines


def _near(receipt: Receipt) -> Iterable[Line]:
    return [(f"· stays open: {one.text}", "$text-muted") for one in receipt.near[:NEAR_SHOWN]]
