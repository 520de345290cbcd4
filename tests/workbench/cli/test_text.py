"""A person's words on the way out: never markup, never a control sequence, aligned in every script."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dear import dear
from tests.workbench.cli.conftest import Shell
from workbench.cells import visible, width
from workbench.cli.paper import Paper

MARKUP = (
    "[/] is no markup.",
    "[/foo] and [#zz]x[/#zz] and [link='x stay.",
    "[bold]Loud[/bold] words stay as they are.",
    "[@click=app.quit]press[/] is a text.",
    "A list [1, 2] and a range [0, 1) stand.",
    "Emoji codes such as :smile: stay letters.",
    "https://example.org/a?b=[c]&d=%5B is an address.",
)
SCRIPTS = (
    "默认融合方法是组合。",
    "既定の融合はCombMNZです。",
    "기본 융합 방식은 CombMNZ이다.",
    "الخادم يعمل على المنفذ 5433.",
    "Сервер слушает порт 5433.",
    "Família 👩‍👩‍👧 is an emoji of three.",
    "Q\u0301 is a letter with a combining sign.",
)


@pytest.mark.parametrize("text", MARKUP + SCRIPTS)
def test_a_text_is_shown_as_it_was_written(shell: Shell, text: str) -> None:
    written = shell.write(text)
    for command in (("list",), ("show", written), ("history", written), ("why", written), ("search", text)):
        assert visible(text) in shell.ok(*command), command


@pytest.mark.parametrize("text", MARKUP)
def test_a_refusal_quotes_a_text_as_it_is(shell: Shell, text: str) -> None:
    shell.write("Something is held.")
    for ended in (shell("show", text), shell("config", text), shell("list", "--true-on", text), shell(text)):
        assert ended.code in (1, 2, 3)
        assert "Traceback" not in ended.err


def test_control_signs_reach_no_terminal(shell: Shell) -> None:
    deed = shell.json("deed", "put", "red \x1b[31malert\x1b[0m \x07 \x9b31m \u202eevil")["id"]
    said = shell.ok("deed", "show", deed)
    assert not any(sign in said for sign in "\x1b\x07\x9b\u202e")
    ended = shell("show", "\x1b[31mred")
    assert "\x1b" not in ended.err


@pytest.mark.parametrize("text", SCRIPTS)
def test_columns_stay_aligned_in_every_script(shell: Shell, text: str) -> None:
    shell.write(text, "--seat", "融合")
    shell.write("A plain claim is beside it.", "--seat", "ana")
    lines = shell.ok("list").splitlines()
    starts = {
        width(line[: line.index(each)])
        for each in (visible(text), "A plain claim")
        for line in lines
        if each in line
    }
    assert len(starts) == 1


class Screen(io.StringIO):
    """A terminal of a width of its own."""

    def isatty(self) -> bool:
        return True


@given(st.lists(st.tuples(st.text(max_size=12), st.text(max_size=200)), max_size=5), st.integers(20, 130))
def test_at_a_terminal_no_line_is_wider_than_it(rows: list[tuple[str, str]], columns: int) -> None:
    screen = Screen()
    paper = Paper(screen, columns=columns)
    paper.table([[(head, "id"), (text, "claim")] for head, text in rows])
    for line in screen.getvalue().split("\n"):
        bare = line.replace("\x1b[2m", "").replace("\x1b[0m", "")
        assert "\x1b" not in bare
        assert width(bare) <= max(columns, 12 * 2 + 2 + 20)


@dear
@given(st.lists(st.text(max_size=60), min_size=1, max_size=5))
def test_in_a_pipe_every_row_is_one_line_without_styles(texts: list[str]) -> None:
    pipe = io.StringIO()
    Paper(pipe).table([[("id", "id"), (text, "bad")] for text in texts])
    said = pipe.getvalue()
    assert said.count("\n") == len(texts)
    assert "\x1b" not in said
