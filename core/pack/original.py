"""Packs of the original: its file in and out, and a report of what became of each record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256

import msgspec

from core.claims.claim import UNDONE, Claim
from core.claims.deed import Deed
from core.claims.proposal import OPEN, Proposal
from core.errors import Refused
from core.foreign.lines import Record, is_original, read_records
from core.foreign.reading import LOUD, Reading, read
from core.foreign.residue import RESIDUE, line_in, residue_of, unknown_fields
from core.pack.adopting import News, news_of
from core.pack.commands import Adopt
from core.pack.pack import Pack
from core.pack.telling import Teller
from core.store import tables

__all__ = [
    "AsItWas",
    "LeftBehind",
    "OriginalReport",
    "export_original",
    "import_original",
    "is_original",
    "left_behind",
]

PART_BYTES = 8 << 20
"""Bytes of records that one command takes in: far below the longest line of an export."""


class AsItWas(msgspec.Struct, frozen=True, kw_only=True):
    """A record that is kept as it was, and why."""

    line: int
    id: str
    kind: str
    as_: str = msgspec.field(name="as")
    """`claim`, or `evidence` for what is no claim here."""
    reasons: tuple[tuple[str, str], ...]
    """Class and sentence of each reason."""
    loud: bool
    """Whether a person must hear of it: it looks like a secret."""


class OriginalReport(msgspec.Struct, frozen=True, kw_only=True):
    """What an import read and what came of it."""

    source: str
    read: int
    """Records; lines without one are not counted."""
    claims: int
    """Records that are claims here, whatever became of them."""
    added: int
    changed: int
    """Claims known already that got a new version."""
    same: int
    """Records that say nothing new."""
    older: tuple[int, ...]
    """Lines that are older than what the pack holds of them; nothing was taken from these."""
    repeated: tuple[int, ...]
    """Lines whose record stands again further down; the last one counts."""
    kept: tuple[AsItWas, ...]
    unknown_fields: dict[str, int]
    """Fields that neither side knows, with the number of records that have them; they travel along."""
    clocks: dict[str, int]
    """Review clocks of what was added or changed, by what became of them: `carried`, `new`, `none`;
    `neglected` of those carried."""
    workspaces: dict[str, int]
    """The workspaces of the claims, with the number of records in each."""
    txs: tuple[int, ...]
    """The transactions, all of one commit; empty when nothing was new."""

    @property
    def classes(self) -> dict[str, int]:
        """How many records are kept as they were, by the class of each reason."""
        return dict(Counter(name for one in self.kept for name in dict(one.reasons)))


def import_original(
    pack: Pack, lines: Iterable[str | bytes], *, source: str, dry_run: bool = False
) -> OriginalReport:
    """Take in a file of the original; all or nothing, and twice is once.

    Raises `Refused`, naming file and line, for what is no record; `PackFull`. With `dry_run` nothing is
    written.
    """
    try:
        readings = [read(record) for record in read_records(lines)]
    except Refused as error:
        raise Refused(f"{source}, {error} Nothing was taken in.") from None
    final = {(one.record.workspace, one.record.id): one for one in readings}
    taken = list(final.values())
    held = pack.reader.held
    teller = Teller(held, held.chains.head, pack.now())
    news = {one.record.number: _news(teller, one) for one in taken}
    return _report(source, readings, taken, news, () if dry_run else _submit(pack, taken, source))


def export_original(pack: Pack, workspace: str | None = None) -> Iterator[str]:
    """The pack (or one workspace) as lines of the original's format, in the order they came in.

    Every claim goes out, closed, retracted and resting ones too, and what is kept as evidence; a claim whose
    write was taken back does not. A record that nobody touched here is the same to the byte.
    """
    held = pack.reader.held
    teller = Teller(held, held.chains.head, pack.now())
    claims = held.chains.tables[tables.CLAIM].values()
    rows: list[tuple[int, int, int, Claim | Deed]] = [
        (chain[0].tx, _number(chain[-1].value), place, chain[-1].value) for place, chain in enumerate(claims)
    ]
    deeds = held.deeds
    rows += [
        (deeds.chain(deed.accession)[0][0], _number(deed), 0, deed)
        for row, deed in enumerate(deeds.iter_from(0))
        if deed is not None and deeds.stood(row) and line_in(deed.extra) is not None
    ]
    claimed = (claim for *_, claim in rows if isinstance(claim, Claim) and claim.state != UNDONE)
    told = {(claim.workspace, teller.name(claim.id)) for claim in claimed}
    for *_, value in sorted(rows, key=lambda row: row[:3]):
        line = _line(teller, value, told)
        if line is not None and workspace in (None, _workspace(value)):
            yield line


class LeftBehind(msgspec.Struct, frozen=True, kw_only=True):
    """What a pack holds that its file of the original does not."""

    deeds: int
    """Evidence of our own; claims go on naming it by accession."""
    open_proposals: int
    undone_claims: int
    earlier_revisions: int
    """Versions of the claims that went out, before the last of each."""


def left_behind(pack: Pack, workspace: str | None = None) -> LeftBehind:
    """What `export_original` does not write of a pack, or of one workspace; deeds are of no workspace."""
    held = pack.reader.held
    chains = held.chains.tables
    claims = [chain for chain in chains[tables.CLAIM].values() if _is_of(chain[-1].value, workspace)]
    gone = [chain for chain in claims if chain[-1].value.state == UNDONE]
    proposals = (chain[-1].value for chain in chains[tables.PROPOSAL].values())
    deeds = held.deeds
    standing = (deed for row, deed in enumerate(deeds.iter_from(0)) if deed is not None and deeds.stood(row))
    return LeftBehind(
        deeds=sum(line_in(deed.extra) is None for deed in standing),
        open_proposals=sum(_is_of(one, workspace) and one.status == OPEN for one in proposals if one),
        undone_claims=len(gone),
        earlier_revisions=sum(len(chain) - 1 for chain in claims) - sum(len(chain) - 1 for chain in gone),
    )


def _is_of(value: Claim | Proposal | None, workspace: str | None) -> bool:
    return value is not None and workspace in (None, value.workspace)


def _line(teller: Teller, value: Claim | Deed, told: set[tuple[str, str]]) -> str | None:
    if isinstance(value, Claim):
        return None if value.state == UNDONE else teller.line(value)
    found = residue_of(value.extra)
    if found is None or (found[1].workspace, found[1].id) in told:
        return None
    return found[0].line


def _workspace(value: Claim | Deed) -> str | None:
    return value.workspace if isinstance(value, Claim) else value.source


def _number(value: Claim | Deed | None) -> int:
    residue = value.extra.get(RESIDUE) if value is not None else None
    number = residue.get("n", 0) if isinstance(residue, dict) else 0
    return number if isinstance(number, int) else 0


def _news(teller: Teller, reading: Reading) -> News | None:
    return None if reading.evidence else news_of(teller, reading)


def _submit(pack: Pack, taken: list[Reading], source: str) -> tuple[int, ...]:
    digest = sha256("\n".join(one.record.line for one in taken).encode()).hexdigest()
    parts = list(_parts([one.record for one in taken]))
    txs: list[int] = []
    with pack.batched():
        for number, records in enumerate(parts, start=1):
            lines = tuple((record.number, record.line) for record in records)
            command = Adopt(lines=lines, source=source, digest=digest, part=number, parts=len(parts))
            receipt = pack.submit(command)
            txs += [receipt.tx] if receipt.tx is not None else []
    return tuple(txs)


def _parts(records: list[Record]) -> Iterator[list[Record]]:
    part: list[Record] = []
    size = 0
    for record in records:
        if part and size + len(record.line) > PART_BYTES:
            yield part
            part, size = [], 0
        part.append(record)
        size += len(record.line)
    if part:
        yield part


def _report(
    source: str,
    readings: list[Reading],
    taken: list[Reading],
    news: dict[int, News | None],
    txs: tuple[int, ...],
) -> OriginalReport:
    count = Counter(news.values())
    return OriginalReport(
        source=source,
        read=len(readings),
        claims=sum(not one.evidence for one in taken),
        added=count["new"],
        changed=count["changed"],
        same=count["same"],
        older=tuple(number for number, what in news.items() if what == "older"),
        repeated=tuple(one.record.number for one in readings if one.record.number not in news),
        kept=tuple(_as_it_was(one) for one in taken if one.kept),
        unknown_fields=dict(Counter(name for one in taken for name in unknown_fields(one.record.fields))),
        workspaces=dict(Counter(one.claim.workspace for one in taken if not one.evidence)),
        clocks=_clocks(one for one in taken if news[one.record.number] in ("new", "changed")),
        txs=txs,
    )


def _as_it_was(reading: Reading) -> AsItWas:
    return AsItWas(
        line=reading.record.number,
        id=reading.record.id,
        kind=str(reading.record.fields.get("kind")),
        as_="evidence" if reading.evidence else "claim",
        reasons=tuple((one.name, one.why) for one in reading.kept),
        loud=any(one.name in LOUD for one in reading.kept),
    )


def _clocks(taken: Iterable[Reading]) -> dict[str, int]:
    clocks: Counter[str] = Counter()
    for reading in taken:
        if not reading.asked:
            clocks["none"] += 1
        elif reading.clock is None or reading.clock.is_new:
            clocks["new"] += 1
        else:
            clocks["carried"] += 1
            clocks["neglected"] += reading.clock.is_lower_bound
    return dict(clocks)
