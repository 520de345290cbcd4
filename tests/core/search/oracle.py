"""A naive search: the formulas in plain Python over what is in view, with no index and no array."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log1p

from core.claims.claim import Claim
from core.claims.deed import Deed
from core.clocks.instants import MINUTE, Instant
from core.state import documents as indexed
from core.state.postings import SILENT
from core.text.folding import fold_accents
from core.text.stems import stem
from core.text.words import query_terms, search_terms

K1, B, DELTA = 1.2, 0.5, 1.0
WEIGHTS = {"bm25+": 1.0, "scan": 0.5, "windows": 0.5}
TURNS = {"bm25+": 1.0, "windows": 1.0}


def in_view(
    versions: list[Claim], true_at: Instant, believed_at: Instant, workspace: str | None = None
) -> list[Claim]:
    """The version of each claim believed at B and true on V; resting ones are not shown."""
    newest: dict[str, Claim] = {}
    for claim in versions:
        if claim.t_recorded <= believed_at:
            newest[claim.id] = claim
    return [
        claim
        for claim in newest.values()
        if claim.believed
        and claim.true_at(true_at)
        and not claim.resting
        and workspace in (None, claim.workspace)
    ]


@lru_cache(maxsize=1 << 12)
def _terms(text: str) -> tuple[str, ...]:
    return tuple(search_terms(text))


@dataclass
class Document:
    """The terms of one document, or of a window of documents."""

    surfaces: Counter[str]
    stems: Counter[str]
    said: frozenset[str]
    """Terms of what is said, without voices and dates."""

    @classmethod
    def of(cls, rows: Iterable[indexed.Document]) -> Document:
        rows = list(rows)
        terms = [term for row in rows for term in _terms(row.text)]
        stems = Counter(stem(term) for term in terms if term not in SILENT)
        return cls(Counter(terms), stems, frozenset(term for row in rows for term in _terms(row.said)))

    def count(self, word: Asked) -> int:
        return self.surfaces[word.text] if word.silent else self.stems[word.stem]

    @property
    def length(self) -> int:
        return self.stems.total()


@dataclass(frozen=True)
class Asked:
    """One word of the query."""

    text: str
    quoted: bool

    @property
    def silent(self) -> bool:
        return self.text in SILENT

    @property
    def stem(self) -> str:
        return self.text if self.silent else stem(self.text)


def edits(one: str, other: str) -> int:
    """Optimal string alignment distance, by the textbook table."""
    table = {(row, -1): row + 1 for row in range(-1, len(one))}
    table |= {(-1, column): column + 1 for column in range(len(other))}
    for row, left in enumerate(one):
        for column, right in enumerate(other):
            best = min(
                table[row - 1, column] + 1,
                table[row, column - 1] + 1,
                table[row - 1, column - 1] + (left != right),
            )
            if row and column and left == other[column - 1] and one[row - 1] == right:
                best = min(best, table[row - 2, column - 2] + 1)
            table[row, column] = best
    return table[len(one) - 1, len(other) - 1]


@lru_cache(maxsize=1 << 16)
def one_edit(one: str, other: str) -> bool:
    has_digit = any(map(str.isdigit, one + other))
    return not has_digit and abs(len(one) - len(other)) <= 1 and edits(one, other) == 1


def repair(word: Asked, documents: list[Document]) -> str | None:
    """The word said in view that stands in for one that no document in view holds."""
    if word.quoted or len(word.text) < 4 or any(map(str.isdigit, word.text)):
        return None
    if any(document.count(word) for document in documents):
        return None
    plain = fold_accents(word.text)
    if plain != word.text and any(document.surfaces[plain] for document in documents):
        return None
    held = Counter(term for document in documents for term in document.said)
    speaking = sorted(term for term in held if term not in SILENT)
    near = [term for term in speaking if one_edit(word.text, term)]
    longer = [term for term in speaking if term.startswith(word.text) and term != word.text]
    return max(near or longer, key=lambda term: held[term], default=None)


def words_of(query: str, documents: list[Document]) -> tuple[list[Asked], list[tuple[str, str]]]:
    """The words of the query, and what was repaired."""
    words, repairs = [], []
    for term in query_terms(query):
        word = Asked(term.text, term.quoted)
        if word.silent and not word.quoted:
            continue
        became = repair(word, documents)
        if became is not None:
            repairs.append((word.text, became))
            word = Asked(became, False)
        words.append(word)
    return words, repairs


def idf(documents: int, holders: int) -> float:
    return log1p((documents - holders + 0.5) / (holders + 0.5))


def bm25_plus(words: list[Asked], documents: list[Document]) -> list[float]:
    mean = sum(document.length for document in documents) / len(documents) if documents else 0
    holders = {word: sum(document.count(word) > 0 for document in documents) for word in words}
    scores = []
    for document in documents:
        score = 0.0
        for word in words:
            count = document.count(word)
            if count:
                norm = K1 * (1 - B + B * document.length / mean)
                score += idf(len(documents), holders[word]) * (count * (K1 + 1) / (count + norm) + DELTA)
        scores.append(score)
    return scores


def closeness(word: Asked, document: Document) -> float:
    """The class of the best match of a word in a document."""
    if document.count(word):
        return 4.0
    if word.silent or word.quoted or len(word.stem) < 4:
        return 0.0
    classes = [0.0]
    for term in document.stems:
        if term.startswith(word.stem):
            classes.append(3.0)
        elif word.stem in term:
            classes.append(2.0)
        elif one_edit(word.stem, term):
            classes.append(1.5)
    return max(classes)


def scan(words: list[Asked], documents: list[Document]) -> list[float]:
    scores = [0.0] * len(documents)
    for word in words:
        classes = [closeness(word, document) for document in documents]
        weight = idf(len(documents), sum(value > 0 for value in classes))
        scores = [score + weight * value for score, value in zip(scores, classes, strict=True)]
    return scores


def windows(rows: list[indexed.Document], gap: int | None) -> Iterator[list[int]]:
    """Windows as places in `rows`: six of one sequence, in strides of three."""
    order = sorted(range(len(rows)), key=lambda at: (rows[at].stream or "", rows[at].order, rows[at].id))
    sequence: list[int] = []
    for at in order:
        if sequence and not _together(rows[sequence[-1]], rows[at], gap):
            yield from _strides(sequence)
            sequence = []
        sequence.append(at)
    yield from _strides(sequence)


def _together(one: indexed.Document, other: indexed.Document, gap: int | None) -> bool:
    if one.stream is None or one.stream != other.stream:
        return False
    return gap is None or other.order - one.order <= gap


def _strides(sequence: list[int]) -> Iterator[list[int]]:
    start = 0
    while sequence:
        yield sequence[start : start + 6]
        if start + 6 >= len(sequence):
            return
        start += 3


def best_windows(words: list[Asked], rows: list[indexed.Document], gap: int | None) -> list[float]:
    cut = list(windows(rows, gap))
    scores = bm25_plus(words, [Document.of(rows[at] for at in window) for window in cut])
    best = [0.0] * len(rows)
    for window, score in zip(cut, scores, strict=True):
        for at in window:
            best[at] = max(best[at], score)
    return best


@dataclass
class Answer:
    """What the naive search says: fused scores and normalised ballots of all that a ballot names, by id."""

    relevance: dict[str, float]
    ballots: dict[str, dict[str, float]]
    repairs: list[tuple[str, str]]


def search(query: str, claims: list[Claim], weights: Mapping[str, float] = WEIGHTS) -> Answer:
    """The claims in view, with windows of sittings."""
    return search_rows(query, [indexed.of_claim(claim) for claim in claims], weights, 30 * MINUTE)


def search_deeds(query: str, deeds: list[Deed], weights: Mapping[str, float] = TURNS) -> Answer:
    """The deeds in view, with windows of conversations."""
    return search_rows(query, [indexed.of_deed(deed) for deed in deeds], weights, None)


def search_rows(
    query: str, rows: list[indexed.Document], weights: Mapping[str, float], gap: int | None
) -> Answer:
    """CombMNZ over min-max scores whose lower end is 0."""
    documents = [Document.of([row]) for row in rows]
    words, repairs = words_of(query, documents)
    scores = {
        "bm25+": bm25_plus(words, documents),
        "scan": scan(words, documents),
        "windows": best_windows(words, rows, gap),
    }
    ballots: dict[str, dict[str, float]] = {row.id: {} for row in rows}
    for name in weights:
        top = max(scores[name], default=0.0)
        for row, score in zip(rows, scores[name], strict=True):
            if score > 0:
                ballots[row.id][name] = score / top
    ballots = {key: named for key, named in ballots.items() if named}
    relevance = {
        key: sum(weights[name] * score for name, score in named.items()) * len(named)
        for key, named in ballots.items()
    }
    return Answer(relevance, ballots, repairs)


def near_ties(order: list[tuple[str, float]], held: Mapping[str, float], band: float = 0.02) -> list[str]:
    """Walk the list from the top; within a band of the best that is left, the better held first."""
    left, walked = list(order), []
    while left:
        tied = [one for one in left if one[1] >= left[0][1] * (1 - band)]
        walked += [key for key, _ in sorted(tied, key=lambda one: -held[one[0]])]
        left = left[len(tied) :]
    return walked
