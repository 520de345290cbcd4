"""The cross-encoder adapter on a small model made here: real weights, though nobody trained them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pack import commands as c
from core.pack.meaning import EncoderMissing
from tests.core.pack.desk import scratch_desk
from tests.workbench.encoders import models

pytestmark = models.needs_torch
TEXTS = ("The lift holds eight people.", "", "word " * 400, "naïve café 東京")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a cross-encoder of two layers, cut into words as the bundled model cuts."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    folder = tmp_path_factory.mktemp("models") / "small-cross-encoder"
    torch.manual_seed(7)
    tokenizer = AutoTokenizer.from_pretrained(str(models.folder()))
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=1,
    )
    BertForSequenceClassification(config).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder


def test_it_gives_one_score_a_text_whatever_stands_beside_it(small: Path) -> None:
    from workbench.encoders.reranker import CrossEncoderReranker

    reranker = CrossEncoderReranker(str(small))
    assert reranker.name == "small-cross-encoder"
    together = reranker.score("how many people does the lift hold", TEXTS)
    assert all(0 <= score <= 1 for score in together)
    alone = [reranker.score("how many people does the lift hold", [text])[0] for text in TEXTS]
    assert together == pytest.approx(alone, abs=1e-4)
    assert reranker.score("what is for lunch", TEXTS) != pytest.approx(together, abs=1e-6)


def test_a_model_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    from workbench.encoders.reranker import CrossEncoderReranker

    with pytest.raises(EncoderMissing, match="holds no cross-encoder"):
        CrossEncoderReranker(str(tmp_path))
    with pytest.raises(EncoderMissing, match="is not on this machine"):
        CrossEncoderReranker("nobody/no-such-model")


def test_a_search_adds_its_score_and_goes_on_without_a_model(small: Path, tmp_path: Path) -> None:
    from workbench.encoders.reranker import LateReranker

    with scratch_desk(diversify="none", decay="off") as desk:
        for text in ("The gateway listens on port 8080.", "A gateway may sleep."):
            desk.write(text)
        base = {hit.line.claim.text: hit.score for hit in desk.pack.search("gateway").hits}
        desk.do(c.Configure(name="rerank", value=str(small)))
        late = LateReranker(str(small))
        desk.pack.join_reranker(late)
        found = desk.pack.search("gateway")
        assert found.rerank == "small-cross-encoder"
        added = dict(zip(base, late.score("gateway", list(base)), strict=True))
        assert {hit.line.claim.text: hit.score for hit in found.hits} == pytest.approx(
            {text: score + added[text] for text, score in base.items()}, abs=1e-4
        )
        desk.pack.join_reranker(LateReranker(str(tmp_path)))
        assert desk.pack.search("gateway").rerank == "failed"
