"""Text as it stands in terminal cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.widgets import Static
from uniseg.graphemecluster import grapheme_clusters

from tests.workbench.looks import text
from workbench.cells import cut, pad, visible, wrap
from workbench.plain import plain, styled

ANY_TEXT = st.text(st.characters(), max_size=60) | st.text(
    st.sampled_from("ab 默e\u0301\u200d\ufe0f❤👩🇩🇪\u202e\x1b\n\u0e33\ud800[]"), max_size=30
)
CELLS = st.integers(0, 40)


@given(ANY_TEXT, CELLS)
def test_padded_text_is_exactly_as_wide_as_asked(words: str, cells: int) -> None:
    for align in ("left", "right", "centre"):
        assert cell_len(pad(words, cells, align)) == cells


@given(ANY_TEXT, CELLS)
def test_cut_text_never_runs_over_and_keeps_what_fits(words: str, cells: int) -> None:
    shown = visible(words)
    assert cell_len(cut(words, cells)) <= cells
    if cell_len(shown) <= cells and cells:
        assert cut(words, cells) == shown


def test_what_is_printable_stays_as_it_is_beside_what_is_not() -> None:
    printable = "".join(filter(str.isprintable, map(chr, range(0xE0000))))
    assert visible(printable) == printable
    assert visible("\n" + printable) == " " + printable
    assert visible("a\U000e0100") == "a\ufffd"


@given(ANY_TEXT)
def test_visible_text_has_nothing_that_moves_the_cursor_or_breaks_the_driver(words: str) -> None:
    shown = visible(words)
    shown.encode("utf-8")
    assert not any(ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0 or 0x202A <= ord(c) <= 0x202E for c in shown)
    assert visible(shown) == shown


@given(ANY_TEXT, st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(words: str, cells: int) -> None:
    lines = wrap(words, cells)
    assert all(cell_len(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(visible(words, lines=True).split())


@pytest.mark.parametrize(
    ("words", "cells", "shown"),
    [
        ("The default fuse is CombMNZ.", 12, "The default…"),
        ("默认融合方法", 7, "默认融…"),
        ("默认融合方法", 6, "默认…"),
        ("e\u0301e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301…"),
        ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
        ("short", 5, "short"),
        ("short", 1, "…"),
        ("short", 0, ""),
    ],
)
def test_a_long_text_is_cut_on_a_grapheme_boundary(words: str, cells: int, shown: str) -> None:
    assert cut(words, cells) == shown


@given(st.text(st.sampled_from("ab默e\u0301❤\ufe0f🇩🇪ศรี"), max_size=30), st.integers(2, 20))
def test_a_cut_never_splits_what_a_person_sees_as_one_character(words: str, cells: int) -> None:
    shown = cut(words, cells)
    if shown.endswith("…"):
        clusters = list(grapheme_clusters(visible(words)))
        openings = {"".join(clusters[:n]).rstrip() for n in range(len(clusters) + 1)}
        assert shown[:-1] in openings


def test_controls_are_pictured_and_escapes_have_no_power() -> None:
    assert visible("a\x1b[31mb\x07\x7f") == "a␛[31mb␇␡"
    assert visible("a\u202eb\u200bc\ud800") == "a\ufffdb\ufffdc\ufffd"
    assert visible("a\r\nb\tc") == "a b    c"
    assert visible("a\r\nb\x00", lines=True) == "a\nb␀"


def test_joiners_stay_where_they_join_pictures_only() -> None:
    assert visible("👩‍👩‍👧") == "👩‍👩‍👧"
    assert "\u200d" not in visible("ක්‍ෂ")


class Shows(App[None]):
    """One text in one widget."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        box = Static(plain(self.words))
        box.border_title = plain(self.words)
        box.styles.border = ("round", "white")
        yield box
        yield Static(styled([(self.words, "bold"), ("end", "")]))


async def test_no_text_is_read_as_markup(awkward: str) -> None:
    app = Shows(awkward)
    async with app.run_test(size=(120, 20), notifications=True):
        app.notify(visible(awkward), markup=False)
        shown = visible(awkward, lines=True).split("\n")[0].split("默")[0]
        assert shown[:40] in text(app)
