"""Weights of a model as they lie in a `model.safetensors` file, checked by their hash."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.pack.meaning import EncoderMissing

Floats = NDArray[np.float32]


def read_weights(file: Path, sha256: str) -> dict[str, Floats]:
    """Every float32 tensor by name. Raises `EncoderMissing` when the file is not there or another one.

    The layout: eight bytes of length, a JSON header with type, shape and place of each tensor, the bytes.
    """
    content = _checked(file, sha256, "weights", "model")
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    tensors = {
        name: place for name, place in header.items() if name != "__metadata__" and place["dtype"] == "F32"
    }
    return {name: _tensor(content, 8 + length, place) for name, place in tensors.items()}


def read_vocabulary(file: Path, sha256: str) -> list[str]:
    """The pieces of text that a model knows, each at its number. Raises `EncoderMissing` likewise."""
    return _checked(file, sha256, "vocabulary", "vocabulary").decode().splitlines()


def _checked(file: Path, sha256: str, called: str, other: str) -> bytes:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise EncoderMissing(f"the model's {called} cannot be read ({error.strerror}: {file}).") from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise EncoderMissing(f"{file} is another {other}: its checksum differs. Install it anew.")
    return content


def _tensor(content: bytes, base: int, place: dict[str, list[int]]) -> Floats:
    first, last = place["data_offsets"]
    values: Floats = np.frombuffer(content, "<f4", (last - first) // 4, base + first).reshape(place["shape"])
    return values


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with open(file, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
