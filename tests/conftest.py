"""What every test stands on: a fixed zone, a clean environment, folders of its own, and no skips unseen.

All of it happens on import, before anything loads Textual or reads the environment.
"""

import atexit
import gc
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.at_hour", "tests.no_skip", "tests.sealed"]

KEPT = frozenset({"PACKBENCH_NO_SKIP", "TEXTUAL_SNAPSHOT_TEMPDIR"})
DROPPED_PREFIXES = ("PACKBENCH_", "TEXTUAL", "GIT_", "MAKE", "MFLAGS")
DROPPED = (
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "LINES"),
    # Hundreds of programs are started: without kept bytecode each would compile all of core again.
    "PYTHONDONTWRITEBYTECODE",
)
MEMORY = Path("/dev/shm")
ROOM = 2 * 2**30
"""Bytes; the tests of a run hold some hundred million at a time."""
XDG_HOMES = {
    "XDG_DATA_HOME": "data",
    "XDG_CONFIG_HOME": "config",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "XDG_RUNTIME_DIR": "run",
}


def _forget_the_developer() -> None:
    for name in list(os.environ):
        if name in DROPPED or (name.startswith(DROPPED_PREFIXES) and name not in KEPT):
            del os.environ[name]
    sys.dont_write_bytecode = False


def _stand_still() -> None:
    os.environ |= {
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "TEXTUAL_ANIMATIONS": "none",
    }
    time.tzset()


def _write_in_memory() -> None:
    """Put scratch folders into memory where it has room: nearly every test commits, and a disk is slow."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def _live_apart() -> None:
    """Give the run its own platform folders, so that no test can meet a person's pack."""
    home = Path(tempfile.mkdtemp(prefix="packbench-tests-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for variable, folder in XDG_HOMES.items():
        (home / folder).mkdir(mode=0o700)
        os.environ[variable] = str(home / folder)


def _hypothesis_profiles() -> None:
    # A deadline would make a busy machine fail a right program.
    settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
    judged = "CI" in os.environ  # who judges a change looks at the same examples each time; others wander
    settings.register_profile(
        "thorough", settings.get_profile("ci" if judged else "default"), max_examples=1000, print_blob=True
    )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if judged else "default"))


def pytest_collection_finish() -> None:
    """Let the collector leave alone what is there for the whole run: six thousand tests and their modules."""
    gc.collect()
    gc.freeze()


_forget_the_developer()
_stand_still()
_write_in_memory()
_live_apart()
_hypothesis_profiles()
