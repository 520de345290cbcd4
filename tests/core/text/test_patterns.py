"""Patterns that are compiled late are like others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.patterns import late

WORD = r"([a-z])\w*"
_LATE = late(WORD, re.IGNORECASE)
_PLAIN = re.compile(WORD, re.IGNORECASE)


@given(st.text("aB1 ", max_size=12))
def test_a_late_pattern_finds_what_a_compiled_one_finds(text: str) -> None:
    assert _LATE.findall(text) == _PLAIN.findall(text)
    assert [one.span() for one in _LATE.finditer(text)] == [one.span() for one in _PLAIN.finditer(text)]
    assert _LATE.sub("-", text) == _PLAIN.sub("-", text)
    assert (_LATE.match(text) is None) == (_PLAIN.match(text) is None)


def test_it_tells_of_itself_what_a_compiled_one_tells() -> None:
    assert (_LATE.pattern, _LATE.flags, _LATE.groups) == (_PLAIN.pattern, _PLAIN.flags, _PLAIN.groups)


def test_a_pattern_that_is_none_says_so_at_its_first_use() -> None:
    broken = late("(")
    with pytest.raises(re.error):
        broken.search("a")
