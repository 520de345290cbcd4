"""Who said what the two sides of a merge's proposal differ in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.clocks.instants import DAY, HOUR
from core.pack import commands as c
from core.pack.editors import Editors
from core.state.view import View
from tests.core.pack.desk import Desk
from tests.core.pack.parted import Packs, packs, take_in


@pytest.fixture
def made() -> Iterator[Packs]:
    with packs() as both:
        yield both


def change(desk: Desk, claim: str, by: str, **changes: object) -> None:
    desk.pass_time(HOUR)
    desk.do(c.Edit(id=claim, expect_rev=desk.claim(claim).rev, changes=changes), by=by)


def seats(desk: Desk, view: View | None = None) -> Editors:
    (proposal,) = [one for one in desk.pack.proposals(status=None) if one.source == "merge"]
    return desk.pack.editors([proposal], view)[proposal.id]


def test_each_side_is_named_by_who_edited_it_last(made: Packs) -> None:
    here = made.new("here")
    claim = here.write("The release needs an approval.").id or ""
    there = made.copy(here, "there")
    change(here, claim, "ben", text="The release needs two approvals.")
    change(here, claim, "cara", question="How many approvals?")
    change(there, claim, "dan", text="The release needs three approvals.")
    change(there, claim, "eve", entities=("release",))
    take_in(here, there)
    assert seats(here) == ("ben", "dan")


def test_what_a_merge_chose_is_named_by_the_author_and_never_by_who_said_otherwise(made: Packs) -> None:
    here = made.new("here")
    claim = here.write("The release needs an approval.").id or ""
    there = made.copy(here, "there")
    change(here, claim, "ben", text="The release needs two approvals.")
    change(here, claim, "cara", question="How many approvals?")
    change(there, claim, "dan", text="The release needs three approvals.")
    change(there, claim, "eve", entities=("release",))
    take_in(here, there)
    take_in(there, here)
    assert there.claim(claim).text == "The release needs two approvals."
    assert seats(there) == ("ana", "dan")


def test_who_changed_the_part_in_which_the_two_differ_is_named_not_who_gave_the_words(made: Packs) -> None:
    here = made.new("here")
    claim = here.write("Lamp one is red.").id or ""
    change(here, claim, "ben", text="Lamp one is blue.")
    there = made.copy(here, "there")
    change(here, claim, "cara", question="Which colour is lamp one?")
    change(there, claim, "dan", question="What is blue?")
    take_in(here, there)
    assert seats(here) == ("cara", "dan")


def test_an_edit_after_the_merge_counts_and_a_past_date_does_not_know_it(made: Packs) -> None:
    here = made.new("here")
    claim = here.write("The release needs an approval.").id or ""
    there = made.copy(here, "there")
    change(here, claim, "ana", text="The release needs two approvals.")
    change(there, claim, "dan", text="The release needs three approvals.")
    here.pass_time(DAY)
    take_in(here, there)
    merged = here.pack.now()
    (proposal,) = here.pack.proposals()
    change(here, proposal.new, "eve", text="The release needs four approvals.")
    change(here, claim, "ben", text="The release needs no approval.")
    assert seats(here) == ("ben", "eve")
    assert seats(here, View(believed_at=merged)) == ("ana", "dan")
    assert seats(here, View(believed_at=merged - 2 * DAY)) == ("", "")
