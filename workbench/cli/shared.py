"""The options that commands share, added to each of them: a command takes a `Desk` and its own arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, Final

import typer

from workbench.cli.desk import Desk
from workbench.places import PACK_VARIABLE, SEAT_VARIABLE, WORKSPACE_VARIABLE

PackOption = Annotated[
    str | None,
    typer.Option("--pack", metavar="PATH", help=f"The pack: a folder, or a name; else ${PACK_VARIABLE}."),
]
WorkspaceOption = Annotated[
    str | None,
    typer.Option(
        "--workspace",
        "-w",
        metavar="NAME",
        help=f"The workspace; else ${WORKSPACE_VARIABLE} or the git remote.",
    ),
]
SeatOption = Annotated[
    str | None, typer.Option("--seat", metavar="NAME", help=f"Who writes; else ${SEAT_VARIABLE}.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
EverywhereOption = Annotated[bool, typer.Option("--everywhere", "-E", help="Read every workspace.")]
TrueOnOption = Annotated[
    str | None, typer.Option("--true-on", metavar="DATE", help="What was true of the world then.")
]
BelievedOnOption = Annotated[
    str | None, typer.Option("--believed-on", metavar="DATE", help="What the pack believed then.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", "-n", help="Say what it would do, and do nothing.")]


@dataclass(frozen=True, slots=True)
class SharedOption:
    """One option that is added to commands."""

    name: str
    annotation: Any
    default: Any = None


_PLACE: Final = (
    SharedOption("pack", PackOption),
    SharedOption("workspace", WorkspaceOption),
    SharedOption("seat", SeatOption),
    SharedOption("json", JsonOption, False),
)
WRITE: Final = _PLACE
READ: Final = (
    SharedOption("true_on", TrueOnOption),
    SharedOption("believed_on", BelievedOnOption),
    SharedOption("everywhere", EverywhereOption, False),
    *_PLACE,
)
"""A read names its two instants."""
FILE: Final = (_PLACE[0], _PLACE[2], _PLACE[3])
"""For a command about the pack as a whole."""


def family(about: str | None = None) -> typer.Typer:
    """An empty family of commands; their help is plain text, so that no sign in it is taken for markup."""
    return typer.Typer(help=about, rich_markup_mode=None)


def with_desk(options: tuple[SharedOption, ...]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add shared options to a command and hand them over as its `Desk`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True)

        @wraps(command)
        def run(context: typer.Context, **given: Any) -> None:
            chosen = {option.name: given.pop(option.name) for option in options}
            command(_desk(context, chosen), **given)

        run.__signature__ = _extended(own, options)  # type: ignore[attr-defined]
        run.__annotations__ = {name: part.annotation for name, part in run.__signature__.parameters.items()}  # type: ignore[attr-defined]
        return run

    return decorate


def _extended(own: inspect.Signature, options: tuple[SharedOption, ...]) -> inspect.Signature:
    """The signature that typer sees: the context, the command's own arguments, then the shared options."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    context = inspect.Parameter("context", keyword, annotation=typer.Context)
    mine = [part.replace(kind=keyword) for part in list(own.parameters.values())[1:]]
    shared = [
        inspect.Parameter(option.name, keyword, default=option.default, annotation=option.annotation)
        for option in options
    ]
    return inspect.Signature([context, *mine, *shared])


def _desk(context: typer.Context, chosen: dict[str, Any]) -> Desk:
    """The shared options of the command, else those given before its name."""
    before = context.obj if isinstance(context.obj, Desk) else Desk()
    for name in ("pack", "workspace", "seat"):
        if chosen.get(name) is None:
            chosen[name] = getattr(before, name)
    return Desk(**chosen)
