"""Hubs: the ranking, the neighbourhood of one, and what would fall apart without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from core.claims.draft import Draft
from core.clocks.instants import DAY
from core.pack.commands import Grade
from tests.workbench.desks import Desk, until
from tests.workbench.looks import rows, settle, text
from tests.workbench.sample_desk import NOW, sample_app
from workbench.app import WorkbenchApp
from workbench.frame.claim_actions import ClaimScreen
from workbench.frame.messages import ViewChanged
from workbench.screens.hubs import SHOWN, HubsScreen
from workbench.widgets.claim_card import ClaimCard
from workbench.widgets.claim_graph import ClaimGraph
from workbench.widgets.claim_list import ClaimList

BRIDGE = "Every alarm of the ferry names the harbour it fell in."


@pytest.fixture
def app(tmp_path: Path) -> Iterator[WorkbenchApp]:
    with sample_app("project_log", tmp_path) as made:
        yield made


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two groups of claims that one claim holds together."""
    drafts = [
        Draft(text=f"Alarm rule number {n} was written by {who}.", entities=("alarm",), workspace="atlas")
        for n, who in enumerate(("Ada", "Bo", "Cy"))
    ]
    drafts += [
        Draft(text=f"The harbour of {town} closes at {n}.", entities=("harbour",), workspace="atlas")
        for n, town in enumerate(("Kiel", "Turku"), 8)
    ]
    drafts.append(Draft(text=BRIDGE, entities=("alarm", "harbour"), workspace="atlas"))
    made = Desk(tmp_path, drafts=drafts)
    yield made
    made.close()


def hubs(app: WorkbenchApp) -> HubsScreen:
    frame = app.frame
    assert isinstance(frame, HubsScreen)
    return frame


def hub_list(app: WorkbenchApp) -> ClaimList:
    return hubs(app).query_one("#hub-list", ClaimList)


def graph(app: WorkbenchApp) -> ClaimGraph:
    return hubs(app).query_one(ClaimGraph)


def falls(app: WorkbenchApp) -> str:
    return str(hubs(app).query_one("#hub-falls", Static).content)


def claim_in_front(app: WorkbenchApp) -> str | None:
    """The claim that keys act on, on the screen shown."""
    frame = app.frame
    assert isinstance(frame, ClaimScreen)
    return frame.chosen_claim()


async def opened(app: WorkbenchApp, pilot: Pilot[object]) -> None:
    """Go to the screen and wait for the ranking and the first picture."""
    await pilot.press("f8")
    await until(pilot, lambda: bool(hubs(app)._hubs) and bool(graph(app).scene.lines))
    await settle(app, pilot)


class TestTheList:
    """Which claims others turn on."""

    async def test_ranks_them_as_the_pack_does(self, app: WorkbenchApp) -> None:
        """Each with its place, a bar beside the first, its text and its links."""
        async with app.run_test(size=(200, 60)) as pilot:
            await opened(app, pilot)
            ranked = app.session.pack.hubs(limit=SHOWN)
            source = hub_list(app).source
            assert [source.row(at).id for at in range(len(source))] == [hub.line.claim.id for hub in ranked]
            for hub, row in zip(ranked, rows(app)[3:], strict=False):
                assert hub.line.claim.text[:50] in row
                assert f"{hub.links} links" in row
            assert "━" * 8 in rows(app)[3]

    async def test_pins_and_shows_the_pin(self, app: WorkbenchApp) -> None:
        """p pins the hub, u takes the pin out; the cursor stays."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("down", "p")
            await settle(app, pilot)
            chosen = hub_list(app).chosen
            assert chosen is not None
            assert app.session.pack.claim(chosen).pinned
            assert hub_list(app).source.row(1).mark == "^"
            await pilot.press("u")
            await settle(app, pilot)
            assert not app.session.pack.claim(chosen).pinned
            assert hub_list(app).chosen == chosen

    async def test_opens_the_claim_and_its_island(self, app: WorkbenchApp) -> None:
        """enter and i, with the hub as the chosen claim."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            chosen = hub_list(app).chosen
            await pilot.press("enter")
            await settle(app, pilot)
            assert (app.current_mode, claim_in_front(app)) == ("claims", chosen)
            await pilot.press("f8", "i")
            await until(pilot, lambda: app.current_mode == "islands" and claim_in_front(app) == chosen)


class TestTheNeighbourhood:
    """What is linked with the chosen hub."""

    async def test_draws_the_linked_claims(self, app: WorkbenchApp) -> None:
        """Those that are true on the date shown, and no others; the hub first."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            hub = app.session.pack.hubs(limit=1)[0]
            drawn = graph(app).scene.portrait.ranked
            assert drawn[0] == hub.line.claim.id
            assert len(drawn) == hub.links + 1

    async def test_is_walked_by_arrows(self, app: WorkbenchApp) -> None:
        """Keys on a claim follow; going back to the list shows the hub again."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("tab")
            assert app.focused is graph(app).map
            hub = graph(app).chosen
            walked = set()
            for key in ("left", "up", "right", "down", "down", "left"):
                await pilot.press(key)
                await settle(app, pilot)
                walked.add(graph(app).chosen)
                assert hubs(app).chosen_claim() == graph(app).chosen
            assert len(walked) > 2
            last = graph(app).chosen
            assert last is not None
            assert graph(app).query_one(ClaimCard).card.body == app.session.pack.claim(last).text
            await pilot.press("shift+tab")
            await settle(app, pilot)
            assert graph(app).chosen == hub == hubs(app).chosen_claim()


class TestWhatWouldFallApart:
    """One line that says what hangs on the hub."""

    async def test_names_the_claims_that_would_lose_touch(self, desk: Desk) -> None:
        """With their number, so that one sees at once how much hangs on it."""
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            hub_list(app).choose(desk.ids[-1])
            await settle(app, pilot)
            (hub,) = (one for one in app.session.pack.hubs() if one.line.claim.text == BRIDGE)
            lost = [claim for part in hub.cut_off for claim in part]
            assert lost
            assert falls(app).startswith(f"If it closed, {len(lost)} claim")
            assert all(app.session.pack.claim(one).text.rstrip(".") in falls(app) for one in lost)

    async def test_says_when_nothing_would(self, desk: Desk) -> None:
        """A claim whose neighbours know each other holds nothing together."""
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            hub_list(app).choose(desk.ids[0])
            await settle(app, pilot)
            assert falls(app) == "If it closed, all would still hang together."


class TestReviewFirst:
    """R lets the hubs that are due come first."""

    async def test_brings_due_hubs_to_the_front_of_today(self, desk: Desk) -> None:
        """The order of the queue changes, its content does not."""
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            before = {card.line.claim.id for card in app.session.morning.due.cards}
            await pilot.press("R")
            await settle(app, pilot)
            cards = [card.line.claim.id for card in app.session.morning.due.cards]
            assert app.current_mode == "today"
            assert set(cards) == before
            linked = {hub.line.claim.id for hub in app.session.pack.hubs()}
            flags = [card in linked for card in cards]
            assert flags == sorted(flags, reverse=True)

    async def test_says_what_happened_and_marks_the_queue_each_time(self, desk: Desk) -> None:
        """Whoever lands on another screen is told why, also when it is asked for again."""
        app = desk.app()
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(2):
                await opened(app, pilot)
                await pilot.press("R")
                await until(pilot, lambda: app.current_mode == "today")
                await settle(app, pilot)
                assert app.frame is not None
                assert app.frame.said.startswith("Hubs first: ")
                assert f"▸ hubs first: {app.session.morning.first_due}" in text(app)
        assert app.mishaps == []

    async def test_says_when_none_is_due(self, desk: Desk) -> None:
        """A key that seems to do nothing is a fault."""
        for claim in desk.ids:
            desk.pack.submit(Grade(id=claim, grade=4))
        app = desk.app()
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            await pilot.press("R")
            await settle(app, pilot)
            assert app.current_mode == "hubs"
            assert "None of these hubs is due today" in hubs(app).said

    async def test_is_grey_in_the_past(self, app: WorkbenchApp) -> None:
        """Nothing is reviewed on another date."""
        async with app.run_test(size=(120, 40)) as pilot:
            await opened(app, pilot)
            app.post_message(ViewChanged(true_at=None, believed_at=NOW - 60 * DAY))
            await settle(app, pilot)
            await pilot.press("R")
            assert "Nothing is reviewed at another date" in hubs(app).said


async def test_shows_the_hubs_of_the_date_shown(app: WorkbenchApp) -> None:
    """And says so where there were none."""
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot)
        before = hubs(app)._hubs
        app.post_message(ViewChanged(true_at=None, believed_at=NOW - 120 * DAY))
        await until(pilot, lambda: hubs(app)._hubs is not before)
        ranked = app.session.pack.hubs(app.session.view, limit=SHOWN)
        assert list(hubs(app)._hubs) == [hub.line.claim.id for hub in ranked]
        app.post_message(ViewChanged(true_at=None, believed_at=NOW - 4000 * DAY))
        await until(pilot, lambda: not hubs(app)._hubs)
        assert "There were no linked claims on this date" in text(app)


async def test_a_pack_without_links_says_what_makes_hubs(tmp_path: Path) -> None:
    """An empty screen tells what to do."""
    desk = Desk(tmp_path, drafts=(Draft(text="Alone.", workspace="atlas"),))
    app = desk.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8")
        await settle(app, pilot)
        await pilot.press("enter", "tab", "right", "R")
        assert "No hubs yet" in text(app)
    desk.close()


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (50, 14), (40, 10), (10, 3), (1, 1)])
async def test_lives_at_any_size(app: WorkbenchApp, size: tuple[int, int]) -> None:
    """A terminal may be made small at any moment."""
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(app, pilot)
        await pilot.resize_terminal(*size)
        await settle(app, pilot)
        assert len(rows(app)) == size[1]
        assert app.mishaps == []
