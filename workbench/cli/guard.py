"""Every end of the program as an exit code and at most one line; no error leaves a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

from core.errors import PackError
from workbench.cli.exits import FAULT, INTERRUPTED, code_of
from workbench.cli.paper import aside
from workbench.places import note_error


def guarded(action: Callable[[], int | None]) -> int:
    """Do it, and return its exit code."""
    _show_anything()
    try:
        code = action() or 0
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except PackError as error:
        aside(f"packbench: {error}")
        return code_of(error)
    except KeyboardInterrupt:
        return INTERRUPTED.code
    except BrokenPipeError:
        return _closed_pipe()
    except Exception as error:
        return _fault(error)
    return code


def _show_anything() -> None:
    """An output that cannot encode a sign shows its code instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _closed_pipe() -> int:
    """The reader of our output has gone, as `head` does; nothing more can be said to it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _fault(error: Exception) -> int:
    kept = note_error("".join(traceback.format_exception(error)))
    where = f"; the details are in {kept}" if kept else ""
    aside(f"packbench: a fault of the program ({type(error).__name__}: {error}){where}")
    return FAULT.code
