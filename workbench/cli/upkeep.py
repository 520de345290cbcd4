"""Commands about the pack as a whole: status, config, check, import."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from core.errors import PackDamaged, Refused
from workbench.cli import acting
from workbench.cli.aside import aside
from workbench.cli.copies import key_content, stand_ins_said
from workbench.cli.desk import CLIENT, Desk
from workbench.cli.exits import ANSWERED_NO, NO_PACK
from workbench.cli.launch import tell_line
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, WRITE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN, asked, at_terminal
from workbench.moments import counted
from workbench.places import make_room

if TYPE_CHECKING:
    from core.pack.handover import Incoming
    from core.pack.merging_report import MergeReceipt
    from workbench.cli.times import Times

app = family()


@app.command("status")
@with_desk(WRITE)
def status(
    desk: Desk,
    line: Annotated[
        bool, typer.Option("--line", help="Only what is due, in a few words, for a prompt.")
    ] = False,
) -> None:
    """The pack at a glance: counts, sizes, settings, who holds it."""
    if line:
        tell_line(desk)
        return
    from workbench.cli.render.upkeep import status as render

    with desk.reading() as pack:
        at, others, vectors = pack.status(), pack.workspaces(), pack.vector_status()
        if desk.json:
            basis = pack.reader.basis(pack.view())
            put_json({"basis": basis, "status": at, "workspaces": dict(others), "vectors": vectors})
        else:
            render(Paper(), at, desk.times(pack), others, vectors)


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
        aside(f"next: {report.next or 'restore a backup'}")
        raise typer.Exit(NO_PACK.code)


@app.command("import")
@with_desk(FILE)
def import_(
    desk: Desk,
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="What export wrote: a folder, a file; - reads lines.")
    ],
    signed_by: Annotated[
        Path | None,
        typer.Option("--signed-by", metavar="KEYFILE", help="The public key that must have signed it."),
    ] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help="Say what it would do; write nothing.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Do not ask before a merge; only a terminal is asked.")
    ] = False,
) -> None:
    """Make a new pack of an export, or merge it into the pack that is there.

    A new pack has the same records, times and history. A merge takes in what the other pack did since the two
    parted; what both changed is combined, or waits under Proposals. Twice is once.

    At a terminal a merge is shown first and asked for. In a pipe or a script nobody is asked: it is done, and
    the answer says how to take it back.
    """
    from core.pack.handover import is_empty

    incoming = _incoming(source, signed_by)
    if incoming.signed == "not checked":
        aside("it is signed; --signed-by KEYFILE checks by whom")
    path = desk.path
    if os.path.isdir(path) and os.listdir(path) and not is_empty(path):
        _merge(desk, incoming, dry=dry, ask=not yes)
    else:
        _adopt(desk, incoming, dry=dry)


def _incoming(source: str, signed_by: Path | None) -> Incoming:
    from core.pack.handover import read_handover, read_lines

    key = None if signed_by is None else key_content(signed_by)
    if source != STDIN:
        with _named(os.path.basename(os.path.normpath(source))):
            return read_handover(source, signed_by=key)
    if key is not None:
        raise Refused("a stream of lines bears no signature; ask for a folder or an archive.")
    return read_lines(sys.stdin.buffer)


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Within it, every refusal names the file that was to be read."""
    try:
        yield
    except (Refused, PackDamaged) as error:
        said = str(error)
        raise type(error)(said if file in said else f"{file}: {said}") from None


def _adopt(desk: Desk, incoming: Incoming, *, dry: bool) -> None:
    from core.pack.handover import adopt

    path, records = desk.path, len(incoming.records)
    if not dry:
        make_room(path)
        adopt(incoming, path, seat=desk.who, client=CLIENT)
    if desk.json:
        put_json({"pack": path, "records": records, "signed": incoming.signed, "dry_run": dry})
    else:
        did = "would import" if dry else "imported"
        also = f"; {stand_ins_said(lost)} among them" if (lost := incoming.stand_ins) else ""
        Paper().line(f"{did} {counted(records, 'record')} into {path}{also}")


def _merge(desk: Desk, incoming: Incoming, *, dry: bool, ask: bool) -> None:
    """Merge into the pack that is there; at a terminal show first what it would do, and ask."""
    from core.pack.merging import merge_pack, preview_merge

    if dry or (ask and not desk.json and at_terminal()):
        with desk.reading() as pack:
            seen, times = preview_merge(pack, incoming), desk.times(pack)
        if dry or seen.nothing_new:
            _tell_merge(desk, incoming, seen, times, dry=dry)
            return
        _tell_merge(desk, incoming, seen, times, dry=True)
        if asked("Take it in?", {"y": "yes", "n": "leave it"}) == "n":
            raise typer.Exit(ANSWERED_NO.code)
    with desk.writing() as pack:
        receipt, times = merge_pack(pack, incoming), desk.times(pack)
    _tell_merge(desk, incoming, receipt, times, dry=False, unasked=ask and not at_terminal())


def _tell_merge(
    desk: Desk, incoming: Incoming, receipt: MergeReceipt, times: Times, *, dry: bool, unasked: bool = False
) -> None:
    from workbench.cli.render.handover import merged

    if desk.json:
        put_json({"pack": desk.path, "signed": incoming.signed, "merge": receipt, "dry_run": dry})
    else:
        merged(Paper(), receipt, times, dry=dry)
        if not dry and unasked and receipt.records:
            aside("no terminal to ask at, so it was done; --dry-run only shows it")
