"""The manifest of a handover: which pack, how many records, and the checksum of every file beside it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from core.errors import BadHandover
from core.store import layout, log_rows
from core.store.record import LogRecord

NAME: Final = "packbench-handover"
FORMAT: Final = 1
"""Number of the layout of a handover; a higher one is refused."""

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.json.sig"
LOG: Final = "log.jsonl"
CLAIMS: Final = "claims.jsonl"
DEEDS: Final = "deeds.jsonl"
REVIEWS: Final = "reviews.jsonl"
LINKS: Final = "links.jsonl"
DECLINED: Final = "declined.jsonl"
FILES: Final = (LOG, CLAIMS, DEEDS, REVIEWS, LINKS, DECLINED)
"""What a manifest may list, in the order in which it is written and verified."""

Signed = Literal["checked", "not checked", "unsigned"]
"""What is known of a signature: it is the named key's, no key was named, or there is none."""


class FileEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a handover."""

    name: str
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a handover holds."""

    name: str = NAME
    format: int = FORMAT
    pack: str
    """The lineage."""
    created: str
    """When the pack was made."""
    records: int
    head: str
    """Chained digest of the last record (`ChainedDigest`)."""
    files: tuple[FileEntry, ...]
    stand_ins: int = 0
    """Records that stand for damaged ones. With any, the pack is a salvage: it is imported as a new pack."""


def to_bytes(manifest: Manifest) -> bytes:
    """The bytes of a manifest, which are also what is signed."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def from_bytes(raw: bytes) -> Manifest:
    """The manifest of these bytes. Raises `BadHandover` for any other text and for a newer format."""
    try:
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        manifest = None
    if manifest is None or manifest.name != NAME:
        raise BadHandover(f"its {MANIFEST} is no manifest of a pack. Name what `packbench export` wrote.")
    if manifest.format > FORMAT:
        raise BadHandover(
            f"this handover has format {manifest.format}; this Packbench reads {FORMAT}. Update Packbench."
        )
    _refuse_unfit(manifest)
    return manifest


def _refuse_unfit(manifest: Manifest) -> None:
    names = [entry.name for entry in manifest.files]
    unknown = sorted(set(names) - set(FILES))
    if unknown:
        raise BadHandover(f"its manifest lists {unknown[0]!r}, which is no part of a handover.")
    if len(names) != len(set(names)) or LOG not in names:
        raise BadHandover(f"its manifest lists a file twice, or no {LOG}.")
    if any(entry.bytes < 0 for entry in manifest.files) or manifest.records < 0:
        raise BadHandover("its manifest states a size below zero.")


class ChainedDigest:
    """The digest of a log, as its rows hold it: of the one before each record, and of the record as stored.

    Two packs that adopted one log have equal digests up to where they parted, and no others.
    """

    def __init__(self) -> None:
        self._now = log_rows.NO_HISTORY

    def add(self, record: LogRecord) -> str:
        """Take in the next record; returns the digest up to it, as hex."""
        self._now = log_rows.digest_of(self._now, layout.log_key(record.tx), log_rows.encode(record))
        return self.head

    @property
    def head(self) -> str:
        """The digest up to here, as hex."""
        return self._now.hex()
