"""What a view may see, against going through every version."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import EVERYWHERE, Claim
from core.clocks.instants import Instant
from core.state.views import Basis, Selection, View, select
from tests.core.search.packs import AUTHORS, START, WORKSPACES, claim, held_with, histories, instants
from tests.dear import dear


def naive(versions: list[Claim], view: View, basis: Basis) -> set[tuple[str, int]]:
    """`(id, rev)` of every version in view, straight from the two clocks."""
    newest: dict[str, Claim] = {}
    for version in versions:
        if version.t_recorded <= basis.believed_at:
            newest[version.id] = version
    resting_shown = not (view.resting is False or (view.resting is None and view.is_now))
    return {
        (one.id, one.rev)
        for one in newest.values()
        if (view.shows == "history" or one.believed)
        and (view.shows != "current" or one.true_at(basis.true_at))
        and (view.workspace is None or one.workspace in (view.workspace, EVERYWHERE))
        and (view.authors is None or one.author in view.authors)
        and (resting_shown or not one.resting)
    }


def seen(selection: Selection, versions: list[Claim]) -> set[tuple[str, int]]:
    return {(versions[row].id, versions[row].rev) for row in selection.rows.tolist()}


@st.composite
def views(draw: st.DrawFn, versions: list[Claim]) -> View:
    return View(
        workspace=draw(st.sampled_from((None, *WORKSPACES, "nowhere"))),
        true_at=draw(st.none() | instants(versions)),
        believed_at=draw(st.none() | instants(versions)),
        shows=draw(st.sampled_from(("current", "both", "history"))),
        authors=draw(st.sampled_from((None, frozenset(AUTHORS[:1])))),
        resting=draw(st.sampled_from((None, True, False))),
    )


@dear
@given(histories(), st.data())
def test_a_view_sees_what_the_two_clocks_say(versions: list[Claim], data: st.DataObject) -> None:
    held = held_with(versions)
    view, now = data.draw(views(versions)), data.draw(instants(versions))
    selection = held.select(view, now)
    assert selection.basis == view.at(now, max(held.t_tx, now))
    assert seen(selection, versions) == naive(versions, view, selection.basis)


@dear
@given(histories(), st.data())
def test_text_rows_show_the_same_versions(versions: list[Claim], data: st.DataObject) -> None:
    held = held_with(versions)
    selection = held.select(data.draw(views(versions)), data.draw(instants(versions)))
    shown = selection.row_of_text[selection.row_of_text >= 0]
    assert sorted(shown.tolist()) == sorted(selection.rows.tolist())
    text = held.columns.column("text")
    assert all(text[row] == place for place, row in enumerate(selection.row_of_text.tolist()) if row >= 0)


@dear
@given(histories(), st.data())
def test_a_held_selection_is_reused_only_while_it_is_exact(
    versions: list[Claim], data: st.DataObject
) -> None:
    held = held_with(versions)
    view = data.draw(views(versions))
    for _ in range(4):
        now = data.draw(instants(versions))
        selection = held.select(view, now)
        fresh = select(held.columns, view, selection.basis)
        assert selection.row_of_claim.tolist() == fresh.row_of_claim.tolist()


@dear
@given(histories(), st.integers(1, 9), st.data())
def test_a_selection_kept_up_over_many_versions_at_once_is_that_of_all(
    versions: list[Claim], many: int, data: st.DataObject
) -> None:
    held = held_with([])
    view = data.draw(views(versions))
    now = max([START, *(version.t_recorded for version in versions)])
    for first in range(0, len(versions), many):
        for version in versions[first : first + many]:
            held.columns.append(version)
            held.t_tx = max(held.t_tx, version.t_recorded)
        selection = held.select(view, now)
        fresh = select(held.columns, view, selection.basis)
        assert selection.row_of_claim.tolist() == fresh.row_of_claim.tolist()
        assert selection.row_of_text.tolist() == fresh.row_of_text.tolist()


@dear
@given(histories(), st.data())
def test_nothing_changes_before_the_next_boundary(versions: list[Claim], data: st.DataObject) -> None:
    held = held_with(versions)
    view, basis = View(resting=True), Basis(data.draw(instants(versions)), held.t_tx)
    selection = select(held.columns, view, basis)
    last: Instant = selection.until - 1
    if last < 2**62:
        assert naive(versions, view, Basis(last, held.t_tx)) == seen(selection, versions)
        assert last + 1 in {edge for version in versions for edge in (version.t_valid, version.t_invalid)}


def test_a_later_write_changes_no_selection_of_an_earlier_belief() -> None:
    held = held_with([claim(1, "Deploy", recorded=START)])
    view = View(believed_at=START, true_at=START)
    before = held.select(view, START)
    held.columns.append(claim(1, "Deploy", recorded=START + 1, rev=2, t_invalid=START - 1))
    assert held.select(view, START).rows.tolist() == before.rows.tolist() == [0]


@dear
@given(histories(), st.data())
def test_a_selection_kept_up_over_writes_is_that_of_all_versions(
    versions: list[Claim], data: st.DataObject
) -> None:
    held = held_with([])
    asked = [data.draw(views(versions)) for _ in range(3)]
    now = START
    for version in versions:
        held.columns.append(version)
        held.t_tx = max(held.t_tx, version.t_recorded)
        now = max(now, held.t_tx, data.draw(st.just(now) | instants(versions)))
        for view in asked:
            selection = held.select(view, now)
            fresh = select(held.columns, view, selection.basis)
            assert selection.row_of_claim.tolist() == fresh.row_of_claim.tolist()
            assert selection.row_of_text.tolist() == fresh.row_of_text.tolist()
            assert selection.until <= fresh.until
