"""Write: checks as you type, the preview is what the save does, and nothing typed is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from core.claims.claim import Claim
from core.claims.draft import Draft
from core.clocks.instants import parse_instant
from core.pack.commands import Write
from core.pack.views import View
from tests.workbench.desks import Desk, typed, until
from tests.workbench.looks import rows, settle, text
from workbench.app import WorkbenchApp
from workbench.frame.messages import ViewChanged
from workbench.screens.completing import NameSuggester, split_last
from workbench.screens.write import WriteScreen
from workbench.screens.write_draft import DraftReader, form_of, names_in, split_text
from workbench.screens.write_keeping import NOTHING_TYPED
from workbench.screens.write_preview import WritePreview

SIZE = (120, 40)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def write(app: WorkbenchApp) -> WriteScreen:
    frame = app.frame
    assert isinstance(frame, WriteScreen)
    return frame


def put(app: WorkbenchApp, **fields: str) -> None:
    """Fill fields of the form as one paste each would."""
    for name, value in fields.items():
        widget = write(app).query_one(f"#write-{name.rstrip('_')}")
        if isinstance(widget, TextArea):
            widget.text = value
        else:
            assert isinstance(widget, Input)
            widget.value = value


async def opened(app: WorkbenchApp, pilot: Pilot[str | None]) -> None:
    await settle(app, pilot)
    await pilot.press("w")
    await settle(app, pilot)


def texts(desk: Desk) -> dict[str, Claim]:
    """Every claim by its text, closed ones too."""
    lines = desk.pack.claims(View(workspace="atlas", shows="both"))
    return {line.claim.text: line.claim for line in lines}


async def test_sentences_and_words_are_counted_while_typing(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        await typed(pilot, "It holds. So far.")
        assert "2 of 2 sentences · 4 words · 17 of 500 characters · ok" in text(app)
        await typed(pilot, " And more.")
        assert "3 sentences; a claim has at most 2" in text(app)
        assert "ctrl+k does it" in text(app)


@pytest.mark.parametrize("around", ["", "\n", "  \n "])
async def test_the_size_of_a_text_is_one_figure(desk: Desk, around: str) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text=f"{around}{'word ' * 181}end.{around}")
        await settle(app, pilot)
        assert "909 of 500 characters" in text(app)
        assert "909 characters; a claim has at most 500" in text(app)
        put(app, text=f"{around}{'a' * 500}{around}")
        await settle(app, pilot)
        assert "500 of 500 characters" in text(app)
        assert "a claim has at most 500" not in text(app)


@pytest.mark.parametrize("size", [(45, 14), (45, 20), (40, 12), (60, 40), (80, 24), (120, 40)])
async def test_what_is_wrong_is_seen_at_every_size_and_once(desk: Desk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=size) as pilot:
        await opened(app, pilot)
        put(app, text="One. Two. Three.")
        await settle(app, pilot)
        shown = " ".join(text(app).split())
        assert shown.count("3 sentences; a claim") == 1
        beside = (
            write(app).query_one("#write-form").region.y == write(app).query_one("#write-preview").region.y
        )
        assert ("on the left" in shown) is beside
        assert ("1 problem" in shown) is not beside
        await pilot.resize_terminal(120, 40)
        await settle(app, pilot)
        assert "on the left" in text(app)
    assert app.mishaps == []


async def test_what_the_preview_says_is_what_the_save_does(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await until(pilot, lambda: "will close 1 claim" in text(app))
        assert any("⊗" in row and "The default fuse is Borda." in row for row in rows(app))
        assert "due tomorrow" in text(app)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert texts(desk)["The default fuse is Borda."].t_invalid is not None
        assert "Wrote “The default fuse is CombMNZ.”" in text(app)
        assert write(app).fields == {}
        assert desk.journal.load() == ()
    assert app.mishaps == []


async def test_a_save_faster_than_the_preview_shows_what_closes_first(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "This closes 1 claim: look at the right, then press ctrl+s again." in text(app)
        assert "The default fuse is CombMNZ." not in texts(desk)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert "The default fuse is CombMNZ." in texts(desk)


async def test_a_claim_can_be_kept_open(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await until(pilot, lambda: "will close 1 claim" in text(app))
        assert "escape, then space keeps it open" in text(app)
        await pilot.press("tab")
        assert "escape twice, then space keeps it open" in text(app)
        await pilot.press("escape", "escape")
        assert "   space keeps it open" in text(app)
        assert "then space" not in text(app)
        await pilot.press("space")
        await until(pilot, lambda: "kept open: The default fuse is Borda." in text(app))
        await until(pilot, lambda: "closes nothing, 1 kept open" in text(app))
        await until(pilot, lambda: write(app).seen is not None)
        await settle(app, pilot)
        assert text(app).count("The default fuse is Borda.") == 1
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        held = texts(desk)
        assert held["The default fuse is Borda."].t_invalid is None
        assert "The default fuse is CombMNZ." in held


async def test_what_closes_meanwhile_is_shown_again_before_it_is_written(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The writer's lease is a file lock.", key="lease")
        await until(pilot, lambda: write(app).seen is not None)
        rival = Draft(text="The writer's lease is a pid file.", key="lease", workspace="atlas")
        desk.pack.submit(Write(draft=rival))
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert "the pack has moved on" in text(app).casefold()
        assert "The writer's lease is a file lock." not in texts(desk)
        await until(pilot, lambda: "will close 1 claim" in text(app))


async def test_a_window_that_is_over_is_said_before_and_after_the_save(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The lift was out of order.", until="yesterday", from_="2026-11-01")
        await until(pilot, lambda: "! already over: closed from the start" in text(app))
        assert "due tomorrow" not in text(app)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert "Wrote “The lift was out of order.”, already over" in text(app)
        assert texts(desk)["The lift was out of order."].t_invalid is not None


async def test_what_only_comes_near_says_which_name_would_tie_it(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="ballots")
        await until(pilot, lambda: "about “fuse” or “Borda” would" in text(app))
        put(app, about="fuse")
        await until(pilot, lambda: "will close 1 claim" in text(app))


async def test_what_a_paste_loses_is_said(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        app.post_message(Paste("x" * 10_000))
        await until(pilot, lambda: "6,000 characters of the paste were left out" in text(app))
        assert len(write(app).form.area.text) == 4_000


async def test_a_refused_save_names_the_field_and_puts_the_focus_on_it(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The lift holds eight people.", until="someday")
        await pilot.press("ctrl+s")
        assert "! until: " in text(app)
        assert app.focused is write(app).query_one("#write-until")
        put(app, text="", until="")
        await pilot.press("ctrl+s")
        assert "There is nothing typed to save." in text(app)
        assert app.focused is write(app).home_focus()


async def test_what_is_edited_is_said_as_long_as_it_is(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "e")
        await settle(app, pilot)
        editing = write(app).form.extra["editing"]
        said = f"editing {editing[-8:]}, rev 1: old words stay in its history"
        assert said in text(app)
        await typed(pilot, " It does")
        assert said in text(app)
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert said not in text(app)


async def test_dates_are_read_as_people_write_them(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The review is on Friday.", about="review", from_="2026-11-27", until="2026-11-29")
        await until(pilot, lambda: write(app).seen is not None)
        assert "true from: 2026-11-27 00:00" in text(app)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        claim = texts(desk)["The review is on Friday."]
        assert claim.t_valid == parse_instant("2026-11-27T00:00:00Z")
        assert claim.t_invalid == parse_instant("2026-11-30T00:00:00Z")
        assert claim.precision == ("day", "day")


async def test_a_date_that_is_none_stops_the_save_and_says_what_to_write(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The review is on Friday.", from_="when the cows come home")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "is not a date" in text(app)
        await pilot.press("ctrl+g")
        assert app.focused is write(app).query_one("#write-from")


async def test_a_deed_that_is_not_there_is_told_in_its_field_and_gone_to(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The review is on Friday.", cites="bakery")
        await settle(app, pilot)
        assert "cites: There is no deed 'bakery'." in text(app)
        await pilot.press("ctrl+g")
        assert app.focused is write(app).query_one("#write-cites")
        assert "Nothing stops" not in text(app)


BROKEN = {
    "cites": {"cites": "bakery"},
    "true from": {"from_": "when the cows come home"},
    "until": {"until": "someday"},
    "replaces": {"replaces": "no-such-claim"},
    "kind": {"kind": "lessen"},
    "the text": {"text": "One. Two. Three."},
}


@pytest.mark.parametrize("label", BROKEN)
async def test_the_preview_waits_for_a_field_with_a_problem_and_shows_no_older_answer(
    desk: Desk, label: str
) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await until(pilot, lambda: "will close 1 claim" in text(app))
        put(app, **BROKEN[label])
        await pilot.pause()
        assert "will close" not in text(app)
        assert f"The preview waits for {label}" in text(app)
    assert app.mishaps == []


async def seen_at_some_tick(holds: Callable[[], bool], ticks: int = 10_000) -> bool:
    """Whether something holds at some turn of the loop: a pause may outlast it on a busy machine."""
    for _ in range(ticks):
        if holds():
            return True
        await asyncio.sleep(0)
    return False


async def test_an_answer_to_older_words_is_dimmed_until_the_new_one_is_there(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await until(pilot, lambda: "will close 1 claim" in text(app))
        preview = write(app).query_one(WritePreview)
        assert not preview.has_class("-stale")
        put(app, text="Lunch is at noon.")
        assert await seen_at_some_tick(lambda: preview.has_class("-stale"))
        await until(pilot, lambda: not preview.has_class("-stale"))
        assert "will close" not in text(app)


async def test_an_edit_that_changes_nothing_yet_is_told_quietly(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "e")
        await settle(app, pilot)
        assert "nothing differs yet" in text(app)
        assert "! " not in text(app)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert "! There is nothing to save: nothing differs yet from the claim as it stands." in text(app)
        await typed(pilot, " It does.")
        await settle(app, pilot)
        assert "nothing differs yet" not in "\n".join(rows(app)[:-3])


async def test_an_edit_that_changes_nothing_leaves_no_draft(desk: Desk) -> None:
    """Whoever looked at the form and left would find it as unsaved work the next time."""
    app = desk.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("space", "e")
        await settle(app, pilot)
        assert "Correct its words or fields; ctrl+s saves, and the version before stays." in text(app)
        await typed(pilot, "x")
        await until(pilot, lambda: desk.journal.load() != ())
        await pilot.press("backspace")
        await until(pilot, lambda: desk.journal.load() == ())
        await pilot.press("ctrl+r")
        await settle(app, pilot)
        assert NOTHING_TYPED in text(app)
    assert desk.journal.load() == ()


async def test_names_complete_from_the_pack(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        field = write(app).query_one("#write-about", Input)
        field.focus()
        await typed(pilot, "fuse, lm")
        await until(pilot, lambda: "LMDB"[2:] in text(app))
        await pilot.press("right")
        assert field.value.casefold() == "fuse, lmdb"


async def test_a_split_makes_the_second_half_the_next_draft(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="Panels fuse ballots. Decay comes after. Diversity is last.", about="panel")
        write(app).query_one(TextArea).move_cursor((0, 58))
        await pilot.press("ctrl+k")
        await pilot.pause()
        assert write(app).fields["text"] == "Panels fuse ballots. Decay comes after."
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert write(app).fields == {"text": "Diversity is last.", "about": "panel"}
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert {"Panels fuse ballots. Decay comes after.", "Diversity is last."} <= set(texts(desk))
        assert desk.journal.load() == ()


async def test_a_draft_is_on_disk_soon_and_comes_back_after_a_crash(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="Half a thought", about="thought")
        await until(pilot, lambda: desk.journal.load() != ())
    again = desk.app()
    async with again.run_test(size=SIZE) as pilot:
        await opened(again, pilot)
        assert write(again).fields == {"text": "Half a thought", "about": "thought"}
        assert "This is the draft kept at 07:30:00" in text(again)


async def test_leaving_the_screen_keeps_what_was_typed(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        await typed(pilot, "x4?uq")
        await pilot.press("f2")
        await settle(app, pilot)
        await pilot.press("f4")
        await settle(app, pilot)
        assert write(app).fields == {"text": "x4?uq"}
    assert set(desk.reps().values()) == {0}


async def test_a_draft_put_away_is_found_again(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="First draft")
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert write(app).fields == {}
        put(app, text="Second draft")
        await pilot.press("ctrl+o")
        await pilot.pause()
        await pilot.press("enter")
        await settle(app, pilot)
        assert write(app).fields == {"text": "First draft"}
        assert sorted(draft.fields["text"] for draft in desk.journal.load()) == [
            "First draft",
            "Second draft",
        ]


async def test_an_edit_changes_only_what_differs_and_names_the_revision_it_saw(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await settle(app, pilot)
        claim_id = app.session.selected
        assert claim_id is not None
        await pilot.press("space", "e")
        await settle(app, pilot)
        assert write(app).fields["text"] == "The default fuse is Borda."
        put(app, text="The default fuse is Borda count.")
        await until(pilot, lambda: write(app).seen is not None)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        claim = desk.pack.claim(claim_id)
        assert (claim.text, claim.rev, claim.entities) == (
            "The default fuse is Borda count.",
            2,
            ("fuse", "Borda"),
        )


async def test_at_another_date_nothing_is_saved_and_the_words_stay(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="Written in the past.")
        app.post_message(ViewChanged(true_at=None, believed_at=desk.at(3)))
        await settle(app, pilot)
        await pilot.press("ctrl+s")
        await settle(app, pilot)
        assert "read only" in text(app)
        assert "Another date is shown. What you type is kept" in text(app)
        assert write(app).fields["text"] == "Written in the past."
        assert "Written in the past." not in texts(desk)


async def test_tab_leaves_the_text_and_reaches_every_field(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        seen = set()
        for _ in range(14):
            seen.add(app.focused.id if app.focused else None)
            await pilot.press("tab")
        assert {"write-text", "write-kind", "write-about", "write-from", "write-until", "write-key"} <= seen


async def test_awkward_texts_are_typed_kept_and_shown_as_they_are(desk: Desk, awkward: str) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text=awkward, about="[/] brackets")
        await until(pilot, lambda: write(app)._ask_timer is None or not app.workers)
        write(app).keep_draft()
        await settle(app, pilot)
    assert app.mishaps == []


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (40, 12), (10, 3), (1, 1)])
async def test_every_size_is_survived(desk: Desk, size: tuple[int, int]) -> None:
    app = desk.app()
    async with app.run_test(size=SIZE) as pilot:
        await opened(app, pilot)
        put(app, text="The default fuse is CombMNZ.", about="fuse")
        await pilot.resize_terminal(*size)
        await until(pilot, lambda: write(app).seen is not None)
        await settle(app, pilot)
    assert app.mishaps == []


# the pure parts


@given(st.text(max_size=80), st.integers(0, 80))
def test_a_split_loses_no_word(words: str, cursor: int) -> None:
    parts = split_text(words, cursor)
    if parts is not None:
        assert "".join("".join(parts).split()) == "".join(words.split())
        assert all(part.strip() for part in parts)


@pytest.mark.parametrize(
    ("words", "cursor", "parts"),
    [
        ("One. Two. Three.", 16, ("One. Two.", "Three.")),
        ("One. Two.", 9, ("One.", "Two.")),
        ("One. Two.", 5, ("One.", "Two.")),
        ("Only one sentence.", 18, None),
        ("Only one sentence.", 0, None),
        ("half half", 4, ("half", "half")),
    ],
)
def test_a_split_is_at_the_cursor_or_at_a_sentence(
    words: str, cursor: int, parts: tuple[str, str] | None
) -> None:
    assert split_text(words, cursor) == parts


@given(
    st.lists(st.text(st.characters(exclude_characters=",", categories=["L", "N"]), min_size=1), max_size=5)
)
def test_names_with_commas_are_read_each_once(names: list[str]) -> None:
    assert names_in(", ".join(names)) == tuple(dict.fromkeys(names))


@pytest.mark.parametrize(
    ("typed_so_far", "completed"),
    [
        ("fu", "fuse"),
        ("LMDB, fu", "LMDB, fuse"),
        ("fuse, fu", None),
        ("lm", "lmDB"),
        ("", None),
        ("LMDB, ", None),
        ("nothing such", None),
    ],
)
async def test_the_last_name_is_completed(typed_so_far: str, completed: str | None) -> None:
    assert await NameSuggester(lambda: ("fuse", "LMDB")).get_suggestion(typed_so_far) == completed


@given(st.text(max_size=40))
def test_the_last_name_and_what_stands_before_it_make_the_whole(value: str) -> None:
    assert "".join(split_last(value)) == value


def test_the_form_of_a_claim_reads_back_as_the_claim(desk: Desk) -> None:
    form = form_of(desk.pack.claim(desk.ids[3]), "UTC")
    assert form == {
        "text": "Stand-up is at 09:15.",
        "kind": "lesson",
        "key": "team.standup",
        "question": "When is stand-up?",
    }


def test_a_time_in_the_form_is_the_packs_and_is_told_on_the_machines_clock_too(desk: Desk) -> None:
    reader = DraftReader(desk.pack, workspace="atlas", zone="UTC", now=desk.clock.now(), machine="Asia/Tokyo")
    read = reader.read({"text": "Lamp one is red.", "from": "2026-11-12 09:30"})
    assert isinstance(read.command, Write)
    assert read.command.draft.t_valid == parse_instant("2026-11-12T09:30:00Z")
    assert read.understood[0].endswith("; 2026-11-12 18:30 on this machine's clock (Asia/Tokyo)")


async def test_a_long_refusal_leaves_the_field_in_sight(desk: Desk) -> None:
    app = desk.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        put(app, text="The pooler allows 80 connections.")
        field = write(app).query_one("#write-until", Input)
        write(app).set_focus(field)
        field.value = "the day on which nobody at all will remember what this was about"
        form = write(app).query_one("#write-form")
        await until(pilot, lambda: "is not a date" in text(app))
        await until(pilot, lambda: form.region.contains_region(field.region))
        assert field.value[:20] in text(app)
    assert app.mishaps == []
