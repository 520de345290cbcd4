"""The entry point of the console command `packbench`, and of `python -m workbench`."""

from __future__ import annotations

import sys

VERSION_FLAGS = frozenset({"--version", "-V"})


def main() -> None:
    """Run the command line; `--version` answers before anything is loaded."""
    if len(sys.argv) == 2 and sys.argv[1] in VERSION_FLAGS:
        print(f"packbench {version()}")
        return
    from workbench.cli.app import run

    sys.exit(run(sys.argv[1:]))


def version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("packbench")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    main()
