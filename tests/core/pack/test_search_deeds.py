"""Search over evidence through the door: turns and windows, within conversations, dates and belief."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from core.clocks.instants import DAY, Instant, parse_instant
from core.errors import Refused
from core.pack import commands as c
from core.pack.searching_deeds import PREFIX, FoundDeeds
from core.search.answering import STATING
from core.state.view import View
from tests.core.pack.desk import Desk

MAY: Instant = parse_instant("2023-05-08T13:56:00Z")

TALK = (
    ("Caroline", "Hey Mel, how have you been?"),
    ("Melanie", "Swamped with the kids and work."),
    ("Caroline", "I went to a support group yesterday and it was powerful."),
    ("Melanie", "Wow, what happened there?"),
    ("Caroline", "The stories were so inspiring."),
    ("Melanie", "I painted a lake sunrise last year."),
    ("Caroline", "You did? The colours must be lovely."),
    ("Melanie", "Thanks. Painting helps me to relax."),
)


def talk(
    desk: Desk,
    name: str = "conv-1",
    turns: Iterable[tuple[str, str]] = TALK,
    said_at: Instant | None = MAY,
    first: int = 1,
) -> list[str]:
    """A conversation turn by turn; its accessions."""
    with desk.pack.batched():
        return [
            desk.do(
                c.PutDeed(
                    body=body,
                    kind="turn",
                    speaker=speaker,
                    conversation=name,
                    position=place,
                    said_at=said_at,
                )
            ).id
            or ""
            for place, (speaker, body) in enumerate(turns, first)
        ]


def bodies(found: FoundDeeds) -> list[str]:
    return [hit.deed.body for hit in found.hits]


class TestHits:
    def test_a_turn_is_found_with_its_ballots_and_marks(self, desk: Desk) -> None:
        turns = talk(desk)
        hit = desk.pack.search_deeds("support group").hits[0]
        assert hit.accession == turns[2]
        assert {"bm25+", "windows"} <= hit.ballots.keys()
        assert [hit.deed.body[first:last] for first, last in hit.marks] == ["support", "group"]

    def test_what_could_answer_a_question_stands_before_what_only_asks_it(self, desk: Desk) -> None:
        """Unless the setting `answering` is off, or nothing is asked; each hit tells its factor."""
        asked, answered = "Is the boat shed open?", "The boat shed is open."
        talk(desk, turns=(("Ana", asked), ("Ben", "Look."), ("Ben", answered), ("Ana", "Fine.")))
        query = "Is the boat shed open on Ana's day?"
        found = desk.pack.search_deeds(query)
        assert bodies(found)[:2] == [answered, asked]
        assert [hit.fit for hit in found.hits[:2]] == [1 + STATING, 1.0]
        assert found.panel["answering"] == "form"
        assert {hit.fit for hit in desk.pack.search_deeds("boat shed").hits} == {1.0}
        desk.do(c.Configure(name="answering", value="off"))
        found = desk.pack.search_deeds(query)
        assert bodies(found)[:2] == [asked, answered]
        assert {hit.fit for hit in found.hits} == {1.0}

    @pytest.mark.parametrize("query", ["Melanie", "8 May 2023"])
    def test_speaker_and_day_are_indexed(self, desk: Desk, query: str) -> None:
        talk(desk)
        assert desk.pack.search_deeds(query).hits

    @pytest.mark.parametrize(
        ("body", "query"),
        [
            ("数据库迁移在周五完成", "数据库"),
            ("Развёртывание идёт по пятницам", "развертывание"),
            ("Das Café öffnet um acht", "cafe"),
            ("We ship v2 on Monday", "v2"),
            ("It listens on port 80", "80"),
        ],
    )
    def test_hm_16_words_of_any_script_and_short_tokens_find_their_turn(
        self, desk: Desk, body: str, query: str
    ) -> None:
        talk(desk)
        [wanted] = talk(desk, "conv-2", [("Wei", body)])
        assert desk.pack.search_deeds(query).hits[0].accession == wanted

    def test_a_misspelt_word_is_mended_and_the_answer_says_so(self, desk: Desk) -> None:
        talk(desk)
        found = desk.pack.search_deeds("suport group")
        assert found.repairs == (("suport", "support"),)
        assert found.hits[0].deed.body.startswith("I went to a support group")

    def test_an_empty_shelf_finds_nothing_and_any_text_is_a_query(self, desk: Desk) -> None:
        for query in ("", "the", "?!", '"', "support group"):
            assert desk.pack.search_deeds(query).hits == ()

    def test_searching_writes_nothing(self, desk: Desk) -> None:
        talk(desk)
        path = desk.pack.path / "data.mdb"
        before = path.read_bytes()
        for query in ("support", "lake", "relax group"):
            desk.pack.search_deeds(query, neighbours=2)
            desk.pack.search_deeds(query, units="windows")
        assert path.read_bytes() == before

    def test_the_words_of_a_hit_are_those_of_the_shelf(self, desk: Desk) -> None:
        talk(desk)
        desk.reopen_file()
        for hit in desk.pack.search_deeds("painted lake sunrise").hits:
            assert hit.deed == desk.pack.deed(hit.accession)


class TestLookUp:
    @pytest.fixture
    def pages(self, desk: Desk) -> dict[str, str]:
        """Pages of two files, by source; the body of another page speaks of each of them."""
        made = {}
        for source in ("docs/setup.md#Install", "docs/setup.md#First steps", "docs/usage.md#Search"):
            body = f"How to begin with {source}."
            made[source] = desk.do(c.PutDeed(body=body, kind="page", source=source)).id or ""
        every = "install first steps search docs setup.md docs/setup.md docs/usage.md"
        desk.do(c.PutDeed(body=f"{every} {every} {' '.join(made)} {' '.join(made.values())}", kind="note"))
        return made

    def test_bt_12_an_exact_id_returns_that_deed_first(self, desk: Desk, pages: dict[str, str]) -> None:
        for accession in pages.values():
            assert desk.pack.search_deeds(accession).hits[0].accession == accession

    @pytest.mark.parametrize(
        ("query", "source"),
        [
            ("docs/usage.md", "docs/usage.md#Search"),
            ("usage.md", "docs/usage.md#Search"),
            ("docs/setup.md#Install", "docs/setup.md#Install"),
            ("Install", "docs/setup.md#Install"),
            ("#install", "docs/setup.md#Install"),
            ("First steps", "docs/setup.md#First steps"),
            ('"first steps"', "docs/setup.md#First steps"),
        ],
    )
    def test_bt_12_a_file_or_a_section_returns_that_deed_first(
        self, desk: Desk, pages: dict[str, str], query: str, source: str
    ) -> None:
        for _ in range(2):
            hit = desk.pack.search_deeds(query).hits[0]
            assert (hit.accession, hit.ballots["direct"]) == (pages[source], 1.0)
            desk.reopen_file()  # sources are kept with the arrays

    def test_bt_12_a_file_returns_all_its_sections_before_others(
        self, desk: Desk, pages: dict[str, str]
    ) -> None:
        found = desk.pack.search_deeds("docs/setup.md")
        assert {hit.deed.source for hit in found.hits[:2]} == {
            "docs/setup.md#Install",
            "docs/setup.md#First steps",
        }

    def test_fm_22_a_part_number_in_prose_ranks_its_entry_first(self, desk: Desk) -> None:
        talk(desk)
        numbers = [f"AX-{1400 + n}/B" for n in range(60)]
        entries = talk(desk, "parts", [("Wei", f"Order part {one} from the store.") for one in numbers])
        found = desk.pack.search_deeds("did anybody order the part AX-1437/B from the store?")
        assert found.hits[0].accession == entries[37]


class TestConversations:
    def test_hm_04_hits_and_neighbours_are_of_the_conversations_asked_for(self, desk: Desk) -> None:
        first, second, third = (talk(desk, name) for name in ("conv-1", "conv-2", "conv-3"))
        for asked, mine in (("conv-2", {*second}), (("conv-1", "conv-3"), {*first, *third})):
            for units in ("turns", "windows"):
                found = desk.pack.search_deeds(
                    "support group lake", conversation=asked, neighbours=3, units=units, limit=50
                )
                shown = [d for hit in found.hits for d in (hit.deed, *hit.neighbours, *hit.window)]
                assert {deed.accession for deed in shown} <= mine
                assert found.hits
                assert found.hidden["in other conversations"] > 0

    def test_hm_04_figures_are_those_of_the_conversation_alone(self, desk: Desk) -> None:
        talk(desk, "conv-1")
        alone = desk.pack.search_deeds("support group lake", conversation="conv-1")
        talk(desk, "conv-2", [("Ann", "support group")] * 3 + [("Bob", "a lake, a group, a lake")] * 9)
        among = desk.pack.search_deeds("support group lake", conversation="conv-1")
        assert [(h.accession, h.score) for h in among.hits] == [(h.accession, h.score) for h in alone.hits]

    def test_a_conversation_that_is_not_there_shows_nothing(self, desk: Desk) -> None:
        talk(desk)
        assert desk.pack.search_deeds("support", conversation="conv-9").hits == ()

    def test_hm_20_a_hit_on_turn_7_returns_6_and_8_of_its_conversation(self, desk: Desk) -> None:
        for name in ("conv-1", "conv-2"):
            talk(desk, name)
        [hit] = desk.pack.search_deeds("colours must be lovely", conversation="conv-1", limit=1).hits
        assert hit.deed.position == 7
        assert [(one.conversation, one.position) for one in hit.neighbours] == [("conv-1", 6), ("conv-1", 8)]

    def test_hm_20_what_one_hit_shows_none_shows_again(self, desk: Desk) -> None:
        talk(desk)
        for reach in (1, 2, 5):
            found = desk.pack.search_deeds("support group painted lake lovely", limit=4, neighbours=reach)
            shown = [one.accession for hit in found.hits for one in (hit.deed, *hit.neighbours)]
            assert len(shown) == len(set(shown))
            assert len(shown) > len(found.hits)

    def test_hm_20_neighbours_stood_at_the_date_of_belief(self, desk: Desk) -> None:
        turns = talk(desk, turns=[TALK[0], TALK[2]])
        desk.pass_time(DAY)
        then = View(believed_at=desk.clock.now())
        desk.pass_time(DAY)
        talk(desk, turns=[("Melanie", "An afterthought.")], first=3)
        [hit] = desk.pack.search_deeds("support", limit=1).hits
        assert [one.body for one in hit.neighbours] == [TALK[0][1], "An afterthought."]
        [hit] = desk.pack.search_deeds("support", then, limit=1).hits
        assert [one.accession for one in hit.neighbours] == [turns[0]]

    def test_a_note_of_no_conversation_stands_alone(self, desk: Desk) -> None:
        for text in ("support group", "another note", "and one more"):
            desk.do(c.PutDeed(body=text))
        [hit] = desk.pack.search_deeds("support", neighbours=3).hits
        assert hit.neighbours == ()
        [window] = desk.pack.search_deeds("support", units="windows").hits
        assert [one.body for one in window.window] == ["support group"]

    def test_windows_are_six_turns_in_the_order_they_were_said(self, desk: Desk) -> None:
        talk(desk)
        found = desk.pack.search_deeds("lake sunrise", units="windows", neighbours=1)
        best = found.hits[0]
        places = [one.position for one in best.window]
        assert best.deed.position == 6
        assert places in ([1, 2, 3, 4, 5, 6], [4, 5, 6, 7, 8])
        assert [one.position for one in best.neighbours] == ([7] if places[0] == 1 else [3])
        assert len({hit.accession for hit in found.hits}) == len(found.hits)


class TestDates:
    def days(self, desk: Desk) -> dict[str, str]:
        """One turn a day, some at its very edges; accessions by body."""
        said = {
            "lake in april": "2023-04-30T23:59:59Z",
            "lake at the first of may": "2023-05-01T00:00:00Z",
            "lake at noon": "2023-05-08T12:00:00Z",
            "lake at the last of may": "2023-05-31T23:59:59Z",
            "lake in june": "2023-06-01T00:00:00Z",
        }
        made = {
            body: talk(desk, body, [("Wei", body)], said_at=parse_instant(at))[0] for body, at in said.items()
        }
        desk.do(c.PutDeed(body="lake, who knows when"))
        return made

    @pytest.mark.parametrize(
        ("said_from", "said_to", "count"),
        [
            ("May 2023", "May 2023", 3),
            ("2023-05-08", "2023-05-08", 1),
            ("2023-05-01", "2023-05-31", 3),
            ("2023-06", None, 1),
            (None, "2023-04-30", 1),
            (MAY - DAY, MAY, 1),
            (None, None, 6),
        ],
    )
    def test_hm_18_a_span_restricts_and_a_date_holds_its_whole_day(
        self, desk: Desk, said_from: Instant | str | None, said_to: Instant | str | None, count: int
    ) -> None:
        self.days(desk)
        found = desk.pack.search_deeds("lake", said_from=said_from, said_to=said_to)
        assert len(found.hits) == count
        assert found.hidden == ({} if count == 6 else {"said at other times": 6 - count})
        assert (found.span is None) == (count == 6)

    def test_hm_18_a_day_is_one_of_the_zone_of_the_pack(self, desk: Desk) -> None:
        self.days(desk)
        desk.do(c.Configure(name="zone", value="Europe/Berlin"))
        found = desk.pack.search_deeds("lake", said_from="2023-05-01", said_to="2023-05-01")
        assert sorted(bodies(found)) == ["lake at the first of may", "lake in april"]

    @pytest.mark.parametrize("query", ["lake", "sunrise"])
    def test_hm_18_an_empty_span_falls_back_to_everything_and_says_so(self, desk: Desk, query: str) -> None:
        self.days(desk)
        talk(desk, said_at=MAY + 300 * DAY)
        span = {"said_from": "2021", "said_to": "2021"} if query == "lake" else {"said_to": "2023-06"}
        found = desk.pack.search_deeds(query, **span)  # type: ignore[arg-type]
        everything = desk.pack.search_deeds(query)
        assert bodies(found) == bodies(everything)
        assert found.span is not None
        assert found.span.dropped

    def test_hm_18_falling_back_stays_within_the_conversation(self, desk: Desk) -> None:
        self.days(desk)
        found = desk.pack.search_deeds("lake", conversation="lake in june", said_to="2023-05-01")
        assert bodies(found) == ["lake in june"]

    def test_what_is_no_date_is_refused(self, desk: Desk) -> None:
        with pytest.raises(Refused, match="is not a date"):
            desk.pack.search_deeds("lake", said_from="blursday")

    def test_hm_19_better_hits_outside_the_span_do_not_starve_those_inside(self, desk: Desk) -> None:
        outside = [("Wei", "lake sunrise lake sunrise painting")] * 200
        talk(desk, "outside", outside, said_at=MAY + 90 * DAY)
        poor = [("Wei", f"The lake has {n} boats and many people on the shore") for n in range(5)]
        inside = talk(desk, "inside", poor)
        span = {"said_from": "2023-05", "said_to": "2023-05"}
        found = desk.pack.search_deeds("lake sunrise painting", limit=5, **span)  # type: ignore[arg-type]
        assert {hit.accession for hit in found.hits} == set(inside)

    def test_fm_24_what_was_taken_back_is_out_before_pooling(self, desk: Desk) -> None:
        """Fifty that no longer stand and three that do: the three are returned."""
        gone = [
            desk.do(c.PutDeed(body=f"lake sunrise {n}", kind="turn", conversation="a", position=n))
            for n in range(50)
        ]
        for receipt in gone:
            desk.do(c.Undo(tx=receipt.tx))
        stay = talk(desk, "b", [("Wei", f"A lake with {n} boats on it") for n in range(3)])
        found = desk.pack.search_deeds("lake sunrise", limit=3)
        assert {hit.accession for hit in found.hits} == set(stay)
        assert found.matched == 3

    def test_a_question_can_say_when(self, desk: Desk) -> None:
        self.days(desk)
        asked = MAY + 2 * DAY
        found = desk.pack.search_deeds("what about the lake in April?", asked_on=asked)
        assert bodies(found) == ["lake in april"]
        assert found.span is not None
        assert found.span.read_from == "in April"
        assert len(desk.pack.search_deeds("what about the lake in April?").hits) > 1
        given = desk.pack.search_deeds("the lake in April?", asked_on=asked, said_from="2023-06")
        assert bodies(given) == ["lake in june"]


class TestBelief:
    def test_a_search_as_of_a_date_is_the_same_whatever_comes_later(self, desk: Desk) -> None:
        talk(desk)
        desk.pass_time(DAY)
        then = View(believed_at=desk.clock.now())
        answers = [desk.pack.search_deeds("support group", then)]
        desk.pass_time(DAY)
        later = talk(desk, "conv-2", [("Ann", "support group, support group")])
        answers.append(desk.pack.search_deeds("support group", then))
        desk.do(c.Undo())
        answers.append(desk.pack.search_deeds("support group", then))
        answers.append(desk.reopen_file().pack.search_deeds("support group", then))
        assert answers[1:] == answers[:-1]
        assert later[0] not in {hit.accession for hit in desk.pack.search_deeds("support group").hits}

    def test_a_deed_put_again_is_found_again(self, desk: Desk) -> None:
        [accession] = talk(desk, turns=[TALK[2]])
        desk.do(c.Undo())
        assert desk.pack.search_deeds("support").hits == ()
        desk.do(c.Redo())
        assert [hit.accession for hit in desk.pack.search_deeds("support").hits] == [accession]
        assert [hit.accession for hit in desk.pack.search_deeds(accession).hits][:1] == [accession]


class TestKept:
    def test_hm_38_postings_deleted_by_hand_are_made_again_and_a_second_time_none_lack(
        self, desk: Desk
    ) -> None:
        talk(desk)
        before = desk.pack.search_deeds("support group lake")
        claims = desk.write("The lake is painted at sunrise.").id
        desk.pack.search("lake")
        desk.reopen_file()
        names = [name for name in desk.pack.log.blob_names() if name.startswith((PREFIX, "search/"))]
        assert {name.partition("/")[0] for name in names} == {"deeds", "search"}
        for name in names:
            desk.pack.log.drop_blob(name)
        desk.reopen_file()
        assert desk.pack.search_deeds("support group lake").hits == before.hits
        assert [hit.line.claim.id for hit in desk.pack.search("lake").hits] == [claims]
        assert desk.pack.keep_arrays() == len(TALK) + 1
        assert desk.pack.keep_arrays() == 0
        desk.reopen_file()
        assert desk.pack.search_deeds("support group lake").hits == before.hits
        assert desk.pack.keep_arrays() == 0

    def test_arrays_of_which_some_stand_for_an_earlier_record_are_not_read(self, desk: Desk) -> None:
        desk.write("The lake is painted at sunrise.")
        desk.pack.search("lake")
        desk.reopen_file()
        earlier = [desk.pack.log.get_blob(name) for name in desk.pack.log.blob_names("search/")]
        froze = desk.write("The pond froze over.").id
        desk.pack.search("pond")
        desk.reopen_file()
        for blob in earlier:  # as if the process had been ended before all of them were stored anew
            if blob is not None and "by_" in blob.name:
                desk.pack.log.put_blob(blob.name, blob.content, tx=blob.tx, format=blob.format)
        desk.reopen_file()
        assert desk.pack.search("pond").hits[0].line.claim.id == froze

    def test_opening_and_searching_claims_open_no_index_of_deeds(self, desk: Desk) -> None:
        talk(desk)
        desk.pack.search("lake")
        desk.reopen_file()
        assert desk.pack.log.blob_names(PREFIX) == []

    def test_rows_since_the_stored_copy_are_taken_in(self, desk: Desk) -> None:
        talk(desk)
        desk.pack.search_deeds("lake")
        desk.reopen_file()
        [new] = talk(desk, "conv-2", [("Ann", "The lake froze.")])
        assert desk.pack.search_deeds("froze").hits[0].accession == new
        assert desk.pack.keep_arrays() == 1
