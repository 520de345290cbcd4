"""Processes that are killed at each of their calls that change a file or a folder, one after the other."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CALLS = ("pwrite64", "pwritev", "writev", "write", "fdatasync", "fsync", "rename", "unlink", "mkdir")
"""Calls of the system by which a pack changes on the disk."""


def killed_at_each(code: str, made: Callable[[Path], Path], folder: Path) -> Iterator[Path]:
    """A fresh pack for each call, on which `code` was killed at that call; its path is the first argument.

    Ends when no call of a kind is left at which the code could be killed.
    """
    if shutil.which("strace") is None:
        pytest.skip("strace is not on this machine")
    for call in CALLS:
        for which in count(1):
            fresh = folder / f"{call}-{which}"
            fresh.mkdir()
            pack = made(fresh)
            inject = f"inject={call}:signal=KILL:when={which}"
            command = ["strace", "-f", "-o", fresh / "trace", "-e", f"trace={call}", "-e", inject]
            run = subprocess.run(
                [*command, sys.executable, "-c", code, pack], cwd=ROOT, capture_output=True, check=False
            )
            yield pack
            if run.returncode == 0:
                break
            assert run.returncode == -9, run.stderr
