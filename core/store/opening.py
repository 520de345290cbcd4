"""Opening a pack for writing: the lease, a file that holds together, and one of the present format."""

from __future__ import annotations

import os
from pathlib import Path

from core.errors import PackDamaged
from core.store import datafile, layout, meta
from core.store.environment import Environment
from core.store.lease import Holder, Lease


def take(folder: Path, holder: Holder) -> Lease:
    """The lease of a pack whose file may be written: verified first when it was not closed properly.

    Raises `PackHeld`, `NotAPack` or `PackDamaged`.
    """
    lease = Lease.take(folder, holder)
    try:
        datafile.read_header(folder)
        if not lease.left_clean:
            _refuse_unsound(folder)
    except BaseException:
        lease.release(clean=False)
        raise
    return lease


def _refuse_unsound(folder: Path) -> None:
    # late: a start that finds the file closed properly needs it not
    from core.store.auditing import COPY, audit

    findings = audit(folder)
    if findings:
        raise PackDamaged(f"{folder} is damaged: its file does not hold together ({findings[0]}). {COPY}")


def bring_up_to_date(env: Environment, lease: Lease) -> Path | None:
    """Migrate a file of an earlier format, under the lease; where its copy lies. Raises as `migrate` does."""
    with env.reading() as txn:
        number = meta.get(env, txn, meta.FORMAT)
    if number < layout.FORMAT:
        from core.store.migrating import migrate  # late: hardly ever needed

        return migrate(env, lease)
    return None


def this_user() -> Holder:
    """The user of the machine, as the holder to be."""
    import getpass  # late: faces say who they are

    try:
        seat = getpass.getuser()
    except (KeyError, OSError):
        seat = f"user {os.getuid()}"
    return Holder.here(seat=seat, client="core")
