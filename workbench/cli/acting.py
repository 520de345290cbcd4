"""Carrying out a command for a person: preview, ask where somebody sits there, submit, tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import typer
from msgspec.structs import replace

from workbench.cli.desk import Desk
from workbench.cli.exits import ANSWERED_NO
from workbench.cli.paper import Paper
from workbench.cli.words import asked, at_terminal

if TYPE_CHECKING:
    from core.pack.commands import Command, Write
    from core.pack.pack import Pack
    from core.pack.receipts import Receipt

_ANSWERS: Final = {"y": "write it", "n": "leave it"}
_KEEP: Final = {"k": "write it and keep the old open"}
_BINDING: Final = frozenset({"named", "key"})
"""Rules whose closings the author asked for by name; only the others can be kept from acting."""


def act(desk: Desk, pack: Pack, command: Command, *, dry: bool = False) -> None:
    """Submit a command (or with `dry` only preview it) and tell the receipt."""
    tell(desk, pack, pack.preview(command) if dry else pack.submit(command), dry=dry)


def tell(desk: Desk, pack: Pack, receipt: Receipt, *, dry: bool = False) -> None:
    """Write a receipt, as JSON or for a person."""
    if desk.json:
        from workbench.cli.wire import plain, put_json

        put_json({**plain(receipt), "dry_run": dry})
        return
    from workbench.cli.render.receipts import receipt as render

    render(Paper(), receipt, desk.times(pack), dry=dry)


def write(desk: Desk, pack: Pack, command: Write, *, ask: bool) -> None:
    """Write a claim; at a terminal, show first what it would close or leave to decide, and ask."""
    if ask and not desk.json and at_terminal():
        command = _agreed(desk, pack, command)
    act(desk, pack, command)


def _agreed(desk: Desk, pack: Pack, command: Write) -> Write:
    """The write as the person wants it, tied to what they saw."""
    seen = pack.preview(command)
    if seen.closes:
        tell(desk, pack, seen, dry=True)
        kept = tuple(closed.id for closed in seen.closes if closed.rule not in _BINDING)
        answer = asked("Write it?", _ANSWERS | (_KEEP if kept else {}))
        if answer == "n":
            raise typer.Exit(ANSWERED_NO.code)
        if answer == "k":
            return replace(command, keep_open=(*command.keep_open, *kept))
    closes: Any = tuple(closed.id for closed in seen.closes)
    return replace(command, seen_closing=closes)
