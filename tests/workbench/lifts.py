"""A sound pack whose file tests damage."""

from __future__ import annotations

from pathlib import Path

from core.claims.draft import Draft
from core.pack.commands import Write
from core.pack.pack import Pack


def file_of_lifts(folder: Path, number: int) -> bytes:
    """The file of a pack of so many claims."""
    pack = folder / "whole.pack"
    with Pack.create(pack, seat="ana") as opened:
        for house in range(number):
            opened.submit(Write(draft=Draft(text=f"The lift of house {house} holds {house + 2} people.")))
    return (pack / "data.mdb").read_bytes()
