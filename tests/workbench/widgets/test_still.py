"""Words that change where they stand: a layout only where they need another room."""

from __future__ import annotations

import pytest

from tests.workbench.looks import text
from tests.workbench.widgets.hosts import Host, layouts
from workbench.plain import plain
from workbench.widgets.still import OneLine, Words


@pytest.mark.parametrize(
    ("first", "second", "laid_out"),
    [
        ("one line", "another line", False),
        ("one line", "word " * 40, True),
        ("word " * 40, "one line", True),
        ("word " * 40, "work " * 40, False),
    ],
)
async def test_words_are_laid_out_only_when_their_height_changes(
    first: str, second: str, laid_out: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words()
    host = Host(words)
    async with host.run_test(size=(60, 10)) as pilot:
        words.say(plain(first))
        await pilot.pause()
        laid = layouts(host, monkeypatch)
        words.say(plain(second))
        await pilot.pause()
        assert second.split()[0] in text(host)
        assert bool(laid) is laid_out


async def test_a_line_that_grows_keeps_the_room_of_its_longest_words(monkeypatch: pytest.MonkeyPatch) -> None:
    line = OneLine(classes="-grows")
    host = Host(line)
    async with host.run_test(size=(60, 10)) as pilot:
        line.say(plain("3 matches"))
        await pilot.pause()
        line.say(plain("12 of 400 matches"))
        await pilot.pause()
        assert "12 of 400 matches" in text(host)
        laid = layouts(host, monkeypatch)
        line.say(plain("1 match"))
        await pilot.pause()
        assert text(host).splitlines()[0] == "1 match".rjust(len("12 of 400 matches"))
        assert laid == []
