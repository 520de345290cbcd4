"""How a text fits as an answer, by its form: what only asks answers little, and who asks when wants a time.

In talk the turn that shares most words with a question is often one that asks the same; the answer stands
beside it. So the best of a ranking are weighed by

    score · (1 + STATING · share of the text that does not merely ask) · (1 + TIMED)

where the last factor is for texts that name a time, when the question asks for one. Only a short question
merely asks: a long one, as people put it to an assistant, tells what it is about.
A query that asks nothing, such as two words, is left alone. Times are known in English.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, get_args

from core.errors import Refused, as_given
from core.text.lexicon import word_set
from core.text.patterns import late

Answering = Literal["off", "form"]
"""`form`: weigh the best by how they fit as an answer."""

STATING: Final = 0.2
TIMED: Final = 0.3
"""Both measured on LoCoMo turns (core/README.md, Figures of search)."""
SHORT: Final = 80
"""Characters up to which a question merely asks. Questions to an assistant are longer (half of those in BEAM
have over 28 words) and hold what is asked about."""

_MARKS: Final = "?？؟"
_SENTENCE: Final = late(rf"[^.!…。！\n{_MARKS}]+[.!…。！\n{_MARKS}]*")
_ASKING: Final = word_set(
    "what when where which who whom whose why how did do does is are was were has have had can could will "
    "would"
)
"""Words that a question begins with."""
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")

_SPAN: Final = (
    r"(?:minute|hour|day|night|morning|evening|week|weekend|month|year|decade|summer|winter|spring|fall)"
)
_WHEN: Final = late(
    r"^\W*(?:and |so |since |until )?when\b|\b(?:know|tell me|remember|recall|say) when\b"
    rf"|\bhow (?:long|recently)\b|\b(?:what|which) (?:date|time|{_SPAN})\b",
    re.IGNORECASE,
)
_TIME: Final = late(
    r"\b(?:yesterday|today|tonight|tomorrow|recently|ago|since"
    rf"|(?:last|next|this|past|few|\d+) {_SPAN}s?|(?:day|week|weekend|month|year|decade)s?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\d\d"
    r"|january|february|march|april|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)


def check_answering(name: str) -> None:
    """Raises `Refused` for an unknown way."""
    if name not in get_args(Answering):
        raise Refused(
            f"no way to weigh answers is called {as_given(name)}; "
            f"choose one of {', '.join(get_args(Answering))}."
        )


def asks(query: str) -> bool:
    """Whether a query is a question: it has the mark of one, or begins as one."""
    first = _FIRST_WORD.search(query)
    return any(mark in query for mark in _MARKS) or (first is not None and first.group().lower() in _ASKING)


def share_asking(text: str) -> float:
    """The part of a text, by length, that stands in short questions; in [0, 1]."""
    sentences = _SENTENCE.findall(text)
    every = sum(map(len, sentences))
    asking = sum(len(one) for one in sentences if len(one) <= SHORT and any(mark in one for mark in _MARKS))
    return asking / every if every else 0.0


def fits(query: str, texts: Sequence[str]) -> list[float]:
    """What the score of each text is multiplied by, at least 1."""
    if not asks(query):
        return [1.0] * len(texts)
    timed = 1 + TIMED if _WHEN.search(query) else 1.0
    return [
        (1 + STATING * (1 - share_asking(text))) * (timed if timed > 1 and _TIME.search(text) else 1.0)
        for text in texts
    ]
