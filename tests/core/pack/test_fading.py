"""Due, stable and fading claims with reasons; what moves a clock and what does not. BT-17, BT-18 …"""

from __future__ import annotations

import pytest

from core.clocks.instants import DAY, HOUR
from core.errors import Refused
from core.pack import commands as c
from core.pack.fading import Fading, FadingLine
from core.state.view import View
from tests.core.pack.desk import Desk, read_all
from tests.core.pack.test_queue import shelves


def ids(lines: tuple[FadingLine, ...]) -> list[str]:
    return [one.line.claim.id for one in lines]


def three(desk: Desk) -> tuple[str, str, str]:
    """A claim held well, one that is due, and one that nobody graded for a month."""
    faded, held, due = shelves(desk, 3)
    desk.pass_time(DAY)
    desk.do(c.Grade(id=held, grade=4))
    desk.do(c.Grade(id=due, grade=3))
    desk.pass_time(3 * DAY)
    desk.do(c.Grade(id=held, grade=4))
    desk.pass_time(27 * DAY)
    return faded, held, due


def standing(found: Fading) -> tuple[list[str], list[str], list[str]]:
    return ids(found.fading), ids(found.due), ids(found.stable)


def test_bt_18_due_stable_and_fading_claims_are_listed_with_reasons_and_no_row_moves_or_vanishes(
    desk: Desk,
) -> None:
    faded, held, due = three(desk)
    tx, now = desk.pack.reader.held.tx, desk.clock.now()
    before = read_all(desk.pack, now, now, query="item")
    for _ in range(3):
        found = desk.pack.fading()
        assert standing(found) == ([faded], [due], [held])
    assert found.fading[0].reasons[1:] == (
        "never graded since it was written 31 days ago", "due for 30 days", "neglected 3 times",
    )  # fmt: skip
    assert found.due[0].reasons[1] == "graded Good 30 days ago"
    assert found.stable[0].reasons[1] == "graded Easy 27 days ago"
    assert found.stable[0].reasons[2].startswith("due in ")
    assert desk.pack.reader.held.tx == tx
    assert read_all(desk.pack, now, now, query="item") == before


def test_every_claim_with_a_clock_is_in_one_list(desk: Desk) -> None:
    claims = set(three(desk))
    desk.do(c.Suspend(id=min(claims)))
    found = desk.pack.fading()
    lists = standing(found)
    assert sorted(one for listed in lists for one in listed) == sorted(claims)
    assert any(
        "suspended: it is not asked" in one.reasons for one in (*found.fading, *found.due, *found.stable)
    )


def test_fm_36_what_is_valuable_and_below_the_bound_is_listed_first_with_its_id(desk: Desk) -> None:
    plain, pinned, recalled, used, partner = shelves(desk, 5)
    desk.do(c.Pin(id=pinned))
    desk.pass_time(DAY)
    desk.do(c.Grade(id=recalled, grade=2))
    desk.do(c.Fire(ids=(used, partner)))
    desk.pass_time(120 * DAY)
    found = desk.pack.fading()
    worth = {one.line.claim.id: one.worth for one in found.fading}
    assert worth == {
        plain: (),
        pinned: ("pinned",),
        recalled: ("recalled once",),
        used: ("used once",),
        partner: ("used once",),
    }
    assert ids(found.fading)[-1] == plain
    assert all((one.line.retrievability or 1) < found.below == 0.5 for one in found.fading)
    assert ids(desk.pack.fading(below=0.2).fading) == []


def test_what_is_pinned_recalled_used_or_linked_is_worth_something(desk: Desk) -> None:
    for number in range(4):
        desk.write(f"Crane {number} lifts {number + 3} tons.", entities=("yard", "crane"))
        desk.pass_time(HOUR)
    desk.pass_time(60 * DAY)
    found = desk.pack.fading()
    assert {one.worth for one in found.fading} == {("linked with 3",)}


@pytest.mark.parametrize("below", [0.0, 1.0, -1, float("nan")])
def test_a_bound_that_is_no_chance_is_refused(desk: Desk, below: float) -> None:
    with pytest.raises(Refused, match="a bound of"):
        desk.pack.fading(below=below)


def test_fm_30_the_ages_at_which_defaults_would_bite_are_told(desk: Desk) -> None:
    never, *graded = desk.pack.fading().ages
    assert (never.graded, never.due, never.neglected) == (False, 1, 12)
    assert [one.due for one in graded] == [10, 100]
    desk.do(c.Configure(name="retention", value=0.8))
    assert [one.due for one in desk.pack.fading().ages] > [1, 10, 100]


# what moves a clock


def test_bt_17_two_reviews_raise_stability_one_lapse_lowers_it_and_plain_recall_changes_neither(
    desk: Desk,
) -> None:
    (one,) = shelves(desk, 1)
    seen = []
    for grade in (3, 3, 1):
        desk.pass_time(4 * DAY)
        desk.pack.search("holds item")
        desk.pack.page(one)
        desk.do(c.Grade(id=one, grade=grade))
        review = desk.pack.reader.held.review(one)
        assert review is not None
        seen.append(review.stability or 0.0)
        for _ in range(3):
            desk.pass_time(HOUR)
            desk.pack.search("holds item")
        assert desk.pack.reader.held.review(one) == review
    first, second, lapsed = seen
    assert first < second
    assert lapsed < second


def test_fm_28_what_somebody_judged_fades_slower_than_what_nobody_did_and_only_lists_tell(desk: Desk) -> None:
    judged, hooked = shelves(desk, 2)
    desk.pass_time(DAY)
    desk.do(c.Grade(id=judged, grade=3))
    desk.do(c.Configure(name="decay", value="off"))
    ranked = [hit.line.claim.id for hit in desk.pack.search("holds item").hits]
    desk.pass_time(60 * DAY)
    recall = {line.claim.id: line.retrievability or 0.0 for line in desk.pack.claims()}
    assert recall[judged] > recall[hooked] + 0.1
    assert [hit.line.claim.id for hit in desk.pack.search("holds item").hits] == ranked


def test_fm_29_a_thousand_recalls_change_no_schedule_and_one_review_does(desk: Desk) -> None:
    (one,) = shelves(desk, 1)
    desk.pass_time(DAY)
    review, tx = desk.pack.reader.held.review(one), desk.pack.reader.held.tx
    for _ in range(1000):
        assert desk.pack.search("holds item").hits[0].line.claim.id == one
    assert desk.pack.reader.held.review(one) == review
    assert desk.pack.reader.held.tx == tx
    desk.do(c.Grade(id=one, grade=3))
    assert desk.pack.reader.held.review(one) != review


def test_fm_26_with_decay_off_a_year_orders_nothing_anew_and_with_it_only_near_ties(desk: Desk) -> None:
    for number, place in enumerate(("Jena", "Gera", "Suhl", "Ulm", "Hof")):
        claim = desk.write(
            f"The {place} office pays rent of {number} coins in {place}.", entities=(place,)
        ).id
        desk.pass_time(DAY)
        desk.do(c.Grade(id=claim or "", grade=1 + number % 4))
    queries = ("rent of an office", "Jena office rent", "coins paid in Ulm", "office")
    desk.do(c.Configure(name="decay", value="off"))
    now = [_hits(desk, query) for query in queries]
    desk.pass_time(365 * DAY)
    assert [_hits(desk, query) for query in queries] == now
    desk.do(c.Configure(name="decay", value="fsrs"))
    for query, (order, scores) in zip(queries, now, strict=True):
        later, _ = _hits(desk, query)
        best = max(scores.values())
        for place, claim_id in enumerate(later):
            for other in later[place + 1 :]:
                assert scores[claim_id] >= scores[other] - 0.02 * best - 1e-9
        assert sorted(later) == sorted(order)


def _hits(desk: Desk, query: str) -> tuple[list[str], dict[str, float]]:
    hits = desk.pack.search(query).hits
    return [hit.line.claim.id for hit in hits], {hit.line.claim.id: hit.score for hit in hits}


def test_the_lists_of_a_former_day_are_as_they_were(desk: Desk) -> None:
    faded, _, _ = three(desk)
    then = View(workspace="default", believed_at=desk.clock.now())
    shown = desk.pack.fading(then)
    desk.pass_time(HOUR)
    desk.do(c.Grade(id=faded, grade=3))
    desk.pass_time(40 * DAY)
    assert desk.pack.fading(then) == shown
    assert desk.pack.fading() != shown
