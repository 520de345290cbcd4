"""The entry point of the console command `packbench`, and of `python -m workbench`."""

from __future__ import annotations

import os
import sys

VERSION_FLAGS = frozenset({"--version", "-V"})
COMPLETING = "_PACKBENCH_COMPLETE"
"""Set by a shell that asks for completions."""


def main() -> None:
    """Run the command line; `--version` and a plain `packbench` do not wait for it to load."""
    arguments = sys.argv[1:]
    if len(arguments) == 1 and arguments[0] in VERSION_FLAGS:
        from workbench.version import version

        print(f"packbench {version()}")
    elif arguments or COMPLETING in os.environ:
        from workbench.cli.app import run

        sys.exit(run(arguments))
    else:
        from workbench.cli.desk import Desk
        from workbench.cli.guard import guarded
        from workbench.cli.launch import open_workbench

        sys.exit(guarded(lambda: open_workbench(Desk())))


if __name__ == "__main__":
    main()
