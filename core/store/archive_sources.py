"""Where a handover is read from: a folder or a zip file, neither of which is trusted or unpacked."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, Protocol

from core.errors import BadHandover, PackDamaged, Refused
from core.store import manifest as m
from core.store.datafile import DATA

KNOWN: Final = frozenset({m.MANIFEST, m.SIGNATURE, *m.FILES})
"""The only names that are ever opened: none has a path, so none can lead out."""

MOST_RATIO: Final = 200
"""Bytes that one packed byte may become. A pack's lines pack 5 to 40 to one; deflate reaches 1032."""
SMALL: Final = 1 << 20
"""Files below this are not held to the ratio: they cannot fill anything."""


_ASK_AGAIN: Final = "Ask for the handover again, or name another one that `packbench export` wrote."


class Source(Protocol):
    """The files of a handover by name."""

    def size(self, name: str) -> int | None:
        """The stated size of a file in bytes; None when there is none of that name."""
        ...

    def open(self, name: str) -> IO[bytes]:
        """A file for reading. Raises `Refused` when there is none."""
        ...

    def close(self) -> None:
        """Give the files back."""
        ...


def open_source(path: str | os.PathLike[str]) -> Source:
    """The folder or the archive at a path. Raises `Refused` for anything else and for odd names in it."""
    if os.path.isfile(os.path.join(path, DATA)):
        raise Refused(
            f"{Path(path).name} is a pack, and no export of one. Run "
            f"`packbench export NAME.zip --pack {os.fspath(path)}`, then import NAME.zip."
        )
    if os.path.isdir(path):
        return _Folder(Path(path))
    return _Archive(Path(path))


class _Folder:
    """Files of one folder, opened by a handle on it and never through a link."""

    def __init__(self, path: Path) -> None:
        self._folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        self._sizes: dict[str, int] = {}
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    self._take(entry)
        except BaseException:
            self.close()
            raise

    def _take(self, entry: os.DirEntry[str]) -> None:
        if entry.name.startswith("."):
            return  # what file managers leave behind; nothing of it is opened
        _refuse_unknown(entry.name)
        about = entry.stat(follow_symlinks=False)
        if not stat.S_ISREG(about.st_mode):
            raise BadHandover(f"{entry.name} is a link or no plain file; a handover has only plain files.")
        self._sizes[entry.name] = about.st_size

    def size(self, name: str) -> int | None:
        return self._sizes.get(name)

    def open(self, name: str) -> IO[bytes]:
        if name not in self._sizes:
            raise BadHandover(f"{name} is missing. {_ASK_AGAIN}")
        try:
            return open(name, "rb", opener=self._plain)
        except OSError as error:
            raise Refused(f"{name} cannot be read ({error.strerror}).") from None

    def _plain(self, name: str, flags: int) -> int:
        opened = os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._folder)
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            os.close(opened)
            raise BadHandover(f"{name} is no plain file any more.")
        return opened

    def close(self) -> None:
        os.close(self._folder)


class _Archive:
    """Entries of one zip file, read as streams."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise Refused(f"{path.name} cannot be read ({error.strerror}).") from None
        except (zipfile.BadZipFile, ValueError, NotImplementedError, UnicodeDecodeError) as error:
            raise BadHandover(_no_archive(path, error)) from None
        self._entries: dict[str, zipfile.ZipInfo] = {}
        try:
            for entry in self._zip.infolist():
                self._take(entry)
        except BaseException:
            self.close()
            raise

    def _take(self, entry: zipfile.ZipInfo) -> None:
        name = entry.orig_filename
        _refuse_unknown(name)
        if name in self._entries:
            raise BadHandover(f"{name} is in the archive twice, so nobody can say which one is meant.")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or entry.is_dir():
            raise BadHandover(f"{name} is a link or no plain file; a handover has only plain files.")
        if entry.flag_bits & 0x1:
            raise BadHandover(f"{name} is under a password; a handover is not.")
        if entry.file_size > max(SMALL, MOST_RATIO * entry.compress_size):
            raise BadHandover(
                f"{name} would unpack to {entry.file_size} bytes, over {MOST_RATIO} times what it takes "
                "in the archive; that is no pack."
            )
        self._entries[name] = entry

    def size(self, name: str) -> int | None:
        entry = self._entries.get(name)
        return None if entry is None else entry.file_size

    def open(self, name: str) -> IO[bytes]:
        if name not in self._entries:
            raise BadHandover(f"{name} is missing. {_ASK_AGAIN}")
        with told_of_damage(name):
            return self._zip.open(self._entries[name])

    def close(self) -> None:
        self._zip.close()


def _no_archive(path: Path, error: Exception) -> str:
    """Why a file is none: one that begins as an archive has lost its end on the way."""
    try:
        with open(path, "rb") as file:
            begins = file.read(len(_BEGINS))
    except OSError:
        begins = b""
    if begins == _BEGINS:
        return f"{path.name} is cut off: it begins as an archive, and its end is missing. Ask for it again."
    return f"{path.name} is no archive that can be read ({error}). Name what `packbench export` wrote."


_BEGINS: Final = b"PK\x03\x04"


def _refuse_unknown(name: str) -> None:
    if name not in KNOWN:
        raise BadHandover(f"it holds {name[:80]!r}, which is no part of a handover. Export the pack anew.")


@contextmanager
def told_of_damage(name: str) -> Iterator[None]:
    """Within it, whatever a damaged archive makes the zip library raise names the file."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
        raise PackDamaged(f"{name} cannot be read out of the archive ({error}); it was changed.") from None
