"""One walk over the log, in which every effect is looked up where it was projected, as reads look it up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import lmdb
import msgspec

from core.clocks.instants import EARLIEST, Instant
from core.errors import PackDamaged, PackError
from core.store import blobs, layout, log_rows, meta, naming, tables
from core.store.environment import Environment
from core.store.naming import describe
from core.store.record import Effect, LogRecord
from core.store.salvage import is_stand_in

RESTORE: Final = layout.SAVE_THE_REST
REBUILD: Final = layout.REBUILD


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong."""

    where: str
    """`file`, `meta`, `log`, `chain`, `due` or `blob`."""
    tx: int | None
    """The record it belongs to, when it belongs to one."""
    sentence: str


class Comparison:
    """The walk, in one read transaction. What it finds is in `faults`, and its counts beside them."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self.pack_id = ""
        self.faults: list[Fault] = []
        self.records = 0
        self.effects = 0
        self.digest = log_rows.NO_HISTORY
        """Digest of the log, as the last row has it."""
        self.stand_ins = 0
        """Records that stand for damaged ones: the pack was made of a salvage."""
        self._damaged: dict[int, bytes] = {}
        self._due: dict[str, tuple[bytes, LogRecord]] = {}

    def run(self) -> None:
        """Walk."""
        try:
            with self._env.reading() as txn:
                self._check_meta(txn)
                self._check_kinds(txn)
                self._check_log(txn)
                self._name_damaged(txn)
                self._check_surplus(txn)
                self._check_due(txn)
                self._check_blobs(txn)
        except (PackError, lmdb.Error) as error:
            self._fault("file", None, str(error))

    def _check_meta(self, txn: lmdb.Transaction[bytes]) -> None:
        values: dict[str, Any] = {}
        for name in meta.TYPES:
            try:
                values[name] = meta.get(self._env, txn, name)
            except (PackError, msgspec.DecodeError) as error:
                self._fault("meta", None, str(error))
        self.pack_id = str(values.get(meta.PACK, ""))
        if meta.FORMAT in values:
            meta.refuse_other_format(self._env.folder, values[meta.FORMAT])

    def _check_kinds(self, txn: lmdb.Transaction[bytes]) -> None:
        """No part of a pack sorts in another way than by bytes, or keeps several values of a key."""
        for name in layout.SUB_DATABASES:
            if any(self._env[name].flags(txn).values()):
                self._fault(
                    "file", None, f"the part {name} of the file has marks that it never had. {RESTORE}"
                )

    def _check_log(self, txn: lmdb.Transaction[bytes]) -> None:
        tx, t_tx = 0, EARLIEST
        for key, sealed in log_rows.rows(self._env, txn, 0):
            self.records += 1
            number = layout.TX.unpack(key)[0] if len(key) == layout.TX.size else -1
            if number != tx + 1:
                self._fault(
                    "log",
                    tx + 1,
                    f"record {tx + 1} is missing: record {number} follows record {tx}. {RESTORE}",
                )
            tx, former, self.digest = number, self.digest, log_rows.digest_in(sealed)
            try:
                record = log_rows.decode(key, sealed)
            except PackDamaged:
                self._damaged[number] = sealed
                continue
            self.stand_ins += is_stand_in(record)
            self._check_place(txn, record, key, sealed)
            self._check_order(record, number, t_tx)
            if self.digest != log_rows.digest_of(former, key, log_rows.body_in(sealed)):
                self._check_lineage(record)
            t_tx = max(t_tx, record.t_tx)
            self._check_effects(txn, record)

    def _check_place(
        self, txn: lmdb.Transaction[bytes], record: LogRecord, key: bytes, sealed: bytes
    ) -> None:
        if txn.get(key, db=self._env[layout.LOG]) != sealed:
            self._fault(
                "log",
                record.tx,
                f"{describe(record)} is there and cannot be looked up by its number: the file's index is "
                f"damaged. {RESTORE}",
            )

    def _check_order(self, record: LogRecord, number: int, t_tx: Instant) -> None:
        if record.tx != number:
            self._fault("log", number, f"{describe(record)} lies in the place of record {number}. {RESTORE}")
        if record.t_tx <= t_tx:
            self._fault(
                "log", number, f"{describe(record)} is not later than the record before it. {RESTORE}"
            )

    def _check_lineage(self, record: LogRecord) -> None:
        """After a damaged or missing record nothing can be said of the next one."""
        if not self.faults and record.tx - 1 not in self._damaged:
            self._fault(
                "log",
                record.tx,
                f"{describe(record)} was not written after the records before it: it, or one of them, was "
                f"exchanged. {RESTORE}",
            )

    def _name_damaged(self, txn: lmdb.Transaction[bytes]) -> None:
        """Say of each damaged record what it and its projections still tell."""
        if not self._damaged:
            return
        times: dict[int, Instant] = {}
        values: dict[int, list[Any]] = {tx: [] for tx in self._damaged}
        for raw, sealed in _rows(txn, self._env[layout.CHAIN]):
            try:
                table, _, tx = layout.split_chain_key(raw)
                if tx in values:
                    times[tx], stored = layout.split_chain_row(raw, sealed)
                    values[tx].append(None if stored is None else tables.decode(table, stored))
            except (PackError, ValueError, IndexError, msgspec.DecodeError):
                continue  # a projection that is damaged too has nothing to tell
        for tx, sealed in self._damaged.items():
            body = log_rows.body_in(sealed)
            named = naming.describe_damaged(tx, body, values[tx], times.get(tx))
            sentence = f"{named} is damaged in the log: its checksum does not fit its bytes. {RESTORE}"
            self._fault("log", tx, sentence)

    def _check_effects(self, txn: lmdb.Transaction[bytes], record: LogRecord) -> None:
        for effect in {(effect.table, effect.key): effect for effect in record.effects}.values():
            self.effects += 1
            try:
                value = effect.value
                key = layout.chain_key(effect.table, effect.key, record.tx)
            except (msgspec.DecodeError, KeyError, PackError) as error:
                named = f"{describe(record)}: the {effect.table} {effect.key}"
                self._fault("log", record.tx, f"{named} cannot be read ({error}). {RESTORE}")
                continue
            self._note_due(effect, value, record)
            seen = txn.get(key, db=self._env[layout.CHAIN])
            if seen != layout.chain_row(key, record.t_tx, effect.stored):
                named = f"{describe(record)}: {naming.named_value(effect, value)}"
                said = f"{named} in the projection {_difference(key, seen)}. {REBUILD}"
                self._fault("chain", record.tx, said)

    def _note_due(self, effect: Effect, state: Any, record: LogRecord) -> None:
        if effect.table == tables.REVIEW:
            self._due.pop(effect.key, None)
            if state is not None:
                self._due[effect.key] = layout.due_key(state, effect.key), record

    def _check_surplus(self, txn: lmdb.Transaction[bytes]) -> None:
        """Rows of chains that no record has written; looked for only when the numbers differ."""
        if txn.stat(self._env[layout.CHAIN])["entries"] == self.effects and not self._damaged:
            return
        written: dict[int, set[tuple[str, str]]] = {}
        for raw, _ in _rows(txn, self._env[layout.CHAIN]):
            try:
                table, key, tx = layout.split_chain_key(raw)
            except (ValueError, IndexError):
                self._fault(
                    "chain",
                    None,
                    f"the projection has a row {raw[:40]!r} that is no row of a chain. {REBUILD}",
                )
                continue
            if tx not in self._damaged and (table, key) not in self._written_by(txn, tx, written):
                named = f"the {naming.TABLES[table]} {key}"
                self._fault("chain", tx, f"record {tx}: the log says nothing of {named} there. {REBUILD}")

    def _written_by(
        self, txn: lmdb.Transaction[bytes], tx: int, known: dict[int, set[tuple[str, str]]]
    ) -> set[tuple[str, str]]:
        if tx not in known:
            key = layout.log_key(tx)
            sealed = txn.get(key, db=self._env[layout.LOG])
            effects = log_rows.decode(key, sealed).effects if sealed else ()
            known[tx] = {(effect.table, effect.key) for effect in effects}
        return known[tx]

    def _check_due(self, txn: lmdb.Transaction[bytes]) -> None:
        present = {key for key, _ in _rows(txn, self._env[layout.DUE])}
        for claim_id, (key, record) in self._due.items():
            if key not in present or txn.get(key, db=self._env[layout.DUE]) != b"":
                sentence = f"{describe(record)}: the claim {claim_id} is not in the due queue on its day."
                self._fault("due", record.tx, f"{sentence} {REBUILD}")
        surplus = present - {key for key, _ in self._due.values()}
        for key in sorted(surplus) if not self._damaged else ():
            name = key[layout.DAY.size :].decode(errors="replace")
            sentence = f"the due queue holds {name} on a day that the log does not name. {REBUILD}"
            self._fault("due", None, sentence)

    def _check_blobs(self, txn: lmdb.Transaction[bytes]) -> None:
        for name in blobs.blob_names(self._env, txn):
            if blobs.get_blob(self._env, txn, name) is None:
                shown = name.encode(errors="replace").decode()
                self._fault(
                    "blob",
                    None,
                    f"the cached array {shown} is damaged; it is not used, and nothing is lost. {REBUILD}",
                )

    def _fault(self, where: str, tx: int | None, sentence: str) -> None:
        self.faults.append(Fault(where, tx, sentence))


def _rows(txn: lmdb.Transaction[bytes], db: Any) -> Iterator[tuple[bytes, bytes]]:
    with txn.cursor(db=db) as cursor:
        yield from cursor.iternext()


def _difference(key: bytes, seen: bytes | None) -> str:
    if seen is None:
        return "is missing"
    return "differs from the log" if layout.sound(key, seen) else "is damaged (its checksum does not fit)"
