"""`packbench eval NAME`: measure the search on a public data set, recount a dump, compare two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer
from typer.core import TyperGroup

from core.errors import Refused
from workbench.cli.paper import Paper
from workbench.cli.run_options import RunOptions, with_run
from workbench.cli.shared import JsonOption, family
from workbench.cli.wire import put_json
from workbench.progress import ProgressLine

if TYPE_CHECKING:
    from workbench.evaluation.answers import Outcome
    from workbench.evaluation.arms import Choice

app = family()


class WholeSentences(TyperGroup):
    """Commands listed with all that is said of them, however long."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands."""
        with formatter.section("Commands"):
            commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
            formatter.write_dl(
                [
                    (name, command.get_short_help_str(limit=ABOUT_WIDTH))
                    for name, command in commands
                    if command
                ]
            )


ABOUT_WIDTH: Final = 200
"""Longest line that is said of a command: longer than any."""

evaluation = family("Measure the search on a public data set, through the doors of a scratch pack.")
app.add_typer(evaluation, name="eval", cls=WholeSentences)


@evaluation.callback(invoke_without_command=True)
def what_is_there(context: typer.Context) -> None:
    """Measure the search on a public data set, through the doors of a scratch pack."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@evaluation.command("locomo")
@with_run
def locomo(
    options: RunOptions,
    split: Annotated[
        Literal["tune", "check", "all"], typer.Option("--split", help="check: conv-47, 48, 49 and 50.")
    ] = "all",
    as_: Annotated[
        Literal["deeds", "claims"], typer.Option("--as", help="claims: the turns that the text rules pass.")
    ] = "deeds",
) -> None:
    """LoCoMo: turns and sessions of long conversations."""
    _measure("locomo", options, split=split, written=as_)


@evaluation.command("longmemeval")
@with_run
def longmemeval(options: RunOptions) -> None:
    """LongMemEval: the sessions of a haystack that answer."""
    _measure("longmemeval", options)


@evaluation.command("conflict")
@with_run
def conflict(
    options: RunOptions,
    size: Annotated[list[str] | None, typer.Option("--size", help="6k, 32k, 64k, 262k; or all.")] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", help="apply, original, propose; or all.")
    ] = None,
    hops: Annotated[
        Literal["single", "multi", "both"], typer.Option("--hops", help="Which questions.")
    ] = "single",
    second_hop: Annotated[
        Literal["off", "on", "both"],
        typer.Option("--second-hop", help="Search for what the first hits name."),
    ] = "off",
) -> None:
    """Facts that overwrite facts: what closes, and what the questions find."""
    from workbench.evaluation.overwriting import POLICIES
    from workbench.evaluation.readers.conflict import SIZES

    _measure(
        "conflict",
        options,
        sizes=_chosen(size, SIZES, SIZES[:2]),
        policies=_chosen(policy, POLICIES, ("apply",)),
        hops={"single": ("sh",), "multi": ("mh",), "both": ("sh", "mh")}[hops],
        second={"off": (1,), "on": (2,), "both": (1, 2)}[second_hop],
    )


@evaluation.command("beam")
@with_run
def beam(
    options: RunOptions,
    roles: Annotated[
        Literal["user", "all"], typer.Option("--roles", help="Whose messages are the evidence.")
    ] = "user",
) -> None:
    """BEAM: messages of long chats that bear the evidence."""
    _measure("beam", options, roles=roles)


@evaluation.command("forgetting")
@with_run
def forgetting(
    options: RunOptions,
    told: Annotated[
        Literal["corpus", "days"],
        typer.Option("--told", help="Write in the shuffled order of the corpus, or as the days pass."),
    ] = "corpus",
    topics: Annotated[int | None, typer.Option("--topics", min=1, help="Fewer than 300.")] = None,
) -> None:
    """Does what was reviewed come first? A corpus made on the spot."""
    from workbench.evaluation.forgetting import TOPICS

    _measure("forgetting", options, told=told, topics=topics or TOPICS)


@evaluation.command("hotpotqa")
@with_run
def hotpotqa(options: RunOptions) -> None:
    """HotpotQA: the sentences that support an answer."""
    _measure("hotpotqa", options)


@evaluation.command("narrativeqa")
@with_run
def narrativeqa(options: RunOptions) -> None:
    """NarrativeQA: the passages that say an answer."""
    _measure("narrativeqa", options)


@evaluation.command("ruler")
@with_run
def ruler(options: RunOptions) -> None:
    """RULER: needles in long texts."""
    _measure("ruler", options)


@evaluation.command("recount")
def recount(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A dump.")], json: JsonOption = False
) -> None:
    """Count the report of a dump anew; nothing is searched."""
    from workbench.evaluation import dump

    _tell(dump.read(file), json)


@evaluation.command("compare")
def compare(
    first: Annotated[str, typer.Argument(metavar="FILE[#RUN]", help="The run to compare with.")],
    second: Annotated[str, typer.Argument(metavar="FILE[#RUN]", help="The run to judge.")],
    subset: Annotated[
        list[str] | None, typer.Option("--subset", help="Rows to tell; else all of them.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Of the resamples.")] = None,
    json: JsonOption = False,
) -> None:
    """Is the second run better? A bootstrap over whole conversations."""
    from workbench.cli.render.evaluation import comparison
    from workbench.evaluation import bootstrap, dump

    told = bootstrap.compare(
        dump.run_named(first), dump.run_named(second), seed=bootstrap.SEED if seed is None else seed
    )
    if json:
        put_json(told)
    else:
        comparison(Paper(), told, subset)


def _measure(name: str, options: RunOptions, second: tuple[int, ...] = (1,), **own: Any) -> None:
    from workbench.evaluation.benchmarks import BENCHMARKS, Request
    from workbench.evaluation.kept_vectors import kept_in
    from workbench.evaluation.meaning import encoder_named
    from workbench.evaluation.running import SEED, run

    benchmark = BENCHMARKS[name]
    if benchmark.wants and options.data is None:
        _not_measured(name, benchmark.wants, options.json)
        return
    with kept_in(options.vectors, encoder_named(options.encoder)) as encoder:
        request = Request(
            source=options.data or Path(),
            choice=_choice(name, options, second),
            first=options.first,
            encoder=encoder,
            slips=options.typos,
            seed=SEED if options.seed is None else options.seed,
            tag=options.run,
            setup=options.told(),
            **own,
        )
        progress = ProgressLine(f"measuring {name}")
        outcomes = tuple(outcome for plan in benchmark.plans(request) for outcome in run(plan, progress))
    if options.dump is not None:
        from workbench.evaluation import dump

        dump.write(options.dump, outcomes)
    _tell(outcomes, options.json)


def _choice(name: str, options: RunOptions, hops: tuple[int, ...]) -> Choice:
    from core.pack.weights import read_weights
    from workbench.evaluation.arms import BALLOTS, DECAYS, NEED_ENCODER, Choice
    from workbench.evaluation.meaning import BUNDLED, OFF

    slots = {"fuse": options.fuse, "diversify": options.diversify, "answering": options.answering}
    without = set(NEED_ENCODER) if options.encoder == OFF else set()
    arms = _chosen(options.arm, tuple(name for name in BALLOTS if name not in without), ("panel",))
    if silent := without.intersection(arms):
        raise Refused(f"the arm {min(silent)!r} asks an encoder; name one, such as --encoder {BUNDLED}.")
    return Choice(
        arms=arms,
        preset=options.settings,
        weights=read_weights(options.weights),
        settings={slot: value for slot, value in slots.items() if value is not None},
        decays=_chosen(options.decay, tuple(DECAYS), ()),
        hops=hops,
    )


def _chosen(given: list[str] | None, every: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    return every if given == ["all"] else tuple(given or usual)


def _not_measured(name: str, wants: str, json: bool) -> None:
    if json:
        put_json({"benchmark": name, "measured": False, "wants": wants})
    else:
        Paper().line(f"{name}: not measured. No data was given; --data names {wants}.")


def _tell(outcomes: tuple[Outcome, ...], json: bool) -> None:
    from workbench.cli.render.evaluation import report
    from workbench.evaluation.counting import rows_of

    counted = [(outcome.run, rows_of(outcome.answers, outcome.run.measures)) for outcome in outcomes]
    if json:
        put_json({"measured": True, "runs": [{"run": one, "rows": rows} for one, rows in counted]})
    else:
        report(Paper(), counted)
