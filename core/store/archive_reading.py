"""Reading a handover that nobody vouches for: every file is held to the manifest before anything counts.

Nothing is unpacked to disk, no name but the fixed ones is opened, and no more is read than was stated.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from types import TracebackType
from typing import IO, Final, Self

from core.errors import BadHandover, PackDamaged
from core.store import manifest as m
from core.store.archive_sources import Source, open_source, told_of_damage
from core.store.export import MOST_LINE_BYTES, read_export
from core.store.manifest_keys import refuse_unless_signed
from core.store.record import LogRecord

MOST_MANIFEST_BYTES: Final = 1 << 20
"""A manifest takes a kilobyte."""
MOST_SIGNATURE_BYTES: Final = 1 << 12
"""A signature takes 89 bytes."""
MOST_BYTES: Final = 4 << 30
"""All files together: as much as a pack's own map holds before it is widened."""
_CHUNK: Final = 1 << 20


class Handover:
    """A handover whose manifest has been read, and its signature verified where a key was named."""

    def __init__(self, source: Source, signed_by: bytes | None) -> None:
        """Use `open`."""
        self._source = source
        raw = self._small(m.MANIFEST, MOST_MANIFEST_BYTES)
        signature = self._small(m.SIGNATURE, MOST_SIGNATURE_BYTES) if source.size(m.SIGNATURE) else None
        if signed_by is not None:
            refuse_unless_signed(raw, signature, signed_by)
        self.manifest = m.from_bytes(raw)
        self.signed: m.Signed = (
            "unsigned" if signature is None else "not checked" if signed_by is None else "checked"
        )
        self._refuse_unfit()

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, signed_by: bytes | None = None) -> Self:
        """Open a folder or an archive; `signed_by` is the public key that must have signed it.

        Raises `BadHandover` for what is no handover, `PackDamaged` for a signature that is missing or wrong.
        A key inside the handover would prove nothing, so without `signed_by` none is looked for.
        """
        source = open_source(path)
        try:
            return cls(source, signed_by)
        except BaseException:
            source.close()
            raise

    def verify(self) -> None:
        """Raise `PackDamaged`, naming the first file that is not as the manifest says."""
        for entry in self.manifest.files:
            for _ in self._pieces(entry, lines=False):
                pass

    def records(self) -> Iterator[LogRecord]:
        """The records of the log, verified once more as they are drawn, to the last one's digest."""
        entry = next(one for one in self.manifest.files if one.name == m.LOG)
        header, records = read_export(self._pieces(entry, lines=True))
        if (header.pack, header.records) != (self.manifest.pack, self.manifest.records):
            raise PackDamaged(f"{m.LOG} is the log of another pack than the manifest says.")
        digest = m.ChainedDigest()
        for record in records:
            digest.add(record)
            yield record
        if digest.head != self.manifest.head:
            raise PackDamaged(f"the records of {m.LOG} end in another digest than the manifest says.")

    def close(self) -> None:
        """Give the files back."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _refuse_unfit(self) -> None:
        total = sum(entry.bytes for entry in self.manifest.files)
        if total > MOST_BYTES:
            raise BadHandover(f"it states {total} bytes; at most {MOST_BYTES} are read.")
        listed = {entry.name for entry in self.manifest.files}
        unlisted = [name for name in m.FILES if name not in listed and self._source.size(name) is not None]
        if unlisted:
            raise BadHandover(f"it holds {unlisted[0]}, which its manifest does not list.")

    def _small(self, name: str, most: int) -> bytes:
        with self._source.open(name) as file, told_of_damage(name):
            raw = file.read(most + 1)
        if len(raw) > most:
            raise BadHandover(f"{name} has more than {most} bytes; it is none.")
        return raw

    def _pieces(self, entry: m.FileEntry, *, lines: bool) -> Iterator[bytes]:
        """A file in lines or chunks. Raises `PackDamaged` at its end unless it is the one that is listed."""
        size = self._source.size(entry.name)
        if size is None:
            raise PackDamaged(f"{entry.name} is missing, though the manifest lists it.")
        digest, read = sha256(), 0
        with self._source.open(entry.name) as file:
            while piece := _next(file, entry.name, lines=lines):
                read += len(piece)
                if read > entry.bytes:
                    break
                digest.update(piece)
                yield piece
        if read != entry.bytes:
            found = "more" if read > entry.bytes else str(read)
            raise PackDamaged(
                f"{entry.name} differs from the manifest: it has {found} bytes, and the manifest says "
                f"{entry.bytes}. Ask for the handover again."
            )
        if digest.hexdigest() != entry.sha256:
            raise PackDamaged(
                f"{entry.name} differs from the manifest: its SHA-256 is {digest.hexdigest()}, and the "
                f"manifest says {entry.sha256}. Ask for the handover again."
            )


def _next(file: IO[bytes], name: str, *, lines: bool) -> bytes:
    with told_of_damage(name):
        return file.readline(MOST_LINE_BYTES + 1) if lines else file.read(_CHUNK)
