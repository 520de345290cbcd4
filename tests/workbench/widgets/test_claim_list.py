"""The list: a million rows, a cursor that shows without colour, keys, mouse and awkward texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.workbench.looks import rows, text
from tests.workbench.widgets.hosts import Host
from workbench.widgets.claim_list import ClaimList
from workbench.widgets.rows import Cell, Column, Row, Rows, column_widths

COLUMNS = (Column(), Column(8), Column(5, "right", from_width=40))


def some(count: int, prefix: str = "claim") -> Rows:
    return Rows(
        Row(f"id{at}", (Cell(f"{prefix} {at}"), Cell("lesson", "muted"), Cell(f".{at:02}")))
        for at in range(count)
    )


class Million:
    """A source that makes rows when asked, and remembers for which."""

    def __init__(self) -> None:
        self.asked: set[int] = set()

    def __len__(self) -> int:
        return 1_000_000

    def row(self, index: int) -> Row:
        self.asked.add(index)
        return Row(str(index), (Cell(f"claim {index}"),))

    def index_of(self, id: str) -> int | None:
        return int(id)


async def test_keys_move_the_cursor_and_each_move_is_told_once() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(60, 12), message_hook=app.note) as pilot:
        claims.show(some(100))
        claims.focus()
        await pilot.press("down", "j", "k", "G", "up", "g", "end", "home", "up")
        told = [message.index for message in app.told(ClaimList.Highlighted)]  # type: ignore[attr-defined]
        assert told == [0, 1, 2, 1, 99, 98, 0, 99, 0]


async def test_a_page_is_what_is_seen_less_one_row() -> None:
    claims = ClaimList(COLUMNS)
    async with Host(claims).run_test(size=(60, 12)) as pilot:
        claims.show(some(100))
        claims.focus()
        await pilot.press("pagedown")
        assert claims.cursor == claims.size.height - 1
        await pilot.press("pageup")
        assert claims.cursor == 0


async def test_the_row_under_the_cursor_is_always_in_sight() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(60, 12)) as pilot:
        claims.show(some(100))
        claims.focus()
        for key in ("G", "pageup", "pageup", "home", "pagedown", "down"):
            await pilot.press(key)
            assert any(line.startswith("▸") and f"claim {claims.cursor} " in line for line in rows(app))


async def test_a_million_rows_cost_what_is_seen() -> None:
    claims, source = ClaimList(), Million()
    app = Host(claims)
    async with app.run_test(size=(60, 12)) as pilot:
        claims.show(source)
        claims.focus()
        await pilot.press("G", "k")
        assert claims.chosen == "999998"
        assert "claim 999998" in text(app)
        assert len(source.asked) < 60


async def test_enter_opens_the_chosen_row() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(60, 12), message_hook=app.note) as pilot:
        claims.show(some(9))
        claims.focus()
        await pilot.press("down", "enter")
        assert [message.id for message in app.told(ClaimList.Opened)] == ["id1"]  # type: ignore[attr-defined]


async def test_a_click_chooses_and_a_double_click_opens() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(60, 12), message_hook=app.note) as pilot:
        claims.show(some(100))
        claims.focus()
        await pilot.press("G")
        await pilot.click(claims, offset=(5, 2))
        assert claims.cursor == claims.scroll_offset.y + 2
        assert not app.told(ClaimList.Opened)
        await pilot.click(claims, offset=(5, 3), times=2)
        opened = app.told(ClaimList.Opened)
        assert [message.index for message in opened] == [claims.scroll_offset.y + 3]  # type: ignore[attr-defined]


async def test_a_click_below_the_last_row_changes_nothing() -> None:
    claims = ClaimList(COLUMNS)
    async with Host(claims).run_test(size=(60, 12)) as pilot:
        claims.show(some(3))
        await pilot.click(claims, offset=(5, 8), times=2)
        assert claims.cursor == 0


async def test_focus_shows_without_colour() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(60, 12)) as pilot:
        claims.show(some(3))
        claims.focus()
        await pilot.pause()
        assert rows(app)[0].startswith("▸")
        app.query_one("#away").focus()
        await pilot.pause()
        assert rows(app)[0].startswith("▹")


async def test_an_empty_list_says_so_and_keys_do_nothing() -> None:
    claims = ClaimList(COLUMNS, empty="Nothing is due. [/] Write a claim with w.")
    app = Host(claims)
    async with app.run_test(size=(60, 12), message_hook=app.note) as pilot:
        claims.focus()
        await pilot.press("down", "G", "enter", "pagedown")
        assert "Nothing is due. [/] Write a claim with w." in text(app)
        assert claims.chosen is None
        assert not app.seen


async def test_new_rows_keep_the_cursor_on_its_claim() -> None:
    claims = ClaimList(COLUMNS)
    async with Host(claims).run_test(size=(60, 12)):
        claims.show(some(10))
        claims.choose("id4")
        claims.show(Rows([Row("new", (Cell("new"),)), *(some(10).row(at) for at in range(10))]))
        assert claims.chosen == "id4"
        claims.show(some(3))
        assert claims.chosen == "id2"
        claims.show(some(10), choose="id7")
        assert claims.chosen == "id7"
        assert not claims.choose("nobody")


async def test_the_mark_stands_before_the_row() -> None:
    claims = ClaimList()
    app = Host(claims)
    async with app.run_test(size=(40, 6)) as pilot:
        claims.show(Rows([Row("a", (Cell("open"),)), Row("b", (Cell("shut", "struck"),), mark="⊗")]))
        await pilot.pause()
        assert rows(app)[1].startswith(" ⊗ shut")


async def test_long_texts_end_in_an_ellipsis_and_columns_line_up(awkward: str) -> None:
    claims = ClaimList((Column(), Column(8)))
    app = Host(claims)
    async with app.run_test(size=(44, 6)) as pilot:
        claims.show(Rows([Row("a", (Cell(awkward * 9 or "x" * 99), Cell("lesson")))]))
        await pilot.pause()
        line = rows(app)[0]
        assert "…" in line
        assert cell_len(line[: line.index("lesson")]) == 44 - len("lesson  ")


async def test_it_survives_every_size() -> None:
    claims = ClaimList(COLUMNS)
    app = Host(claims)
    async with app.run_test(size=(120, 40)) as pilot:
        claims.show(some(500, "默认融合方法"))
        claims.focus()
        await pilot.press("G")
        for size in ((200, 60), (80, 24), (40, 12), (10, 3), (1, 1), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.press("k", "j")
        assert claims.chosen == "id499"
        assert "默认融合方法 499" in text(app)


async def test_a_row_that_changed_can_be_painted_alone() -> None:
    claims = ClaimList()
    app = Host(claims)
    async with app.run_test(size=(40, 6)) as pilot:
        shown = ["first", "second"]

        class Live:
            def __len__(self) -> int:
                return len(shown)

            def row(self, index: int) -> Row:
                return Row(str(index), (Cell(shown[index]),))

            def index_of(self, id: str) -> int | None:
                return int(id)

        claims.show(Live())
        await pilot.pause()
        shown[1] = "changed"
        claims.refresh_row("1")
        await pilot.pause()
        assert "changed" in text(app)


@given(st.integers(0, 200), st.lists(st.integers(0, 30), min_size=1, max_size=5), st.integers(0, 90))
def test_columns_never_take_more_than_there_is(width: int, cells: list[int], from_width: int) -> None:
    columns = [Column(), *(Column(n, from_width=from_width) for n in cells)]
    widths = column_widths(columns, width)
    shown = [n for n in widths if n]
    assert sum(shown) + max(0, len(shown) - 1) <= max(width, 0)


@pytest.mark.parametrize(
    ("width", "widths"), [(60, (45, 8, 5)), (39, (30, 8, 0)), (20, (20, 0, 0)), (0, (0, 0, 0))]
)
def test_fixed_columns_give_way_when_it_gets_narrow(width: int, widths: tuple[int, ...]) -> None:
    assert column_widths(COLUMNS, width) == widths


async def test_the_scrollbar_covers_no_column() -> None:
    claims = ClaimList((Column(), Column(5, "right")))
    app = Host(claims)
    async with app.run_test(size=(40, 6)) as pilot:
        claims.show(Rows(Row(str(at), (Cell(f"claim {at}"), Cell(f".{at:03}"))) for at in range(50)))
        await pilot.pause()
        assert ".001" in rows(app)[1]


@pytest.mark.parametrize("at", [0, 20, 49])
async def test_a_scrollbar_that_comes_after_the_list_was_scrolled_stands_where_the_list_does(at: int) -> None:
    claims = ClaimList(COLUMNS)
    async with Host(claims).run_test(size=(40, 6)) as pilot:
        claims.show(some(2))
        await pilot.pause()
        claims.show(some(50), choose=f"id{at}")
        await pilot.pause()
        assert claims.show_vertical_scrollbar
        assert claims.vertical_scrollbar.position == claims.scroll_y


@pytest.mark.parametrize("theme", ["packbench-dark", "packbench-light"])
async def test_without_colours_the_focused_row_is_reversed_and_bold(
    monkeypatch: pytest.MonkeyPatch, theme: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    claims = ClaimList(COLUMNS)
    app = Host(claims, theme)
    async with app.run_test(size=(60, 12)) as pilot:
        claims.show(some(3))
        claims.focus()
        await pilot.pause()
        under, other = (next(iter(claims.render_line(at))).style for at in (0, 1))
        assert under is not None
        assert under.reverse
        assert under.bold
        assert other is None or not other.reverse
        app.query_one("#away").focus()
        await pilot.pause()
        blurred = next(iter(claims.render_line(0))).style
        assert blurred is not None
        assert blurred.bold
        assert not blurred.reverse
