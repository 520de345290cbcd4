"""Every end of the program as an exit code and at most one line; no error leaves a traceback."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable

import msgspec

from core.errors import PackError
from workbench.cli.aside import OutputFailed, aside
from workbench.cli.exits import FAULT, INTERRUPTED, OK, UNTOLD, USAGE, code_of
from workbench.cli.streams import standard_streams
from workbench.places import note_error


class Misunderstood(Exception):
    """The command line was not understood; a person has been told."""


def guarded(action: Callable[[], int | None], *, json: bool = False) -> int:
    """Do it, and return its exit code; with `json` an error is told to a program as well."""
    with standard_streams():
        code = _ended(action, json)
        try:
            sys.stdout.flush()
        except OutputFailed as failed:
            return code or _output_failed(failed.__cause__, json)
        finally:
            _drop_what_is_left()
        return code


def _ended(action: Callable[[], int | None], json: bool) -> int:
    try:
        return action() or OK.code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else OK.code
    except Misunderstood as error:
        return _told("Usage", str(error), USAGE.code, json)
    except PackError as error:
        aside(f"packbench: {error}")
        return _told(type(error).__name__, str(error), code_of(error), json)
    except OutputFailed as failed:
        return _output_failed(failed.__cause__, json)
    except KeyboardInterrupt:
        return INTERRUPTED.code
    except Exception as error:
        return _fault(error, json)


def _told(kind: str, message: str, code: int, json: bool) -> int:
    """The exit code of an error; a program that asked for JSON gets the error as one line of it."""
    if json:
        error = {"kind": kind, "message": message, "exit_code": code}
        print(msgspec.json.encode({"error": error}).decode(), file=sys.stderr)
    return code


def _output_failed(error: BaseException | None, json: bool) -> int:
    """Say that the answer was not written out; the exit code, 0 for a reader that has gone, as `head`."""
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        said = f"it is done, but the answer could not be written out ({error.strerror})."
        aside(f"packbench: {said}")
        return _told("Untold", said, UNTOLD.code, json)
    return OK.code


def _drop_what_is_left() -> None:
    """What an output did not take goes nowhere, so that the end of the process does not stumble over it."""
    try:
        sys.stdout.flush()
    except OutputFailed:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception, json: bool) -> int:
    kept = note_error("".join(traceback.format_exception(error)))
    where = f"; the details are in {kept}" if kept else ""
    said = f"a fault of the program ({type(error).__name__}: {error}){where}"
    aside(f"packbench: {said}")
    return _told("Fault", said, FAULT.code, json)
