"""The tree as git knows it, for the tests about the house."""

import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "workbench", "sample_packs")


@cache
def tracked_files() -> tuple[Path, ...]:
    """Paths relative to the root of what is in the index or about to be: ignored files are left out."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = (Path(name) for name in listing.split("\0") if name)
    return tuple(sorted({name for name in names if (ROOT / name).is_file()}))


def sources(*packages: str) -> list[Path]:
    """Python files of these top-level folders, relative to the root."""
    return [path for path in tracked_files() if path.suffix == ".py" and path.parts[0] in packages]


def read(path: Path | str) -> str:
    """The text of a file of the tree."""
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def pyproject() -> dict[str, Any]:
    """pyproject.toml as a table."""
    return tomllib.loads(read("pyproject.toml"))
