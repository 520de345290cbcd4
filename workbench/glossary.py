"""Words that the screens use and no sentence on them explains: one table, one line each. Knows no Textual."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from workbench.actions import Scope


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the screens, what it means, and the screens that use it."""

    word: str
    meaning: str
    screens: frozenset[Scope]


def _terms(*rows: tuple[str, str, str]) -> tuple[Term, ...]:
    every: dict[str, Scope] = {
        "today": "today", "claims": "claims", "write": "write", "time": "time",
        "changes": "changes", "islands": "islands", "hubs": "hubs", "proposals": "proposals",
        "stats": "stats",
    }  # fmt: skip
    return tuple(
        Term(word, meaning, frozenset(every[name] for name in screens.split()))
        for word, meaning, screens in rows
    )


TERMS: Final = _terms(
    ("new", "not graded yet; its first grade is its first review", "today"),
    ("check", "a look whether a claim is still true; how soon follows from its kind", "today stats"),
    ("held", "graded Hard, Good or Easy, days after the grade before", "stats"),
    ("predicted", "the chance of recall that the review clock gave, on average", "stats"),
    ("young, mature", "planned less than 21 days ahead; or more", "stats"),
    ("+5", "held five in a hundred more than predicted: claims could be asked more rarely", "stats"),
    ("log loss", "how far predictions were off; one guess for all is what to beat", "stats"),
    ("a year", "how many of a hundred claims of the kind stop being true within a year", "stats"),
    ("R", "chance that you still hold it today, from 0 to 1", "today claims islands hubs"),
    ("S", "stability: days until R has fallen to .90", "claims"),
    ("D", "difficulty, from 1 to 10: the higher, the slower S grows", "claims"),
    ("live, closed", "true on the date shown; or true once, and ended since", "claims time changes"),
    ("retracted", "said never to have been true; it stays readable", "claims time changes"),
    ("set aside", "another pack's version not taken, or a claim written twice", "claims time changes"),
    ("taken over", "another pack's version of a claim, which itself says so since", "claims time changes"),
    ("planned, ends", "its window is yet to begin; or it is live, with an end that is known", "claims time"),
    ("later", "on a past day, with what is known since: it begins after that day", "claims"),
    ("true, believed", "when it was so in the world; when this pack held it", "claims time changes"),
    ("tx", "the number of a record in the pack's log; `packbench undo` takes it", "claims"),
    ("ballot", "one way of finding; E says which ones named a hit, and how much (0 to 1)", "claims"),
    ("bm25+", "ballot: the query's words stand in it; rare words count for more", "claims"),
    ("scan", "ballot: words near the query's: begun, contained, one letter off", "claims"),
    ("windows", "ballot: what was written beside it, in one sitting, holds the query's words", "claims"),
    ("meaning", "in place of R: found by what it means alone; it holds no word of the query", "claims"),
    ("dense", "ballot: it means much the same as the query, by a model on this machine", "claims"),
    ("near", "ballot: together with what was written beside it, it means much the same", "claims"),
    ("direct", "ballot: the query is its id or a part of it, its key or a deed that it cites", "claims"),
    ("fused, memory", "the ballots together; then R, which only decides between near ties", "claims"),
    ("~ nearby", "holds no word of the query; written in the same sitting as a match", "claims"),
    ("? before a claim", "something it rests on is no longer true; its page says what", "claims"),
    ("same head", "rule 5: both begin with the same words and end otherwise, about one name",
     "write changes proposals"),
    ("rewrite", "rule 4: most of the words are the same, about one name", "write changes proposals"),
    ("by hand", "rule 1: its author named what it replaces; or somebody said when it ended",
     "write changes proposals"),
    ("on evidence", "somebody said that it ended, and gave a reason or a deed", "changes"),
    ("key", "rule 2: one key has one value at a time", "write changes proposals"),
    ("guard", "holds a closing back where texts speak of two things (staging, production)",
     "write changes proposals"),
    ("comes near", "measured, and left open; the line below says why", "write changes"),
    ("deed", "evidence, kept word for word: a note, a run, a message", "today claims write changes"),
    ("island", "claims that are linked more with each other than with the rest", "islands hubs"),
    ("modularity", "how much more, from 0 (not at all) to 1; from .3 on islands are clear", "islands"),
    ("seed, 0.74", "a seed is what the search found; the figure: how much the task wakes it", "islands"),
    ("A, B, C", "the letter of the island that a claim is on", "islands"),
    ("weak", "the task touches too little here to say what belongs together; it is not fired", "islands"),
    ("fire", "say that the marked claims were used together; their links gain", "islands time"),
    ("hub", "a claim that many links lead to; its bar is its PageRank beside the first's", "hubs"),
)  # fmt: skip


def terms_for(scope: Scope) -> Iterable[Term]:
    """The words that a screen uses, in the order of the table."""
    return (term for term in TERMS if scope in term.screens)
