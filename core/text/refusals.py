"""What a claim's text may not be, each refusal a sentence that says what to do."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import msgspec

from core.text import limits
from core.text.credentials import NAMED_SECRET, credential_in
from core.text.entities import is_bare_accession, is_split_accession
from core.text.invisible import code_point, invisible_at
from core.text.lengths import SentenceLength, sentence_length
from core.text.readability import readability
from core.text.sentences import sentence_spans


class Problem(msgspec.Struct, frozen=True):
    """Why a text is refused: a stable code, a sentence for a person, and where (half-open span) if known."""

    code: str
    message: str
    span: tuple[int, int] | None = None


_INSTRUCTIONS = re.compile(
    r"\b(?:(?:ignore|disregard)\s+(?:all\s+)?(?:the\s+|your\s+)?previous\s+instructions|ignore\s+the\s+above)\b"
)
_INSTRUCTION_HINTS = ("ignore", "disregard")
_LISTING = ("-", "drwx", "total")
_LISTING_LINES, _LISTING_MARKED = 8, 6
_MARKUP_PAGE = re.compile(r"<!doctype|<html\b")


@lru_cache(maxsize=256)  # asked at each preview of a text, and when it is written
def problems(text: str, *, keyed: bool = False, strict: bool = False) -> tuple[Problem, ...]:
    """Everything that keeps a text from being a claim; empty when it may be one. Never raises."""
    if not text.strip():
        return (Problem("empty", "The claim is empty: write what is true in one or two sentences."),)
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    found = [problem for check in _CHECKS if (problem := check(text, plain))]
    found += _shape_problems(text, keyed)
    if strict and not found:
        found += _reading_problems(text)
    return tuple(found)


def entity_problems(entities: Iterable[str]) -> tuple[Problem, ...]:
    """Everything that is wrong with the declared names and accessions of a claim, in their order."""
    return tuple(problem for entity in entities if (problem := _entity_problem(entity)))


def _invisible(text: str, plain: str) -> Problem | None:
    at = invisible_at(text)
    if at is None:
        return None
    message = (
        f"Invisible character {code_point(text[at])} at position {at + 1}: delete it, or retype the words."
    )
    return Problem("invisible", message, (at, at + 1))


def _credential(text: str, plain: str) -> Problem | None:
    found = credential_in(plain)
    if not found:
        return None
    kind, span = found
    message = f"This looks like {kind}: say where the secret is kept, not the secret."
    if kind == NAMED_SECRET:
        message += " If it is not one, leave out the sign after the word."
    return Problem("credential", message, span if plain == text else None)


def _instruction(text: str, plain: str) -> Problem | None:
    folded = plain.casefold()
    if not any(hint in folded for hint in _INSTRUCTION_HINTS):
        return None
    match = _INSTRUCTIONS.search(folded)
    if not match:
        return None
    phrase = " ".join(match[0].split())
    message = (
        f"“{phrase}” speaks to the model that reads it: write what is true, or attach the text as a deed."
    )
    return Problem("instruction", message, match.span() if text.isascii() else None)


def _tool_dump(text: str, plain: str) -> Problem | None:
    lowered = plain.lower()
    lines = [line.strip() for line in lowered.splitlines() if line.strip()] if "\n" in lowered else []
    if (
        ("```" in lowered and ("stdout" in lowered or "stderr" in lowered))
        or "traceback (most recent call last)" in lowered
        or ("<" in lowered and _MARKUP_PAGE.search(lowered))
        or (
            len(lines) >= _LISTING_LINES
            and sum(line.startswith(_LISTING) for line in lines) >= _LISTING_MARKED
        )
    ):
        return Problem(
            "tool_dump", "This is the output of a tool: attach it as a deed and claim what it shows."
        )
    return None


_CHECKS: tuple[Callable[[str, str], Problem | None], ...] = (
    _invisible,
    _credential,
    _instruction,
    _tool_dump,
)


def _shape_problems(text: str, keyed: bool) -> Iterator[Problem]:
    size = len(text)
    if size > limits.MAX_CHARACTERS:
        message = f"{size} characters; a claim has at most {limits.MAX_CHARACTERS}: shorten it or split it."
        yield Problem("too_long", message, (limits.MAX_CHARACTERS, size))
    spans = sentence_spans(text)
    count = len(spans)
    if not count:
        yield Problem(
            "no_words", "There is no word in the claim: write what is true in one or two sentences."
        )
    elif count > limits.MAX_SENTENCES:
        pieces = -(-count // limits.MAX_SENTENCES)
        advice = f"split it into {_number(pieces)} claims"
        message = f"{count} sentences; a claim has at most {limits.MAX_SENTENCES}: {advice}."
        yield Problem("too_many_sentences", message, (spans[limits.MAX_SENTENCES][0], spans[-1][1]))
    elif keyed and count > limits.MAX_KEYED_SENTENCES:
        message = (
            f"{count} sentences; a claim with a key has one: move the rest to another claim or drop the key."
        )
        yield Problem("keyed_sentences", message, (spans[1][0], spans[-1][1]))
    for place, (start, end) in enumerate(spans, 1):
        if end - start <= limits.MAX_WORDS_PER_SENTENCE:
            continue
        length = sentence_length(text[start:end])
        if length.too_long:
            yield Problem("sentence_too_long", _too_long(place, count, length), (start, end))


def _too_long(place: int, count: int, length: SentenceLength) -> str:
    which = f"Sentence {place}" if count > 1 else "The sentence"
    if not length.unspaced:
        size, limit = f"{length.spaced} words", f"{limits.MAX_WORDS_PER_SENTENCE}"
    elif not length.spaced:
        size, limit = f"{length.unspaced} characters", f"{limits.MAX_UNSPACED_CHARACTERS}"
    else:
        size = f"{length.spaced} words and {length.unspaced} characters"
        limit = f"{limits.MAX_WORDS_PER_SENTENCE} words or {limits.MAX_UNSPACED_CHARACTERS} characters"
    return f"{which} has {size}; the limit is {limit}: split it in two or cut it down."


def _number(count: int) -> str:
    names = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return names[count] if count < len(names) else str(count)


def _reading_problems(text: str) -> Iterator[Problem]:
    report = readability(text)
    if report.words < limits.STRICT_MIN_WORDS or not report.english:
        return
    if report.grade is not None and report.grade > limits.STRICT_MAX_GRADE:
        figures = f"Readability grade {report.grade:g}; strict allows {limits.STRICT_MAX_GRADE:g}"
        yield Problem("grade", f"{figures}: use shorter words and sentences.")
    if report.adverb_ratio > limits.STRICT_MAX_ADVERB_RATIO:
        figures = f"Adverb ratio {report.adverb_ratio:.2f}; strict allows {limits.STRICT_MAX_ADVERB_RATIO:g}"
        yield Problem("adverbs", f"{figures}: leave out adverbs.")


@lru_cache(maxsize=4096)  # the same names are declared again and again
def _entity_problem(entity: str) -> Problem | None:
    if not entity.strip():
        return Problem("entity_empty", "An entity is empty: name something, or take it off the list.")
    shown = (
        entity
        if len(entity) <= limits.MAX_ENTITY_CHARACTERS
        else entity[: limits.MAX_ENTITY_CHARACTERS] + "…"
    )
    at = invisible_at(entity)
    if at is not None:
        message = f"Entity “{shown}” holds the invisible character {code_point(entity[at])}: retype the name."
        return Problem("entity_invisible", message.replace(entity[at], ""))
    if is_bare_accession(entity):
        return Problem("entity_bare", f"“{shown}” names no deed: give the whole accession.")
    if is_split_accession(entity):
        return Problem(
            "entity_split", f"“{shown}” is an accession with a space or comma in it: give one accession each."
        )
    if len(entity) > limits.MAX_ENTITY_CHARACTERS:
        figures = f"{len(entity)} characters; the limit is {limits.MAX_ENTITY_CHARACTERS}"
        return Problem("entity_too_long", f"Entity “{shown}” has {figures}: use a shorter name.")
    if credential_in(entity):
        return Problem(
            "entity_credential", "An entity looks like a credential: name the thing, not its secret."
        )
    return None
