"""What a damaged pack is told to do next, done as it is printed: it ends at a sound pack, and soon."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.workbench.cli.conftest import Shell
from tests.workbench.lifts import file_of_lifts

PAGE = 4096
FEW, MANY = 4, 40
MOST_STEPS = 3
COMMAND = re.compile(r"next: packbench ([^,\n`]+)|`packbench ([^`]+)`")


@dataclass(frozen=True)
class Done:
    code: int
    said: str


def packbench(pack: Path, *arguments: str) -> Done:
    """A command in a process of its own: a damaged page may kill who reads it."""
    run = subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PACKBENCH_PACK": str(pack)},
        text=True,
    )
    return Done(run.returncode, run.stderr + run.stdout)


def advised(said: str) -> list[str]:
    """The command that is printed to come next; a `next:` line before what stands in a sentence."""
    found = COMMAND.findall(said)
    lines = [line for line, _ in found if line] or [quoted for _, quoted in found]
    assert lines, said
    return lines[0].split()


def bytes_changed(content: bytearray, chance: Random) -> bytearray:
    """Some bytes of the file, behind the two roots."""
    for _ in range(chance.choice((1, 3, 12))):
        at = chance.randrange(2 * PAGE, len(content))
        content[at] ^= 1 << chance.randrange(8)
    return content


def page_zeroed(content: bytearray, chance: Random) -> bytearray:
    """A page of the file, behind the two roots."""
    at = PAGE * chance.randrange(2, len(content) // PAGE)
    return content[:at] + bytes(PAGE) + content[at + PAGE :]


def cut_short(content: bytearray, chance: Random) -> bytearray:
    """The file without its end."""
    return content[: chance.randrange(2 * PAGE, len(content))]


def root_changed(content: bytearray, chance: Random) -> bytearray:
    """A byte of what a root page says of itself."""
    content[PAGE * chance.randrange(2) + chance.randrange(24)] ^= chance.randrange(1, 256)
    return content


DAMAGES = (bytes_changed, page_zeroed, cut_short, root_changed)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a sound pack of two dozen records."""
    return file_of_lifts(tmp_path_factory.mktemp("whole"), 24)


@pytest.mark.parametrize(
    "seed", [seed if seed < FEW else pytest.param(seed, marks=pytest.mark.slow) for seed in range(MANY)]
)
def test_the_advice_leads_to_a_sound_pack_and_never_in_a_circle(
    shell: Shell, whole: bytes, tmp_path: Path, seed: int
) -> None:
    first = ("check", "export", "backup")[seed % 3]
    pack, saved, anew = tmp_path / "damaged.pack", tmp_path / "NAME.zip", tmp_path / "NEW"
    pack.mkdir()
    chance, data = Random(seed), pack / "data.mdb"
    data.write_bytes(DAMAGES[seed % len(DAMAGES)](bytearray(whole), chance))
    arguments = [first, *([] if first == "check" else [str(tmp_path / f"{first}.out")])]
    done = packbench(pack, *arguments)
    walked: list[list[str]] = []
    while done.code:
        step = advised(done.said)
        assert step not in walked, (walked, done.said)
        walked.append(step)
        assert len(walked) <= MOST_STEPS, (walked, done.said)
        done = packbench(pack, *_placed(step, tmp_path))
        assert done.code in (0, 5), (step, done)
        if step[0] == "export" and done.code == 0:
            done = packbench(pack, *_placed(advised(done.said), tmp_path))
            assert done.code == 0, done.said
    copy = tmp_path / "backup.out"  # sound although the file it is of may be damaged where it was not read
    target = anew if saved.exists() else copy if first == "backup" and not walked else pack
    if first != "export" or walked:
        assert packbench(target, "check").code == 0, (walked, done.said)


@pytest.mark.parametrize("first", [["check"], ["list"], ["export"], ["export", "--skip-damaged", "-"]])
def test_of_an_empty_file_nobody_is_sent_to_save_the_rest(tmp_path: Path, first: list[str]) -> None:
    pack = tmp_path / "empty.pack"
    pack.mkdir()
    (pack / "data.mdb").write_bytes(b"")
    done = packbench(pack, *first)
    assert done.code == 5
    assert "estore a backup" in done.said
    assert "skip-damaged" not in done.said


def _placed(step: list[str], folder: Path) -> list[str]:
    """The command with its names of files in a folder of the test."""
    return [str(folder / word) if word in ("NAME.zip", "NEW") else word.replace("//", "/") for word in step]
