"""Commands about the file itself: compact."""

from __future__ import annotations

from typing import Final

from workbench.cli.desk import Desk
from workbench.cli.paper import Paper
from workbench.cli.shared import FILE, family, with_desk
from workbench.cli.wire import put_json

app = family()

_MEGABYTE: Final = 1024 * 1024


@app.command("compact")
@with_desk(FILE)
def compact(desk: Desk) -> None:
    """Write the file anew without what it no longer uses."""
    from core.pack.filekeeping import compact as write_anew

    with desk.writing() as pack:
        done = write_anew(pack)
    if desk.json:
        put_json({"pack": desk.path, "before": done.before, "after": done.after})
        return
    sizes = f"{done.before / _MEGABYTE:.1f} MB before, {done.after / _MEGABYTE:.1f} MB after"
    Paper().line(f"{desk.path.name}: {sizes}")
