"""Which acts an undo takes back: one, a range, those that are named, or what a seat did since a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from core.clocks.instants import EARLIEST, Instant
from core.errors import NotFound, Refused
from core.pack.commands import Undo
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
    if not 1 <= first <= through < past.tx:
        raise NotFound(f"there is no transaction {first} to {through}; the pack has {past.tx - 1}.")
    stand = [line for line in standing(past, down_to=first) if line.tx <= through]
    found = [line for line in stand if line.verb not in TAKES_BACK]
    if not found and stand:
        raise Refused(_took_back_itself(stand[0]))
    if not found:
        raise Refused(f"transaction {first} is taken back already.")
    return found


def _took_back_itself(record: LogRecord) -> str:
    if record.verb == "redo":
        return f"transaction {record.tx} did something again; undo the transaction that it brought back."
    return f"transaction {record.tx} took something back itself; redo that instead."


def _named(past: Past, txs: Sequence[int]) -> list[LogRecord]:
    """Exactly these. One that is taken back already counts only together with what took it back."""
    missing = [tx for tx in txs if not 1 <= tx < past.tx]
    if missing:
        raise NotFound(f"there is no transaction {missing[0]}; the pack has {past.tx - 1}.")
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
        raise NotFound(f"{acts.by or 'nobody'} did nothing there that could be undone.")
    return tuple(sorted(found, reverse=True))


def _back_to(past: Past, acts: Acts) -> Iterator[LogRecord]:
    """The records from the last one back to the beginning of the acts."""
    for tx in range(past.tx - 1, acts.first - 1, -1):
        line = past.record(tx)
        if line.t_tx < acts.since:
            return
        yield line
