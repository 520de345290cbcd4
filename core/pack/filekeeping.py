"""Keeping the file of a pack small: written anew without the pages that nothing uses any more."""

from __future__ import annotations

import msgspec

from core.pack.pack import Pack


class Compacted(msgspec.Struct, frozen=True):
    """What writing the file anew has brought."""

    before: int
    """Bytes of the file."""
    after: int

    @property
    def freed(self) -> int:
        """Bytes that the disk has back."""
        return self.before - self.after


def compact(pack: Pack) -> Compacted:
    """Write the file of a pack anew, without free pages; who reads beside it follows at the next read.

    Raises `Refused` when the pack was opened for reading, `PackFull` when the disk has no room for both
    files; then the pack is as it was.
    """
    before = pack.log.stats().file_bytes
    pack.log.compact()
    return Compacted(before, pack.log.stats().file_bytes)
