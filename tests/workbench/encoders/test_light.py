"""The bundled model without torch."""

import subprocess
import sys

import numpy as np
import pytest

from core.pack.meaning import EncoderMissing
from tests.benchmarks import corpus
from tests.workbench.encoders import models
from workbench.encoders import bundled
from workbench.encoders.fingerprints import fingerprint


def many_texts():
    """Two hundred texts: claims of one line, and among them long ones, other scripts, and signs."""
    claims = [said.text for said in corpus.said(200)]
    for place, text in enumerate(models.TEXTS):
        claims[7 * place] = f"{text} {claims[7 * place]}"
    for place in range(50, 200, 10):
        claims[place] = " ".join(claims[place : place + place // 10])
    return claims


@models.needs_torch
def test_the_vectors_of_200_texts_are_interchangeable_and_so_the_fingerprint_is_the_same():
    from workbench.encoders.sentences import SentenceEncoder

    theirs, ours, texts = SentenceEncoder(str(models.folder())), models.light(), many_texts()
    mine, other = (encoder.encode(texts, query=False) for encoder in (ours, theirs))
    cosines = np.einsum("ij,ij->i", mine.astype(np.float64), other.astype(np.float64))
    assert len(texts) == 200
    assert len(set(texts)) > 190
    np.testing.assert_allclose(cosines, 1, rtol=0, atol=1e-5)
    assert ours.fingerprint == theirs.fingerprint
    theirs._model.max_seq_length = 16  # another length that is read: other vectors, by another fingerprint
    assert np.abs(theirs.encode(texts[-10:], query=False) - other[-10:]).max() > 1e-2
    assert fingerprint(bundled.SHA256, "mean", 16) != theirs.fingerprint


@models.needs_model
def test_it_is_chosen_and_runs_where_there_is_no_torch():
    """Each library that the other way needs is as good as not installed in that process."""
    program = (
        "import sys\n"
        "for gone in ('torch', 'sentence_transformers', 'transformers', 'tokenizers', 'safetensors'):\n"
        "    sys.modules[gone] = None\n"
        "from workbench.encoders.choosing import is_here, load\n"
        "assert is_here('auto')\n"
        "sys.stdout.buffer.write(load('auto').encode(sys.argv[1:], query=False).tobytes())\n"
    )
    texts = [text for text in models.TEXTS if "\0" not in text]
    run = subprocess.run([sys.executable, "-c", program, *texts], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    vectors = np.frombuffer(run.stdout, "<f4").reshape(len(texts), -1)
    np.testing.assert_allclose(vectors, models.light().encode(texts, query=False), rtol=0, atol=1e-6)


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


@models.needs_model
def test_another_vocabulary_beside_the_weights_is_refused(tmp_path):
    from workbench.encoders.light import LightEncoder

    (tmp_path / bundled.WEIGHTS).symlink_to(models.folder() / bundled.WEIGHTS)
    pieces = (models.folder() / bundled.VOCABULARY).read_text(encoding="utf-8")
    (tmp_path / bundled.VOCABULARY).write_text(pieces.replace("\nlift\n", "\nlifd\n"), encoding="utf-8")
    with pytest.raises(EncoderMissing, match=r"vocab\.txt is another vocabulary"):
        LightEncoder(tmp_path)


def test_a_folder_without_the_model_is_refused_with_its_name(tmp_path):
    from workbench.encoders.light import LightEncoder

    with pytest.raises(EncoderMissing, match=r"cannot be read .*model\.safetensors"):
        LightEncoder(tmp_path)
