"""A cross-encoder of sentence-transformers as a reranker: by name or folder, one torch thread, silent."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from core.pack.meaning import EncoderMissing
from workbench.encoders.quiet import prepare, quiet

MOST_TOKENS: Final = 192
"""Of a query and a text together; what is longer is cut."""
_BATCH: Final = 20


class CrossEncoderReranker:
    """Reads query and text together and says in [0, 1] how well they fit."""

    def __init__(self, model: str, *, fetch: bool = False) -> None:
        """Load a model by folder or by name; 5 s for the import alone.

        Only with `fetch` is it looked for elsewhere. Raises `EncoderMissing` when it is not there.
        """
        prepare(fetch=fetch)
        self._model, self._sigmoid = _load(model, fetch)
        self.name = Path(model).name

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        with quiet():
            scores = self._model.predict(
                [(query, text) for text in texts],
                batch_size=_BATCH,
                show_progress_bar=False,
                activation_fn=self._sigmoid,
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


def _load(model: str, fetch: bool) -> tuple[Any, Any]:
    with quiet():
        try:
            import torch
            from sentence_transformers import CrossEncoder
        except ImportError:
            raise EncoderMissing(
                f"{model} needs sentence-transformers: pip install 'packbench[encoder]'."
            ) from None
        torch.set_num_threads(1)
        try:
            loaded = CrossEncoder(
                model, device="cpu", max_length=MOST_TOKENS, num_labels=1, local_files_only=not fetch
            )
        except Exception as error:  # the library raises whatever the layer below it raised
            raise EncoderMissing(_why_not(model, error)) from None
    return loaded, torch.nn.Sigmoid()


def _why_not(model: str, error: Exception) -> str:
    first = (str(error).strip().splitlines() or [type(error).__name__])[0][:120]
    if os.path.isdir(model):
        return f"{model} holds no cross-encoder that sentence-transformers can load ({first})."
    return f"the cross-encoder {model} is not on this machine; put it there, and name its folder."
