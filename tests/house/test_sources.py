"""Every source that a text names can be followed: a paper, or a page of this repository."""

import re
from pathlib import Path

import pytest

from tests.house.repository import ROOT, read, tracked_files

PROSE = {".md", ".py", ".sh", ".tcss", ".toml", ".yaml", ".yml", ""}
NOTES = re.compile(
    r"\bDESIGN\b(?: [0-9]|[,.)])|\bSCREENS (?:§|[0-9])|\breference/"
    r"|\b(?:packset|feasibility|retrieval|memory|review|tui) [1-9]\d?\b(?![.]\d\d)"
    r"|\b(?:feasibility|memory|packset|retrieval|review|tui)\.md\b"
)
"""How working notes that are not in the repository would be cited."""
PAGE = re.compile(r"(?<![\w/.-])((?:[\w-]+/)*[A-Z][A-Za-z]*\.md)(?:, ([A-Z][a-z]+(?: (?:of|the|[a-z]+))*))?")
"""A page of ours and, after a comma, a heading of it."""
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
THIS = Path(__file__).relative_to(ROOT)


def prose() -> list[Path]:
    return [path for path in tracked_files() if path.suffix in PROSE and path != THIS]


def test_nothing_cites_a_page_that_is_not_here() -> None:
    cited = [f"{path}: {hit.group()}" for path in prose() for hit in NOTES.finditer(read(path))]
    assert cited == []


@pytest.mark.parametrize("package", ["core", "workbench"])
def test_a_page_that_is_cited_is_here_and_has_the_heading(package: str) -> None:
    missing = []
    for path in (path for path in prose() if path.suffix == ".py" and path.parts[0] == package):
        for page, heading in PAGE.findall(read(path)):
            if not (ROOT / page).is_file():
                missing.append(f"{path}: there is no {page}")
            elif heading and heading not in HEADING.findall(read(page)):
                missing.append(f"{path}: {page} has no heading {heading!r}")
    assert missing == []
