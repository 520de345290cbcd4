"""Libraries of models talk: bars, warnings, log lines. Under a screen or in a pipe they must not."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_SWITCHES: Final = {
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TQDM_DISABLE": "1",
}
_TALKERS: Final = ("sentence_transformers", "transformers", "huggingface_hub", "torch", "httpx")
OFFLINE: Final = "HF_HUB_OFFLINE"


def prepare(*, fetch: bool) -> None:
    """Switch off bars and, unless `fetch`, the network too; before the libraries are imported."""
    for name, value in _SWITCHES.items():
        os.environ.setdefault(name, value)
    if not fetch:
        os.environ.setdefault(OFFLINE, "1")


@contextmanager
def quiet() -> Iterator[None]:
    """Within it no warning is shown, and the libraries log errors only."""
    levels = {name: logging.getLogger(name).level for name in _TALKERS}
    for name in _TALKERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
