"""Random records of the original, with fields that nobody knows."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from core.claims.kinds import KINDS
from core.foreign.lines import as_line
from core.foreign.names import MAIL_KINDS, SCHEMA
from core.foreign.times import write_time

WORDS: Final = (
    "gateway",
    "port",
    "8080",
    "the",
    "runs",
    "on",
    "cache",
    "мост",
    "端口",
    "café",
    "İstanbul",
    "𝔘",
)
IDS: Final = (*(f"{number:032x}" for number in range(6)), "t1-v0", "a|b", "Ω", "x" * 90)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)  # fmt: skip
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
TIMES = st.integers(0, 4_000_000_000_000).map(lambda at: write_time(at * 1_000))
LOOSE_TIMES = TIMES | TIMES.map(lambda at: at.replace("T", " ").replace("Z", "123+00:00"))
TEXTS = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(lambda words: " ".join(words) + "."),
    st.sampled_from(
        [
            "One. Two. Three.",
            "token: abcdefgh12345678",
            "a\u200bb",
            "  spaced   out ",
            "x " * 400,
            "e\u0301t\u00e9",
        ]
    ),
)
WEIGHTS = st.floats(0.01, 1) | st.sampled_from([0, 1, 0.5, 2, -1, None, "much"])


def reviews() -> st.SearchStrategy[Any]:
    block = st.fixed_dictionaries(
        {},
        optional={
            "reps": st.integers(0, 9),
            "recalls": st.integers(0, 9),
            "interval_s": st.integers(0, 10**8),
            "ease": st.just(2.5),
            "stability": st.floats(0, 400) | st.just(1.0),
            "difficulty": st.floats(0, 11) | st.just(5.0),
            "last": TIMES,
            "neglected": st.integers(0, 4),
            "used": st.integers(0, 4),
            "mood": ANYTHING,
        },
    )
    return st.none() | block


OPTIONAL: Final[dict[str, st.SearchStrategy[Any]]] = {
    "schema": st.just(SCHEMA) | st.sampled_from(["inside.atom/v0", "inside.proposal/v1"]),
    "level": st.sampled_from(["explicit", "derived"]),
    "set": st.sampled_from([None, "", "red", " Blue "]),
    "entities": st.none()
    | st.lists(st.sampled_from(["gateway", "seat:ana", "deed-file-x", "", " cache "]), max_size=4),
    "ts": TIMES,
    "valid_from": st.none() | LOOSE_TIMES,
    "valid_to": st.none() | st.just("") | LOOSE_TIMES,
    "tombstone": st.booleans() | st.none(),
    "forgotten": st.sampled_from([None, "neglect", "the live cap"]),
    "retracted_by": st.sampled_from([None, "deed-note-x"]),
    "supersedes": st.none() | st.sampled_from(IDS) | st.lists(st.sampled_from(IDS), max_size=3),
    "links": st.none() | st.lists(st.sampled_from(IDS), max_size=8, unique=True),
    "link_weights": st.none() | st.dictionaries(st.sampled_from(IDS), WEIGHTS, max_size=4),
    "link_weights_by": st.none()
    | st.dictionaries(st.sampled_from(["Vera", "a|b"]), st.dictionaries(st.sampled_from(IDS), WEIGHTS)),
    "due_at": st.none() | st.just("") | TIMES,
    "review": reviews(),
    "embedding": st.none() | st.lists(st.floats(-1, 1), max_size=3),
    "prose": ANYTHING,
    "trust": st.floats(0, 1),
    "origin": st.sampled_from(["user-declared", "agent-derived", "peer", "dreamt", None]),
    "pinned": st.booleans() | st.none(),
    "by_peer": st.sampled_from([None, "", "ana", "bot"]),
    "about_peer": st.sampled_from([None, "ben"]),
    "from": st.sampled_from(["ana", "", 3]),
    "to": st.just("ben"),
    "weight": WEIGHTS,
    "x_packbench": ANYTHING,
    "x_fsrs": ANYTHING,
    "packset": ANYTHING,
    "mood": ANYTHING,
    "zeal": ANYTHING,
}


@st.composite
def records(draw: st.DrawFn, workspaces: tuple[str, ...] = ("seat", "git:host/o/r")) -> dict[str, Any]:
    """One record, its fields in any order."""
    fields = {
        "id": draw(st.sampled_from(IDS)),
        "workspace": draw(st.sampled_from(workspaces)),
        "kind": draw(st.sampled_from([*KINDS, *sorted(MAIL_KINDS), "poll"])),
        "text": draw(TEXTS),
    }
    names = draw(st.lists(st.sampled_from(sorted(OPTIONAL)), unique=True))
    fields |= {name: draw(OPTIONAL[name]) for name in names}
    order = draw(st.permutations(sorted(fields)))
    return {name: fields[name] for name in order}


@st.composite
def files(draw: st.DrawFn) -> list[str]:
    """The lines of a file: no id twice in a workspace, compact or with other spelling."""
    found = draw(st.lists(records(), max_size=8, unique_by=lambda one: (one["workspace"], one["id"])))
    return [draw(st.sampled_from([as_line(one), spelled_otherwise(one)])) for one in found]


def spelled_otherwise(fields: dict[str, Any]) -> str:
    """The same record with spaces, as another program writes it."""
    return msgspec.json.format(msgspec.json.encode(fields), indent=0).decode()
