"""The folder listing is the architecture: five rooms at the top, small files, no drawer for odds and ends."""

import re
from pathlib import Path

import pytest

from tests.house.repository import PACKAGES, ROOT, read, sources, tracked_files

TOP_FOLDERS = {"core", "workbench", "sample_packs", "screenshots", "tests"}
HOUSE_FILES = {
    ".ci/constraints.txt",
    ".ci/run",
    ".gitattributes",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "pyproject.toml",
}
LONGEST_FILE = 400
DRAWERS = {"common", "helper", "helpers", "manager", "misc", "tools", "util", "utils"}
TEXT_SUFFIXES = {".cfg", ".jsonl", ".md", ".py", ".sh", ".tcss", ".toml", ".txt", ".yaml", ".yml", ""}
# A path of one machine says nothing to another: a home folder, a checkout, a scratch folder with a name.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|Users|root|work|tmp)/[A-Za-z0-9_.-]+/")
REGISTRY_HOST = re.compile(r"pythonhosted\.org|(?:[\w-]+\.)?pypi\.org|registry\.npmjs|deb\.debian\.org")


def text_files() -> list[Path]:
    return [path for path in tracked_files() if path.suffix in TEXT_SUFFIXES]


def test_the_top_holds_the_agreed_folders_and_no_other() -> None:
    folders = {path.parts[0] for path in tracked_files() if len(path.parts) > 1}
    assert {folder for folder in folders if not folder.startswith(".")} == TOP_FOLDERS


def test_the_top_holds_the_house_files_and_no_other() -> None:
    top = {str(path) for path in tracked_files() if len(path.parts) == 1 or path.parts[0] == ".ci"}
    assert top == HOUSE_FILES


def test_no_source_file_is_longer_than_one_sitting() -> None:
    lengths = {
        path: sum(bool(line.strip()) for line in read(path).splitlines()) for path in sources(*PACKAGES)
    }
    assert {str(path): lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    assert [str(path) for path in sources(*PACKAGES) if path.stem in DRAWERS] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine path", "registry host"])
def test_no_file_names_one_machine(pattern: re.Pattern[str]) -> None:
    own = Path(__file__).relative_to(ROOT)
    found = [
        f"{path}: {hit.group()}"
        for path in text_files()
        if path != own
        for hit in pattern.finditer(read(path))
    ]
    assert found == []


def test_tests_of_a_room_lie_in_a_folder_of_its_name() -> None:
    folders = {
        package: {path.name for path in (ROOT / package).iterdir() if path.is_dir()} for package in ("core",)
    }
    tested = {
        path.parts[2] for path in sources("tests") if path.parts[1:2] == ("core",) and len(path.parts) > 3
    }
    rooms = {name for name in folders["core"] if not name.startswith("_")}
    assert rooms - tested == set()
