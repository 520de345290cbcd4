"""The diff in two frames: changes are found without colour, and nothing is read as markup."""

from __future__ import annotations

from tests.workbench.looks import rows, text
from tests.workbench.widgets.hosts import Host
from workbench.diffing import diff
from workbench.widgets.word_diff import Side, WordDiff, marked

OLD = Side("The default fuse is Borda.", "closed 2026-03-14 by same head", "true 2025-11-02 → 2026-03-14")
NEW = Side("The default fuse is CombMNZ. It led Borda by 1.8 points.", "live", "true from 2026-03-14")


def test_changes_stand_in_brackets_and_differ_in_weight_and_strike() -> None:
    found = diff(OLD.text, NEW.text)
    old, new = marked(found.old), marked(found.new)
    assert old.plain == "The default fuse is [Borda]."
    assert new.plain == "The default fuse is [CombMNZ]. [It led Borda by 1.8 points.]"
    assert any("strike" in str(span.style) for span in old.spans)
    assert any("bold" in str(span.style) for span in new.spans)


async def test_side_by_side_when_wide_with_signs_and_dates() -> None:
    pair = WordDiff()
    app = Host(pair)
    async with app.run_test(size=(120, 12)) as pilot:
        pair.show(OLD, NEW)
        await pilot.pause()
        shown = rows(app)
        assert "− closed 2026-03-14 by same head" in shown[0]
        assert "+ live" in shown[0]
        assert "[Borda]" in shown[1]
        assert "[CombMNZ]" in shown[1]
        assert "true from 2026-03-14" in text(app)


async def test_stacked_when_narrow() -> None:
    pair = WordDiff()
    app = Host(pair)
    async with app.run_test(size=(60, 14)) as pilot:
        pair.show(OLD, NEW)
        await pilot.pause()
        shown = rows(app)
        old_row = next(at for at, line in enumerate(shown) if "[Borda]" in line)
        new_row = next(at for at, line in enumerate(shown) if "[CombMNZ]" in line)
        assert old_row < new_row
        for size in ((10, 3), (1, 1), (120, 12)):
            await pilot.resize_terminal(*size)
        assert "[CombMNZ]" in text(app)


async def test_awkward_texts_are_shown_as_they_are(awkward: str) -> None:
    pair = WordDiff()
    async with Host(pair).run_test(size=(120, 12)) as pilot:
        pair.show(Side(awkward, awkward, awkward), Side(f"{awkward} more", awkward, awkward))
        await pilot.pause()
