"""Which program and which data a figure was made with."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from workbench.version import version

DIGITS: Final = 12
"""Of a digest, as printed."""


def commit() -> str:
    """The commit of the source tree, `+` when files of it differ; without git the version installed."""
    tree = Path(__file__).parents[2]
    head = _git(tree, "rev-parse", "--short=12", "HEAD") if (tree / ".git").exists() else None
    if head is None:
        return f"version {version()}"
    changed = _git(tree, "status", "--porcelain", "--untracked-files=no", "--", "core", "workbench")
    return head + ("+" if changed else "")


def _git(tree: Path, *words: str) -> str | None:
    try:
        answer = subprocess.run(["git", "-C", str(tree), *words], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None


def digest_of(value: Any) -> str:
    """Hash of a value by its JSON with sorted names."""
    return sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:DIGITS]


def sources(files: tuple[Path, ...]) -> dict[str, str]:
    """Names of files with the start of their SHA-256."""
    return {file.name: sha256(file.read_bytes()).hexdigest()[:DIGITS] for file in files}
