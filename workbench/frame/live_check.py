"""What is said about a text while it is typed: its measure, what is wrong, and what saving would do."""

from __future__ import annotations

from collections.abc import Iterable

from core.pack.receipts import Receipt
from core.text.lengths import sentence_length
from core.text.limits import MAX_CHARACTERS, MAX_KEYED_SENTENCES, MAX_SENTENCES, MAX_WORDS_PER_SENTENCE
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


def shape_problems(text: str, *, keyed: bool = False) -> tuple[str, ...]:
    """What is wrong with a text's length, and what to do; empty when nothing is."""
    found = sentences(text)
    problems = []
    most = MAX_KEYED_SENTENCES if keyed else MAX_SENTENCES
    if len(found) > most:
        why = "a claim with a key is one sentence" if keyed else "a claim is at most two"
        problems.append(f"{len(found)} sentences, {why}: ctrl+k splits it at the cursor.")
    for number, sentence in enumerate(found, 1):
        if sentence_length(sentence).too_long:
            problems.append(
                f"Sentence {number} is too long (at most {MAX_WORDS_PER_SENTENCE} words): make two of it."
            )
    if len(text.strip()) > MAX_CHARACTERS:
        over = len(text.strip()) - MAX_CHARACTERS
        problems.append(f"{counted(over, 'character')} too many: ctrl+k splits it into two claims.")
    return tuple(problems)


def check_line(text: str, *, keyed: bool = False) -> Line:
    """The measure and `ok`, or the first problem."""
    problems = shape_problems(text, keyed=keyed)
    if problems:
        return f"{measure(text, keyed=keyed)} · {problems[0]}", "$text-error"
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
