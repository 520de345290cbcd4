"""The bundled model without torch."""

import numpy as np
import pytest

from core.pack.meaning import EncoderMissing
from tests.workbench.encoders import models
from workbench.encoders import bundled


@models.needs_torch
def test_the_vectors_equal_those_of_sentence_transformers():
    from workbench.encoders.sentences import SentenceEncoder

    theirs = SentenceEncoder(str(models.folder()))
    ours = models.light()
    for query in (False, True):
        mine, other = (encoder.encode(models.TEXTS, query=query) for encoder in (ours, theirs))
        np.testing.assert_allclose(mine, other, rtol=0, atol=1e-5)
    assert (ours.fingerprint, ours.size) == (theirs.fingerprint, theirs.size)


@models.needs_model
def test_a_vector_does_not_depend_on_what_stands_beside_its_text():
    together = models.light().encode(models.TEXTS, query=False)
    alone = np.concatenate([models.light().encode([text], query=False) for text in models.TEXTS])
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)


@models.needs_model
def test_no_texts_give_no_vectors():
    assert models.light().encode([], query=False).shape == (0, 384)


@models.needs_model
def test_what_means_the_same_lies_nearer_than_what_shares_words():
    question, same, shares = models.light().encode(
        [
            "How many persons fit into the elevator?",
            "The lift holds eight people.",
            "Many questions fit the exam.",
        ],
        query=True,
    )
    assert question @ same > question @ shares


@models.needs_model
def test_another_file_under_the_same_name_is_refused(tmp_path):
    from workbench.encoders.light import LightEncoder

    content = bytearray((models.folder() / bundled.WEIGHTS).read_bytes()[:4096])
    (tmp_path / bundled.WEIGHTS).write_bytes(content)
    with pytest.raises(EncoderMissing, match="checksum differs"):
        LightEncoder(tmp_path)


def test_a_folder_without_the_model_is_refused_with_its_name(tmp_path):
    from workbench.encoders.light import LightEncoder

    with pytest.raises(EncoderMissing, match=r"cannot be read .*model\.safetensors"):
        LightEncoder(tmp_path)
