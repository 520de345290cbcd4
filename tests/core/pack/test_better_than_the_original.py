"""Where the program this one descends from is wrong, and what happens here instead: one test a finding."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from core.claims.draft import Draft
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR, MINUTE
from core.errors import Refused, StaleRevision
from core.pack import commands as c
from core.pack.handover import export_lines, import_pack
from core.pack.pack import Pack
from core.pack.searching import Hit
from core.state.view import View
from tests.core.pack.desk import Desk, read_all


def found(desk: Desk, query: str, view: View | None = None) -> dict[str, Hit]:
    return {hit.line.claim.id: hit for hit in desk.pack.search(query, view, limit=100).hits}


class TestRankingIsByRelevance:
    def test_age_is_in_no_ballot_and_changes_no_score(self, desk: Desk) -> None:
        """There: every ballot adds up to 1.0 of recency, so the dense one orders by age."""
        desk.do(c.Configure(name="decay", value="off"))
        desk.do(c.Configure(name="diversify", value="none"))
        old = desk.write("Borda counts places, not scores, in a vote.", entities=()).id or ""
        desk.pass_time(700 * DAY)
        new = desk.write("Scores, not places, counts Borda in a vote.", entities=()).id or ""
        desk.pass_time(HOUR)
        first = found(desk, "borda places")
        assert first[old].ballots == first[new].ballots
        assert first[old].score == first[new].score
        desk.pass_time(900 * DAY)
        later = found(desk, "borda places")
        assert {key: hit.score for key, hit in later.items()} == {
            key: hit.score for key, hit in first.items()
        }

    def test_being_due_or_trusted_or_pinned_adds_nothing_to_a_ballot(self, desk: Desk) -> None:
        one = desk.write("Borda counts places in a vote.", entities=()).id or ""
        desk.pass_time(400 * DAY)
        before = found(desk, "borda vote")[one]
        assert [card.line.claim.id for card in desk.pack.due().cards] == [one]
        desk.do(c.Grade(id=one, grade=4))
        desk.do(c.Pin(id=one))
        assert found(desk, "borda vote")[one].ballots == before.ballots

    def test_fused_scores_are_kept_not_thrown_away_for_places(self, desk: Desk) -> None:
        """There: the weight of the hit at place i of n is n - i, however near or far the next one is."""
        desk.do(c.Configure(name="diversify", value="none"))
        desk.do(c.Configure(name="decay", value="off"))
        for text in (
            "Borda counts places in a vote.",
            "Borda counts places in a poll.",
            "In a long poll Borda counts places of all.",
            "A vote is a poll with a name on it.",
            "Lamps by the door are off on Sunday.",
        ):
            desk.write(text, entities=())
            desk.pass_time(HOUR)
        scores = [hit.score for hit in found(desk, "borda counts vote").values()]
        gaps = [a - b for a, b in pairwise(scores)]
        assert scores == sorted(scores, reverse=True)
        assert max(gaps) > 3 * min(gaps) > 0
        assert all(hit.score == hit.relevance for hit in found(desk, "borda counts vote").values())

    def test_a_ballot_of_zero_is_no_vote_and_delta_goes_to_matched_words_only(self, desk: Desk) -> None:
        desk.write("Borda counts places in a vote.", entities=())
        desk.pass_time(DAY)
        other = desk.write("Lamps by the door are off on Sunday.", entities=()).id
        assert other not in found(desk, "borda vote")

    def test_every_matching_claim_is_scored_not_only_the_first_few(self, desk: Desk) -> None:
        """There: each ballot is cut to the number of hits asked for before anything is fused."""
        ids = set()
        for n in range(60):
            ids.add(desk.write(f"Borda b{n} counts places.", entities=()).id)
            desk.pass_time(HOUR)
        answer = desk.pack.search("borda", limit=5)
        assert (len(answer.hits), answer.matched) == (5, 60)
        assert set(found(desk, "borda")) == ids

    def test_claims_do_not_fall_together_under_one_name(self, desk: Desk) -> None:
        """There: all paragraphs of a card share one key, and only one of them survives a merge."""
        kinds = ("card_line", "card_line", "lesson")
        ids = {desk.write(f"Borda b{n} counts places.", kind=kind).id for n, kind in enumerate(kinds)}
        assert set(found(desk, "borda")) == ids


class TestDecayKnowsReviews:
    def tied(self, desk: Desk) -> tuple[str, str]:
        """Two claims as near to the query as each other, of one age."""
        desk.do(c.Configure(name="diversify", value="none"))
        one = desk.write("Borda counts places in a vote.", entities=()).id or ""
        desk.pass_time(HOUR)
        two = desk.write("In a vote Borda counts places.", entities=()).id or ""
        desk.pass_time(DAY)
        return one, two

    @pytest.mark.parametrize("better", [0, 1])
    def test_of_two_ties_the_one_that_is_remembered_comes_first(self, desk: Desk, better: int) -> None:
        """There: search hits carry no review, so the decay is one of plain age."""
        pair = self.tied(desk)
        desk.do(c.Grade(id=pair[better], grade=4))
        desk.do(c.Grade(id=pair[1 - better], grade=1))
        desk.pass_time(20 * DAY)
        order = [hit.line.claim.id for hit in desk.pack.search("borda places").hits]
        assert order == [pair[better], pair[1 - better]]
        assert found(desk, "borda places")[pair[better]].line.retrievability > 0.5  # type: ignore[operator]

    def test_grading_and_firing_do_not_make_a_claim_new(self, desk: Desk) -> None:
        """There: both move the one time stamp that recency and decay read."""
        one, two = self.tied(desk)
        before = desk.claim(one)
        desk.do(c.Grade(id=one, grade=3))
        desk.do(c.Fire(ids=(one, two)))
        assert desk.claim(one) == before

    def test_a_belief_read_uses_the_memory_of_then_and_a_history_none(self, desk: Desk) -> None:
        one, _ = self.tied(desk)
        then = desk.clock.now()
        desk.pass_time(1)
        before = desk.pack.search("borda places", View(believed_at=then))
        desk.do(c.Grade(id=one, grade=1))
        desk.pass_time(50 * DAY)
        assert desk.pack.search("borda places", View(believed_at=then)) == before
        shown = desk.pack.search("borda places", View(shows="history"))
        assert {hit.decay for hit in shown.hits} == {1.0}

    def test_four_grades_move_the_clock_apart(self, desk: Desk) -> None:
        ids = [desk.write(f"Shelf s{n} holds box b{n}.", entities=()).id or "" for n in range(4)]
        desk.pass_time(DAY)
        for n, one in enumerate(ids):
            desk.do(c.Grade(id=one, grade=n + 1))
        reviews = [desk.pack.reader.held.review(one) for one in ids]
        days = [review.stability or 0.0 for review in reviews if review is not None]
        assert days == sorted(set(days))
        assert len(days) == 4


class TestHistoryIsKept:
    def test_an_edit_does_not_overwrite(self, desk: Desk) -> None:
        """There: an update overwrites the record, and the former text is nowhere."""
        one = desk.write("The office is in Gera.").id or ""
        then = desk.clock.now()
        desk.pass_time(DAY)
        desk.do(c.Edit(id=one, expect_rev=1, changes={"text": "The office is in Jena."}))
        assert [line.claim.text for line in desk.pack.history(one)] == [
            "The office is in Gera.",
            "The office is in Jena.",
        ]
        assert desk.pack.claim(one, View(believed_at=then)).text == "The office is in Gera."
        assert set(found(desk, "gera", View(believed_at=then))) == {one}
        assert found(desk, '"gera"') == {}

    def test_a_retraction_does_not_erase_the_past(self, desk: Desk) -> None:
        """There: a tombstone hides the claim from every date, those before it too."""
        one = desk.write("The office is in Gera.").id or ""
        desk.pass_time(DAY)
        before = desk.clock.now()
        held = read_all(desk.pack, before, before)
        desk.pass_time(DAY)
        desk.do(c.Retract(id=one, why="it never was"))
        assert read_all(desk.pack, before, before) == held
        assert set(found(desk, "office", View(believed_at=before))) == {one}
        assert desk.pack.claims(View(true_at=before)) == ()
        assert desk.pack.why(one).explained

    def test_whatever_was_done_can_be_taken_back(self, desk: Desk) -> None:
        """There: no undo, and reopening a closed claim is editing it by hand."""
        one = desk.write("The gateway needs port 8080 for all.", entities=("gateway",)).id or ""
        desk.pass_time(DAY)
        desk.write("The gateway needs port 9090 for all.", entities=("gateway",))
        assert desk.claim(one).t_invalid is not None
        desk.do(c.Undo())
        assert desk.claim(one).t_invalid is None

    def test_an_export_takes_closed_and_retracted_claims_and_every_version_along(self, desk: Desk) -> None:
        """There: the export holds what is live, so history does not travel."""
        closed = desk.write("The office is in Gera.").id or ""
        retracted = desk.write("Lamps are off on Sunday.").id or ""
        desk.pass_time(DAY)
        desk.do(c.Edit(id=closed, expect_rev=1, changes={"text": "The office is in Jena."}))
        desk.do(c.Close(id=closed, why="moved"))
        desk.do(c.Retract(id=retracted, why="a slip"))
        lines = list(export_lines(desk.pack))
        assert all(isinstance(json.loads(line), dict) for line in lines)
        path = desk.pack.path.with_name("copy.pack")
        import_pack(lines, path, seat="bot")
        with Pack.open(path, seat="bot", clock=ScriptedClock(desk.clock.now())) as copy:
            assert {one.claim.id: one.state for one in copy.claims(View(shows="history"))} == {
                closed: "closed",
                retracted: "retracted",
            }
            for claim_id in (closed, retracted):
                assert copy.history(claim_id) == desk.pack.history(claim_id)

    def test_a_date_is_read_from_two_clocks_that_are_told_apart(self, desk: Desk) -> None:
        """There: one `as_of`, which edits and tombstones break."""
        desk.write("Our seat is in Gera.", key="seat", t_valid=desk.clock.now() - 300 * DAY)
        desk.pass_time(DAY)
        learnt = desk.clock.now()
        desk.write("Our seat is in Jena.", key="seat", t_valid=learnt - 60 * DAY)
        day = learnt - 30 * DAY
        truth = [line.claim.text for line in desk.pack.claims(View(true_at=day))]
        belief = [line.claim.text for line in desk.pack.claims(View(true_at=day, believed_at=learnt - 1))]
        assert (truth, belief) == (["Our seat is in Jena."], ["Our seat is in Gera."])


class TestNothingClosesUnseen:
    OLD, NEW = ("The gateway needs port 8080 for all.", "The gateway needs port 9090 for all.")

    def test_a_preview_shows_what_would_close_and_writes_nothing(self, desk: Desk) -> None:
        """There: the fourth rule closes on arrival, and nobody is shown it before."""
        old = desk.write(self.OLD, entities=("gateway",)).id or ""
        desk.pass_time(DAY)
        command = c.Write(draft=Draft(text=self.NEW, entities=("gateway",)))
        tx = desk.pack.reader.held.tx
        seen = desk.pack.preview(command)
        assert [(closed.id, closed.text) for closed in seen.closes] == [(old, self.OLD)]
        assert seen.closes[0].explained
        assert desk.pack.reader.held.tx == tx
        assert seen.same_as(desk.do(command))

    def test_what_a_preview_said_binds_the_write(self, desk: Desk) -> None:
        desk.write(self.OLD, entities=("gateway",))
        desk.pass_time(DAY)
        with pytest.raises(StaleRevision):
            desk.do(c.Write(draft=Draft(text=self.NEW, entities=("gateway",)), seen_closing=()))

    def test_two_subjects_are_two_facts(self, desk: Desk) -> None:
        """There: texts that share their opening close each other, whatever they are about."""
        pairs = [
            (
                "The staging gateway needs port 8080 for all.",
                "The production gateway needs port 9090 for all.",
            ),
            ("The first lift holds eight people.", "The second lift holds eight people."),
        ]
        for place, (one, other) in enumerate(pairs):
            for text in (one, other):
                told = desk.write(text, workspace=f"w{place}", entities=("thing",))
                assert told.closes == ()
                desk.pass_time(HOUR)

    def test_an_intention_closes_nothing(self, desk: Desk) -> None:
        old = desk.write(self.OLD, entities=("gateway",)).id
        desk.pass_time(DAY)
        told = desk.write("I am thinking the gateway needs port 9090 for all.", entities=("gateway",))
        assert told.closes == ()
        assert desk.claim(old).t_invalid is None


class TestEveryScript:
    """There: tokens, stems, stop words and prose rules are of ASCII alone."""

    @pytest.mark.parametrize(
        ("old", "new", "query"),
        [
            ("Шлюз слушает порт 8080 для всех.", "Шлюз слушает порт 9090 для всех.", "шлюзы порты"),
            ("数据库监听端口 8080 供所有人使用。", "数据库监听端口 9090 供所有人使用。", "数据库端口"),
            ("البوابة تستمع على المنفذ 8080 للجميع.", "البوابة تستمع على المنفذ 9090 للجميع.", "البوابة"),
            ("Η πύλη ακούει στη θύρα 8080 για όλους.", "Η πύλη ακούει στη θύρα 9090 για όλους.", "πύλη"),
            ("Das Tor hört an Port 8080 für alle zu.", "Das Tor hört an Port 9090 für alle zu.", "hört"),
        ],
        ids=["russian", "chinese", "arabic", "greek", "german"],
    )
    def test_a_claim_is_written_closed_and_found(self, desk: Desk, old: str, new: str, query: str) -> None:
        first = desk.write(old, entities=("x",)).id
        desk.pass_time(DAY)
        told = desk.write(new, entities=("x",))
        assert [closed.id for closed in told.closes] == [first]
        assert list(found(desk, query)) == [told.id]
        assert found(desk, query, View(shows="both")).keys() == {first, told.id}

    def test_sentences_are_counted_in_any_script(self, desk: Desk) -> None:
        for text in ("一。二。三。", "यह एक है। यह दो है। यह तीन है।", "Раз. Два тут. Три там."):
            with pytest.raises(Refused, match="sentences"):
                desk.write(text)


class TestOneHostIsNoLimit:
    def test_the_map_grows_by_itself(self, desk: Desk) -> None:
        """There: a fixed map of 1 GiB. Here it begins small and grows with what is written."""
        before = desk.pack.log.stats().map_bytes
        desk.do(c.PutDeed(body="x" * 15_000_000))
        desk.do(c.PutDeed(body="y" * 15_000_000))
        desk.do(c.PutDeed(body="z" * 15_000_000))
        assert desk.pack.log.stats().map_bytes > before or before > 45_000_000
        assert desk.reopen_file().pack.log.last()[0] == 3

    def test_a_write_relinks_only_what_it_touches(self, desk: Desk) -> None:
        """There: every write rebuilds an id map and relinks; here the record says which pairs moved."""
        for n in range(30):
            desk.write(f"Note n{n} is on topic t{n % 3}.", entities=(f"t{n % 3}",))
            desk.pass_time(MINUTE)
        told = desk.write("Note last is on topic t1.", entities=("t1",))
        assert 0 < len(told.links) <= 8
        effects = desk.pack.log.record(told.tx or 0).effects
        linked = [effect.key.split("|") for effect in effects if effect.table == "link"]
        near = {told.id, *told.links}
        assert linked
        assert all(near.intersection(pair) for pair in linked)
        assert [effect.key for effect in effects if effect.table == "claim"] == [told.id]
