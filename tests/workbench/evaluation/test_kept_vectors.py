"""Vectors kept between runs: the same figures, and nothing is encoded twice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import Refused
from tests.core.hashing_encoder import HashingEncoder
from tests.workbench.evaluation.conftest import Shell
from workbench.evaluation.kept_vectors import kept_in

TEXTS = ["the red kayak", "a blue boat", "the red kayak"]


def test_a_second_run_encodes_nothing_and_reads_the_same_vectors(tmp_path: Path) -> None:
    file, plain = tmp_path / "kept", HashingEncoder()
    with kept_in(file, plain) as first:
        assert first is not None
        said = first.encode(TEXTS, query=False)
        asked = first.encode(TEXTS[:1], query=True)
    again = HashingEncoder()
    with kept_in(file, again) as second:
        assert second is not None
        assert np.array_equal(second.encode(TEXTS, query=False), said)
        assert np.array_equal(second.encode(TEXTS[:1], query=True), asked)
    assert again.encoded == []
    assert np.array_equal(said, HashingEncoder().encode(TEXTS, query=False))
    assert plain.encoded == [*TEXTS[:2], TEXTS[0]]


def test_another_model_reads_none_of_them_and_both_stand_in_one_file(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    models = [HashingEncoder(), HashingEncoder(salt="x"), HashingEncoder(48)]
    for _ in range(2):
        for model in models:
            with kept_in(file, model) as keeping:
                assert keeping is not None
                keeping.encode(TEXTS, query=False)
    assert [len(model.encoded) for model in models] == [2, 2, 2]


def test_what_was_encoded_before_a_fault_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        _broken_off(file)
    again = HashingEncoder()
    with kept_in(file, again) as keeping:
        assert keeping is not None
        keeping.encode(TEXTS, query=False)
    assert again.encoded == []


def _broken_off(file: Path) -> None:
    with kept_in(file, HashingEncoder()) as keeping:
        assert keeping is not None
        keeping.encode(TEXTS, query=False)
        raise KeyboardInterrupt


def test_without_a_file_the_encoder_is_asked_itself() -> None:
    encoder = HashingEncoder()
    with kept_in(None, encoder) as same:
        assert same is encoder


def test_a_file_of_something_else_is_refused_and_stands(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ines", encoding="utf-8")
    with pytest.raises(Refused, match="holds no kept vectors"), kept_in(file, HashingEncoder()):
        raise AssertionError
    assert file.read_text(encoding="utf-8") == "Dear Ines"


def test_the_command_asks_no_encoder_where_there_is_none(shell: Shell, files: Path, tmp_path: Path) -> None:
    words = ["eval", "locomo", "--data", str(files / "locomo.json"), "--vectors", str(tmp_path / "kept")]
    assert shell.json(*words)["measured"]
    assert not (tmp_path / "kept").exists()
