"""Names in running text: capitalised words, code spans and paths; deliberately few rather than wrong."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from core.text.abbreviations import OPENERS, ends_in_abbreviation
from core.text.entities import fold_entity, is_bare_accession, is_split_accession
from core.text.lexicon import word_set
from core.text.limits import MAX_ENTITY_CHARACTERS, MAX_MINED_ENTITIES
from core.text.protected import protected_spans
from core.text.sentences import sentence_spans
from core.text.stems import STOP_WORDS

_CODE = re.compile(r"(?<!`)(`{1,3})([^`]+)\1(?!`)")
_PATH = re.compile(r"(?<![\w/.~])(?:~|\.{1,2})?/?(?:[\w.@-]+/)*[\w.@-]*\w", re.UNICODE)
_WORD = re.compile(r"[^\W_](?:\w|[&'’.-](?=\w))*(?:\+\+|#)?")
_QUOTED = re.compile(r"“([^“”]+)”|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』|《([^《》]+)》|\"([^\"]+)\"")
_LATIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?(?: [A-Z][A-Za-z0-9-]+)*")
_SUFFIX = re.compile(r"(?<=\w\w)['’][^\W\d_]{0,5}$")
"""A possessive or case ending behind an apostrophe: `Ann's`, Turkish `Ankara'da`; `O'Neil` keeps its own."""
_ELISION = re.compile(r"[^\W\d_]{1,4}['’](?=[^\W\d_])")
"""An article run into the name: French `l'Italie`, Italian `dell'Arno`."""

_CALENDAR: Final = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december"
)
_SMALL: Final = STOP_WORDS | OPENERS | _CALENDAR | word_set("i'm i'll i've i'd ok also let let's")
"""Capitalised without being a name of anything: a date links no two facts."""

_OPENING: Final = word_set(
    "add ask avoid book build buy call change check close connect create delete deploy disable download drop "
    "email enable export find fix get give go import install keep make meet merge migrate move open ping "
    "prefer pull push put read release remember remove rename replace restart run send set ship skip start "
    "stop switch take talk tell test treat try turn update upgrade visit wait write "
    "later now today yesterday tomorrow once during because according between under over only another many "
    "few several dear maybe perhaps however although though instead besides about around near like unlike "
    "without "
    "hey hi hello wow thanks thank yeah yep oh aww congrats congratulations bye welcome sure well great cool "
    "okay der die das ein eine im am mein wir ich sie les une des nous il elle gli het een de det den ett "
    "на по из от до за это он она они мы не для при"
)
"""First words that command or lead in: what follows them is the name."""


_PARTICLES: Final = word_set("de del di da dos du van der ter bin ibn")
"""Small words inside a name; not the German "von", which as often joins two names."""


class _Token(NamedTuple):
    text: str
    start: int
    end: int
    first: bool
    """Whether it opens a sentence."""


def mined_names(text: str) -> tuple[str, ...]:
    """Names in order of appearance, each spelling once after folding, at most 32."""
    names: dict[str, str] = {}
    for _, name in sorted(_candidates(text)):
        if _fits(name):
            names.setdefault(fold_entity(name), name)
    return tuple(names.values())[:MAX_MINED_ENTITIES]


def _fits(name: str) -> bool:
    return (
        len(name) <= MAX_ENTITY_CHARACTERS
        and any(map(str.isalnum, name))
        and not is_bare_accession(name)
        and not is_split_accession(name)
    )


def _candidates(text: str) -> Iterator[tuple[int, str]]:
    if "`" in text:
        for match in _CODE.finditer(text):
            yield match.start(), " ".join(match[2].split())
    bare = _without_inline(text)
    if "/" in bare:
        for match in _PATH.finditer(bare):
            if _is_path(match[0]):
                yield match.start(), match[0]
        bare = _without_paths(bare)
    if _is_caseless(bare):
        yield from _caseless_names(bare)
    else:
        yield from _capitalised(bare)


def _without_inline(text: str) -> str:
    for start, end in reversed(protected_spans(text)):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _without_paths(text: str) -> str:
    return _PATH.sub(lambda match: " " * len(match[0]) if _is_path(match[0]) else match[0], text)


def _is_path(run: str) -> bool:
    """`/etc/hosts`, `~/notes`, `core/text/words.py`; not `and/or`, `2/3`."""
    if "/" not in run or not any(map(str.isalpha, run)):
        return False
    return run.startswith(("/", "~/", "./", "../")) or run.count("/") > 1 or "." in run.rpartition("/")[2]


def _is_caseless(text: str) -> bool:
    if text.isascii():
        return False
    letters = [letter for letter in text if letter.isalpha()]
    cased = sum(letter.isupper() or letter.islower() for letter in letters)
    return bool(letters) and 2 * cased < len(letters)


def _caseless_names(text: str) -> Iterator[tuple[int, str]]:
    """In scripts without capitals: what stands in quotation marks, and runs of Latin letters."""
    for match in _QUOTED.finditer(text):
        yield match.start(), next(group for group in match.groups() if group).strip()
    for match in _LATIN.finditer(text):
        if len(match[0]) > 1 and match[0].lower() not in _SMALL:
            yield match.start(), match[0]


def _capitalised(text: str) -> Iterator[tuple[int, str]]:
    """Runs of capitalised words, each run one name."""
    tokens = [token for token in _tokens(text) if not token.text.islower()]
    inner = {token.text for token in tokens if not token.first}
    run: list[_Token] = []
    for token in tokens:
        if not _is_name(token.text):
            continue
        if run and (token.first or not _is_link(run[-1].text, text[run[-1].end : token.start])):
            yield from _joined(run, inner, text)
            run = []
        if run or not (token.first and token.text.lower() in _OPENING):
            run.append(token)
    yield from _joined(run, inner, text)


def _is_link(before: str, gap: str) -> bool:
    """Whether two capitalised words with this gap are one name: `Dale Evans`, `J.K. Rowling`."""
    if gap == " ":
        return True
    if gap == ". ":
        return ends_in_abbreviation(before, "X")
    return gap.strip() in _PARTICLES


def _tokens(text: str) -> Iterator[_Token]:
    for start, end in sentence_spans(text):
        first = True
        for match in _WORD.finditer(text, start, end):
            word = match[0]
            at = match.start()
            if "'" in word or "’" in word:
                article = _ELISION.match(word) if word[0].islower() else None
                at += article.end() if article else 0
                word = _SUFFIX.sub("", word[at - match.start() :])
            yield _Token(word, at, at + len(word), first)
            first = False


def _is_name(word: str) -> bool:
    """Whether a word is spelled as names are and is none of the small words."""
    if len(word) < 2 or word.lower().replace("’", "'") in _SMALL:
        return False
    return word[0].isupper() or _is_marked(word)


def _is_marked(word: str) -> bool:
    """Whether a word is spelled as no ordinary word is: `NASA`, `iPhone`, `S3`."""
    return not word.islower() and (
        any(map(str.isupper, word[1:])) or (word[0].isupper() and any(map(str.isdigit, word)))
    )


def _joined(run: list[_Token], inner: set[str], text: str) -> Iterator[tuple[int, str]]:
    """The name a run spells; the first word of a sentence alone needs more than its capital."""
    if not run:
        return
    head = run[0]
    if len(run) == 1 and head.first and not _is_marked(head.text) and head.text not in inner:
        return
    yield head.start, " ".join(text[head.start : run[-1].end].split())
