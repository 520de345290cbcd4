"""Which acts an undo takes back: one, a range, those that are named, or what a seat did since a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from core.clocks.instants import EARLIEST, MICROSECOND, Instant
from core.errors import NotFound, Refused
from core.pack.commands import Merge, Undo
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
    return tuple(pack.event(line.tx) for line in chosen(_past_of(pack), command, pack.seat))


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


def chosen(past: Past, command: Undo, actor: str) -> list[LogRecord]:
    """The records that a command takes back, newest first. Raises `NotFound` or `Refused` for none."""
    if command.txs:
        return _named(past, command.txs)
    if command.tx is None:
        own = (line for line in standing(past) if line.actor == actor and line.verb not in TAKES_BACK)
        last = next(own, None)
        if last is None:
            raise NotFound(f"{actor} has done nothing that could be undone.")
        return [last]
    return _range(past, command.tx, command.tx if command.through is None else command.through)


def _range(past: Past, first: int, through: int) -> list[LogRecord]:
    if through < first:
        raise Refused(f"a range goes forward: `undo {through} --through {first}`.")
    if not 1 <= first <= through < past.tx:
        raise _missing(past, first if not 1 <= first < past.tx else through)
    stand = [line for line in standing(past, down_to=first) if line.tx <= through]
    found = [line for line in stand if line.verb not in TAKES_BACK]
    if not found and stand:
        raise Refused(_took_back_itself(stand[0]))
    if not found:
        raise Refused(f"transaction {first} is taken back already.")
    return found


def _missing(past: Past, tx: int) -> NotFound:
    last = past.tx - 1
    until = f"the last one of this pack is {last}" if last else "this pack has none yet"
    return NotFound(f"there is no transaction {tx}; {until}, and `packbench journal` lists them.")


def _took_back_itself(record: LogRecord) -> str:
    if record.verb == "redo":
        return f"transaction {record.tx} did something again; undo the transaction that it brought back."
    return f"transaction {record.tx} took something back itself; redo that instead."


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

    What an act did and another of them took back needs nothing. What an act took back that was there before,
    or that another seat did, stands again. Raises `NotFound` when there is nothing to take back.
    """
    own = {line.tx: line for line in _back_to(past, acts) if acts.hold(line)}
    waiting = [line for line in standing(past, down_to=min(own, default=past.tx)) if line.tx in own]
    found: set[int] = set()
    while waiting:
        line = waiting.pop()
        if line.verb in TAKES_BACK and own.keys() >= set(line.undoes):
            continue
        found.add(line.tx)
        waiting += [own[tx] for tx in line.undoes if tx in own]
    if not found:
        raise NotFound(_nothing_to_undo(past, acts))
    return tuple(sorted(found, reverse=True))


def _nothing_to_undo(past: Past, acts: Acts) -> str:
    """Why no act is found: a seat's acts of another pack are those of the seat that took them in."""
    nobody = f"{acts.by or 'nobody'} did nothing there that could be undone"
    merges = _merges_of(past, acts)
    return f"{nobody}; {merges}." if merges else f"{nobody}."


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
