"""Settings are records of the log: checked, in force from their record on, read as believed then."""

from __future__ import annotations

from typing import Any

import pytest

from core.clocks.instants import DAY
from core.errors import NotFound, PackError, Refused
from core.pack import commands as c
from core.pack.settings import SETTINGS
from tests.core.pack.desk import Desk

REFUSED: dict[str, tuple[Any, ...]] = {
    "workspace": ("", 7, "x" * 121, True),
    "zone": ("Nowhere/City", "", 3, "../etc/passwd", "Europe"),
    "rollover_hour": (-1, 24, "4", True, 2.5, float("nan")),
    "retention": (0.69, 0.995, "0.9", False, float("nan"), float("inf")),
    "maximum_interval": (0, 36501, "30", 1.5, True),
    "parameters": ("1, 2", [0.5] * 20, [0.0] * 21, 3, True, "high " * 21),
    "new_a_day": (-1, 100_001, "20", 2.5, True),
    "session_limit": (-1, 100_001, "20", 2.5, False),
    "check_limit": (-1, 100_001, "10", 2.5, True),
    "queue_order": ("newest", "", 1, True),
    "sweep": ("yes", True, 1),
    "live_cap": (-1, 10_000_001, "20", 2.5, True),
    "policy": ("ask", "", True, 1),
    "strict": ("yes", 1, 0),
    "decay": ("on", True),
    "decay_form": ("near-tie", 1),
    "fuse": ("", "mean"),
    "diversify": ("off", 0.7),
    "weights": ("bm25+", "=1", "scan=x", "scan=-1", "scan=nan", 1),
    "weighing": ("alpha", True),
    "answering": ("on", True),
    "rerank": ("", 1, "x" * 121),
    "encoder": ("", 7, True, "x" * 1025),
    "stemming": ("klingon", "", 1, "English"),
}


def test_every_setting_has_values_that_it_refuses() -> None:
    assert REFUSED.keys() == SETTINGS.keys()


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in REFUSED for value in REFUSED[name]])
def test_a_value_that_does_not_fit_is_refused_and_changes_nothing(desk: Desk, name: str, value: Any) -> None:
    with pytest.raises(PackError) as refusal:
        desk.do(c.Configure(name=name, value=value))
    assert str(refusal.value).endswith(".")
    assert desk.pack.reader.held.tx == 0
    assert desk.pack.reader.setting(name) == SETTINGS[name].default


@pytest.mark.parametrize("name", SETTINGS)
def test_the_default_is_a_value_that_fits(desk: Desk, name: str) -> None:
    assert desk.do(c.Configure(name=name, value=SETTINGS[name].default)).outcome == "update"
    assert desk.do(c.Configure(name=name, value=SETTINGS[name].default)).outcome == "noop"
    assert desk.do(c.Configure(name=name, value=None)).outcome == "update"
    assert desk.pack.reader.setting(name) == SETTINGS[name].default


def test_a_setting_that_is_not_there_is_named_beside_those_that_are(desk: Desk) -> None:
    with pytest.raises(
        NotFound, match="there is no setting 'colour'; there are answering, check_limit, decay"
    ):
        desk.do(c.Configure(name="colour", value="red"))


@pytest.mark.parametrize(("name", "value"), [("fuse", "x" * 5_000), ("new_a_day", "9" * 5_000)])
def test_a_long_value_is_refused_in_a_sentence_that_fits_a_few_lines(
    desk: Desk, name: str, value: str
) -> None:
    with pytest.raises(Refused, match="cannot be '") as refusal:
        desk.do(c.Configure(name=name, value=value))
    assert len(str(refusal.value)) < 300


def test_a_setting_is_read_as_it_was_in_force(desk: Desk) -> None:
    at = [desk.do(c.Configure(name="policy", value=value)).t_tx or 0 for value in ("propose", "original")]
    read = desk.pack.reader.setting
    assert [read("policy", when) for when in (at[0] - 1, at[0], at[1] - 1, at[1])] == [
        "apply",
        "propose",
        "propose",
        "original",
    ]
    desk.pass_time(DAY)
    desk.do(c.Undo())
    assert read("policy") == "propose"
    assert read("policy", at[1]) == "original"


def test_strict_refuses_hard_reading_and_the_default_does_not(desk: Desk) -> None:
    hard = (
        "Notwithstanding considerable organisational heterogeneity, interdepartmental institutionalisation "
        "predominates throughout the contemporary multinational conglomerates that we have."
    )
    desk.write(hard)
    desk.do(c.Configure(name="strict", value=True))
    with pytest.raises(Refused, match="Readability grade"):
        desk.write(hard, workspace="other")
    desk.write("The lift holds eight people.")
