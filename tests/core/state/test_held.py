"""The held pack: loaded from the file or grown record by record, it is the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings

from core.clocks.instants import DAY
from core.pack import commands as c
from core.pack.pack import Pack
from core.pack.shelving import load_held
from core.state.held import Held
from core.state.view import View
from tests.core.pack.desk import scratch_desk
from tests.core.pack.walks import RANDOMS, walk

ROOT = Path(__file__).parents[3]


def told(held: Held) -> dict[str, Any]:
    """Everything that a held pack holds."""
    columns = held.columns
    rows = {
        (columns.versions[row].id, columns.versions[row].rev): tuple(
            int(columns.column(name)[row])
            for name in ("t_recorded", "t_expired", "t_valid", "t_invalid", "believed", "resting", "pinned")
        )
        for row in range(columns.n)
    }
    return {
        "last": (held.tx, held.t_tx),
        "chains": held.chains.tables,
        "rows": rows,
        "order": [(one.t_recorded, one.id) for one in columns.versions],
        "texts": columns.text_rows,
        "links": sorted(held.links.edges()),
        "open": held.open_proposals,
    }


def loaded(pack: Pack) -> Held:
    return load_held(pack.log)


def grown(pack: Pack) -> Held:
    held = Held()
    for record in pack.log.read():
        held.apply(record)
    return held


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=RANDOMS)
def test_loaded_grown_and_living_packs_are_one(random: Random) -> None:
    with scratch_desk() as desk:
        for _ in walk(desk, random, 30):
            pass
        living = told(desk.pack.reader.held)
        assert told(loaded(desk.pack)) == living
        assert told(grown(desk.pack)) == living


WRITES = """
import sys
from core.claims.draft import Draft
from core.pack import commands as c
from core.pack.pack import Pack
with Pack.open(sys.argv[1], seat="bot", mode="write") as pack:
    pack.submit(c.Write(draft=Draft(text="Lamp two is red.")))
    pack.submit(c.Undo())
    pack.submit(c.Redo())
"""


def test_a_reader_takes_in_what_another_process_commits() -> None:
    with scratch_desk() as desk:
        desk.write("Lamp one is red.")
        desk.pack.close()
        desk.pack = Pack.open(desk.pack.path, seat="ana", clock=desk.clock)
        assert len(desk.pack.claims()) == 1
        assert not desk.pack.refresh()
        subprocess.run([sys.executable, "-c", WRITES, str(desk.pack.path)], cwd=ROOT, check=True)
        assert len(desk.pack.claims()) == 1
        assert desk.pack.refresh()
        assert told(desk.pack.reader.held) == told(loaded(desk.pack))
        assert {line.claim.text for line in desk.pack.claims()} == {"Lamp one is red.", "Lamp two is red."}


def test_links_settings_and_proposals_are_read_as_of_an_instant() -> None:
    with scratch_desk() as desk:
        held = desk.pack.reader.held
        one = desk.write("The gateway restarts at night.", entities=("gateway",)).id or ""
        before = desk.pass_time(DAY) - 1
        two = desk.write("Backups of the gateway run first.", entities=("gateway",)).id or ""
        desk.do(c.Configure(name="zone", value="Asia/Tokyo"))
        assert held.links_at(before).peers(one) == {}
        assert held.links_at(held.t_tx) is held.links
        assert set(held.links.peers(one)) == {two}
        assert (held.setting("zone", "UTC", before), held.setting("zone", "UTC")) == ("UTC", "Asia/Tokyo")
        assert held.claim_at(two, before) is None
        assert held.review(two, before) is None
        assert held.proposals(before) == []
        assert [claim.id for claim in held.claims(held.select(View(believed_at=before), before))] == [one]
