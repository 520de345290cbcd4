"""Claims and queries to measure with: grown from a seed by a small grammar over a long-tailed vocabulary.

Common words come from the public text that ships with Python (the documentation topics), the long tail is
made-up morphology, names and identifiers. Phrases nest at random, so there are about as many sentence shapes
as claims. The same seed gives the same corpus.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pydoc_data.topics import topics

from msgspec.structs import replace

from core.claims.claim import Claim, Closing
from core.clocks.instants import DAY, MINUTE, SECOND
from core.state.columns import ClaimColumns
from core.state.held import Held
from core.text.stems import STOP_WORDS

SEED = 20260508
START = 1_672_531_200 * SECOND  # 2023-01-01
AUTHORS = ("maya", "tomas", "ines", "agent:builder", "agent:reader", "wei", "olga", "sam")
WORKSPACES = ("atlas", "harbour", "default")
KINDS = ("lesson", "preference", "habit", "goal", "conclusion", "belief", "summary")


def _words(listing: str) -> list[str]:
    return listing.split()


ONSETS = _words(
    "b br c ch cl cr d dr f fl g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sp st t th tr v w"
)
CORES = _words("a ai e ea ee i o oa ou u")
CODAS = _words("b ck d ft g l ld m mp n nd ng nt p r rd rk rn s sk st t th x")
ENDINGS = {
    "noun": ("er", "ment", "ion", "ness", "or", "age", "ing", ""),
    "verb": ("ed", "s", "ing", "en", "ised"),
    "adjective": ("al", "ive", "ous", "less", "able", "ed"),
}
LINKS = _words("in on for of with from to by at under after before without through between during against")
HEADS = _words("the a our this each every no any another one")
JOINS = _words("and but so while because when although until")
ADVERBS = _words("now never often only again still always usually seldom then")

EDITED, SAME_HEAD, CLOSED = 0.05, 0.03, 0.10
"""Parts of the corpus: a claim rewritten, one with the opening of another, one whose window has ended."""


class Zipf:
    """Draws places by Zipf's law with an offset (Mandelbrot)."""

    def __init__(self, size: int, offset: float = 2.7, exponent: float = 1.07) -> None:
        self._sums = list(accumulate(1 / (rank + offset) ** exponent for rank in range(size)))

    def __call__(self, chance: random.Random) -> int:
        return bisect(self._sums, chance.random() * self._sums[-1])


class Words:
    """Words of each part of speech: real ones first, then made-up ones without end."""

    def __init__(self, chance: random.Random, size: int) -> None:
        real = _real_words()
        chance.shuffle(real)
        third = len(real) // 3
        self.by_part: dict[str, list[str]] = {}
        for place, part in enumerate(ENDINGS):
            words = real[place * third : (place + 1) * third]
            words += [_made_up(chance, ENDINGS[part]) for _ in range(size - len(words))]
            self.by_part[part] = words
        self._zipf = Zipf(size)
        self.names = [_made_up(chance, ("",)).capitalize() for _ in range(max(60, size // 12))]
        self._names = Zipf(len(self.names))

    def word(self, part: str, chance: random.Random) -> str:
        return self.by_part[part][self._zipf(chance)]

    def name(self, chance: random.Random) -> str:
        return self.names[self._names(chance)]

    def identifier(self, chance: random.Random) -> str:
        one, two = self.word("noun", chance), self.word("noun", chance)
        shapes: tuple[Callable[[], str], ...] = (
            lambda: f"{one}-{two}",
            lambda: f"{one}_{two}",
            lambda: f"{one}/{two}.py",
            lambda: f"{one}{two.capitalize()}",
            lambda: f"{chance.randrange(9)}.{chance.randrange(30)}.{chance.randrange(12)}",
            lambda: str(chance.randrange(10, 9000)),
        )
        return chance.choice(shapes)()


def _real_words() -> list[str]:
    counted = Counter(re.findall(r"[a-z]{3,}", " ".join(topics.values()).lower()))
    return [word for word in sorted(counted) if word not in STOP_WORDS and counted[word] > 1]


def _made_up(chance: random.Random, endings: tuple[str, ...]) -> str:
    syllables = (chance.choice(ONSETS) + chance.choice(CORES) for _ in range(chance.randint(1, 2)))
    return "".join(syllables) + chance.choice(CODAS) + chance.choice(endings)


class Grammar:
    """Phrases that nest at random."""

    def __init__(self, words: Words, chance: random.Random) -> None:
        self.words, self.chance = words, chance

    def noun(self, depth: int = 0) -> list[str]:
        roll = self.chance.random()
        if roll < 0.18:
            return [self.words.name(self.chance)]
        if roll < 0.27:
            return [self.words.identifier(self.chance)]
        phrase = [self.chance.choice(HEADS)] if roll < 0.8 else []
        if self.chance.random() < 0.4:
            phrase.append(self.words.word("adjective", self.chance))
        phrase.append(self.words.word("noun", self.chance))
        if depth < 2 and self.chance.random() < 0.3:
            phrase += [self.chance.choice(LINKS), *self.noun(depth + 1)]
        return phrase

    def verb(self, depth: int = 0) -> list[str]:
        phrase = [self.chance.choice(ADVERBS)] if self.chance.random() < 0.2 else []
        phrase.append(self.words.word("verb", self.chance))
        if self.chance.random() < 0.75:
            phrase += self.noun(depth + 1)
        if self.chance.random() < 0.35:
            phrase += [self.chance.choice(LINKS), *self.noun(depth + 1)]
        return phrase

    def clause(self) -> list[str]:
        words = [*self.noun(), *self.verb()]
        if self.chance.random() < 0.15:
            words = [self.chance.choice(LINKS), *self.noun(1), *words]
        if len(words) < 14 and self.chance.random() < 0.2:
            words += [self.chance.choice(JOINS), *self.noun(1), *self.verb(1)]
        return words[:28]

    def sentence(self) -> str:
        words = self.clause()
        return words[0][:1].upper() + " ".join(words)[1:] + "."


@dataclass(frozen=True, slots=True)
class Said:
    """One claim to be written."""

    text: str
    author: str
    workspace: str
    kind: str
    entities: tuple[str, ...]
    t_observed: int


def said(size: int, seed: int = SEED, *, more: int = 0) -> Iterator[Said]:
    """The corpus, in the order in which it is written, and `more` claims in the same words."""
    chance = random.Random(seed)
    words = Words(chance, max(1000, size // 4))
    grammar = Grammar(words, chance)
    before: list[str] = []
    instant = START
    author, workspace = AUTHORS[0], WORKSPACES[0]
    for _ in range(size + more):
        if chance.random() < 1 / 6:  # a new sitting
            instant += chance.randrange(2 * DAY * 1000 // max(size, 1000)) + 40 * MINUTE
            author = chance.choice(AUTHORS)
            workspace = chance.choices(WORKSPACES, (6, 3, 1))[0]
        instant += chance.randrange(5 * MINUTE)
        text = _text(grammar, before, chance)
        before.append(text)
        entities = tuple(dict.fromkeys(words.name(chance) for _ in range(chance.randint(1, 3))))
        yield Said(text, author, workspace, chance.choice(KINDS), entities, instant)


def _text(grammar: Grammar, before: list[str], chance: random.Random) -> str:
    roll = chance.random()
    if before and roll < EDITED:
        words = chance.choice(before).split()
        words[chance.randrange(len(words))] = grammar.words.word("noun", chance)
        return " ".join(words)
    if before and roll < EDITED + SAME_HEAD:
        words = chance.choice(before).rstrip(".").split()
        return " ".join([*words[: max(3, 2 * len(words) // 3)], *grammar.noun()]) + "."
    text = grammar.sentence()
    if chance.random() < 0.4:
        second = grammar.sentence()
        text = f"{text} {second}" if len(text) + len(second) < 480 else text
    return text[:500]


def versions(size: int, seed: int = SEED) -> list[Claim]:
    """Claim versions in recorded order; one in ten has been closed since."""
    chance = random.Random(seed + 1)
    claims: list[Claim] = []
    for number, one in enumerate(said(size, seed), 1):
        claims.append(_written(one, number))
        if chance.random() < CLOSED and number > 1:
            claims.append(_closed(chance.choice(claims), claims[-1].t_recorded))
    return _one_chain_each(claims)


def added(size: int, more: int, seed: int = SEED) -> list[Claim]:
    """Claims written after a corpus of `size`, in its words."""
    return [_written(one, number) for number, one in enumerate(said(size, seed, more=more), 1)][size:]


def _written(one: Said, number: int) -> Claim:
    recorded = one.t_observed + number
    return Claim(
        id=f"{one.t_observed // 1000:012x}7{number:019x}",
        rev=1,
        workspace=one.workspace,
        kind=one.kind,
        text=one.text,
        author=one.author,
        t_created=recorded,
        t_recorded=recorded,
        t_observed=one.t_observed,
        t_valid=one.t_observed,
        entities=one.entities,
    )


def _closed(claim: Claim, recorded: int) -> Claim:
    closing = Closing("rewrite", "maya", 1, recorded)
    return replace(claim, rev=2, t_recorded=recorded, t_invalid=recorded, closing=closing)


def _one_chain_each(claims: list[Claim]) -> list[Claim]:
    closed: set[str] = set()
    kept: list[Claim] = []
    for claim in claims:
        if claim.id in closed:
            continue
        if claim.rev > 1:
            closed.add(claim.id)
        kept.append(claim)
    return kept


def held(size: int, seed: int = SEED) -> Held:
    """A held pack with the corpus in its columns."""
    pack = Held()
    for claim in versions(size, seed):
        pack.columns.append(claim)
    pack.t_tx = int(pack.columns.column("t_recorded")[-1])
    return pack


def now_of(columns: ClaimColumns) -> int:
    """An instant after everything in the columns."""
    return int(columns.column("t_recorded")[-1]) + DAY


QUESTIONS = (
    "what do we know about {}",
    "how does {} work now",
    "why did we change {}",
    "who wrote about {} and when",
    "did anything happen to {}?",
    "tell me about {}, please",
    "is {} still true?",
)
WRAPPED, SLIPPED, CUT = 0.6, 0.15, 0.3
"""Parts of the queries: put as a question, with one wrong letter, with one word cut short."""


def queries(size: int, count: int, seed: int = SEED) -> list[str]:
    """Queries of three to six words of some claim."""
    chance = random.Random(seed + 2)
    texts = [one.text for one in said(size, seed)]
    return [_query(chance.choice(texts), chance) for _ in range(count)]


def _query(text: str, chance: random.Random) -> str:
    words = text.rstrip(".").replace(". ", " ").split()
    many = min(len(words), chance.randint(3, 6))
    picked = [words[place] for place in sorted(chance.sample(range(len(words)), many))]
    longest = max(range(len(picked)), key=lambda place: len(picked[place]))
    if chance.random() < SLIPPED:
        picked[longest] = _slip(picked[longest], chance)
    elif chance.random() < CUT:
        picked[longest] = picked[longest][: max(4, len(picked[longest]) * 6 // 10)]
    asked = " ".join(picked)
    return chance.choice(QUESTIONS).format(asked) if chance.random() < WRAPPED else asked


def _slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(max(1, len(word) - 1))
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    edits = (
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
    )
    return chance.choice(edits)
