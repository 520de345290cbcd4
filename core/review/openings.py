"""Where the beginning of a claim may stop: behind its subject and verb, before what it says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from core.review.tokens import Token
from core.text.lexicon import word_set
from core.text.stems import STOP_WORDS

FEWEST: Final = 3
"""Words that a beginning shows where it may."""
CHARACTERS_A_WORD: Final = 2
"""Characters of a script without spaces that weigh as one word."""
SHARE: Final = 0.4
"""Share of the sentence that a beginning shows where no verb tells the subject from what is said of it."""
NEAR: Final = 2
"""Words before or behind its place at which a beginning rather stops where the sentence pauses."""

VERBS: Final = word_set(
    "is are was were isn't aren't wasn't has have had will would won't shall can can't cannot could must "
    "should may might don't doesn't ist sind war waren hat haben wird werden kann muss est sont était peut "
    "doit è sono era ha hanno può deve es está fue puede debe är er jest"
)
"""Short verbs behind which a claim says what can change."""
NO_SUBJECT: Final = word_set("who that which what whose where and or but if when not che chi qui que die das")
"""Words that make the verb behind them one of a clause inside the subject."""
CONDITIONS: Final = word_set("when if since because once while unless although wenn weil falls quando se si")
"""Words that open a clause that comes before the subject."""
DETERMINERS: Final = word_set(
    "the a an its our their his her this these der die das ein eine le la les un une il lo gli i el los una"
)
FUNCTION: Final = STOP_WORDS | DETERMINERS | NO_SUBJECT | word_set("we they us he she each every so up into")
"""Words after which a listener waits for the next one."""
PAUSES: Final = frozenset(",;:，；：、،؛—–")


def opening_ends(text: str, said: Sequence[Token]) -> Iterator[int]:
    """How many words of a claim to show, the best number first; the caller takes the first that may be."""
    length = next((place for place in range(1, len(said)) if said[place].opens), len(said))
    pauses = [place for place in range(1, length) if _pauses(text, said, place)]
    conditional = bool(said) and said[0].folded in CONDITIONS
    begun = (pauses[0] if pauses else length) if conditional else 0
    if verb := main_verb(said, begun, length):
        yield from _with_verb(said, verb, length)
    if conditional and pauses:
        yield pauses[0]
    if length:
        part = _part(said, length, pauses)
        yield part
        yield from (count for count in range(part, _fewest(said), -1) if not is_function(said[count - 1]))
    yield from range(_fewest(said), 0, -1)


def is_verb(token: Token) -> bool:
    """Whether it is one of the short verbs."""
    return token.folded.replace("’", "'") in VERBS


def is_function(token: Token) -> bool:
    """Whether a word says little by itself."""
    return token.folded in FUNCTION


def main_verb(said: Sequence[Token], begun: int, length: int) -> int | None:
    """The words up to the verb of the main clause, which something precedes and as much follows."""
    for place in range(begun + 1, begun + ceil((length - begun) / 2)):
        stated = any(not is_function(token) for token in said[begun:place])
        if stated and is_verb(said[place]) and said[place - 1].folded not in NO_SUBJECT:
            return place + 1
    return None


def _with_verb(said: Sequence[Token], verb: int, length: int) -> Iterator[int]:
    """The words up to a verb, and before it up to the next telling word where they are too few to ask by."""
    if verb < FEWEST:
        further = next((place + 1 for place in range(verb, length) if not is_function(said[place])), length)
        if 2 * further <= length:
            yield further
    yield verb


def _part(said: Sequence[Token], length: int, pauses: Sequence[int]) -> int:
    """A share of the sentence, moved to a pause nearby or to the end of a phrase."""
    least = min(length, max(_fewest(said), ceil(SHARE * length)))
    reach = NEAR * (CHARACTERS_A_WORD if said[0].is_unspaced else 1)
    near = [place for place in pauses if place >= min(least, FEWEST) and abs(place - least) <= reach]
    if near:
        return min(near, key=lambda place: abs(place - least))
    kept = least
    while kept > FEWEST and said[kept - 1].folded in DETERMINERS:
        kept -= 1
    if not is_function(said[kept - 1]):
        return kept
    return next((place + 1 for place in range(least, length) if not is_function(said[place])), least)


def _pauses(text: str, said: Sequence[Token], place: int) -> bool:
    return any(sign in PAUSES for sign in text[said[place - 1].end : said[place].start])


def _fewest(said: Sequence[Token]) -> int:
    budget, length = FEWEST * CHARACTERS_A_WORD, 0
    for token in said:
        budget -= 1 if token.is_unspaced else CHARACTERS_A_WORD
        if budget < 0:
            break
        length += 1
    return length
