"""Audit: the structure of the file, verified from its bytes. LMDB reads none of them, so none can kill us."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

from lmdb.verify import VerifyError, verify

from core.store import datafile
from core.store.datafile import Root

COPY: Final = (
    "The damage may lie in pages that nothing uses: `packbench export --skip-damaged NAME.zip` saves every "
    "record that can be read and names the others; import that into a new pack. Or restore a backup."
)
"""What to do about a file whose pages do not hold together."""

NO_PAGE: Final = 2**64 - 1
BRANCH: Final = 0x01
DEEPEST: Final = 32
"""Levels of a tree, as LMDB allows."""

_PAGE_HEAD: Final = struct.Struct("=Q2xHH")
"""Number of a page, its flags, and where its pointers end."""
_POINTER: Final = struct.Struct("=H")
_NODE: Final = struct.Struct("=HHHH")
_FREE_KEY: Final = struct.Struct("=Q")

ReadPage = Callable[[int], bytes]


def audit(folder: Path) -> list[str]:
    """What is wrong in the structure of the file; empty when it holds together.

    The file may not be written meanwhile. Raises nothing for damage of any kind.
    """
    path = folder / datafile.DATA
    try:
        found: list[str] = verify(str(path))  # type: ignore[no-untyped-call]
    except VerifyError as error:
        return [str(error)]
    except Exception as error:  # whatever a walk over damaged bytes stumbles on is a finding
        return [f"its pages cannot be walked ({type(error).__name__}: {error})"]
    return found or _disagreeing_roots(path)


def _disagreeing_roots(path: Path) -> list[str]:
    """LMDB keeps the roots of its last two states and takes the one with the higher number.

    Nothing seals that number. But the pages that a transaction freed are listed under it, so a root whose
    number was changed, and with it which state is read, does not fit its own list.
    """
    findings = []
    with path.open("rb") as file:
        for which, root in enumerate(datafile.read_roots(path, file)):

            def page(number: int, size: int = root.page_bytes) -> bytes:
                file.seek(number * size)
                return file.read(size)

            listed = _last_freed(page, root)
            if listed is not None and listed != root.txn:
                findings.append(
                    f"root page {which} says that it is of LMDB transaction {root.txn}, and what it leads to "
                    f"is of {listed}: the last write of the pack may be hidden"
                )
    return findings


def _last_freed(page: ReadPage, root: Root) -> int | None:
    """The transaction that a root's list of free pages ends with; None where that cannot be read."""
    if root.free_root == NO_PAGE:
        return root.txn if root.txn <= 1 else 0
    number = root.free_root
    for _ in range(DEEPEST):
        content = page(number)
        try:
            own_number, flags, lower = _PAGE_HEAD.unpack_from(content)
            if own_number != number:
                return None  # of the older state, whose pages may be damaged: nobody reads them
            (at,) = _POINTER.unpack_from(content, lower - _POINTER.size)
            low, high, node_flags, _ = _NODE.unpack_from(content, at)
            if not flags & BRANCH:
                return int(_FREE_KEY.unpack_from(content, at + _NODE.size)[0])
        except struct.error:
            return None
        number = low | high << 16 | node_flags << 32
    return None
