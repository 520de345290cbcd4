"""A cross-encoder of sentence-transformers as a reranker: by name or folder, one torch thread, silent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from workbench.encoders.quiet import quiet
from workbench.encoders.torch_models import ModelKind, load

MOST_TOKENS: Final = 192
"""Of a query and a text together; what is longer is cut."""
_BATCH: Final = 20
_CROSS_ENCODER: Final = ModelKind("CrossEncoder", "cross-encoder", "put it there, and name its folder")


class CrossEncoderReranker:
    """Reads query and text together and says in [0, 1] how well they fit."""

    def __init__(self, model: str) -> None:
        """Load a model by folder or by name. Raises `EncoderMissing` when it is not there."""
        self._model = load(_CROSS_ENCODER, model, max_length=MOST_TOKENS, num_labels=1)
        self.name = Path(model).name

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        from torch.nn import Sigmoid

        with quiet():
            scores = self._model.predict(
                [(query, text) for text in texts],
                batch_size=_BATCH,
                show_progress_bar=False,
                activation_fn=Sigmoid(),
                convert_to_numpy=True,
            )
        return [float(score) for score in scores]


class LateReranker:
    """The same, loaded when it is first asked for; for a command that may search or not."""

    def __init__(self, model: str) -> None:
        self.name = Path(model).name
        self._wanted = model
        self._loaded: CrossEncoderReranker | None = None

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text. Raises `EncoderMissing` when the model is not there."""
        if self._loaded is None:
            self._loaded = CrossEncoderReranker(self._wanted)
        return self._loaded.score(query, texts)
