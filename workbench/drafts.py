"""A journal of unsaved text: what was typed survives a crash, a closed terminal and a torn file.

One JSON line a draft, the file replaced whole and flushed to disk, so that a reader sees the journal
before or after a save and never a half of it. A line that cannot be read costs that draft only, and a
copy of the file is kept beside it.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

import msgspec

MOST_DRAFTS = 20
"""Drafts kept; the oldest gives way."""

OWNER_ONLY = 0o600


class DraftNotKept(Exception):
    """The journal could not be written; the message says why and what to do."""


class Draft(msgspec.Struct, frozen=True):
    """Text that was typed and not yet written to the pack."""

    id: str
    saved: int
    """When it was last kept, in microseconds UTC."""
    fields: Mapping[str, str]


def journal_path(state: Path, pack: Path) -> Path:
    """Where the drafts for a pack are kept below the state folder; packs of one name have a file each."""
    whole = os.fsencode(pack.resolve())
    name = re.sub(r"[^\w.-]", "_", pack.stem)[:40]
    return state / "drafts" / f"{name}-{blake2b(whole, digest_size=6).hexdigest()}.jsonl"


class DraftJournal:
    """The drafts of one pack, in one file. Safe for several windows at once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> tuple[Draft, ...]:
        """The drafts kept, the last saved first; lines that cannot be read are left out."""
        try:
            raw = self.path.read_bytes()
        except OSError:
            return ()
        drafts = {draft.id: draft for draft in map(_read, raw.splitlines()) if draft}
        return tuple(sorted(drafts.values(), key=lambda draft: (-draft.saved, draft.id)))

    def save(self, draft_id: str, fields: Mapping[str, str], now: int) -> None:
        """Keep these field values under the id, in place of what it held; blank fields discard it.

        `now` is in microseconds UTC. Raises DraftNotKept when the disk refuses.
        """
        others = self._others(draft_id)
        if any(value.strip() for value in fields.values()):
            self._change(lambda: [Draft(draft_id, now, dict(fields)), *others()])
        else:
            self._change(others)

    def discard(self, draft_id: str) -> None:
        """Forget the draft; an unknown id changes nothing. Raises DraftNotKept when the disk refuses."""
        self._change(self._others(draft_id))

    def forget(self, concerned: Callable[[Draft], bool]) -> int:
        """Remove every draft that is concerned (an erase) and copies of torn files; give back how many."""
        gone = sum(map(concerned, self.load()))
        self._change(lambda: [draft for draft in self.load() if not concerned(draft)])
        self._torn_copy.unlink(missing_ok=True)
        return gone

    @property
    def _torn_copy(self) -> Path:
        return self.path.with_suffix(".torn")

    def _others(self, draft_id: str) -> Callable[[], list[Draft]]:
        return lambda: [draft for draft in self.load() if draft.id != draft_id]

    def _change(self, drafts: Callable[[], list[Draft]]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with _alone(self.path.with_suffix(".lock")):
                self._keep_torn_copy()
                _replace(self.path, b"".join(_line(draft) for draft in drafts()[:MOST_DRAFTS]))
        except OSError as error:
            raise DraftNotKept(
                f"The draft could not be kept in {self.path}: {error.strerror or error}. "
                "Save the claim, or copy the text elsewhere before you leave."
            ) from error

    def _keep_torn_copy(self) -> None:
        """Before the first write over a file with unreadable lines, keep it as it is."""
        if not self.path.exists() or self._torn_copy.exists():
            return
        raw = self.path.read_bytes()
        if any(_read(line) is None for line in raw.splitlines()):
            _replace(self._torn_copy, raw)


def _line(draft: Draft) -> bytes:
    entry = {"id": draft.id, "saved": draft.saved, "fields": dict(draft.fields)}
    import json  # late: most starts find no draft

    return json.dumps(entry).encode() + b"\n"


def _read(line: bytes) -> Draft | None:
    """The draft of one line, or None when the line is torn or of another make."""
    import json

    try:
        entry = json.loads(line)
        fields = {str(name): str(value) for name, value in entry["fields"].items()}
        return Draft(str(entry["id"]), int(entry["saved"]), fields)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _replace(path: Path, content: bytes) -> None:
    """Put the content in place of the file in one step that survives a power cut."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One process at a time."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
