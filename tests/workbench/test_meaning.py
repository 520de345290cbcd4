"""Meaning joins after the first search, and nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.vectors import Filling
from tests.workbench.desks import Desk, typed, until
from tests.workbench.encoders import models
from tests.workbench.looks import settle, text
from workbench.encoders import choosing
from workbench.meaning import AT_ONCE, Joining
from workbench.resting import BREATH, KeysRest
from workbench.widgets.claim_list import ClaimList

PATIENCE = 120
"""Seconds after which a test gives up on the encoder."""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pack]:
    monkeypatch.delenv(choosing.VARIABLE)
    with Pack.create(tmp_path / "a.pack", seat="ana") as made:
        for said in (
            "The lift holds eight people.",
            "Maya keeps the key of the cellar.",
            "Rain delays the ferry.",
        ):
            made.submit(c.Write(draft=Draft(text=said)))
        yield made


class Heard:
    """Waits until something it was told about is so."""

    def __init__(self) -> None:
        self._told = threading.Condition()

    def __call__(self) -> None:
        with self._told:
            self._told.notify_all()

    def until(self, so) -> bool:
        with self._told:
            return self._told.wait_for(so, timeout=PATIENCE)


@pytest.fixture
def joining(pack: Pack) -> Iterator[Joining]:
    made = Joining(pack)
    yield made
    made.close()


def test_switched_off_nothing_is_loaded_or_told(pack: Pack, joining: Joining, monkeypatch) -> None:
    monkeypatch.setenv(choosing.VARIABLE, "off")
    joining.begin(lambda: None)
    assert joining._thread is not None
    joining._thread.join(timeout=PATIENCE)
    assert (joining.said, pack.vectors) == ("", None)


def test_a_model_that_is_nowhere_is_told_in_one_line_and_words_answer(pack: Pack, joining: Joining) -> None:
    pack.submit(c.Configure(name="encoder", value="nobody/has-this"))
    heard = Heard()
    joining.begin(heard)
    assert heard.until(
        lambda: joining.said.startswith("the model nobody/has-this") or "needs" in joining.said
    )
    assert "\n" not in joining.said
    assert pack.search("lift").engine == "lexical"


@models.needs_model
def test_the_first_search_is_answered_by_words_and_a_later_one_by_meaning_too(
    pack: Pack, joining: Joining
) -> None:
    heard = Heard()
    assert pack.search("elevator capacity").hits == ()
    joining.begin(heard)
    assert heard.until(lambda: "dense" in pack.search("elevator capacity").engine)
    assert pack.search("elevator capacity").hits[0].line.claim.text == "The lift holds eight people."
    assert joining.said == ""


@models.needs_model
def test_what_is_written_later_gets_its_vector_too(pack: Pack, joining: Joining) -> None:
    heard = Heard()
    joining.begin(heard)
    assert heard.until(lambda: pack.vectors is not None and pack.vectors == (3, 3))
    pack.submit(c.Write(draft=Draft(text="Herons stand by the weir.")))
    joining.wake()
    assert heard.until(lambda: pack.vectors == (4, 4))


class Halted:
    """A time that stands still until the test moves it; who waits for it is halted."""

    def __init__(self) -> None:
        self.at = 0.0
        self.halted = threading.Semaphore(0)
        self._moved = threading.Semaphore(0)
        self.rest = KeysRest(1.0, now=lambda: self.at, wait=self._wait)

    def _wait(self, ended: threading.Event, seconds: float) -> None:
        if seconds != BREATH and not ended.is_set():
            self.halted.release()
            assert self._moved.acquire(timeout=PATIENCE)

    def move(self, to: float) -> None:
        self.at = to
        self._moved.release()


@models.needs_model
def test_while_keys_come_no_text_is_encoded(pack: Pack) -> None:
    for number in range(2 * AT_ONCE):
        pack.submit(c.Write(draft=Draft(text=f"Heron {number} stands by weir {number + 7}.")))
    every = 2 * AT_ONCE + 3
    time = Halted()
    joining = Joining(pack, time.rest)
    seen: list[Filling | None] = []

    def told() -> None:
        """The first that is told of vectors is followed by a key."""
        if joining.said.startswith("meaning joins: "):
            seen.append(pack.vectors)
            if len(seen) == 1:
                joining.press()

    joining.press()
    joining.begin(told)
    try:
        assert time.halted.acquire(timeout=PATIENCE)
        time.move(0.5)
        assert time.halted.acquire(timeout=PATIENCE)
        assert pack.vectors is None
        time.move(1.0)
        assert time.halted.acquire(timeout=PATIENCE)
        assert (seen, pack.vectors) == ([(AT_ONCE, every)], (AT_ONCE, every))
    finally:
        joining._ended = True
        time.rest.end()
        time.move(2.0)
        joining.close()


async def test_whatever_a_person_does_at_the_workbench_holds_it_back(tmp_path: Path) -> None:
    desk, time = Desk(tmp_path), Halted()
    time.at = 5.0
    app = desk.app()
    app.session.joining = Joining(desk.pack, time.rest)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(app, pilot)
            for act in (partial(pilot.press, "j"), partial(pilot.click, "#content")):
                time.at += 5.0
                assert time.rest.left == 0
                await act()
                await settle(app, pilot)
                assert time.rest.left == 1.0
    finally:
        app.session.joining.close()
        desk.close()


@models.needs_model
async def test_at_the_workbench_the_list_follows_when_meaning_has_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(choosing.VARIABLE)
    desk = Desk(tmp_path)
    app = desk.app()
    app.session.joining = Joining(desk.pack)
    try:
        async with app.run_test(size=(120, 40)) as pilot:
            await app.go("claims", wish="search")
            await settle(app, pilot)
            await typed(pilot, "daily meeting")
            listed = app.screen.query_one("#claims-list", ClaimList)
            await until(pilot, lambda: len(listed.source) > 0, turns=3000)
            await settle(app, pilot)
            assert listed.source.row(0).id == desk.ids[3]
            assert "by meaning" in text(app)
    finally:
        app.session.joining.close()
        desk.close()
