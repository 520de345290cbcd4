"""Every end of the program as an exit code and at most one line; no error leaves a traceback."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable

from core.errors import PackError
from workbench.cli.exits import FAULT, INTERRUPTED, OK, UNTOLD, code_of
from workbench.cli.paper import OutputFailed, aside
from workbench.cli.streams import standard_streams
from workbench.places import note_error


def guarded(action: Callable[[], int | None]) -> int:
    """Do it, and return its exit code."""
    with standard_streams():
        code = _ended(action)
        try:
            sys.stdout.flush()
        except OutputFailed as failed:
            return code or output_failed(failed.__cause__)
        finally:
            _drop_what_is_left()
        return code


def _ended(action: Callable[[], int | None]) -> int:
    try:
        return action() or OK.code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK.code
    except PackError as error:
        aside(f"packbench: {error}")
        return code_of(error)
    except OutputFailed as failed:
        return output_failed(failed.__cause__)
    except KeyboardInterrupt:
        return INTERRUPTED.code
    except Exception as error:
        return _fault(error)


def output_failed(error: BaseException | None) -> int:
    """Say that the answer was not written out; the exit code, 0 for a reader that has gone, as `head`."""
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        aside(f"packbench: it is done, but the answer could not be written out ({error.strerror}).")
        return UNTOLD.code
    return OK.code


def _drop_what_is_left() -> None:
    """What an output did not take goes nowhere, so that the end of the process does not stumble over it."""
    try:
        sys.stdout.flush()
    except OutputFailed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception) -> int:
    kept = note_error("".join(traceback.format_exception(error)))
    where = f"; the details are in {kept}" if kept else ""
    aside(f"packbench: a fault of the program ({type(error).__name__}: {error}){where}")
    return FAULT.code
