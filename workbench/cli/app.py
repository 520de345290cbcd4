"""The command `packbench`: the table of commands, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from workbench.cli.desk import Desk
from workbench.cli.exits import EXITS, INTERRUPTED
from workbench.cli.guard import Misunderstood, guarded
from workbench.cli.launch import open_workbench
from workbench.cli.shared import PackOption, SeatOption, WorkspaceOption


@dataclass(frozen=True, slots=True)
class Family:
    """Commands of one file; neighbours of one title stand together in the help."""

    title: str
    module: str
    commands: tuple[str, ...]


FAMILIES: Final = (
    Family("Open", "opening", ("open", "demo", "report")),
    Family("Write", "writing", ("remember", "prefer", "write", "edit")),
    Family("End and mark", "endings", ("close", "retract", "reopen", "rest", "wake", "pin")),
    Family("Evidence", "evidence", ("deed", "cite")),
    Family("Read", "reading", ("search", "show", "list", "why", "state")),
    Family("Time", "timing", ("history", "diff", "journal")),
    Family("Take back", "taking_back", ("undo", "redo")),
    Family("Review", "reviewing", ("due", "grade", "verify", "doubt", "bury", "suspend", "resume")),
    Family("Review", "fading", ("fading", "spread", "sweep")),
    Family("Review", "fitting", ("fit",)),
    Family("Review", "review_files", ("reviews",)),
    Family("Graph", "graphs", ("islands", "island", "brief", "hubs", "graph", "fire")),
    Family("Decide", "deciding", ("proposals", "accept", "decline", "consolidate")),
    Family("Upkeep", "upkeep", ("status", "config", "check")),
    Family("Upkeep", "copies", ("backup", "export")),
    Family("Upkeep", "upkeep", ("import",)),
    Family("Upkeep", "filekeeping", ("compact",)),
    Family("Upkeep", "vectors", ("vectors",)),
    Family("Measure", "evaluating", ("eval",)),
    Family("Packs of packset", "original", ("import-original", "export-original")),
)

_FAMILY_OF: Final = {name: family for family in FAMILIES for name in family.commands}

COMMAND_WIDTH: Final = 16
"""Cells of the names in the list of commands."""


class CommandTable(TyperGroup):
    """The commands by name; a family's file is imported when one of its commands is wanted."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every command, family by family."""
        return list(_FAMILY_OF)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """The command of a name, or None."""
        family = _FAMILY_OF.get(cmd_name)
        return None if family is None else _loaded(family)[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; an unknown one is met with the nearest names."""
        if args and args[0] not in _FAMILY_OF and not args[0].startswith("-"):
            near = get_close_matches(args[0], _FAMILY_OF, n=3)
            hint = (
                f" Did you mean {' or '.join(near)}?" if near else " `packbench --help` lists the commands."
            )
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands, under the titles of their families."""
        for title, families in groupby(FAMILIES, key=attrgetter("title")):
            with formatter.section(title):
                names = [name for family in families for name in family.commands]
                commands = ((name, self.get_command(ctx, name)) for name in names)
                rows = [
                    (f"{name:{COMMAND_WIDTH}}", command.get_short_help_str(limit=80))
                    for name, command in commands
                    if command
                ]
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """The table of exit codes."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(exit_.code), exit_.about) for exit_ in EXITS])


def _loaded(family: Family) -> dict[str, Any]:
    module = import_module(f"workbench.cli.{family.module}")
    return dict(typer.main.get_group(module.app).commands)


app = typer.Typer(
    name="packbench",
    cls=CommandTable,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def packbench(
    context: typer.Context,
    pack: PackOption = None,
    workspace: WorkspaceOption = None,
    seat: SeatOption = None,
    version: Annotated[bool, typer.Option("--version", "-V", help="Say the version and stop.")] = False,
) -> None:
    """A workbench for a pack of claims. Without a command it opens the workbench on your pack."""
    context.obj = Desk(pack=pack, workspace=workspace, seat=seat)
    if version:
        from workbench.version import version as installed

        print(f"packbench {installed()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise typer.Exit(open_workbench(context.obj))


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    options = list(takewhile(lambda argument: argument != "--", arguments))
    return guarded(lambda: _carried_out(arguments), json="--json" in options)


_UsageError: Final[type[Any]] = typer.BadParameter.__bases__[0]
"""What typer raises for any command line that it does not understand, and gives no name of its own."""


def _carried_out(arguments: Sequence[str]) -> int | None:
    try:
        code: int | None = app(list(arguments), prog_name="packbench", standalone_mode=False)
    except _UsageError as error:
        error.show()
        raise Misunderstood(error.format_message()) from None
    except typer.Abort:
        return INTERRUPTED.code
    return code
