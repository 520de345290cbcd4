"""Every face calls an ending what it was: a version that gave way to another pack's was never retracted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.claims.draft import Draft
from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.views import View
from tests.workbench.desks import BEGIN, Desk
from tests.workbench.looks import settle, text
from tests.workbench.merged import part_and_meet
from workbench.frame.claim_actions import ClaimScreen
from workbench.screens import changes_words, time_diff
from workbench.screens.claims_words import row_of
from workbench.widgets.claim_facts import STATE_MARKS, claim_facts
from workbench.widgets.claim_words import claim_card

SAYS = {
    "retracted": "Lamp one is red.",
    "set aside": "The release needs two approvals.",
    "taken over": "Stand-up is at ten.",
    "undone": "Carpets are cleaned on Friday.",
}
"""What each claim says that is believed no longer, by how that came."""


class Merged(Desk):
    """A desk that took in another pack, of whose versions one was taken and one was not."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, drafts=())
        self.clock.set(BEGIN)
        for one in (
            "The release needs an approval.",
            "Stand-up is at nine.",
            SAYS["retracted"],
            SAYS["undone"],
        ):
            self.write(Draft(text=one, workspace="atlas", entities=()))
        said = {
            self.ids[0]: ("The release needs three approvals.", SAYS["set aside"]),
            self.ids[1]: ("Stand-up is at eleven.", SAYS["taken over"]),
        }
        part_and_meet(self, folder, said)
        self.before = self.pack.now()
        self.clock.set(self.before + DAY)
        for proposal in self.pack.proposals():
            taken = self.pack.claim(proposal.new).text == SAYS["taken over"]
            self.pack.submit((c.Accept if taken else c.Decline)(proposal=proposal.id))
        self.pack.submit(c.Retract(id=self.ids[2]))
        self.pack.submit(c.Undo(tx=next(one.tx for one in self.pack.events() if self.ids[3] in one.claims)))
        self.clock.set(self.clock.now() + HOUR)
        every = self.pack.claims(View(workspace="atlas", shows="history", resting=True))
        ended = [line.claim for line in every if not line.claim.believed]
        self.gone = {claim.text: claim for claim in (*ended, self.pack.claim(self.ids[3]))}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Merged]:
    made = Merged(tmp_path)
    yield made
    made.close()


endings = pytest.mark.parametrize("how", SAYS)


@endings
def test_the_page_and_the_card_of_a_claim(desk: Merged, how: str) -> None:
    page, present = desk.pack.page(desk.gone[SAYS[how]].id), desk.session().present
    told = {one.label: one.text.plain for one in claim_facts(page, present, None, explain=False)}
    assert how in told
    assert not (told.keys() & (SAYS.keys() - {how}))
    assert page.line.state == how
    assert claim_card(page.line, present).closed
    assert claim_card(page.line, present).lines[0].text.startswith(how)


@endings
def test_the_row_of_a_claim_in_a_list(desk: Merged, how: str) -> None:
    row = row_of(desk.pack.page(desk.gone[SAYS[how]].id).line)
    said = {"retracted": "untrue", "set aside": "aside", "taken over": "taken", "undone": "undone"}
    assert (row.mark, row.cells[-1].text) == (STATE_MARKS[how], said[how])


@endings
def test_two_dates_compared(desk: Merged, how: str) -> None:
    first, second = (View(workspace="atlas", believed_at=at, resting=True) for at in (desk.before, None))
    found = desk.pack.diff(first, second)
    rows = time_diff.DiffRows(found, "UTC")
    place = rows.index_of(desk.gone[SAYS[how]].id)
    assert place is not None
    assert (rows.row(place).cells[0].text, rows.row(place).mark) == (how, "×")
    head = time_diff.diff_head((desk.before, None), (None, None), found, "UTC")
    assert f"1 {how}" in head


@endings
def test_why_it_ended(desk: Merged, how: str) -> None:
    page = desk.pack.why(desk.gone[SAYS[how]].id)
    assert changes_words.how_it_ended(page) == page.state == how
    assert ("never true" in str(changes_words.ending_facts(page, "UTC"))) is (how == "retracted")


def test_what_comes_near_and_what_a_refusal_says(desk: Merged) -> None:
    from core.errors import Refused

    for how, said in SAYS.items():
        claim = desk.gone[said]
        assert f"it is {how}" in desk.pack.why_open(desk.ids[0], claim.id).why_open
        with pytest.raises(Refused, match=f"is {how}; "):
            desk.pack.submit(c.Pin(id=claim.id))
        draft = Draft(text="Stairs are dry.", workspace="atlas", supersedes=(claim.id,))
        with pytest.raises(Refused, match=f"was {how}, so there is nothing to replace"):
            desk.pack.submit(c.Write(draft=draft))
        assert desk.pack.submit(c.Retract(id=claim.id)).summary.endswith(f"it is {how} already")


def test_a_search_counts_what_it_hides_by_the_same_words(desk: Merged) -> None:
    assert desk.pack.search("approvals").hidden == {"set aside": 1}
    assert desk.pack.search("ten").hidden == {"taken over": 1}
    counts = desk.pack.status().by_state
    assert (counts["set aside"], counts["taken over"], counts["retracted"]) == (1, 1, 1)


@endings
async def test_the_keys_on_a_claim_say_why_they_are_grey(desk: Merged, how: str) -> None:
    app = desk.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.go("claims")
        await settle(app, pilot)
        screen = app.screen
        assert isinstance(screen, ClaimScreen)
        screen.visit("claims", "claim", desk.gone[SAYS[how]].id)
        await settle(app, pilot)
        back = "U does it again" if how == "undone" else "r opens it again"
        for key in ("claim.never_true", "claim.no_longer_true"):
            assert screen.refusals()[key] == f"This claim is {how} already; {back}."
        assert how in text(app)
    assert app.mishaps == []
