"""The encoder's own process: the same vectors, and nobody waits for that of a query."""

import threading

import numpy as np
import pytest

from core.pack.meaning import EncoderMissing, NotYet
from tests.workbench.encoders import models
from workbench.encoders.apart import EncoderApart

PATIENCE = 60
"""Seconds after which a test gives up on the process."""


def test_a_model_that_is_not_there_is_one_sentence():
    with pytest.raises(EncoderMissing, match=r"^[^\n]+\.$"):
        EncoderApart("off")


@models.needs_model
class TestTheBundledModel:
    @pytest.fixture(scope="class")
    def apart(self):
        heard = threading.Semaphore(0)
        encoder = EncoderApart("auto", heard=heard.release)
        yield encoder, heard
        encoder.close()

    def test_it_says_which_model_it_runs(self, apart):
        encoder, _ = apart
        ours = models.light()
        assert (encoder.name, encoder.fingerprint, encoder.size) == (ours.name, ours.fingerprint, ours.size)

    def test_passages_have_the_vectors_of_the_same_model_here(self, apart):
        encoder, _ = apart
        here = models.light().encode(models.TEXTS, query=False)
        np.testing.assert_allclose(encoder.encode(models.TEXTS, query=False), here, atol=1e-6)

    def test_a_query_is_not_waited_for_and_is_there_when_it_was_heard(self, apart):
        encoder, heard = apart
        with pytest.raises(NotYet):
            encoder.encode(["who keeps the keys"], query=True)
        assert heard.acquire(timeout=PATIENCE)
        here = models.light().encode(["who keeps the keys"], query=True)
        np.testing.assert_allclose(encoder.encode(["who keeps the keys"], query=True), here, atol=1e-6)

    def test_of_what_is_typed_meanwhile_the_last_counts(self, apart):
        encoder, heard = apart
        for typed in ("g", "ga", "gar", "gard", "garden"):
            with pytest.raises(NotYet):
                encoder.encode([typed], query=True)
        for _ in range(5):
            assert heard.acquire(timeout=PATIENCE)
            try:
                vector = encoder.encode(["garden"], query=True)
            except NotYet:
                continue
            break
        np.testing.assert_allclose(vector, models.light().encode(["garden"], query=True), atol=1e-6)


@models.needs_model
def test_who_waits_when_the_process_ends_is_told():
    encoder = EncoderApart("auto")
    encoder._process.kill()
    with pytest.raises(EncoderMissing, match="the encoder has ended"):
        encoder.encode(["a"] * 64, query=False)
    encoder.close()
