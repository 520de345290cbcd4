"""Check: every checksum, the order of the log, and the projections against the log, byte for byte."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import lmdb
import msgspec

from core.clocks.instants import EARLIEST, Instant, format_instant
from core.errors import PackDamaged, PackError
from core.store import datafile, layout, lease, log_rows, meta, tables
from core.store.environment import Environment
from core.store.lmdb_log import LmdbLog
from core.store.record import Effect, LogRecord

MOST_FAULTS: Final = 100
"""Faults that a report lists; the rest are counted."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong."""

    where: str
    """`file`, `meta`, `log`, `chain` or `due`."""
    tx: int | None
    """The record it belongs to, when it belongs to one."""
    sentence: str


class CheckReport(msgspec.Struct, frozen=True):
    """What a check found."""

    pack_id: str
    records: int
    effects: int
    audited: bool
    """Whether the structure of the file was verified too; beside a writer it cannot be."""
    found: int
    """Number of faults."""
    faults: tuple[Fault, ...] = ()
    """The first of them, in the order of the log."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.found

    @property
    def first(self) -> str:
        """The first fault as a sentence; empty when there is none."""
        return self.faults[0].sentence if self.faults else ""


def check(pack: LmdbLog | str | os.PathLike[str]) -> CheckReport:
    """Check an open log, or the pack at a path, which is opened for reading beside whoever writes it.

    Raises `NotAPack` for a path that holds none. A file damaged so that reading it kills the process can
    only be survived from outside: see `check_child.check_apart`.
    """
    if isinstance(pack, LmdbLog):
        return _Check(pack.environment).run(audited=False)
    folder = Path(pack)
    audited = lease.who_holds(folder) is None
    try:
        datafile.read_header(folder)
        findings = datafile.audit(folder) if audited else []
        if findings:
            return _file_report(findings, audited)
        env = Environment(folder, writable=False)
    except PackDamaged as error:
        return _file_report([str(error)], audited)
    try:
        return _Check(env).run(audited=audited)
    finally:
        env.close()


def describe(record: LogRecord) -> str:
    """A record as a person would name it: number, verb, when and by whom."""
    when = format_instant(record.t_tx)
    return f"record {record.tx} ({record.verb}, {when[:10]} {when[11:16]} by {record.actor})"


class _Check:
    """One walk over the log in one read transaction; every effect is looked up where it was projected."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._faults: list[Fault] = []
        self._records = 0
        self._effects = 0
        self._unreadable: set[int] = set()
        self._due: dict[str, tuple[bytes, LogRecord]] = {}

    def run(self, *, audited: bool) -> CheckReport:
        """Walk and report."""
        pack_id = ""
        try:
            with self._env.reading() as txn:
                pack_id = self._check_meta(txn)
                self._check_log(txn)
                self._check_surplus(txn)
                self._check_due(txn)
        except (PackError, lmdb.Error) as error:
            self._faults.append(_of_file(str(error)))
        faults = sorted(self._faults, key=lambda fault: (fault.tx is not None, fault.tx or 0))
        return CheckReport(
            pack_id, self._records, self._effects, audited, len(faults), tuple(faults[:MOST_FAULTS])
        )

    def _check_meta(self, txn: lmdb.Transaction[bytes]) -> str:
        values: dict[str, Any] = {}
        for name in meta.TYPES:
            try:
                values[name] = meta.get(self._env, txn, name)
            except (PackError, msgspec.DecodeError) as error:
                self._fault("meta", None, str(error))
        if values.get(meta.FORMAT, 0) > layout.FORMAT:
            meta.refuse_newer(self._env, txn)
        return str(values.get(meta.PACK, ""))

    def _check_log(self, txn: lmdb.Transaction[bytes]) -> None:
        tx, t_tx = 0, EARLIEST
        for key, sealed in log_rows.rows(self._env, txn, 0):
            self._records += 1
            number = layout.TX.unpack(key)[0] if len(key) == layout.TX.size else -1
            if number != tx + 1:
                self._fault(
                    "log", tx + 1, f"record {tx + 1} is missing: record {number} follows record {tx}."
                )
            tx = number
            try:
                record = log_rows.decode(key, sealed)
            except PackDamaged as error:
                self._unreadable.add(number)
                self._fault("log", number, str(error))
                continue
            self._check_order(record, number, t_tx)
            t_tx = max(t_tx, record.t_tx)
            self._check_effects(txn, record)

    def _check_order(self, record: LogRecord, number: int, t_tx: Instant) -> None:
        if record.tx != number:
            self._fault("log", number, f"{describe(record)} lies in the place of record {number}.")
        if record.t_tx <= t_tx:
            self._fault("log", number, f"{describe(record)} is not later than the record before it.")

    def _check_effects(self, txn: lmdb.Transaction[bytes], record: LogRecord) -> None:
        for effect in {(effect.table, effect.key): effect for effect in record.effects}.values():
            self._effects += 1
            named = f"{describe(record)}: the {effect.table} {effect.key}"
            try:
                value = effect.value
                key = layout.chain_key(effect.table, effect.key, record.tx)
            except (msgspec.DecodeError, KeyError, PackError) as error:
                self._fault("log", record.tx, f"{named} cannot be read ({error}).")
                continue
            self._note_due(effect, value, record)
            seen = txn.get(key, db=self._env[layout.CHAIN])
            if seen != layout.chain_row(key, record.t_tx, effect.stored):
                self._fault("chain", record.tx, f"{named} in the projection {_difference(key, seen)}.")

    def _note_due(self, effect: Effect, state: Any, record: LogRecord) -> None:
        if effect.table == tables.REVIEW:
            self._due.pop(effect.key, None)
            if state is not None:
                self._due[effect.key] = layout.due_key(state, effect.key), record

    def _check_surplus(self, txn: lmdb.Transaction[bytes]) -> None:
        """Rows of chains that no record has written; looked for only when the numbers differ."""
        if txn.stat(self._env[layout.CHAIN])["entries"] == self._effects and not self._unreadable:
            return
        written: dict[int, set[tuple[str, str]]] = {}
        for raw in _keys(txn, self._env[layout.CHAIN]):
            try:
                table, key, tx = layout.split_chain_key(raw)
            except (ValueError, IndexError):
                self._fault(
                    "chain", None, f"the projection has a row {raw[:40]!r} that is no row of a chain."
                )
                continue
            if tx not in self._unreadable and (table, key) not in self._written_by(txn, tx, written):
                self._fault("chain", tx, f"record {tx}: the log says nothing of the {table} {key} there.")

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
        present = set(_keys(txn, self._env[layout.DUE]))
        for claim_id, (key, record) in self._due.items():
            if key not in present:
                sentence = f"{describe(record)}: the claim {claim_id} is not in the due queue on its day."
                self._fault("due", record.tx, sentence)
        surplus = present - {key for key, _ in self._due.values()}
        for key in sorted(surplus) if not self._unreadable else ():
            name = key[layout.DAY.size :].decode(errors="replace")
            self._fault("due", None, f"the due queue holds {name} on a day that the log does not name.")

    def _fault(self, where: str, tx: int | None, sentence: str) -> None:
        self._faults.append(Fault(where, tx, sentence))


def _file_report(findings: list[str], audited: bool) -> CheckReport:
    """The report on a file that is better not read any further."""
    faults = tuple(_of_file(f"the file does not hold together: {finding}") for finding in findings)
    return CheckReport("", 0, 0, audited, len(faults), faults[:MOST_FAULTS])


def _of_file(sentence: str) -> Fault:
    return Fault("file", None, sentence)


def _keys(txn: lmdb.Transaction[bytes], db: Any) -> Iterator[bytes]:
    with txn.cursor(db=db) as cursor:
        yield from cursor.iternext(keys=True, values=False)


def _difference(key: bytes, seen: bytes | None) -> str:
    if seen is None:
        return "is missing"
    return "differs from the log" if layout.sound(key, seen) else "is damaged (its checksum does not fit)"
