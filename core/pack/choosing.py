"""Which acts an undo takes back: one, a range, those that are named, or what a seat did since a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from core.clocks.instants import EARLIEST, MICROSECOND, Instant
from core.errors import NotFound, Refused
from core.pack.commands import Merge, Undo
from core.store import tables
from core.store.record import LogRecord

if TYPE_CHECKING:
    from core.pack.events import Event
    from core.pack.pack import Pack

TAKES_BACK: Final = frozenset({"undo", "redo"})


class Past(Protocol):
    """The log, as a command finds it."""

    @property
    def tx(self) -> int:
        """Number of the record to be: every one before it is there."""
        ...

    @property
    def record(self) -> Callable[[int], LogRecord]:
        """The record of a transaction."""
        ...


@dataclass(frozen=True, slots=True)
class _Log:
    """The log of a pack that is open, for faces."""

    tx: int
    record: Callable[[int], LogRecord]


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts of the past: all of them unless a seat, a moment or a range says which."""

    by: str | None = None
    since: Instant = EARLIEST
    first: int = 1
    through: int | None = None

    def hold(self, record: LogRecord) -> bool:
        """Whether a record is one of them."""
        in_range = self.first <= record.tx and (self.through is None or record.tx <= self.through)
        return in_range and record.t_tx >= self.since and self.by in (None, record.actor)


def named(pack: Pack, acts: Acts) -> Undo:
    """The command that takes the acts back, each of them by its number. Raises `NotFound` for none."""
    return Undo(txs=acts_of(_past_of(pack), acts))


def came_in(pack: Pack, acts: Acts) -> str:
    """Which acts of a seat came in from another pack, and how to take those back; empty for none."""
    return _merges_of(_past_of(pack), acts)


def taken_back(pack: Pack, command: Undo) -> tuple[Event, ...]:
    """What a command would take back, newest first. Raises `NotFound` or `Refused` as the command does."""
    records = chosen(_past_of(pack), command, pack.seat)
    return tuple(pack.event(line.tx) for line in that_count(records))


def _past_of(pack: Pack) -> Past:
    return _Log(pack.log.last()[0] + 1, pack.log.record)


def standing(past: Past, down_to: int = 1) -> Iterator[LogRecord]:
    """The records that are not taken back, newest first."""
    taken: set[int] = set()
    for tx in range(past.tx - 1, down_to - 1, -1):
        record = past.record(tx)
        if tx in taken:
            continue
        taken.update(record.undoes)
        yield record


def that_count(records: Sequence[LogRecord]) -> list[LogRecord]:
    """Of records, newest first, those that changed something in the end.

    Without what is taken back among them, and without what took back nothing else: they changed nothing.
    """
    txs = {record.tx for record in records}
    gone: set[int] = set()
    left = []
    for record in records:
        if record.tx not in gone:
            gone.update(record.undoes)
            if record.verb not in TAKES_BACK or not txs.issuperset(record.undoes):
                left.append(record)
    return left


def behind(past: Past, record: LogRecord) -> list[LogRecord]:
    """The acts that a record is about, newest first: of a redo those that it brought back, else itself."""
    if record.verb != "redo":
        return [record]
    return [act for tx in record.undoes for act in gone_by(past, past.record(tx))]


def gone_by(past: Past, undo: LogRecord) -> list[LogRecord]:
    """The acts that an undo took back, newest first, however often they were taken back before."""
    newest_first = [past.record(tx) for tx in sorted(undo.undoes, reverse=True)]
    return [act for line in that_count(newest_first) or newest_first for act in behind(past, line)]


def chosen(past: Past, command: Undo, actor: str) -> list[LogRecord]:
    """The records that a command takes back, newest first. Raises `NotFound` or `Refused` for none."""
    if command.txs:
        return _named(past, command.txs)
    if command.tx is None:
        return [_last_act(past, actor)]
    if command.through is None or command.through == command.tx:
        return [_one(past, command.tx)]
    return _range(past, command.tx, command.through)


def _last_act(past: Past, actor: str) -> LogRecord:
    """The seat's own last act that stands: a redo is one, and taking it back is the undo again."""
    for line in standing(past):
        if line.actor != actor or line.verb == "undo" or _made_with_the_pack(line):
            continue
        if line.verb != "redo" or _holds(past, line):
            return line
    raise NotFound(f"{actor} has done nothing that could be undone.")


def _made_with_the_pack(record: LogRecord) -> bool:
    """Whether a record holds the zone that a pack begins with: nobody did that."""
    return (
        record.tx == 1
        and record.verb == "config"
        and [(effect.table, effect.key) for effect in record.effects] == [(tables.SETTING, "zone")]
    )


def _holds(past: Past, redo: LogRecord) -> bool:
    """Whether something that a redo brought back still stands."""
    acts = {line.tx for line in behind(past, redo)}
    return not acts.isdisjoint(line.tx for line in standing(past, down_to=min(acts, default=past.tx)))


def _one(past: Past, tx: int) -> LogRecord:
    if not 1 <= tx < past.tx:
        raise _missing(past, tx)
    line = next((line for line in standing(past, down_to=tx) if line.tx == tx), None)
    if line is None:
        raise Refused(f"transaction {tx} is taken back already.")
    if line.verb == "undo":
        itself = f"transaction {tx} took something back itself"
        raise Refused(f"{itself}; redo that instead: `packbench redo {tx}`.")
    return line


def _range(past: Past, first: int, through: int) -> list[LogRecord]:
    if through < first:
        raise Refused(f"a range goes forward: `undo {through} --through {first}`.")
    if not 1 <= first <= through < past.tx:
        raise _missing(past, first if not 1 <= first < past.tx else through)
    try:
        return [past.record(tx) for tx in acts_of(past, Acts(first=first, through=through))]
    except NotFound:
        raise Refused(f"what was done from {first} to {through} is taken back already.") from None


def _missing(past: Past, tx: int) -> NotFound:
    last = past.tx - 1
    until = f"the last one of this pack is {last}" if last else "this pack has none yet"
    return NotFound(f"there is no transaction {tx}; {until}, and `packbench journal` lists them.")


def _named(past: Past, txs: Sequence[int]) -> list[LogRecord]:
    """Exactly these. One that is taken back already counts only together with what took it back."""
    missing = [tx for tx in txs if not 1 <= tx < past.tx]
    if missing:
        raise _missing(past, missing[0])
    stand = {line.tx for line in standing(past, down_to=min(txs))}
    found = [past.record(tx) for tx in sorted(set(txs), reverse=True)]
    for line in found:
        if line.tx not in stand:
            raise Refused(f"transaction {line.tx} is taken back already.")
        stand.update(line.undoes)
    return found


def acts_of(past: Past, acts: Acts) -> tuple[int, ...]:
    """Numbers of the records without which it would be as if none of the acts had been done, newest first.

    What an act did and another of them took back is among them, with what took it back: it stays taken back
    (`that_count`). What an act took back that was there before, or that another seat did, stands again.
    Raises `NotFound` when there is nothing to take back.
    """
    own = {
        line.tx: line for line in _back_to(past, acts) if acts.hold(line) and not _made_with_the_pack(line)
    }
    waiting = [line for line in standing(past, down_to=min(own, default=past.tx)) if line.tx in own]
    found: dict[int, LogRecord] = {}
    while waiting:
        line = waiting.pop()
        found[line.tx] = line
        waiting += [own[tx] for tx in line.undoes if tx in own]
    newest_first = sorted(found, reverse=True)
    if not that_count([found[tx] for tx in newest_first]):
        raise NotFound(_nothing_to_undo(past, acts))
    return tuple(newest_first)


def _nothing_to_undo(past: Past, acts: Acts) -> str:
    """Why no act is found: a seat's acts of another pack are those of the seat that took them in."""
    nobody = "nobody did anything" if acts.by is None else f"{acts.by} did nothing"
    merges = _merges_of(past, acts)
    return f"{nobody} there that could be undone" + (f"; {merges}." if merges else ".")


def _merges_of(past: Past, acts: Acts) -> str:
    """Each merge by which acts of a seat came in, with the command that takes it back."""
    merges: dict[tuple[int, int], list[LogRecord]] = {}
    for line in [] if acts.by is None else _came_in(past, acts):
        merges.setdefault(_whole_merge(past, line.tx), []).append(line)
    return "; ".join(_merge_words(acts.by or "", *edges, lines) for edges, lines in merges.items())


def _merge_words(seat: str, first: int, last: int, lines: list[LogRecord]) -> str:
    through = f" --through {last}" if last > first else ""
    number = f"{len(lines)} acts" if len(lines) > 1 else "1 act"
    return (
        f"{number} of {seat} came in by a merge that {lines[0].actor} made: "
        f"`packbench undo {first}{through}` takes that whole merge back"
    )


def _came_in(past: Past, acts: Acts) -> list[LogRecord]:
    """The records that took in acts of a seat from another pack and still stand, newest first."""
    anybodys = replace(acts, by=None)
    stand = {line.tx for line in standing(past, down_to=acts.first)}
    taken_in = (line for line in _back_to(past, anybodys) if line.verb == "merge" and line.tx in stand)
    return [line for line in taken_in if anybodys.hold(line) and _origin(line).actor == acts.by]


def _origin(record: LogRecord) -> Merge:
    return msgspec.msgpack.decode(record.payload, type=Merge)


def _whole_merge(past: Past, tx: int) -> tuple[int, int]:
    """First and last record of the merge that one belongs to; each comes a microsecond after the other."""

    def goes_on(one: int, other: int) -> bool:
        earlier, later = past.record(one), past.record(other)
        return later.verb == earlier.verb == "merge" and later.t_tx - earlier.t_tx == MICROSECOND

    first = last = tx
    while first > 1 and goes_on(first - 1, first):
        first -= 1
    while last + 1 < past.tx and goes_on(last, last + 1):
        last += 1
    return first, last


def _back_to(past: Past, acts: Acts) -> Iterator[LogRecord]:
    """The records from the last one back to the beginning of the acts."""
    for tx in range(past.tx - 1, acts.first - 1, -1):
        line = past.record(tx)
        if line.t_tx < acts.since:
            return
        yield line
