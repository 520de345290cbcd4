"""Commands about the pack as a whole: status, config, check, backup, export, import."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
import typer

from core.errors import PackError, Refused
from workbench.cli import acting
from workbench.cli.desk import CLIENT, Desk
from workbench.cli.exits import NO_PACK
from workbench.cli.paper import Paper, aside, written_out
from workbench.cli.shared import FILE, WRITE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN
from workbench.moments import counted
from workbench.places import make_room

app = family()


@app.command("status")
@with_desk(WRITE)
def status(desk: Desk) -> None:
    """The pack at a glance: counts, sizes, settings, who holds it."""
    from workbench.cli.render.upkeep import status as render

    with desk.reading() as pack:
        at, others = pack.status(), pack.workspaces()
        if desk.json:
            put_json({"basis": pack.reader.basis(pack.view()), "status": at, "workspaces": dict(others)})
        else:
            render(Paper(), at, desk.times(pack), others)


@app.command("config")
@with_desk(FILE)
def config(
    desk: Desk,
    name: Annotated[str | None, typer.Argument(metavar="NAME")] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help="As JSON or as words.")] = None,
    default: Annotated[bool, typer.Option("--default", help="Back to the default.")] = False,
) -> None:
    """The settings that affect reads: list them, show one, or set one."""
    from core.pack.commands import Configure

    if name is not None and (value is not None or default):
        with desk.writing(create=True) as pack:
            acting.act(desk, pack, Configure(name=name, value=None if default else _value(name, value or "")))
        return
    with desk.reading() as pack:
        _tell_settings(desk, pack.status().settings, name)


def _tell_settings(desk: Desk, values: dict[str, Any], name: str | None) -> None:
    from core.pack.settings import SETTINGS, known
    from workbench.cli.render.upkeep import settings

    chosen = values if name is None else {known(name).name: values[name]}
    if desk.json:
        put_json({"settings": chosen})
    else:
        settings(Paper(), chosen, {one: (SETTINGS[one].expects, SETTINGS[one].about) for one in chosen})


def _value(name: str, typed: str) -> Any:
    """What was typed, in the type that the setting has; the pack says what it accepts."""
    from core.pack.settings import known

    if isinstance(known(name).default, str):
        return typed
    try:
        return msgspec.json.decode(typed)
    except msgspec.DecodeError:
        return typed


@app.command("check")
@with_desk(FILE)
def check(
    desk: Desk,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make the projections anew from the log first.")
    ] = False,
) -> None:
    """Replay the log and compare everything with it."""
    from core.pack.handover import check_pack, rebuild_pack
    from workbench.cli.render.upkeep import check as render

    desk.refuse_missing()
    if rebuild:
        records = rebuild_pack(desk.path, seat=desk.who, client=CLIENT)
        aside(f"rebuilt from {counted(records, 'record')}")
    report = check_pack(desk.path)
    if desk.json:
        put_json(report)
    else:
        render(Paper(), report)
    if not report.ok:
        raise typer.Exit(NO_PACK.code)


@app.command("backup")
@with_desk(FILE)
def backup(
    desk: Desk, to: Annotated[Path, typer.Argument(metavar="TO", help="A folder that does not exist.")]
) -> None:
    """Copy the pack, compact and of one moment, also while it is being written."""
    from core.pack.handover import backup as copy

    with desk.reading() as pack:
        copy(pack.log, to.absolute())
    if desk.json:
        put_json({"backup": to.absolute()})
    else:
        Paper().line(f"copied to {to}")


@app.command("export")
@with_desk(FILE)
def export(
    desk: Desk,
    to: Annotated[str, typer.Argument(metavar="FILE", help="A new file; else standard output.")] = STDIN,
) -> None:
    """Write the whole pack as lines of JSON: every record with its outcome."""
    from core.pack.handover import export_lines

    with desk.reading() as pack, _opened(to) as out:
        number = sum(out.write(f"{line}\n".encode()) > 0 for line in export_lines(pack))
    if to != STDIN:
        aside(f"wrote {counted(number, 'line')} to {to}")


@contextmanager
def _opened(to: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that was not there."""
    if to == STDIN:
        with written_out():
            yield sys.stdout.buffer
        return
    try:
        with open(to, "xb") as file:
            yield file
    except FileExistsError:
        raise Refused(f"{to} is there already; choose another name.") from None
    except OSError as error:
        raise PackError(f"{to} cannot be written ({error.strerror}).") from None


@app.command("import")
@with_desk(FILE)
def import_(
    desk: Desk,
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export; - reads standard input.")],
) -> None:
    """Make a new pack from an export: same records, same times, same history."""
    from core.pack.handover import import_pack

    path = desk.path
    try:
        with sys.stdin.buffer if file == STDIN else open(file, "rb") as lines:
            make_room(path)
            records = import_pack(lines, path, seat=desk.who, client=CLIENT)
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror}).") from None
    if desk.json:
        put_json({"pack": path, "records": records})
    else:
        Paper().line(f"imported {counted(records, 'record')} into {path}")
