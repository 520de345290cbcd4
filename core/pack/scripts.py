"""Scripts: commands with instants, one JSON object a line, replayed under a scripted clock.

A script starts a sample pack and drives tests. Labels (`"as": "fuse-2"`) stand for the ids that a replay
makes; `"@fuse-2"` refers to one. What a line expects to close or to propose is checked.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from core.claims.draft import ALWAYS, Draft
from core.claims.facts import Facts
from core.claims.ids import SECURE
from core.claims.kinds import KINDS
from core.clocks.clock import ScriptedClock
from core.clocks.instants import DAY, HOUR, Instant, from_datetime, parse_instant
from core.clocks.study_day import ROLLOVER_HOUR
from core.errors import PackError, Refused
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.receipts import Receipt

FOLLOWS_TODAY: Final = "last_day_is_today"
"""`clock` of a header: all instants shift by whole days, so that the last day is the study day of today."""

Line = dict[str, Any]


class Header(msgspec.Struct, frozen=True):
    """The first line of a script."""

    pack: str
    workspace: str
    title: str
    about: str = ""
    clock: str = "true_dates"
    zone: str = "UTC"


class Script:
    """A script read from lines of JSON."""

    def __init__(self, lines: Iterable[str], name: str = "script") -> None:
        """Raises `Refused` for a line that is no JSON object, with its number."""
        rows = [_parsed(line, number, name) for number, line in enumerate(lines, 1) if line.strip()]
        if not rows:
            raise Refused(f"{name} is empty.")
        self.name = name
        self.header = msgspec.convert(rows[0], Header)
        self.lines: list[Line] = rows[1:]

    def shift(self, today: Instant) -> int:
        """Whole days, in microseconds, by which every instant moves."""
        if self.header.clock != FOLLOWS_TODAY or not self.lines:
            return 0
        last = parse_instant(self.lines[-1]["at"])
        return ((today - ROLLOVER_HOUR * HOUR) // DAY - last // DAY) * DAY


def _parsed(line: str, number: int, name: str) -> Line:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise Refused(f"{name}, line {number}: no JSON ({error.msg}).") from None
    if not isinstance(row, dict):
        raise Refused(f"{name}, line {number}: a JSON object is wanted.")
    return row


def replay_script(
    script: Script,
    path: str | Path,
    *,
    now: Instant,
    client: str = "script",
    progress: Callable[[int, int], None] | None = None,
    chance: Random = SECURE,
) -> dict[str, str]:
    """Make a pack at `path` from a script, as if it had been lived up to `now`; the ids by label.

    Lines that lie after `now` are left out. Raises `Refused` with the line when a command is refused or does
    not do what the line expects; then nothing is left at `path`.
    """
    clock = ScriptedClock(now)
    replay = _Replay(script, clock, now)
    first = next((at for at, _ in replay.timed()), now)
    clock.set(first)
    header = script.header
    pack = Pack.create(path, seat="sample", client=client, clock=clock, workspace=header.workspace)
    try:
        with pack, pack.batched():
            pack.chance = chance
            for name, value in (("workspace", header.workspace), ("zone", header.zone)):
                pack.submit(c.Configure(name=name, value=value))
            for number, (at, line) in enumerate(replay.timed(), 1):
                clock.set(at)
                replay.carry_out(pack, line)
                if progress is not None:
                    progress(number, len(script.lines))
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise
    return replay.ids


class _Replay:
    """One run of a script: its labels and its shift."""

    def __init__(self, script: Script, clock: ScriptedClock, now: Instant) -> None:
        self._script = script
        self._clock = clock
        self._now = now
        self._shift = script.shift(now)
        self.workspace = script.header.workspace
        self.ids: dict[str, str] = {}

    def timed(self) -> Iterator[tuple[Instant, Line]]:
        """The lines with their instants, those after now left out."""
        for line in self._script.lines:
            at = self._instant(str(line["at"]))
            if at <= self._now:
                yield at, line

    def carry_out(self, pack: Pack, line: Line) -> None:
        """Submit one line, keep its label and hold it to what it expects."""
        try:
            command = self._command(pack, line)
            receipt = pack.submit(command, actor=str(line["by"]))
        except (PackError, msgspec.ValidationError, KeyError, TypeError) as error:
            raise Refused(
                f"{self._script.name}: {json.dumps(line, ensure_ascii=False)[:200]}: {error}"
            ) from error
        if "as" in line and receipt.id:
            self.ids[line["as"]] = receipt.id
        self._hold_to(line, receipt)

    def _hold_to(self, line: Line, receipt: Receipt) -> None:
        expected = line.get("expect") or {}
        did = {
            "closes": {closed.id for closed in receipt.closes},
            "proposes": {proposed.old for proposed in receipt.proposes},
        }
        for what, found in did.items():
            wanted = {self._id(one) for one in expected[what]} if what in expected else found
            if wanted != found:
                names = {claim_id: f"@{label}" for label, claim_id in self.ids.items()}
                got = sorted(names.get(one, one) for one in found)
                raise Refused(
                    f"{self._script.name}: {line.get('as', line['do'])} {what} {got}, "
                    f"not {sorted(expected[what])}: {line.get('text', '')}"
                )

    def _command(self, pack: Pack, line: Line) -> c.Command:
        fields = {key: value for key, value in line.items() if key not in _FRAME}
        return _BUILDERS[str(line["do"])](self, pack, fields)

    # fields

    def _id(self, name: Any) -> str:
        if isinstance(name, str) and name.startswith("@"):
            if name[1:] not in self.ids:
                raise Refused(f"nothing is labelled {name} yet")
            return self.ids[name[1:]]
        return str(name)

    def _ids(self, names: Iterable[Any]) -> tuple[str, ...]:
        return tuple(self._id(name) for name in names)

    def _instant(self, text: str) -> Instant:
        if text.startswith("today"):
            days, _, hour = text[len("today") :].partition(" ")
            midnight = self._now // DAY * DAY + int(days or 0) * DAY
            return midnight + parse_instant(f"1970-01-01T{hour or '00:00:00'}Z")
        return parse_instant(text) + self._shift

    def _world(self, text: str | None, *, end: bool = False) -> tuple[Instant | None, str]:
        """A world time as an instant and its precision; an end given as a date holds that whole period."""
        if text is None:
            return None, "us"
        if "T" in text or " " in text:
            return self._instant(text), "s"
        parts = [int(part) for part in text.split("-")]
        precision = ("year", "month", "day")[len(parts) - 1]
        year, month, day = (*parts, 1, 1)[:3]
        start = datetime(year, month, day, tzinfo=UTC)
        moment = _after(start, precision) if end else start
        return from_datetime(moment) + self._shift, precision

    def _draft(self, fields: Line) -> Draft:
        always = fields.get("t_valid") == ALWAYS
        valid, one = self._world(None if always else fields.get("t_valid"))
        invalid, other = self._world(fields.get("t_invalid"), end=True)
        observed, _ = self._world(fields.get("t_observed"))
        kind = str(fields.get("kind", "lesson"))
        entities = fields.get("entities")
        return Draft(
            text=fields["text"],
            kind=kind,
            workspace=fields.get("workspace", self.workspace),
            set=fields.get("set"),
            question=fields.get("question"),
            entities=None if entities is None else tuple(entities),
            deeds=self._ids(fields.get("deeds", ())),
            key=fields.get("key"),
            derived_from=self._ids(fields.get("derived_from", ())),
            supersedes=self._ids(fields.get("supersedes", ())),
            facts=facts_of(kind, fields.get("facts")),
            t_observed=observed,
            t_valid=ALWAYS if always else valid,
            t_invalid=invalid,
            precision=(one, other),
        )

    def _write(self, _: Pack, fields: Line) -> c.Command:
        return c.Write(draft=self._draft(fields), keep_open=self._ids(fields.get("keep_open", ())))

    def _edit(self, pack: Pack, fields: Line) -> c.Command:
        claim_id = self._id(fields["id"])
        changes = dict(fields["changes"])
        for name in ("t_valid", "t_invalid"):
            if isinstance(changes.get(name), str) and changes[name] != ALWAYS:
                changes[name] = self._world(changes[name], end=name == "t_invalid")[0]
        return c.Edit(id=claim_id, expect_rev=pack.claim(claim_id).rev, changes=changes)

    def _close(self, _: Pack, fields: Line) -> c.Command:
        at = self._world(fields.get("at_time"))[0]
        return c.Close(id=self._id(fields["id"]), at=at, why=fields.get("why"), deed=self._deed(fields))

    def _retract(self, _: Pack, fields: Line) -> c.Command:
        return c.Retract(id=self._id(fields["id"]), why=fields.get("why"), deed=self._deed(fields))

    def _deed(self, fields: Line) -> str | None:
        return self._id(fields["deed"]) if fields.get("deed") else None

    def _put_deed(self, _: Pack, fields: Line) -> c.Command:
        names = ("source", "speaker", "conversation", "position", "extra")
        known = {name: fields[name] for name in names if fields.get(name) is not None}
        said = self._world(fields.get("said_at"))[0]
        return c.PutDeed(body=fields["body"], kind=fields.get("kind", "note"), said_at=said, **known)

    def _fire(self, _: Pack, fields: Line) -> c.Command:
        return c.Fire(ids=self._ids(fields["ids"]), persona=fields.get("persona"))

    def _decide(self, pack: Pack, fields: Line, decision: type[c.Accept] | type[c.Decline]) -> c.Command:
        pair = set(self._ids(fields["pair"]))
        found = [one for one in pack.reader.held.open_proposals.values() if {one.new, one.old} == pair]
        if not found:
            raise Refused(f"no open proposal for {fields['pair']}")
        return decision(proposal=found[0].id)


def _after(start: datetime, precision: str) -> datetime:
    """The first instant after the year, month or day that starts at `start`."""
    if precision == "day":
        return start + timedelta(days=1)
    if precision == "month":
        return (start + timedelta(days=31)).replace(day=1)
    return start.replace(year=start.year + 1)


def facts_of(kind: str, fields: dict[str, Any] | None) -> Facts | None:
    """The facts struct of a kind from plain fields. Raises `Refused` for fields that do not fit."""
    known = KINDS.get(kind)
    if fields is None or known is None or known.facts is None:
        if fields:
            raise Refused(f"a {kind} carries no facts.")
        return None
    named = {("from_" if name == "from" else name): value for name, value in fields.items()}
    try:
        made: Facts = known.facts(**named)
    except TypeError as error:
        raise Refused(f"the facts of a {kind} do not fit: {error}.") from None
    return made


_FRAME: Final = frozenset({"at", "by", "do", "as", "expect"})

_BUILDERS: Final[dict[str, Callable[[_Replay, Pack, Line], c.Command]]] = {
    "write": _Replay._write,
    "edit": _Replay._edit,
    "close": _Replay._close,
    "retract": _Replay._retract,
    "deed": _Replay._put_deed,
    "fire": _Replay._fire,
    "accept": lambda replay, pack, fields: replay._decide(pack, fields, c.Accept),
    "decline": lambda replay, pack, fields: replay._decide(pack, fields, c.Decline),
    "reopen": lambda replay, _pack, f: c.Reopen(id=replay._id(f["id"]), decline=bool(f.get("decline"))),
    "rest": lambda replay, _pack, f: c.Rest(id=replay._id(f["id"]), why=f.get("why")),
    "wake": lambda replay, _pack, f: c.Wake(id=replay._id(f["id"])),
    "pin": lambda replay, _pack, f: c.Pin(id=replay._id(f["id"]), pinned=bool(f.get("pinned", True))),
    "cite": lambda replay, _pack, f: c.Cite(id=replay._id(f["id"]), deed=replay._id(f["deed"])),
    "grade": lambda replay, _pack, f: c.Grade(id=replay._id(f["id"]), grade=int(f["grade"])),
    "verify": lambda replay, _pack, f: c.Verify(id=replay._id(f["id"])),
    "doubt": lambda replay, _pack, f: c.Doubt(id=replay._id(f["id"]), why=f.get("why")),
    "bury": lambda replay, _pack, f: c.Bury(id=replay._id(f["id"])),
    "suspend": lambda replay, _pack, f: c.Suspend(id=replay._id(f["id"])),
    "unsuspend": lambda replay, _pack, f: c.Unsuspend(id=replay._id(f["id"])),
    "undo": lambda _replay, _pack, _f: c.Undo(),
    "redo": lambda _replay, _pack, _f: c.Redo(),
    "config": lambda _replay, _pack, f: c.Configure(name=f["name"], value=f["value"]),
    "consolidate": lambda replay, _pack, f: c.Consolidate(
        workspace=replay.workspace, close=bool(f.get("close", False))
    ),
    "no_longer_true": lambda replay, _pack, f: c.NoLongerTrue(
        id=replay._id(f["id"]), reason=f.get("reason", ""), corrected=f.get("corrected")
    ),
}
