"""Which version of the program this is."""

from __future__ import annotations


def version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("packbench")
    except PackageNotFoundError:
        return "(not installed)"
