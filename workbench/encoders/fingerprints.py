"""The fingerprint of an encoder: what its vectors depend on, and nothing else."""

from __future__ import annotations

import hashlib


def fingerprint(weights: str, pooling: str, most_pieces: int, query: str = "", passage: str = "") -> str:
    """32 hexadecimal digits of the weights' hash, the pooling, the length that is read, and the prefixes.

    Two programs that run the same weights in the same way have the same vectors, and the same fingerprint.
    """
    said = "\0".join((weights, pooling, str(most_pieces), query, passage))
    return hashlib.sha256(said.encode()).hexdigest()[:32]
