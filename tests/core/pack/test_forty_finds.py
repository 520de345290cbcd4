"""Forty things a person types: each finds its claim first among thousands, and among claims much like it.

The thousands are the generated corpus of the benchmarks; beside each wanted claim stands one that shares its
words but for the one that is asked for.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from core.claims.draft import Draft
from core.pack.commands import Configure, Write
from core.pack.pack import Pack
from tests.benchmarks.filling import SEAT, WORKSPACE, Filling

SLIPS: Final = (
    ("The ferry to Naxos leaves at nine.", "The ferry to Paros leaves at nine.", "ferry Naxso"),
    (
        "Ines keeps the greenhouse at eighteen degrees.",
        "Ines keeps the cellar at eight degrees.",
        "grenhouse",
    ),
    ("The choir rehearses in the gymnasium.", "The choir rehearses in the chapel.", "choir gymnasum"),
    ("Wei solders with leaded wire only.", "Wei welds with flux wire only.", "soldders wire"),
    ("Backups of the archive go to Reykjavik.", "Backups of the wiki go to Oslo.", "backups Reykjavk"),
    ("The thermostat drifts by two degrees.", "The hygrometer drifts by two points.", "thermostst drifts"),
    ("Мастерская закрыта по вторникам.", "Библиотека закрыта по средам.", "мастеркая закрыта"),
)
BEGINNINGS: Final = (
    ("Olga transcribes the interviews by hand.", "Olga records the interviews on tape.", "olga transcr"),
    ("The observatory opens on clear nights.", "The museum opens on dry nights.", "observ"),
    ("Photovoltaic panels face the yard.", "Solar panels face the street.", "photovol"),
    ("Quarterly ledgers are kept in the vault.", "Yearly ledgers are kept in the attic.", "ledgers quarte"),
    ("Der Kesselraum ist im Keller.", "Der Waschraum ist im Keller.", "kesselr"),
)
PATHS: Final = (
    (
        "The limits stand in core/text/limits.py.",
        "The words stand in core/text/words.py.",
        "core/text/limits.py",
    ),
    ("Logs rotate under /var/log/harbour.", "Logs rotate under /var/log/quay.", "/var/log/harbour"),
    (
        "The theme is read from ~/.config/quill/theme.toml.",
        "The keys are read from ~/.config/quill/keys.toml.",
        "theme.toml",
    ),
    ("Deploys run scripts/release-candidate.sh.", "Deploys run scripts/rollback.sh.", "release-candidate.sh"),
    (
        r"The driver lies in C:\Tools\Plotter\plot.dll.",
        r"The driver lies in C:\Tools\Scanner\scan.dll.",
        "Plotter\\plot.dll",
    ),
)
NUMBERS: Final = (
    ("The press runs firmware 4.18.2.", "The press ran firmware 4.18.1.", "4.18.2"),
    ("Use protobuf v21 in the gateway.", "Use protobuf v20 in the relay.", "v21"),
    ("Room 80 has the projector.", "Room 81 has the piano.", "room 80"),
    ("ERR_4471 means the spool is empty.", "ERR_4472 means the spool is full.", "ERR_4471"),
    ("Part AX-9931-B fits the pump.", "Part AX-9932-C fits the valve.", "AX-9931-B"),
)
SHORT: Final = (
    ("The team in KL answers at night.", "The team in Lima answers at night.", "KL team"),
    ("Go is taught on Fridays.", "Rust is taught on Fridays.", "go taught"),
    ("The pH of the tank is seven.", "The salt of the tank is low.", "pH"),
    ("Ed waters the ferns.", "Ada waters the ferns.", "Ed ferns"),
)
EASTERN: Final = (
    ("数据库在东京的机房。", "网站在大阪的机房。", "东京"),
    ("会议改到星期四下午。", "会议改到星期三上午。", "星期四下午"),
    ("倉庫の鍵は受付にあります。", "車の鍵は事務所にあります。", "倉庫の鍵"),
    ("プリンターは三階にあります。", "コピー機は二階にあります。", "プリンター"),
    ("회의는 목요일 오후에 열린다.", "회의는 수요일 오전에 열린다.", "목요일"),
    ("猫吃鱼。", "狗吃肉。", "鱼"),
)
ACCENTS: Final = (
    ("Zoë runs the café on the corner.", "Zack runs the bar on the corner.", "zoe cafe"),
    ("Le séminaire a lieu à Besançon.", "Le congrès a lieu à Dijon.", "seminaire besancon"),
    ("El niño toca el acordeón.", "La niña toca el piano.", "nino acordeon"),
    ("Die Küche wird im März gestrichen.", "Das Bad wird im Mai gestrichen.", "kuche marz"),
    ("Przepływ w Łodzi jest mały.", "Przepływ w Gdyni jest duży.", "lodzi"),
)  # fmt: skip
CASES: Final = SLIPS + BEGINNINGS + PATHS + NUMBERS + SHORT + EASTERN + ACCENTS
BELL: Final = "The bell rings at six."
BELL_KEY: Final = "bell.time"
NAMED: Final = ("the whole id", "the end of the id", "its key")


SIZES: Final = (1_000, pytest.param(10_000, marks=pytest.mark.slow))


@pytest.mark.parametrize("size", SIZES)
def test_forty_things_a_person_types_find_their_claims_first(size: int, tmp_path: Path) -> None:
    assert len(CASES) + len(NAMED) == 40
    with closing(_filled(tmp_path / "full.pack", size)) as pack:
        first = {typed: _first(pack, typed) for _, _, typed in CASES}
        assert first == {typed: wanted for wanted, _, typed in CASES}
        bell = pack.search(BELL).hits[0].line.claim
        named = {"the whole id": bell.id, "the end of the id": bell.id[-8:], "its key": BELL_KEY}
        assert {how: _first(pack, named[how]) for how in NAMED} == dict.fromkeys(NAMED, BELL)


def _filled(path: Path, size: int) -> Pack:
    """A pack of the corpus, with the wanted claims and those beside them written last."""
    filling = Filling(path, size)
    filling.fill()
    pack = filling.pack
    pack.submit(Configure(name="policy", value="propose"))
    with pack.batched():
        for wanted, beside, _ in CASES:
            for text in (beside, wanted):
                pack.submit(Write(draft=Draft(text=text, workspace=WORKSPACE)), actor=SEAT)
        pack.submit(Write(draft=Draft(text=BELL, workspace=WORKSPACE, key=BELL_KEY)))
    return pack


def _first(pack: Pack, query: str) -> str:
    """The text that stands first, empty when nothing is found."""
    return next((hit.line.claim.text for hit in pack.search(query, limit=3).hits), "")
