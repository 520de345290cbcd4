"""What a changed claim says in the difference of two dates."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.claims.claim import Claim, Closing
from core.claims.facts import Trust
from core.claims.field_words import field_words
from core.clocks.instants import DAY, parse_instant
from core.pack.views import Change
from workbench.changed_words import CHANGED_BACK, ChangedWords

KNOWN = parse_instant("2026-11-30T07:30:00Z")
END = parse_instant("2026-09-06T00:00:00Z")
CLAIM = Claim(
    id="0" * 24 + "00000001", rev=1, workspace="atlas", kind="lesson", text="The pooler allows 80.",
    author="ana", t_created=0, t_recorded=0, t_observed=0, t_valid=None, entities=("pooler",),
    deeds=("deed-run-1",),
)  # fmt: skip
FACTS = Trust("ana", "ben", 0.5)
CLOSED = Closing("rewrite", "ben", 4, 0)


def said(**changes: Any) -> str:
    after = msgspec.structs.replace(CLAIM, **changes)
    return ChangedWords("UTC", KNOWN).said(Change(CLAIM, after, tuple(changes)))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"t_invalid": END, "precision": ("us", "day"), "closing": CLOSED}, "ended 2026-09-05"),
        ({"t_invalid": KNOWN + 3 * DAY, "t_invalid_stated": True}, "ends 2026-12-03"),
        ({"t_valid": END, "t_valid_stated": True}, "true from 2026-09-06"),
        ({"deeds": ("deed-run-1", "deed-run-2")}, "cites deed-run-2 now"),
        ({"deeds": ()}, "no longer cites deed-run-1"),
        ({"text": "The pooler allows 90."}, "reworded"),
        ({"pinned": True}, "pinned"),
        ({"resting": True, "rest_reason": "asked"}, "rests"),
        ({"entities": ("pool",)}, "about pool too, no longer about pooler"),
        ({"derived_from": ("f" * 24 + "12345678",)}, "rests on 12345678 now"),
        ({"question": "How many?"}, "question: How many?"),
        ({"key": "pool.size"}, "key: pool.size"),
        ({"closing": CLOSED}, "closed by ben, rule rewrite"),
        ({}, CHANGED_BACK),
        ({"withdrawal": CLOSED, "state": "retracted"}, "retracted by ben, rule rewrite"),
        (
            {"withdrawal": msgspec.structs.replace(CLOSED, rule="retracted"), "state": "retracted"},
            "retracted by ben",
        ),
        ({"closing": msgspec.structs.replace(CLOSED, rule="named")}, "closed by ben, by hand"),
        ({"precision": ("day", "us")}, "always true"),
        ({"facts": FACTS}, "facts: from ana · to ben · weight 0.5"),
    ],
)
def test_a_changed_claim_says_its_new_values(changes: dict[str, Any], words: str) -> None:
    assert said(**changes) == words


def test_an_end_taken_back_is_said() -> None:
    before = msgspec.structs.replace(CLAIM, t_invalid=END, closing=CLOSED)
    change = Change(before, CLAIM, ("t_invalid", "closing"))
    assert ChangedWords("UTC", KNOWN).said(change) == "no end any more"


OTHERS: dict[str, Any] = {
    "t_observed": END, "t_valid": END, "t_invalid": END, "t_valid_stated": True, "t_invalid_stated": True,
    "precision": ("day", "us"), "entities": ("pool",), "entities_declared": True, "deeds": (),
    "derived_from": ("f" * 32,), "supersedes": ("f" * 32,), "facts": FACTS, "closing": CLOSED,
    "withdrawal": CLOSED, "state": "retracted", "resting": True, "pinned": True, "accepted": False,
    "witnesses": ("cy",), "extra": {"open_key": 3},
}  # fmt: skip
"""Another value for each field that holds no text."""

FIELDS = [one for one in Claim.__struct_fields__ if one not in {"id", "rev", "t_created", "t_recorded"}]


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_told_in_words(name: str) -> None:
    for one in (said(**{name: OTHERS.get(name, "another")}), field_words([name])):
        assert one
        assert one != CHANGED_BACK
        for raw in ("_", "None", "(", "{", "["):
            assert raw not in one, one


def test_a_field_that_follows_is_told_only_where_nothing_else_is() -> None:
    assert field_words(["t_invalid", "t_invalid_stated", "precision", "closing"]) == "true until, closed"
    assert field_words(["t_invalid_stated"]) == "end stated"
