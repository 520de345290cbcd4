"""Pictures as files beside where the program was started; nothing that is there is written over."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from core.errors import PackError


def save_picture(named: str, svg: str, folder: Path | None = None) -> str:
    """Write a picture under a name that is free, and say which. Raises `PackError` when it cannot."""
    folder = Path.cwd() if folder is None else folder
    for number in count(1):
        path = folder / f"packbench-{named}{'' if number == 1 else f'-{number}'}.svg"
        try:
            with open(path, "x", encoding="utf-8") as file:
                file.write(svg)
        except FileExistsError:
            continue
        except OSError as error:
            path.unlink(missing_ok=True)  # half a picture is none
            raise PackError(f"{path} cannot be written ({error.strerror}).") from None
        return f"Saved as {path.name} in {folder}."
    raise AssertionError("no number is the last one")
