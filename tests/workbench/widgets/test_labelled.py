"""Labelled lines: the text wraps under itself in any script, and nothing is read as markup."""

from __future__ import annotations

import pytest

from tests.workbench.looks import rows
from tests.workbench.widgets.hosts import Host
from workbench.plain import plain
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.labelled import Labelled, LabelledLines, labelled_lines
from workbench.widgets.rows import Cell, Column, Row, Rows

LONG = "from 2026 until further notice, and so on and on and more [b]words[/b] here"
CHINESE = "默认融合方法是组合。它领先一点八分。" * 3


@pytest.mark.parametrize("cells", [2, 8, 14, 30, 60, 200])
def test_every_line_fits_its_width_and_no_word_is_lost(cells: int) -> None:
    lines = labelled_lines([Labelled("true", plain(LONG)), Labelled("about", plain(CHINESE))], cells)
    assert all(line.cell_length <= cells for line in lines)
    said = "".join(line.plain for line in lines).replace(" ", "")
    assert LONG.replace(" ", "") in said
    assert CHINESE in said


def test_the_text_is_wrapped_under_itself() -> None:
    lines = [line.plain for line in labelled_lines([Labelled("true", plain(LONG))], 40)]
    assert lines[0].startswith("true  from 2026")
    assert all(line.startswith("      ") for line in lines[1:])


async def test_it_is_as_high_as_its_text(awkward: str) -> None:
    widget = LabelledLines([Labelled("said", plain(awkward)), Labelled("last", plain("line"))])
    app = Host(widget)
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.pause()
        last = next(at for at, row in enumerate(rows(app)) if row.startswith("last"))
        assert widget.size.height == last + 1
        for size in ((10, 5), (1, 1), (80, 20)):
            await pilot.resize_terminal(*size)


async def test_marked_words_in_a_list_stand_out_by_underline() -> None:
    text = "The default fuse is CombMNZ."
    listed = ClaimList((Column(),))
    app = Host(listed)
    async with app.run_test(size=(60, 6)) as pilot:
        listed.show(Rows([Row("a", (Cell("other"),)), Row("b", (Cell(text, marks=((4, 11), (12, 16))),))]))
        await pilot.pause()
        for cells, words in ((60, ["default", "fuse"]), (15, ["default"])):
            await pilot.resize_terminal(cells, 6)
            await pilot.pause()
            strip = listed.render_line(1)
            marked = [part.text for part in strip if part.style is not None and part.style.underline]
            assert marked[0][:5] == words[0][:5]
            assert len(marked) <= len(words)
            assert strip.cell_length == cells
