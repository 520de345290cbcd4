"""Islands: a cue and what it awakens, the archipelago, and one island walked from claim to claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from core.clocks.instants import DAY
from core.pack.graphs import FIRE_TOP
from tests.workbench.desks import Desk, typed, until
from tests.workbench.graph.nets import reachable
from tests.workbench.looks import rows, settle, text
from tests.workbench.sample_desk import NOW, sample_app
from workbench.app import WorkbenchApp
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.messages import ViewChanged
from workbench.graph.walk import DIRECTIONS
from workbench.screens.islands import IslandsScreen
from workbench.widgets.awakening import Awakening
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_graph import ClaimGraph
from workbench.widgets.claim_list import ClaimList

CUE = "rewrite the search index"
WEAK_CUE = "coffee"
UNKNOWN_CUE = "zzzz"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[WorkbenchApp]:
    with sample_app("project_log", tmp_path) as made:
        yield made


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def islands(app: WorkbenchApp) -> IslandsScreen:
    frame = app.frame
    assert isinstance(frame, IslandsScreen)
    return frame


def island_list(app: WorkbenchApp) -> ClaimList:
    return islands(app).query_one("#island-list", ClaimList)


def graph(app: WorkbenchApp) -> ClaimGraph:
    return islands(app).query_one(ClaimGraph)


def claim_in_front(app: WorkbenchApp) -> str | None:
    """The claim that keys act on, on the screen shown."""
    frame = app.frame
    assert isinstance(frame, ClaimScreen)
    return frame.chosen_claim()


async def opened(app: WorkbenchApp, pilot: Pilot[object]) -> None:
    """Go to the screen and wait for the islands."""
    await pilot.press("f7")
    await until(pilot, lambda: islands(app)._found is not None)
    await settle(app, pilot)


async def awakened(app: WorkbenchApp, pilot: Pilot[object], cue: str) -> None:
    """Type a cue and wait for what it awakens."""
    if not isinstance(app.focused, Input):
        await pilot.press("q")
    await typed(pilot, cue)
    await until(pilot, lambda: (found := islands(app)._awakened) is not None and found.cue == cue)
    await settle(app, pilot)


async def entered(app: WorkbenchApp, pilot: Pilot[object]) -> None:
    """Go into the chosen island and wait for its picture, not for that of the one before."""
    islands(app).set_focus(island_list(app))
    chosen = island_list(app).chosen
    found = app.session.pack.islands(app.session.view).islands
    members = next(set(one.members) for one in found if one.id == chosen)
    await pilot.press("enter")
    await until(pilot, lambda: set(graph(app).scene.lines) == members)
    await settle(app, pilot)


class TestACue:
    """What a task touches, before it is begun."""

    async def test_is_the_first_thing_offered(self, app: WorkbenchApp) -> None:
        """Whoever comes here may type at once."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            assert app.focused is islands(app).query_one("#cue", Input)
            assert rows(app)[3].startswith(" before:  what are you about to do?")

    async def test_awakens_seeds_and_what_is_linked_with_them(self, app: WorkbenchApp) -> None:
        """The same claims, in the same order, as the pack's own answer; each on a bar of its activation."""
        async with app.run_test(size=(200, 60)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            answer = app.session.pack.activate(CUE)
            reached = islands(app).query_one(Awakening).reached.source
            assert [reached.row(at).id for at in range(len(reached))] == [
                one.line.claim.id for one in answer.reached
            ]
            first = next(row for row in rows(app) if "1.00 seed" in row)
            assert "━" * 12 in first
            assert answer.reached[0].line.claim.text[:40] in first
            assert f"{len(answer.reached)} claims · strong · f fires the {FIRE_TOP} marked +" in text(app)

    async def test_enter_goes_on_to_what_it_awakens_although_that_is_not_known_yet(
        self, app: WorkbenchApp
    ) -> None:
        """Who types fast and presses enter stands on the first claim, not on the islands below."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            islands(app).query_one("#cue", Input).value = CUE
            await pilot.press("enter")
            await until(pilot, lambda: islands(app)._awakened is not None)
            await settle(app, pilot)
            assert app.focused is islands(app).query_one(Awakening).reached

    async def test_stands_beside_what_always_applies_deny_and_ask_first(self, app: WorkbenchApp) -> None:
        """Rules hold whatever the task is."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            always = islands(app).query_one(Awakening).always.source
            words = [always.row(at).cells[0].text for at in range(len(always))]
            assert words == sorted(words, key=["deny", "ask", "rule", "preference"].index)
            assert f"always applies ({len(words)})" in text(app)

    async def test_marks_the_islands_it_touches(self, app: WorkbenchApp) -> None:
        """The list of islands says where the awakened claims live."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            source = island_list(app).source
            awake = [source.row(at).cells[5].text for at in range(len(source)) if source.row(at).mark == "◆"]
            assert awake
            assert sum(int(words.split()[0]) for words in awake) <= 24

    async def test_shows_the_chosen_claim_whole_and_opens_it(self, app: WorkbenchApp) -> None:
        """Enter in the field goes to the list, enter in the list to the claim's page."""
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            await pilot.press("enter", "down")
            chosen = islands(app).query_one(Awakening).chosen
            assert chosen is not None
            card = islands(app).query_one(Awakening).query_one(ClaimCard).card
            assert card.body == app.session.pack.claim(chosen).text
            await pilot.press("enter")
            await settle(app, pilot)
            assert (app.current_mode, claim_in_front(app)) == ("claims", chosen)

    async def test_is_asked_from_any_screen(self, app: WorkbenchApp) -> None:
        """q goes to the field, escape out of it, and back to where one came from."""
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(app, pilot)
            await pilot.press("q")
            await settle(app, pilot)
            assert app.current_mode == "islands"
            assert app.focused is islands(app).query_one("#cue", Input)
            await typed(pilot, "q")
            assert islands(app).query_one("#cue", Input).value == "q"
            await pilot.press("escape", "escape", "escape")
            await settle(app, pilot)
            assert app.current_mode == "today"

    async def test_that_touches_nothing_says_what_to_do(self, app: WorkbenchApp) -> None:
        """A blank list would be a riddle."""
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, UNKNOWN_CUE)
            shown = text(app)
            assert "nothing here touches this" in shown
            assert "Try other words" in shown

    async def test_that_is_mistyped_says_what_it_shows_instead(self, app: WorkbenchApp) -> None:
        """Repair never happens in silence."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, "serch index")
            assert "showing results for “search index”" in text(app)

    async def test_is_left_by_escape(self, app: WorkbenchApp) -> None:
        """One level at a time: the field, the cue, the screen."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            await pilot.press("escape")
            assert app.focused is islands(app).query_one(Awakening).reached
            await pilot.press("escape")
            await settle(app, pilot)
            assert islands(app).query_one("#cue", Input).value == ""
            assert f"{len(app.session.pack.islands().islands)} islands" in rows(app)[4]


class TestFire:
    """These were used together."""

    async def test_moves_the_links_of_the_strongest_and_says_how_many(self, app: WorkbenchApp) -> None:
        """Durable at once, told in the pack's own words, and taken back by u."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            pack = app.session.pack
            before = pack.islands().edges
            await pilot.press("enter", "f")
            await settle(app, pilot)
            assert islands(app).said.startswith(f"{FIRE_TOP} claims fired together: ")
            assert pack.journal(1)[0].verb == "fire"
            assert pack.islands().edges != before
            await pilot.press("u")
            await settle(app, pilot)
            assert pack.islands().edges == before

    async def test_is_refused_for_a_weak_island_with_the_reason(self, app: WorkbenchApp) -> None:
        """One chance hit teaches the graph nothing."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, WEAK_CUE)
            assert "weak: 1 seed is named by two ballots, 2 are needed" in text(app)
            assert " + " not in text(app)
            before = app.session.pack.last_t_tx()
            await pilot.press("enter", "f")
            await settle(app, pilot)
            assert "is weak, so it is not fired" in islands(app).said
            assert app.session.pack.last_t_tx() == before

    async def test_wants_a_cue_first(self, app: WorkbenchApp) -> None:
        """The grey key says so."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("escape", "f")
            assert "q goes to the field" in islands(app).said

    async def test_waits_until_one_is_back_in_its_list(self, app: WorkbenchApp) -> None:
        """What is not on the screen is not fired."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await awakened(app, pilot, CUE)
            await pilot.press("enter", "i")
            await until(pilot, lambda: bool(graph(app).scene.lines))
            before = app.session.pack.last_t_tx()
            await pilot.press("f")
            assert "escape climbs out" in islands(app).said
            assert app.session.pack.last_t_tx() == before

    async def test_is_grey_in_the_past(self, app: WorkbenchApp) -> None:
        """Nothing is written on another date, and the status does not offer it."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 60 * DAY))
            await settle(app, pilot)
            await awakened(app, pilot, CUE)
            assert "f fires" not in text(app)
            before = app.session.pack.last_t_tx()
            await pilot.press("enter", "f")
            assert "read only" in islands(app).said
            assert app.session.pack.last_t_tx() == before


class TestTheArchipelago:
    """The list of islands and their map."""

    async def test_lists_every_island_with_letter_size_name_and_due(self, app: WorkbenchApp) -> None:
        """Readable without the map, and without colours."""
        async with app.run_test(size=(200, 60)) as pilot:
            await opened(app, pilot)
            shown = rows(app)
            for island in app.session.pack.islands().islands:
                row = next(row for row in shown if row[3:5].strip() == island.letter)
                assert f" {len(island.members)} " in row
                assert island.name[:20] in row
                assert (f"{island.due} due" in row) is bool(island.due)

    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
    async def test_names_every_island_whole(self, app: WorkbenchApp, size: tuple[int, int]) -> None:
        """A name that is cut names nothing; the claim it turns on is told of the chosen one."""
        async with app.run_test(size=size) as pilot:
            await opened(app, pilot)
            screen = islands(app)
            screen.set_focus(island_list(app))
            for island in app.session.pack.islands().islands:
                await settle(app, pilot)
                row = next(row for row in rows(app) if row[3:5].strip() == island.letter)
                assert island.name in row
                told = text(app)
                assert f"{island.letter}  {island.name} · {len(island.members)} claim" in told
                assert island.hub.text[:32] in told
                await pilot.press("down")

    async def test_draws_each_island_by_its_letter(self, app: WorkbenchApp) -> None:
        """Walking the map walks the list."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            screen = islands(app)
            island_map = screen.query_one("#island-map")
            letters = {node.glyph for node in island_map.picture.nodes}  # type: ignore[attr-defined]
            assert letters == {island.letter for island in app.session.pack.islands().islands}
            screen.set_focus(island_map)
            before = island_list(app).chosen
            await pilot.press("right", "down")
            await settle(app, pilot)
            assert island_list(app).chosen != before
            assert island_list(app).chosen == island_map.chosen  # type: ignore[attr-defined]

    async def test_stays_dimmed_while_it_is_computed_anew(self, app: WorkbenchApp) -> None:
        """The old picture stays, and words say that it is old."""
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            screen, status = islands(app), islands(app).query_one("#islands-status", Static)
            listed = len(island_list(app).source)
            screen.refresh_view(app.session)
            assert str(status.content) == "computing islands…"
            assert screen.query_one("#archipelago").has_class("-stale")
            assert len(island_list(app).source) == listed > 0
            await until(pilot, lambda: not screen.query_one("#archipelago").has_class("-stale"))
            assert str(status.content).startswith(f"{listed} islands")

    async def test_is_that_of_the_date_shown(self, app: WorkbenchApp) -> None:
        """An island of May has the claims of May."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            now = islands(app)._found
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 120 * DAY))
            await until(pilot, lambda: islands(app)._found is not now)
            found = islands(app)._found
            assert found is not None
            assert found.islands == app.session.pack.islands(app.session.view).islands
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 4000 * DAY))
            await until(pilot, lambda: islands(app)._found is not found)
            assert "There were no islands on this date" in text(app)

    async def test_of_claims_without_links_says_what_makes_them(self, desk: Desk) -> None:
        """An empty screen tells what to do."""
        app = desk.app()
        async with app.run_test(size=(80, 24)) as pilot:
            await opened(app, pilot)
            shown = text(app)
            if not app.session.pack.islands().islands:
                assert "No islands yet" in shown
            await awakened(app, pilot, "brackets")
            assert "[/] and [/foo]" in text(app)


class TestInsideAnIsland:
    """The picture of one island."""

    @pytest.mark.parametrize(("size", "most"), [((120, 40), None), ((80, 24), None), ((50, 20), 3)])
    async def test_arrow_keys_reach_every_member(
        self, app: WorkbenchApp, size: tuple[int, int], most: int | None
    ) -> None:
        """From the claim one starts at, over no other keys; in a small window the largest islands."""
        async with app.run_test(size=size) as pilot:
            await opened(app, pilot)
            for island in app.session.pack.islands().islands[:most]:
                island_list(app).choose(island.id)
                await entered(app, pilot)
                drawn = graph(app).map
                assert drawn.chosen is not None
                table = drawn.moves
                assert reachable(drawn.chosen, table) == set(island.members), island.letter
                for direction in DIRECTIONS:
                    before = drawn.chosen
                    drawn.action_walk(direction)
                    assert drawn.chosen == table[before, direction]
                await pilot.press("escape")

    async def test_real_keys_walk_and_the_text_beside_follows(self, app: WorkbenchApp) -> None:
        """The claim beside the picture is the chosen one, whole; keys on a claim act on it."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await entered(app, pilot)
            seen = set()
            for key in ("right", "down", "left", "up", "up", "right"):
                await pilot.press(key)
                await settle(app, pilot)
                chosen = graph(app).chosen
                assert chosen is not None
                assert graph(app).query_one(ClaimCard).card.body == app.session.pack.claim(chosen).text
                assert app.session.selected == chosen
                seen.add(chosen)
            assert len(seen) > 2

    async def test_the_same_pack_draws_the_same_picture(self, tmp_path: Path) -> None:
        """In another session, on another copy."""
        pictures = []
        for folder in ("one", "two"):
            (tmp_path / folder).mkdir()
            with sample_app("project_log", tmp_path / folder) as app:
                async with app.run_test(size=(120, 40)) as pilot:
                    await opened(app, pilot)
                    overview = rows(app)
                    await entered(app, pilot)
                    pictures.append((overview, rows(app)))
        assert pictures[0] == pictures[1]

    async def test_escape_climbs_out_to_the_list(self, app: WorkbenchApp) -> None:
        """The island one was in is still chosen."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("escape", "down", "down")
            chosen = island_list(app).chosen
            await entered(app, pilot)
            await pilot.press("escape")
            assert app.focused is island_list(app)
            assert island_list(app).chosen == chosen

    async def test_stays_where_it_is_when_the_pack_changes(self, app: WorkbenchApp) -> None:
        """An act on a claim does not throw one out of the picture."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await entered(app, pilot)
            await pilot.press("right", "down")
            await settle(app, pilot)
            chosen, places = graph(app).chosen, graph(app).scene.portrait.places
            before = graph(app).scene
            await pilot.press("p")
            await until(pilot, lambda: graph(app).scene is not before)
            assert app.session.pack.journal(1)[0].verb == "pin"
            assert graph(app).chosen == chosen
            assert graph(app).scene.portrait.places == places
            assert app.focused is graph(app).map

    async def test_enter_opens_the_claim(self, app: WorkbenchApp) -> None:
        """From the picture to the whole page, and back with escape."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await entered(app, pilot)
            chosen = graph(app).chosen
            await pilot.press("enter")
            await settle(app, pilot)
            assert (app.current_mode, claim_in_front(app)) == ("claims", chosen)

    async def test_i_on_a_claim_goes_to_its_island(self, app: WorkbenchApp) -> None:
        """From any screen; the claim is the chosen one in the picture."""
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            island = app.session.pack.islands().islands[1]
            claim = island.members[-1]
            await app.go("islands", "island", claim)
            await until(pilot, lambda: graph(app).chosen == claim)
            assert f"{island.letter}  {island.name}" in text(app)

    async def test_i_on_a_claim_without_links_says_so(self, app: WorkbenchApp) -> None:
        """No island is not a fault."""
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            pack = app.session.pack
            linked = {member for island in pack.islands().islands for member in island.members}
            loner = next(line.claim.id for line in pack.claims() if line.claim.id not in linked)
            await opened(app, pilot)
            await app.go("islands", "island", loner)
            assert "on no island" in islands(app).said


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (50, 14), (40, 10), (10, 3), (1, 1)])
async def test_lives_at_any_size(app: WorkbenchApp, size: tuple[int, int]) -> None:
    """In each of its states."""
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        for act in ((), ("enter",), ("escape",)):
            await pilot.press(*act)
            await pilot.resize_terminal(*size)
            await settle(app, pilot)
            assert len(rows(app)) == size[1]
            await pilot.resize_terminal(120, 40)
        assert app.mishaps == []
