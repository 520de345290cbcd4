"""Scripts: commands with instants, replayed under a scripted clock; and the two sample packs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR, Instant, parse_instant
from core.errors import Refused
from core.pack.handover import check_pack
from core.pack.pack import Pack
from core.pack.scripts import Script, replay_script
from core.state.view import View

NOW = parse_instant("2026-11-30T09:30:00Z")
SAMPLES = Path(__file__).parents[3] / "sample_packs"
HEADER = {"pack": "small", "workspace": "atlas", "title": "Small", "zone": "Europe/Berlin"}


def script(*lines: dict[str, Any], **header: str) -> Script:
    return Script([json.dumps(line) for line in (HEADER | header, *lines)], "small")


def line(do: str, day: int, **fields: Any) -> dict[str, Any]:
    return {"at": f"2026-03-{day:02}T08:00:00Z", "by": "ana", "do": do, **fields}


def replayed(tmp_path: Path, *lines: dict[str, Any], now: Instant = NOW, **header: str) -> Pack:
    replay_script(script(*lines, **header), tmp_path / "a.pack", now=now)
    return Pack.open(tmp_path / "a.pack", seat="ana", clock=ScriptedClock(now))


# the reading of a script


@pytest.mark.parametrize(
    ("lines", "words"),
    [([], "is empty"), (["", "  "], "is empty"), (["{"], "line 1: no JSON"), (["[1]"], "a JSON object")],
)
def test_what_is_no_script_is_refused_with_the_line(lines: list[str], words: str) -> None:
    with pytest.raises(Refused, match=words):
        Script(lines)


def test_dates_hold_their_whole_period_and_keep_their_precision(tmp_path: Path) -> None:
    told = [
        line("write", 1, text="Lamp one is red.", t_valid="2025", t_invalid="2025"),
        line("write", 2, text="Lamp two is red.", t_valid="2025-03", t_invalid="2025-12"),
        line("write", 3, text="Lamp three is red.", t_valid="2025-03-04", t_invalid="2025-03-31"),
        line("write", 4, text="Lamp four is red.", t_valid="always"),
        line("write", 5, text="Lamp five is red.", t_valid="2025-03-04T10:00:00Z"),
    ]
    with replayed(tmp_path, *told) as pack:
        claims = {one.claim.text: one.claim for one in pack.claims(View(shows="both"))}
    windows = {text.split()[1]: (one.t_valid, one.t_invalid) for text, one in claims.items()}
    at = {day: parse_instant(f"{day}T00:00:00Z") for day in ("2025-01-01", "2026-01-01", "2025-03-01")}
    assert windows["one"] == (at["2025-01-01"], at["2026-01-01"])
    assert windows["two"] == (at["2025-03-01"], at["2026-01-01"])
    assert windows["three"] == (at["2025-03-01"] + 3 * DAY, at["2025-03-01"] + 31 * DAY)
    assert windows["four"] == (None, None)
    assert windows["five"] == (at["2025-03-01"] + 3 * DAY + 10 * HOUR, None)
    assert [one.precision for one in claims.values()][::-1] == [
        ("year", "year"),
        ("month", "month"),
        ("day", "day"),
        ("us", "us"),
        ("s", "us"),
    ]


def test_labels_stand_for_ids_and_lines_after_now_are_left_out(tmp_path: Path) -> None:
    told = [
        line("deed", 1, body="minutes", **{"as": "d"}),
        line("write", 2, text="Lamp one is red.", deeds=["@d"], **{"as": "lamp"}),
        line("close", 4, id="@lamp", why="it broke"),
        line("retract", 9, id="@lamp"),
    ]
    with replayed(tmp_path, *told, now=parse_instant("2026-03-05T00:00:00Z")) as pack:
        [found] = pack.claims(View(shows="history"))
        assert (found.state, found.claim.t_invalid) == ("closed", parse_instant("2026-03-04T08:00:00Z"))
        assert pack.workspace == "atlas"
        assert pack.reader.setting("zone") == "Europe/Berlin"


@pytest.mark.parametrize("hour", ["03:59", "04:00", "23:59"])
def test_a_script_that_follows_today_ends_on_the_study_day_of_today(tmp_path: Path, hour: str) -> None:
    now = parse_instant(f"2027-02-28T{hour}:00Z")
    told = [
        line("write", 1, text="Lamp one is red.", t_valid="2026-02-01"),
        line("write", 8, text="Lamp two is red."),
    ]
    replay = script(*told, clock="last_day_is_today", zone="UTC")
    last = parse_instant(told[-1]["at"]) + replay.shift(now)
    assert last // DAY == (now - 4 * HOUR) // DAY
    with replayed(tmp_path, *told, clock="last_day_is_today", now=now) as pack:
        first = pack.claims(View(shows="both"))[-1].claim
        assert (first.t_recorded - (first.t_valid or 0)) // HOUR == 28 * 24 + 8


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (line("write", 2, text=""), "The claim is empty"),
        (line("fly", 2), "fly"),
        (line("close", 2, id="@nobody"), "nothing is labelled @nobody yet"),
        (line("write", 2, text="Lamp two is red.", expect={"closes": ["@lamp"]}), "closes .*, not "),
        (line("write", 2, text="Lamp two is red.", facts={"x": 1}), "carries no facts"),
        (line("write", 2, text="Lamp.", kind="trust", facts={"x": 1}), "facts of a trust do not fit"),
        (line("accept", 2, pair=["@lamp", "@lamp"]), "no open proposal"),
        (line("grade", 2, id="@lamp"), "grade"),
        ({"at": "2026-03-02", "by": "ana", "do": "undo"}, "2026-03-02"),
    ],
)
def test_a_line_that_is_refused_or_does_otherwise_stops_the_replay_and_leaves_nothing(
    tmp_path: Path, bad: dict[str, Any], words: str
) -> None:
    told = [line("write", 1, text="Lamp one is red.", **{"as": "lamp"}), bad]
    with pytest.raises(Refused, match=words):
        replay_script(script(*told), tmp_path / "a.pack", now=NOW)
    assert not (tmp_path / "a.pack").exists()


def test_a_script_is_never_replayed_over_a_pack(tmp_path: Path) -> None:
    Pack.create(tmp_path / "a.pack", seat="ana").close()
    with pytest.raises(Refused):
        replay_script(script(line("undo", 1)), tmp_path / "a.pack", now=NOW)
    with Pack.open(tmp_path / "a.pack", seat="ana") as pack:
        assert pack.claims() == ()


# the samples; a replay refuses when a line does not close and propose what the line says


def sample(name: str) -> Script:
    return Script((SAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(), name)


def lived(name: str, folder: Path, now: Instant = NOW) -> Pack:
    replay_script(sample(name), folder / "a.pack", now=now)
    assert check_pack(folder / "a.pack").ok
    return Pack.open(folder / "a.pack", seat="ana", clock=ScriptedClock(now))


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pack]:
    with lived("changing_facts", tmp_path_factory.mktemp("facts")) as pack:
        yield pack


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pack]:
    with lived("project_log", tmp_path_factory.mktemp("project")) as pack:
        yield pack


def everything(pack: Pack) -> dict[str, Any]:
    view = View(workspace=None, shows="history", resting=True)
    return {one.claim.id: one for one in pack.claims(view)}


def test_changing_facts_is_large_full_of_successors_and_cited(facts: Pack) -> None:
    lines = everything(facts)
    claims = [one.claim for one in lines.values()]
    assert len(claims) >= 250
    succeeded = [one for one in claims if one.believed and one.closing and one.closing.by]
    assert len(succeeded) >= 90
    chains = {tuple(claim.id for claim in facts.page(one.id).chain) for one in succeeded}
    assert sum(len(chain) >= 5 for chain in chains) >= 5
    assert sum(one.state == "retracted" for one in lines.values()) >= 5
    uncited = [one.text for one in claims if not one.deeds and one.author != "bot" and one.state != "undone"]
    assert len(uncited) <= len(claims) // 10


def test_changing_facts_keeps_its_true_dates_and_knows_what_was_learnt_late(facts: Pack) -> None:
    replay = sample("changing_facts")
    assert replay.shift(NOW) == 0
    late = [
        one.claim
        for one in everything(facts).values()
        if one.claim.closing is not None and one.claim.closing.t_tx - (one.claim.t_invalid or 0) > 30 * DAY
    ]
    assert len(late) >= 5
    claim = late[0]
    assert claim.closing is not None
    assert claim.t_invalid is not None
    between = View(true_at=claim.t_invalid, believed_at=claim.closing.t_tx - 1, resting=True)
    assert claim.id in {one.claim.id for one in facts.claims(between)}
    after = View(true_at=claim.t_invalid, resting=True)
    assert claim.id not in {one.claim.id for one in facts.claims(after)}


def test_a_chain_of_changing_facts_never_holds_two_values_at_once(facts: Pack) -> None:
    for claim_id in everything(facts):
        for old, new in pairwise(facts.page(claim_id).chain):
            if old.believed and new.believed and new.t_valid is not None:
                assert old.t_invalid is not None
                assert old.t_invalid <= new.t_valid


def test_project_log_is_the_half_year_of_five_seats(project: Pack) -> None:
    claims = [one.claim for one in everything(project).values()]
    assert len(claims) >= 180
    assert len({one.author for one in claims}) == 5
    kinds = Counter(one.kind for one in claims)
    assert {"lesson", "preference", "rule", "trust", "persona", "correction"} <= kinds.keys()
    assert {one.status for one in project.proposals(status=None)} >= {"open", "accepted", "declined"}
    verbs = Counter(event.verb for event in project.events())
    assert {"deed", "grade", "fire", "reopen", "rest", "retract", "no_longer_true"} <= verbs.keys()
    assert len({event.at // DAY for event in project.events() if event.verb == "grade"}) >= 30
    assert any(not one.text.isascii() and any(ord(sign) > 0x400 for sign in one.text) for one in claims)
    assert len(project.islands().islands) >= 5


def test_project_log_ends_today_with_about_a_dozen_claims_due(project: Pack) -> None:
    assert 8 <= len(project.due().cards) <= 18
    assert project.last_t_tx() // DAY == NOW // DAY


@pytest.mark.slow
@pytest.mark.parametrize("now", ["2026-11-30T04:05:00Z", "2027-03-01T23:50:00Z", "2028-02-29T12:00:00Z"])
@pytest.mark.parametrize("name", ["changing_facts", "project_log"])
def test_the_samples_replay_on_any_day(tmp_path: Path, name: str, now: str) -> None:
    with lived(name, tmp_path, parse_instant(now)) as pack:
        assert 5 <= len(pack.due().cards) <= 60


def test_no_text_of_the_samples_holds_a_date_of_its_own_and_no_shape_is_worn_out() -> None:
    texts = [row["text"] for row in sample("project_log").lines if row["do"] == "write"]
    months = ("january", "february", "march ", "april", "june", "july", "august", "september", "october")
    dated = [text for text in texts if any(month in text.casefold() for month in months)]
    assert len(dated) <= 3
    openings = Counter(" ".join(text.split()[:3]) for text in texts)
    assert openings.most_common(1)[0][1] <= 15
