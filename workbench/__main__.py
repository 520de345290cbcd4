"""The entry point of the console command `packbench`, and of `python -m workbench`."""

from __future__ import annotations

import gc
import os
import sys

VERSION_FLAGS = frozenset({"--version", "-V"})
AT_ONCE: tuple[list[str], ...] = ([], ["due"], ["status", "--line"])
"""Command lines that are carried out without the command line being loaded, beside those that name a pack."""
COMPLETING = "_PACKBENCH_COMPLETE"
"""Set by a shell that asks for completions."""


def main() -> None:
    """Run the command line; `--version`, `packbench`, `open FILE`, `due`, `status --line` do without it."""
    from workbench.last_words import speak_when_killed

    speak_when_killed()
    arguments = sys.argv[1:]
    if len(arguments) == 1 and arguments[0] in VERSION_FLAGS:
        from workbench.cli.guard import guarded
        from workbench.version import version

        sys.exit(guarded(lambda: print(f"packbench {version()}")))
    elif not _is_done_at_once(arguments) or COMPLETING in os.environ:
        from workbench.cli.app import run

        sys.exit(run(arguments))
    else:
        gc.disable()  # until the first picture: it would walk what is loaded over and over, and find nothing
        from workbench.cli.guard import guarded

        try:
            sys.exit(guarded(lambda: _at_once(arguments)))
        finally:
            gc.enable()


def _is_done_at_once(arguments: list[str]) -> bool:
    match arguments:
        case ["open", what] | ["status", "--line", "--pack", what]:
            return not what.startswith("-")
        case _:
            return arguments in AT_ONCE


def _at_once(arguments: list[str]) -> int | None:
    from workbench.cli.desk import Desk
    from workbench.cli.launch import open_file, open_workbench, tell_due, tell_line

    match arguments:
        case ["open", file]:
            return open_file(Desk(pack=file))
        case ["due"]:
            tell_due(Desk())
            return None
        case ["status", "--line"]:
            tell_line(Desk())
            return None
        case ["status", "--line", "--pack", pack]:
            tell_line(Desk(pack=pack))
            return None
        case _:
            return open_workbench(Desk())


if __name__ == "__main__":
    main()
