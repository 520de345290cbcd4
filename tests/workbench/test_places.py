"""Where packs live, who writes, which workspace a folder is, and which zone the machine is in."""

from __future__ import annotations

import getpass
import subprocess
from pathlib import Path

import pytest

from core.errors import Refused
from workbench import places


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Platform folders of the test's own."""
    for variable, folder in (
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_STATE_HOME", "state"),
    ):
        monkeypatch.setenv(variable, str(tmp_path / folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def settings(text: str) -> None:
    places.settings_file().parent.mkdir(parents=True)
    places.settings_file().write_text(text, encoding="utf-8")


def test_the_default_pack_lies_in_the_platforms_data_folder(home: Path) -> None:
    assert places.pack_path(environ={}) == places.data_folder() / "main.pack"
    assert home in places.data_folder().parents


def test_the_pack_named_goes_before_the_variable_and_that_before_the_file(home: Path) -> None:
    settings('pack = "~/file.pack"')
    assert places.pack_path(environ={}) == home / "file.pack"
    environ = {"PACKBENCH_PACK": str(home / "variable.pack")}
    assert places.pack_path(environ=environ) == home / "variable.pack"
    assert places.pack_path(home / "named.pack", environ) == home / "named.pack"


def test_a_bare_name_is_a_pack_in_the_data_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    assert places.pack_path("notes", {}) == places.data_folder() / "notes.pack"
    assert places.pack_path("notes.pack", {}) == home / "notes.pack"
    assert places.pack_path("./notes", {}) == home / "notes"
    (home / "notes").mkdir()
    assert places.pack_path("notes", {}) == home / "notes"


def test_the_seat_is_named_else_the_variable_else_the_file_else_the_user() -> None:
    assert places.seat_of(environ={}) == getpass.getuser()
    settings('seat = "ana"')
    assert places.seat_of(environ={}) == "ana"
    assert places.seat_of(environ={"PACKBENCH_SEAT": "ben"}) == "ben"
    assert places.seat_of("chiara", {"PACKBENCH_SEAT": "ben"}) == "chiara"


def test_a_settings_file_that_cannot_be_read_is_named() -> None:
    settings("seat = ana")
    with pytest.raises(Refused, match=r"config\.toml cannot be read"):
        places.seat_of(environ={})


REMOTES = [
    ("git@github.com:owner/repository.git", "github.com/owner/repository"),
    ("https://GitHub.com/owner/repository", "github.com/owner/repository"),
    ("https://user:secret@example.org:8443/group/sub/repository.git/", "example.org/group/sub/repository"),
    ("ssh://git@example.org:22/owner/repository.git", "example.org/owner/repository"),
    ("example.org:owner/repository", "example.org/owner/repository"),
    ("/srv/git/repository.git", None),
    ("file:///srv/git/repository.git", None),
    ("../repository", None),
    ("C:\\git\\repository", None),
    ("https://example.org", None),
]


@pytest.mark.parametrize(("url", "workspace"), REMOTES)
def test_the_workspace_of_a_remote_is_its_address_without_secrets(url: str, workspace: str | None) -> None:
    assert places.workspace_of_remote(url) == workspace


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def test_the_workspace_of_a_folder_is_that_of_its_remote(home: Path) -> None:
    folder = home / "code" / "deep"
    folder.mkdir(parents=True)
    assert places.workspace_here(folder) is None
    git(home / "code", "init", "--quiet")
    assert places.workspace_here(folder) is None
    git(folder, "remote", "add", "backup", "git@example.org:other/copy.git")
    assert places.workspace_here(folder) == "example.org/other/copy"
    git(folder, "remote", "add", "origin", "git@example.org:owner/code.git")
    assert places.workspace_here(folder) == "example.org/owner/code"


def test_a_workspace_named_goes_before_the_folders(home: Path) -> None:
    git(home, "init", "--quiet")
    git(home, "remote", "add", "origin", "git@example.org:owner/code.git")
    environ = {"PACKBENCH_WORKSPACE": "notes"}
    assert places.workspace_of(folder=home, environ={}) == "example.org/owner/code"
    assert places.workspace_of(folder=home, environ=environ) == "notes"
    assert places.workspace_of("atlas", folder=home, environ=environ) == "atlas"


@pytest.mark.parametrize(
    ("tz", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (":Asia/Tokyo", "Asia/Tokyo"),
        ("UTC", "UTC"),
        ("Etc/UTC", "UTC"),
        ("", "UTC"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "UTC"),
        ("../../etc/passwd", "UTC"),
    ],
)
def test_the_zone_of_the_machine_follows_the_variable(tz: str, zone: str) -> None:
    assert places.local_zone({"TZ": tz}) == zone


def test_without_the_variable_the_zone_is_a_name_that_exists() -> None:
    assert places._is_zone(places.local_zone({}))


def test_faults_are_appended_to_the_log_of_errors() -> None:
    assert places.note_error("first\n") == places.error_log()
    places.note_error("second \udcff")
    said = places.error_log().read_text(encoding="utf-8")
    assert said.index("first") < said.index("second \\udcff")


def test_a_log_that_cannot_be_written_is_no_fault_of_its_own(home: Path) -> None:
    (home / "state").write_text("a file where a folder should be", encoding="utf-8")
    assert places.note_error("lost") is None


@pytest.mark.parametrize("seat", ["s" * 121, "two\nlines", "\x1b[31mred", "caf\udce9"])
def test_what_is_no_name_is_no_seat(seat: str) -> None:
    with pytest.raises(Refused, match="1 to 120 printable signs"):
        places.seat_of(seat)
