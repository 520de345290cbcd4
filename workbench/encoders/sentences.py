"""A model of sentence-transformers as an encoder: the prefixes of its family, batches by length."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.encoders.fingerprints import fingerprint
from workbench.encoders.quiet import quiet
from workbench.encoders.torch_models import ModelKind, load
from workbench.encoders.weights import sha256_of

Vectors = NDArray[np.float32]

_BATCH: Final = 32
_ENCODER: Final = ModelKind(
    "SentenceTransformer", "model", "packbench vectors --fetch looks for it elsewhere"
)
_WEIGHTS: Final = ("*.safetensors", "pytorch_model*.bin")


class Prefixes(NamedTuple):
    """What a family of models was trained to see before a query and before a passage."""

    query: str = ""
    passage: str = ""


FAMILIES: Final = {
    "multilingual-e5-large-instruct": Prefixes(
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: "
    ),
    "e5-": Prefixes("query: ", "passage: "),
    "bge-m3": Prefixes(),
    "bge-": Prefixes("Represent this sentence for searching relevant passages: "),
}
"""By a part of the model's name, the first that fits; from the models' own pages. Others get no prefix."""


def prefixes_of(name: str) -> Prefixes:
    """The prefixes of a model of this name."""
    said = Path(name).name.lower()
    return next((prefixes for family, prefixes in FAMILIES.items() if family in said), Prefixes())


class SentenceEncoder:
    """A model run by sentence-transformers."""

    def __init__(self, model: str, *, fetch: bool = False) -> None:
        """Load a model by folder or by name; only with `fetch` is it looked for elsewhere.

        Raises `EncoderMissing` when it is not there.
        """
        self._model = load(_ENCODER, model, fetch=fetch)
        self.name = Path(model).name
        self._prefixes = prefixes_of(model)
        most = int(self._model.max_seq_length or 0)
        self.fingerprint = fingerprint(
            _weights_hash(self._model, model), _pooling(self._model), most, *self._prefixes
        )
        self.size = len(self.encode([""], query=False)[0])

    def encode(self, texts: Sequence[str], *, query: bool) -> Vectors:
        """`(texts, size)`, each row of length 1."""
        prefix = self._prefixes.query if query else self._prefixes.passage
        with quiet():
            # The library sorts by length itself.
            vectors = self._model.encode(
                [prefix + text for text in texts],
                batch_size=_BATCH,
                show_progress_bar=False,
                convert_to_numpy=True,
                normalize_embeddings=True,
            )
        return np.asarray(vectors, np.float32)


def _pooling(model: Any) -> str:
    """How the states of a text become one vector; `mean` where nothing else is said."""
    for module in model:
        mode = getattr(module, "pooling_mode", None)
        if mode is not None:
            return mode if isinstance(mode, str) else "+".join(mode)
    return "mean"


def _weights_hash(model: Any, name: str) -> str:
    """SHA-256 of the weights' files, or of the parameters where no file is found."""
    folder = Path(name) if os.path.isdir(name) else Path(str(model[0].auto_model.config._name_or_path))
    files = sorted(file for pattern in _WEIGHTS for file in folder.glob(pattern))
    if len(files) == 1:
        return sha256_of(files[0])
    whole = hashlib.sha256()
    if files:
        for file in files:
            whole.update(sha256_of(file).encode())
    else:
        for key, value in sorted(model.state_dict().items()):
            whole.update(key.encode())
            whole.update(value.detach().cpu().numpy().tobytes())
    return whole.hexdigest()
