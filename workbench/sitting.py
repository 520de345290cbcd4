"""One sitting at the workbench: a pack is opened, shown until the person leaves, and closed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from core.errors import PackError
from workbench.app import WorkbenchApp
from workbench.frame.staying_alive import mishap_of
from workbench.last_words import keep_terminal
from workbench.meaning import Joining
from workbench.session import Session


def run_workbench(path: Path, *, sample: str | None = None, seat: str, workspace: str | None = None) -> int:
    """Open a pack in the terminal and stay until the person leaves; the exit status.

    A path without a pack becomes an empty one, or with `sample` a sample pack. When another process writes
    it, this window reads. Raises `PackError` when the pack cannot be opened at all.
    """
    from workbench.opening import open_session

    while True:
        session = open_session(path, sample=sample, seat=seat, workspace=workspace)
        wanted, goodbye, code = _one_sitting(session, log_path())
        if wanted is None:
            with suppress(OSError):  # the terminal was closed meanwhile
                print(goodbye or "The pack is closed.", flush=True)
            return code
        from workbench.samples import sample_path

        path, sample, workspace = sample_path(path, wanted), wanted, None


def _one_sitting(session: Session, log: Path) -> tuple[str | None, str, int]:
    """Run the workbench until it is left: the sample asked for, the last line, and the exit status."""
    session.joining = Joining(session.pack)
    app = WorkbenchApp(session, log=log)
    keep_terminal()
    try:
        wanted = app.run()
    except PackError as error:
        if not app.leaving:
            raise
        mishap_of(error, log)  # something that still ran beside met the end; all acts are durable
        wanted = None
    finally:
        goodbye = parting(session, log)
    return wanted, goodbye, app.return_code or 0


def parting(session: Session, log: Path) -> str:
    """Say what was done and close the pack; what goes wrong in closing is for the log, not the terminal."""
    if session.joining is not None:
        session.joining.close()
    goodbye = ""
    for ending in (session.goodbye, session.pack.close):
        try:
            goodbye = ending() or goodbye
        except PackError as error:
            mishap_of(error, log)
    return goodbye


def log_path() -> Path:
    """The file that keeps unexpected errors."""
    from platformdirs import user_log_path

    return user_log_path("packbench") / "workbench.log"
