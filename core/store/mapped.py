"""Pages of the map that were read once and copied: given back, so that memory does not hold them twice."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path
from typing import Final

LARGE: Final = 256 << 10
"""Bytes from which on that is worth a call; less is a page among others."""

_KNOWN: Final = sys.platform == "linux"
_MAPS: Final = Path("/proc/self/maps")


def give_back(view: memoryview) -> None:
    """Let the whole pages of a large value go; who reads them again gets them from the file again."""
    if not _KNOWN or len(view) < LARGE:
        return
    import numpy as np  # late: who reads values as large as this works with arrays

    start: int = np.frombuffer(view, np.uint8).__array_interface__["data"][0]
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    _let_go(first, (start + len(view)) // mmap.PAGESIZE * mmap.PAGESIZE - first)


def give_back_all(file: Path) -> None:
    """Let go of the whole map of a file that is read through.

    To be called inside a read transaction of it: the map then stays where it is.
    """
    if not _KNOWN:
        return
    name = str(file.resolve())
    for line in _MAPS.read_text(errors="surrogateescape").splitlines():
        span, access, *_ = line.split()
        if access == "r--s" and line.endswith(f" {name}"):
            start, end = (int(place, 16) for place in span.split("-"))
            _let_go(start, end - start)


def _let_go(start: int, size: int) -> None:
    import ctypes  # late: few need it

    ctypes.CDLL(None).madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), ctypes.c_int(mmap.MADV_DONTNEED))
