"""Tests of `core` run sealed: no internet socket can be made and no model library imported.

An audit hook sees what C code does too. It cannot be taken away again, so a flag says whether it acts.
"""

import socket
import sys
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path

import pytest

MODEL_LIBRARIES = frozenset(
    {"fastembed", "jax", "onnxruntime", "sentence_transformers", "tensorflow", "torch", "transformers"}
)
_INTERNET = frozenset({socket.AF_INET, socket.AF_INET6})
_NAME_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


class SealBroken(RuntimeError):
    """Raised where a sealed test reaches for the network."""


_sealed = False


def _audit(event: str, args: tuple[object, ...]) -> None:
    if not _sealed:
        return
    if event == "import" and str(args[0]).partition(".")[0] in MODEL_LIBRARIES:
        raise ModuleNotFoundError(f"core reaches for the model library {args[0]}", name=str(args[0]))
    if event == "socket.__new__" and args[1] in _INTERNET:
        raise SealBroken("core opens an internet socket")
    if event in _NAME_LOOKUPS:
        raise SealBroken("core looks up a host name")


sys.addaudithook(_audit)


def is_of_core(path: Path) -> bool:
    """Whether a test file lies under tests/core."""
    parts = path.parts
    return ("tests", "core") in pairwise(parts)


@pytest.fixture(autouse=True)
def sealed_core(request: pytest.FixtureRequest) -> Generator[None]:
    """Close the network and the model libraries for a test of core, and only for it."""
    global _sealed
    _sealed = is_of_core(request.path)
    yield
    _sealed = False
