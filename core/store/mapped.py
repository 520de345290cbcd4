"""Pages of the map that were read once and copied: given back, so that memory does not hold them twice."""

from __future__ import annotations

import mmap
import sys
from typing import Final

LARGE: Final = 256 << 10
"""Bytes from which on that is worth a call; less is a page among others."""

_KNOWN: Final = sys.platform == "linux"


def give_back(view: memoryview) -> None:
    """Let the whole pages of a large value go; who reads them again gets them from the file again."""
    if not _KNOWN or len(view) < LARGE:
        return
    import ctypes  # late, as numpy: who reads values as large as this works with arrays

    import numpy as np

    start: int = np.frombuffer(view, np.uint8).__array_interface__["data"][0]
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    size = (start + len(view)) // mmap.PAGESIZE * mmap.PAGESIZE - first
    ctypes.CDLL(None).madvise(ctypes.c_void_p(first), ctypes.c_size_t(size), ctypes.c_int(mmap.MADV_DONTNEED))
