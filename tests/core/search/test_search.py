"""What a person who searches sees."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.claims.claim import RETRACTED, Claim
from core.clocks.instants import DAY, MINUTE
from core.errors import Refused
from core.search.panel import Panel, PanelSettings
from core.search.result import SearchResult
from core.state.held import Held
from core.state.views import Selection, View
from tests.core.search.packs import START, claim, held_with, histories, panel_over
from tests.dear import dear

LATER = START + 400 * DAY


def searched(query: str, *claims: Claim, **options: object) -> SearchResult:
    held = held_with(claims)
    return panel_over(held).search(query, held.select(View(), LATER), **options)  # type: ignore[arg-type]


def texts(found: SearchResult, *claims: Claim) -> list[str]:
    by_id = {one.id: one.text for one in claims}
    return [by_id[hit.id] for hit in found.hits]


class TestRepair:
    PACK = (
        claim(1, "We deploy to Frankfurt on Mondays"),
        claim(2, "Deploy freezes start on Friday"),
        claim(3, "The depots close at noon"),
    )

    def test_a_slip_becomes_the_commonest_word_one_edit_away_and_the_answer_says_so(self) -> None:
        found = searched("depoly on friday", *self.PACK)
        assert found.repairs == (("depoly", "deploy"),)
        assert found.shown_as == "deploy on friday"
        assert texts(found, *self.PACK)[0] == "Deploy freezes start on Friday"

    def test_a_word_cut_short_becomes_the_commonest_that_it_begins(self) -> None:
        assert searched("frankf", *self.PACK).repairs == (("frankf", "frankfurt"),)

    def test_quoting_a_word_turns_repair_off(self) -> None:
        found = searched('"depoly"', *self.PACK)
        assert found.shown_as is None
        assert found.hits == ()

    @pytest.mark.parametrize("query", ["depl", "deploy", "8081", "xyz", "zzzzzzzz"])
    def test_known_short_numeric_and_hopeless_words_stay(self, query: str) -> None:
        pack = (*self.PACK, claim(4, "The port is 8080 and depl is a word here"))
        assert searched(query, *pack).repairs == ()

    def test_a_word_that_only_hidden_claims_hold_is_not_offered(self) -> None:
        closed = claim(4, "Deplyo was our tool", t_invalid=START + 1)
        found = searched("deplyoo", *self.PACK, closed)
        assert found.repairs == ()

    @pytest.mark.parametrize("query", ["tune", "inez", "tunes"])
    def test_a_word_of_dates_and_authors_alone_is_not_offered(self, query: str) -> None:
        in_june = claim(4, "The gate is open", author="ines", at=1_686_182_400_000_000)
        assert searched(query, *self.PACK, in_june).repairs == ()

    def test_a_month_or_an_author_that_a_claim_speaks_of_is_offered(self) -> None:
        in_june = claim(4, "Ines leaves in June", author="ines", at=1_686_182_400_000_000)
        by_date = claim(5, "The gate is open", author="ines", at=1_686_182_400_000_000)
        found = searched("tune inez", *self.PACK, in_june, by_date)
        assert found.repairs == (("tune", "june"), ("inez", "ines"))

    def test_it_can_be_switched_off(self) -> None:
        assert searched("depoly", *self.PACK, settings=PanelSettings(repair=False)).repairs == ()


class TestWords:
    @pytest.mark.parametrize(
        ("text", "query"),
        [
            ("数据库迁移在周五完成", "数据库"),
            ("数据库迁移在周五完成", "周五"),
            ("Развёртывание идёт по пятницам", "развертывание"),
            ("Das Café öffnet um acht", "cafe"),
            ("데이터베이스를 옮겼다", "데이터베이스"),
            ("تم نشر الخدمة يوم الجمعة", "الجمعة"),
            ("The billing-svc listens on 8080", "svc"),
            ("userName may be empty", "name"),
            ("We met Zoë", "zoë"),
        ],
    )
    def test_words_of_any_script_are_found_and_marked(self, text: str, query: str) -> None:
        found = searched(query, claim(1, "Nothing to see here"), claim(2, text))
        assert [hit.id for hit in found.hits][:1] == [f"{2:032x}"]
        assert found.hits[0].marks

    def test_author_entity_and_date_are_indexed(self) -> None:
        wanted = claim(1, "Ship it", author="ines", entities=("Harbour",), at=1_683_504_000_000_000)
        for query in ("ines", "harbour", "May 2023"):
            assert searched(query, wanted, claim(2, "Ship that")).hits[0].id == wanted.id

    @pytest.mark.parametrize(
        "query", ["", "   ", "the", "how did they", "C:\\x", '"', '""', "😀", "-- ; drop", "(", "*"]
    )
    def test_any_text_is_a_query_and_none_is_refused(self, query: str) -> None:
        assert searched(query, claim(1, "We deploy on Fridays")).hits == ()

    @given(st.text(max_size=40))
    def test_no_text_makes_it_fail(self, query: str) -> None:
        searched(query, claim(1, "We deploy C:\\x on Fridays 数据库"), claim(2, query or "x"))

    def test_a_quoted_stop_word_is_meant(self) -> None:
        pack = (claim(1, "The Who played"), claim(2, "Somebody played", at=START + DAY))
        assert texts(searched('"who"', *pack), *pack) == ["The Who played"]

    def test_an_empty_pack_finds_nothing(self) -> None:
        assert searched("deploy").hits == ()


class TestDirectLookUp:
    PACK = (
        claim(1, "One", id="0190aaaa0000", key="deploy.target"),
        claim(2, "Two", id="0190aabb0000", deeds=("deed-note-abc",)),
        claim(3, "Deploy target deploy target deploy target"),
    )

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("0190aaaa0000", ["One"]),
            ("0190aaaa", ["One"]),
            ("0190AAbb-00", ["Two"]),
            ("deed-note-abc", ["Two"]),
            ("deploy.target", ["One"]),
            ('"deploy.target"', ["One"]),
            ("0190aa", []),
            ("0190a", []),
        ],
    )
    def test_an_id_its_unique_beginning_an_accession_and_a_key_come_first(
        self, query: str, wanted: list[str]
    ) -> None:
        found = searched(query, *self.PACK)
        named = [hit.id for hit in found.hits if "direct" in hit.ballots]
        assert [one.text for one in self.PACK if one.id in named] == wanted
        assert [hit.id for hit in found.hits[: len(named)]] == named

    def test_a_key_of_a_later_version_is_not_the_key_of_an_earlier_one(self) -> None:
        first = claim(1, "One", recorded=START)
        later = claim(1, "One", recorded=START + 10, rev=2, key="deploy.target")
        held = held_with((first, later))
        panel = panel_over(held)
        then = held.select(View(believed_at=START + 5, true_at=LATER), LATER)
        assert panel.search("deploy.target", then).hits == ()
        assert panel.search("deploy.target", held.select(View(), LATER)).hits


class TestView:
    def test_what_the_mask_hides_is_counted_by_state(self) -> None:
        pack = (
            claim(1, "Deploy on Friday"),
            claim(2, "Deploy on Monday", t_invalid=START + DAY),
            claim(3, "Deploy on Sunday", state=RETRACTED),
            claim(4, "Deploy on Tuesday", resting=True),
            claim(5, "Deploy by robots", t_valid=LATER + DAY),
            claim(6, "Nothing else", t_invalid=START + DAY),
        )
        held = held_with(pack)
        everything = held.select(View(shows="history", resting=True, true_at=LATER), LATER)
        found = panel_over(held).search("deploy", held.select(View(), LATER), everything=everything)
        assert found.hidden == {"closed": 1, "planned": 1, "resting": 1, "retracted": 1}
        assert [hit.state for hit in found.hits] == ["live"]

    def test_a_word_repaired_away_still_counts_what_it_would_have_found(self) -> None:
        pack = (claim(1, "We use Frankfort"), claim(2, "We use Frankfurt", t_invalid=START + DAY))
        held = held_with(pack)
        everything = held.select(View(shows="history", resting=True, true_at=LATER), LATER)
        found = panel_over(held).search("frankfurt", held.select(View(), LATER), everything=everything)
        assert found.repairs == (("frankfurt", "frankfort"),)
        assert found.hidden == {"closed": 1}

    def test_the_text_shown_is_that_of_the_version_believed_then(self) -> None:
        held = held_with(
            (
                claim(1, "The fuse is Borda", recorded=START + 1),
                claim(1, "The fuse is CombMNZ", recorded=START + 9, rev=2),
            )
        )
        panel = panel_over(held)
        then = held.select(View(believed_at=START + 5), LATER)
        assert [hit.rev for hit in panel.search("borda", then).hits] == [1]
        assert panel.search("combmnz", then).hits == ()
        assert panel.search("borda", held.select(View(), LATER)).hits == ()

    def test_a_window_hears_only_claims_in_view(self) -> None:
        near = claim(1, "Coffee first", at=START)
        loud = claim(2, "Deploy deploy deploy", at=START + MINUTE)
        held = held_with(
            (
                near,
                loud,
                claim(
                    2, "Deploy deploy deploy", at=START + MINUTE, recorded=START + 9, rev=2, state=RETRACTED
                ),
            )
        )
        panel = panel_over(held)
        ids = [
            hit.id
            for hit in panel.search(
                "deploy", held.select(View(believed_at=START + 5, true_at=LATER), LATER)
            ).hits
        ]
        assert ids == [loud.id, near.id]
        assert panel.search("deploy", held.select(View(), LATER)).hits == ()

    def test_a_selection_older_than_the_index_stays_what_it_was(self) -> None:
        held = held_with((claim(1, "Deploy on Friday"),))
        panel = panel_over(held)
        before = held.select(View(), LATER)
        held.columns.append(claim(2, "Deploy on Monday"))
        assert [hit.id for hit in panel.search("deploy monday", before).hits] == [f"{1:032x}"]

    @dear
    @given(histories(), st.sampled_from(["deploy", "depot billing", "数据库"]))
    def test_searching_changes_no_column(self, versions: list[Claim], query: str) -> None:
        held = held_with(versions)
        before = {
            name: held.columns.column(name).copy()
            for name in ("text", "t_recorded", "t_expired", "t_invalid")
        }
        panel_over(held).search(query, held.select(View(), LATER))
        assert all(np.array_equal(held.columns.column(name), column) for name, column in before.items())


class TestDecay:
    """The original added recency to every ballot, and its decay read no review state."""

    OLD = claim(1, "Deploy on Friday", at=START)
    NEW = claim(2, "Deploy on Friday", at=START, recorded=START + 300 * DAY)

    def _first(self, recall: dict[str, float], **settings: object) -> str:
        held = held_with((self.OLD, self.NEW))

        def retrievability(rows: np.ndarray) -> np.ndarray:
            return np.array([recall[held.columns.versions[row].id] for row in rows.tolist()])

        found = panel_over(held).search(
            "deploy friday",
            held.select(View(), LATER),
            settings=PanelSettings(**settings),  # type: ignore[arg-type]
            retrievability=retrievability,
        )
        return found.hits[0].id

    @pytest.mark.parametrize("decay", ["fsrs", "seed"])
    def test_between_equals_the_stored_review_state_decides(self, decay: str) -> None:
        assert self._first({self.OLD.id: 0.9, self.NEW.id: 0.3}, decay=decay) == self.OLD.id
        assert self._first({self.OLD.id: 0.3, self.NEW.id: 0.9}, decay=decay) == self.NEW.id

    def test_off_leaves_equals_to_their_ids(self) -> None:
        assert self._first({self.OLD.id: 0.1, self.NEW.id: 0.9}, decay="off") == self.OLD.id

    def test_a_near_tie_never_lets_a_weaker_match_win(self) -> None:
        strong, weak = (
            claim(1, "Deploy on Friday", at=START),
            claim(2, "Deploy on some other day", at=START + DAY),
        )
        held = held_with((strong, weak))
        recall = {strong.id: 0.01, weak.id: 1.0}
        order = [
            hit.id
            for hit in panel_over(held)
            .search(
                "deploy friday",
                held.select(View(), LATER),
                retrievability=lambda rows: np.array(
                    [recall[held.columns.versions[row].id] for row in rows.tolist()]
                ),
            )
            .hits
        ]
        assert order == [strong.id, weak.id]

    def test_no_ballot_knows_how_old_a_claim_is(self) -> None:
        def ballots(days: int) -> list[dict[str, float]]:
            pack = (
                claim(1, "Deploy on Friday", at=START, t_valid=START),
                claim(2, "Deploy on a Monday", at=START, recorded=START + days * DAY, t_valid=START),
            )
            return [hit.ballots for hit in searched("deploy monday", *pack).hits]

        assert ballots(0) == ballots(300)

    def test_age_halves_every_fortnight_when_asked_for(self) -> None:
        pack = (claim(1, "Deploy on Friday", at=LATER - 14 * DAY, author="a"),)
        settings = PanelSettings(decay="age", decay_form="multiply")
        hit = searched("deploy", *pack, settings=settings).hits[0]
        assert hit.decay == pytest.approx(0.5)
        assert hit.score == pytest.approx(hit.relevance / 2)

    def test_multiplying_never_goes_below_a_quarter(self) -> None:
        held = held_with((self.OLD,))
        found = panel_over(held).search(
            "deploy",
            held.select(View(), LATER),
            settings=PanelSettings(decay="seed"),
            retrievability=lambda rows: np.full(len(rows), 0.01),
        )
        assert found.hits[0].score == pytest.approx(found.hits[0].relevance / 4)


class _Fixed:
    """A ballot that joins from outside."""

    def __init__(self, says: dict[int, float]) -> None:
        self.says = says

    def score(self, query: str, selection: Selection) -> tuple[np.ndarray, np.ndarray]:
        return np.array(list(self.says), np.int32), np.array(list(self.says.values()), np.float32)


class TestBallotsFromOutside:
    def _panel(self, says: dict[int, float]) -> tuple[Held, Panel]:
        held = held_with(claim(number, text) for number, text in enumerate(("Deploy now", "Tea", "Rain")))
        panel = panel_over(held)
        panel.joined["dense"] = _Fixed(says)
        return held, panel

    def test_one_joins_by_name_and_can_name_claims_that_no_word_finds(self) -> None:
        held, panel = self._panel({1: -0.2, 2: 0.7})
        settings = PanelSettings(weights={"bm25+": 1.0, "dense": 1.0})
        found = panel.search("deploy", held.select(View(), LATER), settings=settings)
        assert {hit.id[-1]: hit.ballots for hit in found.hits} == {
            "0": {"bm25+": 1.0},
            "2": {"dense": 1.0},
            "1": {"dense": 0.0},
        }
        assert found.engine == "lexical+dense"

    def test_without_a_weight_it_is_silent(self) -> None:
        held, panel = self._panel({2: 0.7})
        settings = PanelSettings(weights={"bm25+": 1.0})
        assert panel.search("deploy", held.select(View(), LATER), settings=settings).engine == "lexical"


class TestPanel:
    @pytest.mark.parametrize("fuse", ["combmnz", "combsum", "rrf", "borda", "dowdall"])
    @pytest.mark.parametrize("diversify", ["mmr", "dpp", "none"])
    def test_every_fuser_and_way_to_diversify_puts_the_only_full_match_first(
        self, fuse: str, diversify: str
    ) -> None:
        pack = (
            claim(1, "Deploy on Monday", at=START),
            claim(2, "Deploy on Friday", at=START + DAY),
            claim(3, "Rest on Friday", at=START + 2 * DAY),
        )
        settings = PanelSettings(fuse=fuse, diversify=diversify)
        assert searched("deploy friday", *pack, settings=settings).hits[0].id == pack[1].id

    @pytest.mark.parametrize("slot", ["fuse", "diversify", "decay", "decay_form"])
    def test_an_unknown_name_is_refused_with_the_known_ones(self, slot: str) -> None:
        with pytest.raises(Refused, match="choose one of"):
            PanelSettings(**{slot: "borda-ish"})  # type: ignore[arg-type]

    def test_scores_are_scores_and_not_places(self) -> None:
        pack = (
            claim(1, "Deploy deploy"),
            claim(2, "Deploy deploy", at=START + DAY),
            claim(3, "We deploy it with tea and rain", at=START + 2 * DAY),
        )
        scores = [
            hit.score for hit in searched("deploy", *pack, settings=PanelSettings(diversify="none")).hits
        ]
        assert scores[0] == scores[1] > scores[2] > 0

    def test_what_says_the_same_again_comes_later(self) -> None:
        pack = tuple(
            claim(number, text, at=START + number * DAY, author="a")
            for number, text in enumerate(
                (
                    "Deploy friday by hand",
                    "Deploy friday by hand",
                    "Deploy friday after lunch with the whole team",
                )
            )
        )
        plain, mixed = (
            texts(searched("deploy friday hand", *pack, settings=PanelSettings(diversify=name)), *pack)
            for name in ("none", "mmr")
        )
        assert plain[:2] == ["Deploy friday by hand"] * 2
        assert sorted(plain) == sorted(mixed)

    def test_the_limit_holds_and_a_long_list_is_longer_than_the_pool(self) -> None:
        pack = tuple(claim(number, f"Deploy number {number}") for number in range(70))
        assert [len(searched("deploy", *pack, limit=limit).hits) for limit in (0, 5, 16, 60, 100)] == [
            0,
            5,
            16,
            60,
            70,
        ]

    def test_marks_are_the_words_that_matched(self) -> None:
        pack = (claim(1, "Redeploy: the deployer deploys userName in a CAFÉ"),)
        hit = searched("deploy cafe name", *pack).hits[0]
        assert [pack[0].text[first:last] for first, last in hit.marks] == [
            "Redeploy",
            "deployer",
            "deploys",
            "Name",
            "CAFÉ",
        ]


class TestExplain:
    def test_the_parts_add_up_to_what_the_search_says(self) -> None:
        pack = tuple(
            claim(number, text, at=START + number * MINUTE)
            for number, text in enumerate(
                ("Deploy on Friday", "Redeploy on Monday", "Deploys run on Friday", "Tea")
            )
        )
        held = held_with(pack)
        panel, selection = panel_over(held), held.select(View(), LATER)
        for hit in panel.search("deploy fridy", selection).hits:
            why = panel.explain("deploy fridy", selection, hit.id)
            assert why is not None
            assert {one.name: one.normalised for one in why.ballots} == pytest.approx(hit.ballots)
            summed = sum(one.weight * one.normalised for one in why.ballots) * len(why.ballots)
            assert summed == pytest.approx(hit.relevance)
            assert why.score == pytest.approx(hit.score)
            bm25 = [one.raw for one in why.ballots if one.name == "bm25+"]
            assert sum(word.bm25 for word in why.words) == pytest.approx(bm25[0] if bm25 else 0.0)
        first = panel.explain("deploy fridy", selection, pack[1].id)
        assert first is not None
        assert [(word.typed, word.word, word.found, word.closeness) for word in first.words] == [
            ("deploy", "deploy", ("redeploy",), 2.0),
            ("fridy", "friday", (), 0.0),
        ]

    def test_a_hidden_or_unknown_claim_has_none(self) -> None:
        pack = (claim(1, "Deploy", t_invalid=START + 1), claim(2, "Tea", at=START + DAY))
        held = held_with(pack)
        panel, selection = panel_over(held), held.select(View(), LATER)
        for name in (pack[0].id, pack[1].id, "nobody"):
            assert panel.explain("deploy", selection, name) is None
