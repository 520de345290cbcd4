"""Rows that the options of search are held to, through the door: each test bears the id of its row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from core.clocks.instants import DAY, HOUR
from core.errors import Refused
from core.pack import commands as c
from core.pack.across import Across
from core.pack.pack import Pack
from core.pack.searching import Found
from core.state.view import View
from tests.core.pack.desk import Desk, new_desk

HERE = View(workspace="default")


def put(desk: Desk, text: str, **fields: Any) -> str:
    """A claim of its own sitting."""
    desk.pass_time(HOUR)
    claim_id = desk.write(text, **fields).id
    assert claim_id is not None
    return claim_id


def choose(desk: Desk, **settings: Any) -> None:
    for name, value in settings.items():
        desk.do(c.Configure(name=name, value=value))


def ids(found: Found) -> list[str]:
    return [hit.line.claim.id for hit in found.hits]


def scores(found: Found) -> list[tuple[str, float]]:
    return [(hit.line.claim.id, hit.score) for hit in found.hits]


# channels


@pytest.mark.parametrize("off", ["bm25+", "scan", "windows", "direct"])
def test_bt_11_each_channel_can_be_off_and_the_answer_names_those_used(desk: Desk, off: str) -> None:
    claim = put(desk, "The gateway listens on port 8080.", key="gateway.port")
    choose(desk, weights=f"{off}=0")
    for query in ("gateway port", "gateway.port"):
        found = desk.pack.search(query)
        assert ids(found) == [claim]
        assert off not in found.panel["ballots"]
        assert found.hits[0].ballots.keys() <= found.panel["ballots"].keys()
        assert found.engine == "lexical"


def test_bt_11_the_walk_is_named_once_it_takes_part(desk: Desk) -> None:
    put(desk, "The gateway listens on port 8080.")
    assert desk.pack.search("gateway").engine == "lexical"
    choose(desk, weights="walk=1")
    assert desk.pack.search("gateway").engine == "lexical+walk"


def test_hm_15_without_an_encoder_the_order_is_that_of_the_words(desk: Desk) -> None:
    for n in range(12):
        put(desk, f"Shelf s{n} holds box b{n} of the gateway.")
    plain = desk.pack.search("gateway box b3", limit=20)
    choose(desk, weights="dense=1,near=.5")
    both = desk.pack.search("gateway box b3", limit=20)
    assert (scores(both), both.engine) == (scores(plain), "lexical")


@pytest.mark.parametrize(
    "query",
    ['"', '"gateway', "gateway AND (", "NEAR/2 *", "a:b ^c~2", "\\", "[", "%_%", "';--", "\0", "\ud800"],
)
def test_hm_15_no_query_is_a_syntax_error(desk: Desk, query: str) -> None:
    claim = put(desk, "The gateway listens on port 8080.")
    assert set(ids(desk.pack.search(query))) <= {claim}


# the graph


def chain(desk: Desk) -> list[str]:
    """Three claims; the first and the last share no word and no name, each shares a name with the second."""
    return [
        put(desk, "Backups run nightly.", entities=("backups",)),
        put(desk, "Iron racks hum.", entities=("backups", "cellar")),
        put(desk, "Water seeps through stone.", entities=("cellar",)),
    ]


def test_bt_13_the_walk_finds_what_shares_no_word_with_the_query_within_two_links(desk: Desk) -> None:
    first, second, third = chain(desk)
    links = desk.pack.reader.held.links
    assert set(links.peers(first)) == {second}
    assert set(links.peers(third)) == {second}
    query = "when do backups run nightly"
    assert third not in ids(desk.pack.search(query))
    choose(desk, weights="walk=1")
    found = desk.pack.search(query)
    assert {hit.line.claim.id: set(hit.ballots) for hit in found.hits}[third] == {"walk"}
    assert ids(found)[0] == first


def test_bt_13_the_walk_sees_only_what_the_view_shows(desk: Desk) -> None:
    _, second, third = chain(desk)
    choose(desk, weights="walk=1")
    desk.pass_time(DAY)
    desk.do(c.Close(id=second))
    desk.pass_time(DAY)
    assert third not in ids(desk.pack.search("backups nightly"))


def test_bt_14_the_walk_begins_at_what_the_query_names(desk: Desk) -> None:
    first, second, third = chain(desk)
    choose(desk, weights="bm25+=0,scan=0,windows=0,walk=1", diversify="none")
    assert ids(desk.pack.search("backups nightly")) == [first, second, third]
    assert ids(desk.pack.search("water stone")) == [third, second, first]


def test_the_default_order_does_not_depend_on_links(desk: Desk) -> None:
    claims = chain(desk)
    before = desk.pack.search("backups cellar")
    desk.do(c.Fire(ids=tuple(claims)))
    assert scores(desk.pack.search("backups cellar")) == scores(before)


# what may not order


def test_bt_15_pinning_and_kind_change_no_score(desk: Desk) -> None:
    choose(desk, decay="off")
    sites = ("north", "south", "east")

    def told(workspace: str, *kinds: str) -> list[tuple[str, float]]:
        for site, kind in zip(sites, kinds, strict=True):
            put(desk, f"The gateway of site {site} listens.", kind=kind, workspace=workspace)
        found = desk.pack.search("gateway listens", View(workspace=workspace))
        return [(hit.line.claim.text, hit.score) for hit in found.hits]

    plain = told("one", "lesson", "lesson", "lesson")
    assert told("two", "belief", "lesson", "preference") == plain
    desk.do(c.Pin(id=desk.pack.ids(View(workspace="one"))[0]))
    found = desk.pack.search("gateway listens", View(workspace="one"))
    assert [(hit.line.claim.text, hit.score) for hit in found.hits] == plain


@pytest.mark.parametrize("decay", ["off", "fsrs"])
def test_bt_16_a_claim_nobody_reviewed_scores_the_same_at_any_age(desk: Desk, decay: str) -> None:
    choose(desk, decay=decay)
    put(desk, "The gateway listens on port 8080.")
    put(desk, "Gateways are cleaned in spring.")

    def after(days: int) -> list[tuple[str, float]]:
        desk.pass_time(days * DAY)
        return scores(desk.pack.search("gateway port"))

    assert after(1) == after(364)


def test_hm_23_equal_texts_of_different_age_stand_by_id_unless_asked(desk: Desk) -> None:
    choose(desk, decay="off")
    text = "The gateway listens on port 8080."
    at = desk.clock.now()
    later = put(desk, text, workspace="one", t_observed=at, t_valid=at)
    earlier = put(desk, text, workspace="two", t_observed=at - 99 * DAY, t_valid=at - 99 * DAY)
    everywhere = View()
    found = desk.pack.search("gateway port", everywhere)
    assert ids(found) == sorted([later, earlier])
    assert found.hits[0].score == found.hits[1].score
    choose(desk, decay="age", decay_form="multiply")
    assert ids(desk.pack.search("gateway port", everywhere)) == [later, earlier]


def test_fm_26_the_order_at_the_end_of_a_history_is_that_of_a_year_later(desk: Desk) -> None:
    choose(desk, decay="off")
    for n in range(30):
        desk.pass_time(2 * DAY)
        put(desk, f"Shelf s{n} holds box b{n % 7} of the gateway{' and its keys' * (n % 3)}.")
    end = desk.pack.search("gateway box keys b3", limit=40)
    desk.pass_time(365 * DAY)
    assert scores(desk.pack.search("gateway box keys b3", limit=40)) == scores(end)


def test_fm_26_the_option_reorders_near_ties_only(desk: Desk) -> None:
    for n in range(30):
        desk.pass_time(2 * DAY)
        put(desk, f"Shelf s{n} holds box b{n % 7} of the gateway{' and its keys' * (n % 3)}.")
    choose(desk, diversify="none")
    found = desk.pack.search("gateway box keys b3", limit=40)
    best = 0.0
    for hit in reversed(found.hits):  # from the last: nothing behind it is more than a near tie better
        assert best * (1 - 0.02) <= hit.relevance * (1 + 1e-6)
        best = max(best, hit.relevance)


# words and views


def test_fm_21_what_holds_no_word_of_the_query_is_named_by_no_ballot_of_words(desk: Desk) -> None:
    choose(desk, fuse="rrf", weights="windows=0")
    held = put(desk, "The gateway listens on port 8080.")
    for n in range(8):
        put(desk, f"Shelf s{n} holds box b{n}.")
    assert ids(desk.pack.search("gateway", limit=50)) == [held]


def test_fm_21_what_only_stands_beside_a_word_says_so(desk: Desk) -> None:
    desk.write("The gateway listens on port 8080.")
    beside = desk.write("Lunch is at noon.").id
    hits = {hit.line.claim.id: hit for hit in desk.pack.search("gateway").hits}
    assert (hits[beside or ""].ballots.keys(), hits[beside or ""].context) == ({"windows"}, True)


def test_fm_23_a_word_that_nothing_holds_raises_no_score_and_is_told(desk: Desk) -> None:
    claim = put(desk, "Two studies praise the gateway.")
    put(desk, "The gateway listens on port 8080.")

    def words_of(query: str) -> tuple[float, dict[str, float]]:
        selection = desk.pack.reader.select(HERE)
        why = desk.pack.searcher.panel.explain(query, selection, claim)
        assert why is not None
        (raw,) = (one.raw for one in why.ballots if one.name == "bm25+")
        return raw, {word.word: word.closeness for word in why.words}

    assert words_of("study")[0] == words_of("studies")[0]
    alone, with_another = words_of("study"), words_of('study "zebra"')
    assert with_another[0] == alone[0]
    assert with_another[1] == {"study": 4.0, "zebra": 0.0}


def test_fm_24_what_is_closed_takes_no_place_in_the_pool(desk: Desk) -> None:
    closed = [put(desk, f"The gateway of rack r{n} needs port {n}.") for n in range(50)]
    desk.pass_time(DAY)
    for claim in closed:
        desk.do(c.Close(id=claim))
    desk.pass_time(DAY)
    live = {put(desk, f"A gateway by wall w{n} waits for a port and rest.") for n in range(3)}
    fake = Fake(lambda texts: [1.0] * len(texts))
    desk.pack.join_reranker(fake)
    choose(desk, rerank="fake")
    found = desk.pack.search("gateway port", limit=3)
    assert set(ids(found)) == live
    assert len(fake.seen) == 3
    assert all("by wall" in text for text in fake.seen)


def test_fm_25_with_history_both_come_and_each_is_marked(desk: Desk) -> None:
    old = put(desk, "The gateway listens on port 8080.", key="port")
    desk.pass_time(DAY)
    new = put(desk, "Port 9090 is used by the gateway.", key="port")
    assert ids(desk.pack.search("gateway port")) == [new]
    found = desk.pack.search("gateway port", View(workspace="default", shows="both"))
    assert {hit.line.claim.id: hit.line.state for hit in found.hits} == {old: "closed", new: "live"}


# the reranker


@dataclass
class Fake:
    """A reranker by a rule, which keeps what it was shown."""

    rule: Callable[[Sequence[str]], Sequence[float]]
    name: str = "fake"
    seen: list[str] = field(default_factory=list)

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        self.seen += texts
        return self.rule(texts)


def three(desk: Desk) -> list[str]:
    choose(desk, diversify="none", decay="off")
    return [
        put(desk, text)
        for text in (
            "The gateway listens on port 8080.",
            "A gateway may sleep.",
            "Behind every gateway stands a long wall of many old stones.",
        )
    ]


def test_bt_20_a_reranker_adds_its_score_and_is_off_by_default(desk: Desk) -> None:
    claims = three(desk)
    fake = Fake(lambda texts: [1.0 if "stones" in text else 0.25 for text in texts])
    desk.pack.join_reranker(fake)
    base = desk.pack.search("gateway")
    assert (base.rerank, fake.seen) == ("off", [])
    choose(desk, rerank="fake")
    found = desk.pack.search("gateway")
    assert found.rerank == "fake"
    added = {claim: 1.0 if claim == claims[2] else 0.25 for claim in claims}
    assert dict(scores(found)) == pytest.approx({one: score + added[one] for one, score in scores(base)})
    assert [score for _, score in scores(found)] == sorted(
        (score for _, score in scores(found)), reverse=True
    )


def test_hm_21_a_reranker_that_raises_leaves_the_order_and_the_answer_says_so(desk: Desk) -> None:
    def out_of_memory(texts: Sequence[str]) -> Sequence[float]:
        raise MemoryError

    three(desk)
    base = desk.pack.search("gateway")
    choose(desk, rerank="fake")
    assert desk.pack.search("gateway").rerank == "absent"
    desk.pack.join_reranker(Fake(out_of_memory))
    found = desk.pack.search("gateway")
    assert (found.rerank, scores(found)) == ("failed", scores(base))


# the second hop


def facts(desk: Desk) -> list[str]:
    return [
        put(desk, text, kind="belief")
        for text in (
            "The author of Bleak House is Charles Dickens.",
            "Charles Dickens is married to Catherine Hogarth.",
            "The author of Emma is Jane Austen.",
            "The house of Kim is bleak.",
        )
    ]


def test_a_second_hop_asks_for_what_the_first_facts_name(desk: Desk) -> None:
    wanted = facts(desk)[1]
    query = "who is the spouse of the author of Bleak House"
    assert wanted not in ids(desk.pack.search(query))
    found = desk.pack.search(query, hop=2)
    assert {hit.line.claim.id: hit.hop for hit in found.hits}[wanted] == 2
    assert f"{query} Charles Dickens" in found.further
    first = desk.pack.search(query)
    assert (first.further, {hit.hop for hit in first.hits}) == ((), {1})


def test_a_second_hop_starts_at_live_facts_only_and_never_moves_the_first_five(desk: Desk) -> None:
    claims = facts(desk)
    for n in range(9):
        put(desk, f"Bleak House stands in street s{n}.", kind="belief")
    query = "who is the spouse of the author of Bleak House"
    one, two = desk.pack.search(query, limit=10), desk.pack.search(query, limit=10, hop=2)
    assert ids(one)[:5] == ids(two)[:5]
    assert len(two.hits) == 10
    desk.pass_time(DAY)
    desk.do(c.Close(id=claims[0]))
    desk.pass_time(DAY)
    both = View(workspace="default", shows="both")
    assert f"{query} Charles Dickens" not in desk.pack.search(query, both, hop=2).further


@pytest.mark.parametrize("hop", [0, -1, 9])
def test_a_search_has_one_or_two_hops(desk: Desk, hop: int) -> None:
    with pytest.raises(Refused, match="hops"):
        desk.pack.search("gateway", hop=hop)


# stems


def test_the_language_of_stems_is_a_setting_that_makes_the_index_anew(desk: Desk) -> None:
    claim = put(desk, "Die Katzen schlafen auf Mauern.")
    # The scan finds parts of words whatever the language, so the ballot of whole words is asked alone.
    choose(desk, weights="scan=0,windows=0")
    query = '"katze"'
    assert ids(desk.pack.search(query)) == []
    before = desk.clock.now()
    desk.pass_time(DAY)
    choose(desk, stemming="german")
    assert ids(desk.pack.search(query)) == [claim]
    then = View(workspace="default", believed_at=before)
    assert ids(desk.pack.search(query, then)) == []
    assert ids(desk.reopen_file().pack.search(query)) == [claim]
    assert ids(desk.pack.search(query, then)) == []
    choose(desk, stemming="off")
    assert ids(desk.pack.search(query)) == []
    assert ids(desk.pack.search("katzen")) == [claim]


def test_a_stored_index_of_another_language_is_not_read(desk: Desk) -> None:
    claim = put(desk, "We deployed the gateways.")
    assert ids(desk.pack.search("deploying")) == [claim]
    choose(desk, weights="scan=0,windows=0")
    desk = desk.reopen_file()  # stores English arrays
    choose(desk, stemming="off")
    assert ids(desk.pack.search('"deploying"')) == []
    desk = desk.reopen_file()  # stores arrays without stems
    assert ids(desk.pack.search('"deploying"')) == []
    choose(desk, stemming=None)
    assert ids(desk.pack.search('"deploying"')) == [claim]


@pytest.mark.parametrize("stemming", ["english", "german", "off"])
def test_scripts_without_stems_are_found_alike(desk: Desk, stemming: str) -> None:
    choose(desk, stemming=stemming)
    claim = put(desk, "数据库 was moved to v2 of 데이터베이스를.")
    for query in ("数据", "v2", "데이터", "库"):
        assert ids(desk.pack.search(query)) == [claim], query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Wir treffen uns im Café Müller.", "cafe"),
        ("Wir treffen uns im Cafe Muller.", "café müller"),
        ("Żółw mieszka w Łodzi.", "zolw lodzi"),
        ("L’été à Orléans était sec.", "orleans"),
        ("Мы переносим базу данных в пятницу.", "переносим"),
        ("Ёлка стоит во дворе.", "елка"),
        ("我们周五迁移数据库。", "数据库"),
        ("我们周五迁移数据库。", "迁移"),
        ("会議は金曜日です。", "金曜"),
        ("회의는 금요일에 있다.", "금요일"),
        ("The API moved to v2.", "v2"),
        ("The web server listens on 80.", "80"),
        ("Go is used for it.", "go"),
        ("We stay on 0.9.3 of LMDB.", "0.9.3"),
        ("The field userName is required.", "name"),
        ("The billing-svc restarts at night.", "billing"),
        ("The billing-svc restarts at night.", "billing-svc"),
    ],
)
def test_hm_16_words_of_any_script_short_ones_and_versions_find_their_claim(
    desk: Desk, text: str, query: str
) -> None:
    claim = put(desk, text)
    for n in range(6):
        put(desk, f"Shelf s{n} holds box b{n} of rack {n}.")
    assert ids(desk.pack.search(query))[:1] == [claim]


def test_fm_22_a_part_number_in_a_question_ranks_its_claim_first(desk: Desk) -> None:
    for n in range(20):
        put(desk, f"The pump PX-{4400 + n}/B is kept on shelf {n}.")
    found = desk.pack.search("where in the cellar do we keep the spare pump PX-4407/B these days")
    assert "PX-4407/B" in found.hits[0].line.claim.text


# several packs


SHELVES = [f"Shelf s{n} holds box b{n % 7} of the gateway{' and its keys' * (n % 3)}." for n in range(24)]


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("one", "other", "whole")]
    for path in paths:
        path.mkdir()
    return paths


QUERIES = ("gateway box keys b3", "shelf s11", "gatway kyes", "b1 b2", "nothing here", "s1 holds")


def test_hm_22_several_packs_rank_as_their_union(folders: list[Path]) -> None:
    one, other, whole = (new_desk(path, decay="off") for path in folders)
    for n, text in enumerate(SHELVES):
        for desk in (one, other, whole):
            desk.pass_time(HOUR // 7)
        for desk in (whole, one if n % 5 < 2 else other):
            desk.write(text, by="ana" if n % 2 else "bea")
    across = Across([one.pack, other.pack])
    text_of = {hit.line.claim.id: hit.line.claim.text for hit in whole.pack.search("shelf", limit=99).hits}
    for query in QUERIES:
        union, joint = whole.pack.search(query, limit=99), across.search(query, limit=99)
        wanted = {text_of[claim]: score for claim, score in scores(union)}
        found = {hit.line.claim.text: hit.score for hit in joint.found.hits}
        assert found == pytest.approx(wanted, abs=1e-9, rel=0), query
        assert (joint.found.repairs, joint.found.matched) == (union.repairs, union.matched)
        for hit, place in zip(joint.found.hits, joint.whose, strict=True):
            assert hit.line.claim == (one, other)[place].pack.claim(hit.line.claim.id)
    for desk in (one, other, whole):
        desk.pack.close()


def test_hm_22_a_claim_that_two_packs_hold_is_found_once(desk: Desk, tmp_path: Path) -> None:
    claims = [put(desk, text) for text in SHELVES[:6]]
    desk.do(c.Close(id=claims[0]))
    desk.pass_time(HOUR)
    copytree(desk.pack.path, tmp_path / "copy.pack")
    with Pack.open(tmp_path / "copy.pack", seat="bea", clock=desk.clock, mode="write") as copy:
        alone = desk.pack.search("gateway box", limit=99)
        both = Across([desk.pack, copy]).search("gateway box", limit=99)
        assert (scores(both.found), set(both.whose)) == (scores(alone), {0})
        assert both.found.hidden == alone.hidden
        for query in (claims[2], claims[2][:8]):
            named = Across([desk.pack, copy]).search(query).found
            assert scores(named) == scores(desk.pack.search(query)), query


def test_hm_22_what_is_written_later_joins_and_what_is_closed_leaves(desk: Desk, tmp_path: Path) -> None:
    first = put(desk, SHELVES[0])
    other = new_desk(tmp_path)
    across = Across([desk.pack, other.pack])
    assert ids(across.search("shelf").found) == [first]
    other.clock.set(desk.clock.now())
    second = put(other, SHELVES[1])
    assert set(ids(across.search("shelf").found)) == {first, second}
    desk.do(c.Close(id=first))
    desk.pass_time(HOUR)
    assert ids(across.search("shelf").found) == [second]
    other.pack.close()


def test_no_pack_at_all_is_refused() -> None:
    with pytest.raises(Refused, match="name the packs"):
        Across([])
