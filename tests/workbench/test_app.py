"""The app: one session behind all screens, undo everywhere, and a program that survives its own faults."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from core.claims.draft import Draft
from core.errors import NotFound, PackHeld, Refused
from core.pack.commands import Pin, Write
from tests.workbench.desks import NOW, Desk, typed, until
from tests.workbench.looks import rows, settle, text
from workbench.actions import Scope
from workbench.app import MOST_MISHAPS, WorkbenchApp
from workbench.frame.base_screen import BaseScreen
from workbench.frame.error_page import ErrorPage
from workbench.frame.messages import ViewChanged
from workbench.opening import open_session
from workbench.samples import sample_script
from workbench.screens.claims import ClaimsScreen
from workbench.screens.today import TodayScreen
from workbench.screens.write import WriteScreen
from workbench.session import Session

SIZE = (120, 40)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


class Faulty(BaseScreen):
    """A screen with a fault in every place."""

    MODE = "hubs"
    SCOPE: ClassVar[Scope] = "hubs"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.shown: list[str] = []

    def compose_content(self) -> list[Widget]:
        return [Static("still here", markup=False)]

    def refresh_view(self, session: Session) -> None:
        if not session.is_now:
            raise ZeroDivisionError("a fault while reading")

    def action_review_first(self) -> None:
        raise RuntimeError("a fault in an action with [/] brackets")

    def in_thread(self, error: Exception) -> None:
        def work() -> str:
            raise error

        self.in_background("test", work, self.shown.append)

    def slowly(self, words: str) -> None:
        self.in_background("test", lambda: words, self.shown.append)


def faulty(desk: Desk) -> WorkbenchApp:
    app = desk.app()
    app.remove_mode("hubs")
    app.add_mode("hubs", lambda: Faulty(app.session))
    return app


async def on_faulty(app: WorkbenchApp) -> Faulty:
    await app.switch_mode("hubs")
    frame = app.frame
    assert isinstance(frame, Faulty)
    return frame


async def test_a_fault_in_an_action_becomes_a_page_and_the_program_goes_on(desk: Desk) -> None:
    app = faulty(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await on_faulty(app)
        await pilot.press("R")
        await settle(app, pilot)
        assert isinstance(app.screen, ErrorPage)
        assert "a fault in an action with [/] brackets" in text(app)
        log = desk.folder / "log" / "workbench.log"
        assert "RuntimeError" in log.read_text()
        assert log.name in text(app)
        await pilot.press("escape")
        await settle(app, pilot)
        assert "still here" in text(app)
        await pilot.press("f2")
        await settle(app, pilot)
        await pilot.press("space", "3")
        await settle(app, pilot)
    assert sum(desk.reps().values()) == 1
    assert len(app.mishaps) == 1


async def test_a_fault_while_reading_becomes_a_page_and_the_way_back_is_open(desk: Desk) -> None:
    app = faulty(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await on_faulty(app)
        app.post_message(ViewChanged(true_at=None, believed_at=desk.at(1)))
        await settle(app, pilot)
        assert isinstance(app.screen, ErrorPage)
        await pilot.press("escape", "T")
        await settle(app, pilot)
        assert "this window writes" in rows(app)[0]
    assert [mishap.sentence for mishap in app.mishaps] == ["ZeroDivisionError: a fault while reading"]


class FaultyOnReturn(Faulty):
    """A screen that fails whenever it is shown again."""

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            raise IndexError("a fault on coming back")


async def on_faulty_return(desk: Desk) -> WorkbenchApp:
    app = desk.app()
    app.remove_mode("hubs")
    app.add_mode("hubs", lambda: FaultyOnReturn(app.session))
    return app


def at_rest_on(app: WorkbenchApp, kind: type[Screen[Any]]) -> Callable[[], bool]:
    return lambda: isinstance(app.screen, kind) and not app.keys_underway


async def test_the_way_out_of_a_page_of_a_fault_never_leads_to_another(desk: Desk) -> None:
    app = await on_faulty_return(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for _ in range(3):
            await pilot.press("f8")
            await until(pilot, at_rest_on(app, ErrorPage))
            await pilot.press("escape")
            await until(pilot, at_rest_on(app, TodayScreen))
            await settle(app, pilot)
            assert "Hubs cannot be shown: IndexError: a fault on coming back" in text(app)
        await pilot.press("f3")
        await until(pilot, at_rest_on(app, ClaimsScreen))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.leaving)
    assert app.return_code == 0
    assert app._exit_renderables == []


async def test_quitting_on_a_page_of_a_fault_leaves_no_trace_in_the_terminal(desk: Desk) -> None:
    app = await on_faulty_return(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("f8")
        await until(pilot, at_rest_on(app, ErrorPage))
        await pilot.press("ctrl+q", "f2", "escape")  # and keys that wait behind it
        await until(pilot, lambda: app.leaving)
    assert app.return_code == 0
    assert app._exit_renderables == []


async def repeat_for_ever(app: WorkbenchApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for _ in range(MOST_MISHAPS + 2):
            app._handle_exception(IndexError("again"))
        await pilot.pause()


async def test_a_fault_that_repeats_for_ever_ends_the_program_with_one_sentence(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    app = desk.app()
    with pytest.raises(IndexError):  # so a test is told that the program could not go on
        await repeat_for_ever(app)
    said = capsys.readouterr().err
    assert app.return_code == 1
    assert said.startswith("packbench had to end: IndexError: again.")
    assert "Traceback" not in said
    assert "self" not in said


async def test_a_refusal_in_a_thread_is_one_sentence_and_no_page(desk: Desk) -> None:
    app = faulty(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        frame = await on_faulty(app)
        frame.in_thread(Refused("that is not to be had; ask for less."))
        await settle(app, pilot)
        assert "! That is not to be had; ask for less." in text(app)
        frame.in_thread(ValueError("a fault in a thread"))
        await until(pilot, lambda: isinstance(app.screen, ErrorPage))
    assert [mishap.sentence for mishap in app.mishaps] == ["ValueError: a fault in a thread"]


async def test_a_result_that_comes_late_is_dropped(desk: Desk) -> None:
    app = faulty(desk)
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        frame = await on_faulty(app)
        for words in ("first", "second", "third"):
            frame.slowly(words)
        await until(pilot, lambda: bool(frame.shown))
        await settle(app, pilot)
        assert frame.shown == ["third"]


async def test_three_quick_changes_of_date_end_on_the_last(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        for days in (9, 8, 7):
            app.post_message(ViewChanged(true_at=None, believed_at=desk.at(days)))
        await settle(app, pilot)
        assert "2026-11-23" in rows(app)[0]


async def test_undo_and_redo_work_from_any_screen_and_name_the_act(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("u")
        await settle(app, pilot)
        assert "Took back 6 (wrote “默认融合方法是组合。”)" in text(app)
        await pilot.press("U")
        await settle(app, pilot)
        assert "Did again: wrote “默认融合方法是组合。”" in text(app)
    assert app.mishaps == []


async def test_undo_with_nothing_done_is_one_sentence(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    made.pack.seat = "ben"
    app = made.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("u")
        await settle(app, pilot)
        assert "! Ben has done nothing that could be undone." in text(app)
    assert app.mishaps == []
    made.close()


async def test_escape_climbs_one_level_and_never_leaves_the_program(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("w")
        await settle(app, pilot)
        await pilot.press("tab", "escape")
        await settle(app, pilot)
        assert app.focused is not None
        assert app.focused.id == "write-text"
        await pilot.press("escape", "escape")
        await settle(app, pilot)
        assert app.current_mode == "today"
        await pilot.press("escape", "escape", "escape")
        await settle(app, pilot)
        assert app.is_running
        assert app.current_mode == "today"


async def test_the_palette_finds_actions_and_claims(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("ctrl+p")
        await settle(app, pilot)
        await typed(pilot, "lmdb")
        await until(pilot, lambda: "One process owns the LMDB file." in text(app))
        await pilot.press("escape")
        await settle(app, pilot)
        await pilot.press("ctrl+p")
        await settle(app, pilot)
        await typed(pilot, "reveal")
        await until(pilot, lambda: "Show the answer." in text(app))
        await pilot.press("down", "enter")
        await until(pilot, lambda: "The default fuse is Borda." in text(app))
    assert app.mishaps == []


@pytest.mark.parametrize("size", [(1, 1), (12, 4), (40, 3), (40, 10)])
@pytest.mark.parametrize("keys", ["pageup", "pagedown", "down pageup", "home", "end", "down down enter"])
async def test_the_palette_lives_in_any_window(desk: Desk, size: tuple[int, int], keys: str) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("ctrl+p", *"un")
        await settle(app, pilot)
        await pilot.press(*keys.split())
        await settle(app, pilot)
    assert app.mishaps == []


async def test_a_claim_with_brackets_is_shown_as_it_is(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE, notifications=True) as pilot:
        await settle(app, pilot)
        for _ in range(2):
            await pilot.press("space", "3")
            await settle(app, pilot)
        await pilot.press("space")
        assert "Brackets [/] and [/foo] are text." in text(app)
        await pilot.press("4")
        await settle(app, pilot)
        assert ": “Brackets [/] and [/foo] are text.”" in text(app)
        await pilot.press("C")
        await settle(app, pilot)
    assert app.mishaps == []


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
async def test_a_closed_terminal_keeps_the_words_typed_a_moment_ago(
    desk: Desk, ending: signal.Signals
) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("w")
        await settle(app, pilot)
        assert isinstance(app.frame, WriteScreen)
        await typed(pilot, "half a")
        os.kill(os.getpid(), ending)
        await until(pilot, lambda: not app.is_running or app._exit)
    assert [draft.fields["text"] for draft in desk.journal.load()] == ["half a"]


async def test_quitting_keeps_the_draft_and_says_so(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("w")
        await settle(app, pilot)
        await typed(pilot, "half a")
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert app.session.goodbye() == "1 draft kept."


async def test_keys_sent_before_the_first_picture_are_survived(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("3", "u", "x", "w", "f2", "space", "slash")
        await settle(app, pilot)
    assert app.mishaps == []


# opening


WRITER = """
import sys
from pathlib import Path
from core.claims.draft import Draft
from core.pack.commands import Write
from core.pack.pack import Pack
with Pack.open(Path(sys.argv[1]), seat="ana", client="workbench", mode="write") as pack:
    print("holds", flush=True)
    for line in sys.stdin:
        pack.submit(Write(draft=Draft(text=line.strip(), workspace="atlas")))
        print("wrote", flush=True)
"""


async def test_a_second_window_reads_follows_and_says_who_writes(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    made.close()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(made.pack.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        assert writer.stdout.readline() == "holds\n"
        second = open_session(made.pack.path, seat="ben", clock=made.clock)
        assert (second.pack.writes, second.reader_of) == (False, "ana")
        app = WorkbenchApp(second, log=tmp_path / "log")
        async with app.run_test(size=SIZE) as pilot:
            await settle(app, pilot)
            assert "○ reads only · ana writes" in rows(app)[0]
            await pilot.press("space", "3")
            await settle(app, pilot)
            assert "This window only reads: ana holds the pack." in text(app)
            writer.stdin.write("The writer goes on.\n")
            writer.stdin.flush()
            assert writer.stdout.readline() == "wrote\n"
            second.follow()
            assert not second.follow()
            assert "The writer goes on." in {line.claim.text for line in second.pack.claims()}
            writer.stdin.close()
            writer.wait(timeout=60)
            app._follow()
            await settle(app, pilot)
            assert "○ nobody writes · your next act does" in rows(app)[0]
            await pilot.press("3")
            await settle(app, pilot)
            assert "● this window writes" in rows(app)[0]
        assert [event.verb for event in second.done_here()] == ["grade"]
        assert app.mishaps == []
        second.pack.close()


def test_a_window_beside_another_of_the_same_seat_says_so_and_cannot_take_over(tmp_path: Path) -> None:
    made = Desk(tmp_path)
    made.close()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(made.pack.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "holds\n"
        second = open_session(made.pack.path, seat="ana", clock=made.clock)
        assert second.reader_of == "another window"
        with pytest.raises(PackHeld, match="is held by ana"):
            second.submit(Pin(id=made.ids[0]))
        assert not second.pack.writes
        second.pack.close()
        writer.communicate()


def test_a_path_without_a_pack_becomes_an_empty_one(tmp_path: Path) -> None:
    session = open_session(tmp_path / "deep" / "new.pack", seat="ana")
    assert session.is_empty
    assert session.pack.writes
    session.pack.close()


def test_a_sample_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there is no sample pack 'nothing'"):
        sample_script("nothing")


def test_the_goodbye_counts_what_stands_and_not_what_was_taken_back(desk: Desk) -> None:
    session = desk.session()
    desk.clock.set(NOW)
    session.submit(Write(draft=Draft(text="One more.", workspace="atlas")))
    session.submit(Write(draft=Draft(text="And another.", workspace="atlas")))
    session.undo()
    assert session.goodbye() == "Wrote 1."
    session.redo()
    assert session.goodbye() == "Wrote 2."
