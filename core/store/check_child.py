"""Check in a process of its own: `python -m core.store.check_child PATH` prints the report as JSON.

A damaged page can kill whoever reads it; here that is a finding, not the end of the program.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import msgspec

from core.errors import NotAPack, PackError
from core.store import layout
from core.store.advice import NEXT_SAVE
from core.store.checking import CheckReport, check
from core.store.comparing import Fault

REFUSED = 2
"""Exit code when there is no pack to check; the sentence is on standard error."""


def check_apart(path: str | os.PathLike[str], *, mine: bool = False) -> CheckReport:
    """Check the pack at `path` in a child process. Raises `PackError` when there is no pack to check.

    `mine` says that the caller may hold the pack for writing, and writes nothing until the answer is there.
    """
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "core.store.check_child",
            os.fspath(path),
            *([str(os.getpid())] if mine else []),
        ],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    return read_report(run.returncode, run.stdout, run.stderr)


def read_report(code: int, out: bytes, err: bytes) -> CheckReport:
    """The report of a child that ended with `code`, for callers that start and await it themselves."""
    if code in (0, 1):
        return msgspec.json.decode(out, type=CheckReport)
    if code < 0:
        name = signal.Signals(-code).name
        sentence = f"reading the file killed the process that read it ({name}). {layout.SAVE_THE_REST}"
        return CheckReport("", 0, 0, False, 1, (Fault("file", None, sentence),), next=NEXT_SAVE)
    said = err.decode(errors="replace").strip()
    if code == REFUSED and said:
        raise NotAPack(said)
    raise PackError(said or f"the check ended with {code}.")


def main(arguments: list[str]) -> int:
    """Print the report; 0 when nothing is wrong, 1 when something is, 2 when there is no pack."""
    try:
        path, *writer = arguments
        report = check(path, beside=int(writer[0]) if writer else None)
    except PackError as error:
        print(error, file=sys.stderr)
        return REFUSED
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
