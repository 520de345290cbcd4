"""Any model of sentence-transformers, by name or folder: on the CPU, one torch thread, silent."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from core.pack.meaning import EncoderMissing
from workbench.encoders.quiet import prepare, quiet


@dataclass(frozen=True, slots=True)
class ModelKind:
    """Its class in the library, what a person calls it, and what helps where it is not on the machine."""

    of_library: str
    called: str
    remedy: str


def load(kind: ModelKind, model: str, *, fetch: bool = False, **options: object) -> Any:
    """Load a model, `options` as its class takes them; 5 s for the import alone.

    Only with `fetch` is it looked for elsewhere. Raises `EncoderMissing` when it is not there.
    """
    prepare(fetch=fetch)
    with quiet():
        try:
            import sentence_transformers
            import torch
        except ImportError:
            raise EncoderMissing(
                f"{model} needs sentence-transformers: pip install 'packbench[encoder]'."
            ) from None
        torch.set_num_threads(1)
        make = getattr(sentence_transformers, kind.of_library)
        try:
            return make(model, device="cpu", local_files_only=not fetch, **options)
        except Exception as error:  # the library raises whatever the layer below it raised
            raise EncoderMissing(_why_not(kind, model, fetch, error)) from None


def _why_not(kind: ModelKind, model: str, fetch: bool, error: Exception) -> str:
    raised = type(error).__name__
    if os.path.isdir(model):
        said = (str(error).strip().splitlines() or [raised])[0][:120]
        return f"{model} holds no {kind.called} that sentence-transformers can load ({said})."
    if fetch:
        return f"the {kind.called} {model} is not on this machine and could not be fetched ({raised})."
    return f"the {kind.called} {model} is not on this machine; {kind.remedy}."
