"""Search by meaning on the command line: asked for, waited for, and said where it cannot be."""

from __future__ import annotations

import pytest

from tests.workbench.cli.conftest import Shell
from tests.workbench.encoders import models
from workbench.encoders import choosing


@pytest.fixture
def told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.delenv(choosing.VARIABLE, raising=False)
    for text in (
        "The lift holds eight people.",
        "Maya keeps the key of the cellar.",
        "Rain delays the ferry.",
    ):
        shell.write(text)
    return shell


@models.needs_model
def test_a_search_by_meaning_finds_what_no_word_finds(told: Shell) -> None:
    assert "lift" not in told.ok("search", "elevator capacity")
    answer = told.ok("search", "elevator capacity", "--dense")
    assert answer.splitlines()[0].endswith("The lift holds eight people.")
    assert "3 by meaning" in answer


@models.needs_model
def test_vectors_are_made_shown_and_forgotten(told: Shell) -> None:
    assert told.ok("vectors") == "none yet\n"
    assert told.ok("vectors", "--fill") == "3 of 3 claims, by all-MiniLM-L6-v2\n"
    assert told.json("vectors") == {"vectors": {"model": "all-MiniLM-L6-v2", "done": 3, "of": 3}}
    assert "3 of 3 claims, by all-MiniLM-L6-v2" in told.ok("status")
    assert told.json("status")["vectors"]["done"] == 3
    ended = told("vectors", "--forget")
    assert (ended.out, "forgot 3 vectors" in ended.err) == ("none yet\n", True)


def test_with_the_encoder_off_words_answer_and_the_way_back_is_told(told: Shell) -> None:
    told.ok("config", "encoder", "off")
    ended = told("search", "lift", "--dense")
    assert ended.code == 0
    assert "The lift holds eight people." in ended.out
    assert "packbench config encoder auto" in ended.err


def test_a_model_that_is_nowhere_is_one_line_and_words_answer(told: Shell) -> None:
    told.ok("config", "encoder", "nobody/has-this")
    ended = told("search", "lift", "--dense")
    assert (ended.code, len(ended.err.splitlines())) == (0, 1)
    assert "nobody/has-this" in ended.err
    assert "The lift holds eight people." in ended.out


def test_filling_without_an_encoder_is_refused(told: Shell) -> None:
    told.ok("config", "encoder", "off")
    ended = told("vectors", "--fill")
    assert ended.code != 0
    assert "the setting encoder is off" in ended.err


def test_forgetting_goes_alone(told: Shell) -> None:
    assert told("vectors", "--forget", "--fill").code != 0
