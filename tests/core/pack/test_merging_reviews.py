"""The review log under a merge: two packs that have taken each other in hold the same rows, and lost none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from core.clocks.instants import DAY, HOUR, MINUTE
from core.errors import PackError
from core.pack import commands as c
from core.review.rows import ReviewRow, counting
from core.state.view import View
from core.store import tables
from core.store.checking import check
from tests.core.pack.desk import Desk
from tests.core.pack.parted import differences, packs, take_in
from tests.core.pack.test_review_files import claim_of, take, told
from tests.core.pack.test_review_log import follows_from_its_rows, recalls

OF_A_PACK = ("tx", "t_tx", "rev")
"""Columns that number what each pack holds."""
TEXTS = ("The lift holds eight people.", "The gate shuts at nine.", "Bread is sold out by ten.")
STEPS = (1, MINUTE, HOUR, 5 * HOUR, DAY, 2 * DAY)
QUICK = range(8)
MANY = range(300)


def rows_of(desk: Desk) -> list[dict[str, Any]]:
    """The review log, without what numbers it here."""
    return sorted(map(_plain, desk.pack.review_log(View())), key=lambda row: str(row["id"]))


def _plain(row: ReviewRow) -> dict[str, Any]:
    return {name: value for name, value in asdict(row).items() if name not in OF_A_PACK}


class Answering:
    """Random answers about the claims of a pack, and acts that take them back."""

    def __init__(self, desk: Desk, random: Random, claims: list[str], name: str) -> None:
        self.desk, self.random, self.claims, self.name = desk, random, claims, name

    def go_on(self, steps: int) -> None:
        """Some of them; what is refused is left out."""
        verbs = (*[self.grade] * 4, self.bring, self.bring, self.undo, self.undo, self.take_back, self.redo)
        for _ in range(steps):
            self.desk.pass_time(self.random.choice(STEPS))
            try:
                self.random.choice((*verbs, self.close, self.answer))()
            except PackError:
                continue

    def _claim(self) -> str:
        return self.random.choice(self.claims)

    def grade(self) -> None:
        grade, ms = self.random.randint(1, 4), self.random.choice([None, 2_000])
        self.desk.do(c.Grade(id=self._claim(), grade=grade, milliseconds=ms, cue="cloze"), by=self._seat())

    def _seat(self) -> str:
        return self.random.choice(["ana", f"{self.name}-bot"])

    def bring(self) -> None:
        days = self.random.sample(range(12), self.random.randint(1, 4))
        claims = [self._claim(), self._claim()]
        take(self.desk, *(told(self.random.choice(claims), day, self.random.randint(1, 4)) for day in days))

    def undo(self) -> None:
        self.desk.do(c.Undo(), by=self._seat())

    def take_back(self) -> None:
        self.desk.do(c.Undo(tx=self.random.randint(1, self.desk.pack.reader.held.tx)))

    def redo(self) -> None:
        self.desk.do(c.Redo(), by=self._seat())

    def answer(self) -> None:
        pick = self.random.choice((c.Verify, c.Doubt))
        self.desk.do(pick(id=self._claim()))

    def close(self) -> None:
        claim = self._claim()
        said = c.NoLongerTrue(id=claim, reason="It was rebuilt."), c.Close(id=claim), c.Retract(id=claim)
        self.desk.do(self.random.choice(said))


def one_round(seed: int) -> None:
    """Two packs from one handover answer by themselves, and take each other in, more than once."""
    random = Random(seed)
    with packs() as made:
        here = made.new("here")
        claims = [claim_of(here, text) for text in TEXTS]
        here.pass_time(3 * DAY)
        Answering(here, random, claims, "here").go_on(random.choice([0, 4]))
        there = made.copy(here, "there")
        for _ in range(2):
            for desk, name in ((here, "here"), (there, "there")):
                Answering(desk, random, claims, name).go_on(random.randint(1, 6))
            _meet(here, there)


def _meet(here: Desk, there: Desk) -> None:
    stood = {row["id"]: row for desk in (here, there) for row in rows_of(desk)}
    take_in(here, there)
    take_in(there, here)
    held = rows_of(here)
    assert held == rows_of(there)
    assert stood.keys() <= {row["id"] for row in held}
    assert not [row for row in held if row["state"] is not None]
    for desk in (here, there):
        follows_from_its_rows(desk)
        assert check(desk.pack.log).ok
    assert [one for one in differences(here, there) if one[0] == tables.REVIEW] == []
    assert [take_in(*both).records for both in ((here, there), (there, here))][1] == 0
    assert rows_of(here) == rows_of(there) == held


@pytest.mark.parametrize("seed", QUICK)
def test_two_packs_that_took_each_other_in_hold_the_same_reviews(seed: int) -> None:
    one_round(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_however_they_answered(seed: int) -> None:
    one_round(1_000 + seed)


def test_reviews_that_came_in_with_a_file_come_along_whole() -> None:
    with packs() as made:
        here = made.new("here")
        claim = claim_of(here)
        here.pass_time(9 * DAY)
        there = made.copy(here, "there")
        take(here, told(claim, 1, ms=900, cue="cloze"), told(claim, 3, 1), told(claim, 4, 4))
        take_in(there, here)
        assert [row.source for row in there.pack.review_log()] == ["log.jsonl"] * 3
        assert rows_of(there) == rows_of(here)


def test_of_two_grades_of_one_study_day_both_packs_hold_both_and_the_first_counts() -> None:
    with packs() as made:
        here = made.new("here")
        claim = claim_of(here)
        here.pass_time(DAY)
        there = made.copy(here, "there")
        here.do(c.Grade(id=claim, grade=3))
        there.pass_time(HOUR)
        there.do(c.Grade(id=claim, grade=1))
        take_in(here, there)
        take_in(there, here)
        assert rows_of(here) == rows_of(there)
        for desk in (here, there):
            assert sorted((row.grade, row.revoked) for row in recalls(desk)) == [(1, True), (3, False)]
            assert [row.grade for row in counting(desk.pack.review_log())[1]] == [3]


def test_that_a_claim_is_no_longer_true_is_told_in_the_other_pack_too_and_so_is_its_undo() -> None:
    with packs() as made:
        here = made.new("here")
        claim = claim_of(here)
        here.pass_time(DAY)
        there = made.copy(here, "there")
        here.do(c.NoLongerTrue(id=claim, reason="It was rebuilt."))
        for revoked in (False, True):
            take_in(there, here)
            assert [(row.truth, row.revoked) for row in there.pack.review_log(View())] == [("wrong", revoked)]
            if not revoked:
                here.do(c.Undo())


def test_such_an_answer_comes_with_its_record_and_not_with_one_that_is_taken_back() -> None:
    with packs() as made:
        here = made.new("here")
        claims = [claim_of(here, text) for text in TEXTS[:2]]
        here.pass_time(DAY)
        there = made.copy(here, "there")
        here.do(c.NoLongerTrue(id=claims[0], reason="It was rebuilt."))
        here.do(c.Grade(id=claims[1], grade=3))
        take_in(there, here)
        there.do(c.Undo())
        assert [(row.truth, row.revoked) for row in there.pack.review_log(View())] == [
            ("wrong", False),
            (None, True),
        ]


def test_such_an_answer_is_taken_back_with_the_write_of_its_claim() -> None:
    with packs() as made:
        here = made.new("here")
        claim = claim_of(here)
        here.pass_time(DAY)
        there = made.copy(here, "there")
        here.do(c.Undo())
        there.do(c.NoLongerTrue(id=claim, reason="It was rebuilt."))
        take_in(here, there)
        take_in(there, here)
        for desk in (here, there):
            assert [(row.truth, row.revoked) for row in desk.pack.review_log(View())] == [("wrong", True)]


def test_a_review_that_each_pack_took_in_by_itself_is_told_alike() -> None:
    """Each made something else of it, with what else it held."""
    with packs() as made:
        here = made.new("here")
        claim = claim_of(here)
        here.pass_time(9 * DAY)
        there = made.copy(here, "there")
        take(here, told(claim, 4, 4))
        take(there, told(claim, 1, 1), told(claim, 4, 4))
        take_in(here, there)
        take_in(there, here)
        assert rows_of(here) == rows_of(there)
        assert len(rows_of(here)) == 2
