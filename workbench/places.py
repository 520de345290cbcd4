"""Where things are on this machine: packs, the state folder, and who and where the person is.

Libraries are loaded where they are used: a prompt asks for one line and waits for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.errors import Refused

APP: Final = "packbench"
SUFFIX: Final = ".pack"
DEFAULT_PACK: Final = f"main{SUFFIX}"

PACK_VARIABLE: Final = "PACKBENCH_PACK"
SEAT_VARIABLE: Final = "PACKBENCH_SEAT"
WORKSPACE_VARIABLE: Final = "PACKBENCH_WORKSPACE"

LONGEST_SEAT: Final = 120
"""Signs of a seat, as the pack takes them."""
UNKNOWN_SEAT: Final = "me"
"""The seat where the system does not know the user's name."""

_SCP_LIKE: Final = re.compile(r"(?:[^@/\s]+@)?(?P<host>[^:/\s]{2,}):(?P<path>[^\\\s]+)")
_ZONE_LINK: Final = re.compile(r".*/zoneinfo/(?:posix/|right/)?(?P<zone>.+)")
_LOCALTIME: Final = Path("/etc/localtime")
_TIMEZONE: Final = Path("/etc/timezone")
_UTC: Final = "UTC"
_ALSO_UTC: Final = frozenset({"Etc/UTC", "Etc/UCT", "Etc/Zulu", "Universal", "Zulu", "UCT"})

GIT_SECONDS: Final = 2.0
"""Longest wait for git to name its remotes; without an answer the folder counts as none of git's."""


def data_folder() -> Path:
    """Where packs live by the platform's convention."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def state_folder() -> Path:
    """Where drafts and the log of errors are kept."""
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False)


def cache_folder() -> Path:
    """Where things are kept that can be made anew."""
    from platformdirs import user_cache_path

    return user_cache_path(APP, appauthor=False)


def settings_file() -> Path:
    """The file of looks and keys, and of the person's own defaults (`seat`, `pack`)."""
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False) / "config.toml"


def error_log() -> Path:
    """The file to which faults of the program itself are appended."""
    return state_folder() / "errors.log"


def own_settings() -> Mapping[str, Any]:
    """What the settings file says; empty when there is none. Raises `Refused` when it cannot be read."""
    path = settings_file()
    try:
        written = path.read_text(encoding="utf-8")
        import tomllib  # late: most have no such file

        return tomllib.loads(written)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read ({error}); correct it or move it away.") from None


def pack_path(named: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The pack asked for: named, else PACKBENCH_PACK, else the settings file's, else the default one.

    A bare name without a suffix is a pack in the data folder (`notes` is `notes.pack` there).
    """
    wanted = os.fspath(named) if named else environ.get(PACK_VARIABLE) or _own("pack")
    if not wanted:
        return data_folder() / DEFAULT_PACK
    path = Path(wanted).expanduser()
    is_name = path.name == wanted and not path.suffix and not os.path.lexists(path)
    return data_folder() / f"{wanted}{SUFFIX}" if is_name else path.absolute()


def make_room(to: Path) -> None:
    """Make the folder that a pack will stand in. Raises `Refused` where that cannot be."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        os.stat(to)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Refused(f"no pack can be made at {to} ({error.strerror}); name another place.") from None


def seat_of(named: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """Who writes: the seat named, else PACKBENCH_SEAT, else the settings file's, else the user's name.

    Raises `Refused` for what is no name.
    """
    seat = (named or environ.get(SEAT_VARIABLE) or _own("seat") or _user_name()).strip()
    if len(seat) > LONGEST_SEAT or not seat.isprintable():
        raise Refused(
            f"a seat is a name of 1 to {LONGEST_SEAT} printable signs; see --seat and {SEAT_VARIABLE}."
        )
    return seat


def _own(name: str) -> str:
    value = own_settings().get(name, "")
    return value if isinstance(value, str) else ""


def _user_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return UNKNOWN_SEAT


def workspace_of(
    named: str | None = None, *, folder: Path | None = None, environ: Mapping[str, str] = os.environ
) -> str | None:
    """The workspace named, else PACKBENCH_WORKSPACE, else that of the folder; None is the pack's own."""
    return workspace_asked(named, environ) or workspace_here(folder or Path.cwd())


def workspace_asked(named: str | None = None, environ: Mapping[str, str] = os.environ) -> str | None:
    """The workspace that a person asked for in words: named, else PACKBENCH_WORKSPACE, else None."""
    return named or environ.get(WORKSPACE_VARIABLE) or None


def workspace_here(folder: Path) -> str | None:
    """`host/owner/repository` of the git remote of a folder (`origin`, else the first), or None."""
    if not any((parent / ".git").exists() for parent in (folder, *folder.parents)):
        return None
    remotes = dict(_remotes(folder))
    url = remotes.get("origin") or next(iter(remotes.values()), None)
    return workspace_of_remote(url) if url else None


def _remotes(folder: Path) -> list[tuple[str, str]]:
    import subprocess

    command = ["git", "-C", str(folder), "remote", "--verbose"]
    try:
        run = subprocess.run(
            command, capture_output=True, check=False, timeout=GIT_SECONDS, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return []
    lines = [line.split("\t") for line in os.fsdecode(run.stdout).splitlines()]
    return [(line[0], line[1].rpartition(" ")[0]) for line in lines if len(line) == 2]


def workspace_of_remote(url: str) -> str | None:
    """`host/owner/repository` of an address, without user, password and port; None for a local path."""
    if "://" in url:
        parts = urlsplit(url)
        host, path = (parts.hostname or "", parts.path) if parts.scheme != "file" else ("", "")
    else:
        match = _SCP_LIKE.fullmatch(url)
        host, path = (match["host"], match["path"]) if match else ("", "")
    names = [name for name in path.removesuffix("/").removesuffix(".git").split("/") if name]
    return "/".join([host.lower(), *names]) if host and names else None


def local_zone(environ: Mapping[str, str] = os.environ) -> str:
    """The IANA name of the machine's time zone, `UTC` where it cannot be told."""
    asked = environ.get("TZ")
    candidates = [asked.removeprefix(":")] if asked is not None else [_linked_zone(), _written_zone()]
    found = next((zone for zone in candidates if zone and _is_zone(zone)), _UTC)
    return _UTC if found in _ALSO_UTC else found


def _linked_zone() -> str:
    try:
        match = _ZONE_LINK.fullmatch(str(_LOCALTIME.resolve(strict=True)))
    except OSError:
        return ""
    return match["zone"] if match else ""


def _written_zone() -> str:
    try:
        return _TIMEZONE.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def note_error(report: str) -> Path | None:
    """Append a report of a fault to the log of errors; the file's path, or None when it cannot be written."""
    path = error_log()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now(UTC).isoformat()}\n{report.rstrip()}\n\n")
    except OSError:
        return None
    return path
