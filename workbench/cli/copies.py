"""Commands that write the pack elsewhere: backup, export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from core.errors import PackDamaged, Refused
from workbench.cli.aside import aside
from workbench.cli.desk import CLIENT, Desk
from workbench.cli.exits import NO_PACK
from workbench.cli.new_file import new_file
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import put_json
from workbench.cli.words import STDIN, at_terminal
from workbench.moments import counted

if TYPE_CHECKING:
    from core.pack.handover import Lost, Manifest, Salvaged
    from core.pack.pack import Pack

app = family()


@app.command("backup")
@with_desk(FILE)
def backup(
    desk: Desk, to: Annotated[Path, typer.Argument(metavar="TO", help="A folder that does not exist.")]
) -> None:
    """Copy the pack, compact and of one moment, also while it is being written; then check the copy."""
    from core.pack.filekeeping import damaged_copy_words
    from core.pack.handover import backup_checked

    desk.refuse_missing()
    report = backup_checked(desk.path, to.absolute())
    if desk.json:
        put_json({"backup": to.absolute(), "check": report})
    elif report.ok:
        Paper().line(f"copied to {to}; nothing is wrong with the copy")
    if not report.ok:
        found = damaged_copy_words(report)
        aside(f"packbench: {to} IS A COPY OF A DAMAGED PACK. Keep earlier backups. It has {found}")
        raise typer.Exit(NO_PACK.code)


@app.command("export")
@with_desk(FILE)
def export(
    desk: Desk,
    to: Annotated[
        str, typer.Argument(metavar="TO", help="A new folder, NAME.zip, or NAME.jsonl; else standard output.")
    ] = STDIN,
    archive: Annotated[bool, typer.Option("--archive", help="One file, whatever its name.")] = False,
    key: Annotated[
        Path | None, typer.Option("--sign", metavar="KEYFILE", help="Sign it: a private Ed25519 key (ssh).")
    ] = None,
    skip_damaged: Annotated[
        bool, typer.Option("--skip-damaged", help="Of a damaged pack, save every record that can be read.")
    ] = False,
) -> None:
    """Write the whole pack out, as lines, a folder or one archive.

    A folder or an archive holds a manifest of checksums; a stream of lines is the log alone.
    """
    from core.pack.handover import export_lines

    desk.refuse_missing()
    as_lines = not archive and (to == STDIN or to.endswith(".jsonl"))
    if not as_lines:
        _export_files(desk, _Export(to, archive or to.endswith(".zip"), key), skip_damaged)
        return
    if key is not None:
        raise Refused("a stream of lines bears no signature; name a folder or an archive to sign.")
    with _whole_or_saved(desk, skip_damaged) as (pack, saved), new_file(to) as out:
        number = sum(out.write(f"{line}\n".encode()) > 0 for line in export_lines(pack))
    if to != STDIN:
        aside(f"wrote {counted(number, 'line')} to {to}{_of_which(saved)}")
    _tell_lost(saved, to)


@dataclass(frozen=True, slots=True)
class _Export:
    """Where an export goes, and in which form."""

    to: str
    archive: bool
    key: Path | None


def _export_files(desk: Desk, form: _Export, skip_damaged: bool) -> None:
    if form.to == STDIN:
        raise Refused("an archive needs a name: packbench export NAME.zip.")
    with _whole_or_saved(desk, skip_damaged) as (pack, saved):
        manifest = _export(pack, form)
    if desk.json:
        lost = {} if saved is None else {"lost": saved.lost, "left_out": saved.left_out}
        put_json({"to": form.to, "signed": form.key is not None, "manifest": manifest, **lost})
    else:
        signed = "" if form.key is None else f", signed with {form.key}"
        whole = manifest.records - manifest.stand_ins
        also = f" and {stand_ins_said(manifest.stand_ins)}" if manifest.stand_ins else ""
        Paper().line(f"wrote {counted(whole, 'record')}{also} to {form.to}{signed}")
    _tell_lost(saved, form.to)


def _export(pack: Pack, form: _Export) -> Manifest:
    from core.pack.handover import NeedsPassphrase, export_pack

    secret = None if form.key is None else key_content(form.key)
    try:
        return export_pack(pack, form.to, archive=form.archive, key=secret)
    except NeedsPassphrase:
        if not at_terminal():
            raise
        typed = typer.prompt("Passphrase of the key", hide_input=True)
        return export_pack(pack, form.to, archive=form.archive, key=secret, passphrase=typed.encode())


@contextmanager
def _whole_or_saved(desk: Desk, skip_damaged: bool) -> Iterator[tuple[Pack, Salvaged | None]]:
    """The pack as it is, or of a damaged one what can be read."""
    from core.pack.filekeeping import NOTHING_LEFT, SAVE_THE_REST, without_advice
    from core.pack.handover import salvaged

    if not skip_damaged:
        try:
            with desk.reading() as pack:
                yield pack, None
        except PackDamaged as error:
            if str(error).endswith(NOTHING_LEFT):
                raise
            raise PackDamaged(f"{without_advice(str(error))} {SAVE_THE_REST}") from None
        return
    with salvaged(desk.path, seat=desk.who, client=CLIENT) as (pack, saved):
        yield pack, saved


def _tell_lost(saved: Salvaged | None, to: str) -> None:
    """Name the records that were damaged, and what to do with what was saved."""
    if saved is None:
        return
    source = "FILE" if to == STDIN else to
    if not saved.lost:
        aside("no record was damaged, so nothing was left out")
        aside(f"next: packbench import {source} --pack NEW, if the pack itself is damaged")
        return
    for one in saved.lost:
        aside(f"damaged: {one.name}{_back(one)}")
    also = (
        f", and {counted(saved.left_out, 'effect')} of others on claims that are gone"
        if saved.left_out
        else ""
    )
    aside(f"left out: {counted(len(saved.lost), 'damaged record')}{also}; a line in each place says so")
    aside(
        f"next: packbench import {source} --pack NEW, a new pack: into the damaged one, a backup or another "
        "pack of the same history it cannot be merged"
    )


def _of_which(saved: Salvaged | None) -> str:
    if saved is None or not saved.lost:
        return ""
    whole = len(saved.records) - len(saved.lost)
    return f": {counted(whole, 'record')} and {stand_ins_said(len(saved.lost))}"


def stand_ins_said(number: int) -> str:
    """`37 stand-ins for damaged ones`."""
    return f"{counted(number, 'stand-in')} for damaged ones"


def _back(one: Lost) -> str:
    back = one.brought_back
    return f"; {counted(back, 'effect')} of it brought back from the projections" if back else ""


def key_content(file: Path) -> bytes:
    """The bytes of a key file. Raises `Refused` when it cannot be read."""
    try:
        with open(file, "rb") as opened:
            return opened.read(_MOST_KEY_BYTES)
    except OSError as error:
        raise Refused(f"{file} cannot be read ({error.strerror}).") from None


_MOST_KEY_BYTES: Final = 1 << 16
"""A key file takes a few hundred bytes."""
