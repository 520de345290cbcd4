"""The options that every measurement shares, added to its command and handed over as one value."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from workbench.cli.shared import JsonOption, SharedOption

_OPTIONS: Final = (
    SharedOption("data", Annotated[Path | None, typer.Option("--data", help="The data set.")]),
    SharedOption(
        "arm",
        Annotated[
            list[str] | None,
            typer.Option("--arm", help="panel, lexical, bm25+, scan, windows, dense, near, …; or all."),
        ],
    ),
    SharedOption(
        "settings",
        Annotated[
            str,
            typer.Option("--settings", help="Weights to start from: shipped, or transcript (chat turns)."),
        ],
        "shipped",
    ),
    SharedOption(
        "weights",
        Annotated[str, typer.Option("--weights", metavar="B=W,…", help="Such as bm25+=1,scan=.5.")],
        "",
    ),
    SharedOption("fuse", Annotated[str | None, typer.Option("--fuse", help="A fuser.")]),
    SharedOption("diversify", Annotated[str | None, typer.Option("--diversify", help="mmr, dpp or none.")]),
    SharedOption(
        "answering",
        Annotated[str | None, typer.Option("--answering", help="form, or off: what fits as an answer.")],
    ),
    SharedOption(
        "decay",
        Annotated[
            list[str] | None,
            typer.Option("--decay", help="off, age, fsrs, age-multiply, fsrs-multiply, seed; or all."),
        ],
    ),
    SharedOption(
        "encoder",
        Annotated[
            str, typer.Option("--encoder", metavar="NAME", help="bundled, another by name or folder, or off.")
        ],
        "off",
    ),
    SharedOption(
        "vectors",
        Annotated[Path | None, typer.Option("--vectors", help="A file that keeps vectors between runs.")],
    ),
    SharedOption(
        "typos",
        Annotated[int | None, typer.Option("--typos", metavar="SEED", help="One typing slip a question.")],
    ),
    SharedOption(
        "first",
        Annotated[int | None, typer.Option("--first", min=1, help="Only so many questions of a collection.")],
    ),
    SharedOption(
        "seed", Annotated[int | None, typer.Option("--seed", help="Of the ids, by which equals stand.")]
    ),
    SharedOption("run", Annotated[str, typer.Option("--run", metavar="TAG", help="Name of this run.")], ""),
    SharedOption(
        "dump",
        Annotated[Path | None, typer.Option("--dump", help="Add what was retrieved to a file, for recount.")],
    ),
    SharedOption("json", JsonOption, False),
)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The shared options of a measurement."""

    data: Path | None = None
    arm: list[str] | None = None
    settings: str = "shipped"
    weights: str = ""
    fuse: str | None = None
    diversify: str | None = None
    answering: str | None = None
    decay: list[str] | None = None
    encoder: str = "off"
    vectors: Path | None = None
    typos: int | None = None
    first: int | None = None
    seed: int | None = None
    run: str = ""
    dump: Path | None = None
    json: bool = False
    own: dict[str, Any] = field(default_factory=dict)
    """The options of the command itself."""

    def told(self) -> dict[str, Any]:
        """The options that were given, without where things lie."""
        kept = {
            option.name: getattr(self, option.name)
            for option in _OPTIONS
            if option.name not in ("data", "dump", "json", "run", "vectors")
            and getattr(self, option.name) != option.default
        }
        return kept | {name.rstrip("_"): value for name, value in self.own.items()}


def with_run(command: Callable[..., None]) -> Callable[..., None]:
    """Add the shared options to a command, which takes a `RunOptions` and then its own."""
    own = inspect.signature(command, eval_str=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    mine = [part.replace(kind=keyword) for part in list(own.parameters.values())[1:]]
    shared = [
        inspect.Parameter(option.name, keyword, default=option.default, annotation=option.annotation)
        for option in _OPTIONS
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = {option.name: given.pop(option.name) for option in _OPTIONS}
        command(RunOptions(**chosen, own=given), **given)

    run.__signature__ = inspect.Signature([*shared[:1], *mine, *shared[1:]])  # type: ignore[attr-defined]
    run.__annotations__ = {name: part.annotation for name, part in run.__signature__.parameters.items()}  # type: ignore[attr-defined]
    return run
