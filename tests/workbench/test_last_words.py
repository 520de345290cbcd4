"""A page that ends the process which reads it: a sentence, an exit code, and a terminal as it was."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.core.store.pages import PageMap
from tests.workbench.lifts import file_of_lifts
from tests.workbench.terminal import TMUX, Terminal

PAGE = 4096
ADVICE = "packbench export --skip-damaged NAME.zip"
READS = (("list",), ("status", "--json"), ("export",), ("due",), ("journal",), ("search", "lift"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a sound pack whose claims fill many pages."""
    return file_of_lifts(tmp_path_factory.mktemp("whole"), 70)


def pages_of(content: bytes, kind: str) -> list[int]:
    return sorted({span.start // PAGE for span in PageMap(content).spans() if span.kind == kind})


def damaged(whole: bytes, folder: Path, page: int, put: bytes = bytes(PAGE)) -> Path:
    """A pack with other bytes in one page."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "data.mdb").write_bytes(whole[: page * PAGE] + put + whole[(page + 1) * PAGE :])
    return folder


def ended(pack: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PACKBENCH_PACK": str(pack)},
        text=True,
    )


def reads_or_tells(pack: Path, *arguments: str) -> bool:
    """Whether the read was refused; else it was answered, and nothing else may happen."""
    run = ended(pack, *arguments)
    if run.returncode == 0:
        return False
    assert run.returncode == 5, (arguments, run.returncode, run.stderr)
    assert ADVICE in run.stderr
    assert "Traceback" not in run.stderr
    return True


@pytest.mark.parametrize("kind", ["leaf, chain", "branch, chain"])
def test_a_zeroed_page_that_ends_the_reader_is_told_with_what_to_do(
    whole: bytes, tmp_path: Path, kind: str
) -> None:
    pages = pages_of(whole, kind)
    pack = damaged(whole, tmp_path / "a.pack", pages[len(pages) // 2])
    run = ended(pack, "list")
    assert (run.returncode, run.stdout) == (5, "")
    assert "Assertion" in run.stderr, "this page no longer ends the process: another one must"
    assert f"packbench: {pack} is damaged" in run.stderr
    assert ADVICE in run.stderr
    told = ended(pack, "list", "--json").stderr.splitlines()[-1]
    assert '"kind":"PackDamaged"' in told
    assert ended(pack, "export", "--skip-damaged", str(tmp_path / "saved.zip")).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["leaf, chain", "branch, chain", "leaf, log", "branch, log", "leaf, due", "leaf, main"]
)
@pytest.mark.parametrize("noise", [False, True])
def test_whatever_page_is_damaged_every_read_answers_or_tells(
    whole: bytes, tmp_path: Path, kind: str, noise: bool
) -> None:
    chance = Random(kind)
    refused = []
    for page in chance.sample(pages := pages_of(whole, kind), min(3, len(pages))):
        pack = damaged(whole, tmp_path / "a.pack", page, chance.randbytes(PAGE) if noise else bytes(PAGE))
        refused += [reads_or_tells(pack, *read) for read in READS]
    assert any(refused)


@pytest.mark.skipif(TMUX is None, reason="tmux is not installed")
@pytest.mark.pty
def test_the_workbench_gives_the_terminal_back_and_says_it(whole: bytes, tmp_path: Path) -> None:
    pages = pages_of(whole, "leaf, chain")
    pack = damaged(whole, tmp_path / "a.pack", pages[len(pages) // 2])
    line = f'before=$(stty -g); {sys.executable} -m workbench open {pack}; echo "code $?"; '
    line += '[ "$before" = "$(stty -g)" ] && echo "the terminal is as it was"; sleep 60'
    with Terminal(["sh", "-c", line], tmp_path, 80, 24) as terminal:
        seen = terminal.until("code ", "the terminal is as it was")
    assert "code 5" in seen
    assert "is damaged" in seen
    words = "".join(seen.split())  # the terminal breaks a line wherever its eighty columns end
    assert "".join(ADVICE.split()) in words


def test_an_end_that_no_pack_is_to_blame_for_takes_its_usual_course(whole: bytes, tmp_path: Path) -> None:
    pack = tmp_path / "a.pack"
    pack.mkdir()
    (pack / "data.mdb").write_bytes(whole)
    script = (
        "import os, sys; from workbench.last_words import speak_when_killed; speak_when_killed();"
        "from core.pack.pack import Pack; pack = Pack.open(sys.argv[1], seat='ana');"
        "pack.claims(); os.abort()"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, str(pack)], capture_output=True, check=False, text=True
    )
    assert run.returncode == -signal.SIGABRT
    assert "damaged" not in run.stderr
