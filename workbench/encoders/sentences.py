"""Any model of sentence-transformers, by name or folder: one torch thread, batches by length, silent."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.pack.meaning import EncoderMissing
from workbench.encoders.fingerprints import fingerprint
from workbench.encoders.quiet import prepare, quiet
from workbench.encoders.weights import sha256_of

Vectors = NDArray[np.float32]

_BATCH: Final = 32
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
        """Load a model by folder or by name; 5 s for the import alone.

        Only with `fetch` is it looked for elsewhere. Raises `EncoderMissing` when it is not there.
        """
        prepare(fetch=fetch)
        self._model = _load(model, fetch)
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


def _load(model: str, fetch: bool) -> Any:
    with quiet():
        try:
            import torch
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise EncoderMissing(
                f"{model} needs sentence-transformers: pip install 'packbench[encoder]'."
            ) from None
        torch.set_num_threads(1)
        try:
            return SentenceTransformer(model, device="cpu", local_files_only=not fetch)
        except Exception as error:  # the library raises whatever the layer below it raised
            raise EncoderMissing(_why_not(model, fetch, error)) from None


def _why_not(model: str, fetch: bool, error: Exception) -> str:
    if os.path.isdir(model):
        return f"{model} holds no model that sentence-transformers can load ({_first_line(error)})."
    if fetch:
        return f"the model {model} is not on this machine and could not be fetched ({type(error).__name__})."
    return f"the model {model} is not on this machine; packbench vectors --fetch looks for it elsewhere."


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:120]


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
