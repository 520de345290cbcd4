"""The process behind `flips.Bench`: `python -m tests.core.store.flips_child PACK DOOR`.

Each line of standard input is a flip (`AT MASK`), each line of output what became of it, as JSON.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from core.errors import PackError
from core.store import check_child
from core.store.check_child import read_report
from tests.core.store.everything import everything
from tests.core.store.flips import DEFECT, FOUND, HARMLESS
from workbench.cli.app import run


def main(pack: Path, door: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "flipped.pack"
        shutil.copytree(pack, copy)
        code, sound, err = apart(lambda: answers(copy))
        assert code == 0, err
        for line in sys.stdin:
            at, mask = map(int, line.split())
            turn(copy, at, mask)
            print(json.dumps(judged(copy, door, sound)), flush=True)
            shutil.copytree(pack, copy, dirs_exist_ok=True)


def turn(pack: Path, at: int, mask: int) -> None:
    with (pack / "data.mdb").open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes((byte ^ mask,)))


def judged(pack: Path, door: bool, sound: bytes) -> dict[str, str]:
    says = fault(pack, door)
    if says:
        return {"result": FOUND, "says": says}
    code, out, err = apart(lambda: answers(pack))
    if code == 0 and out == sound:
        return {"result": HARMLESS, "says": ""}
    return {"result": DEFECT, "says": err.decode()[-400:] or first_difference(sound, out)}


def fault(pack: Path, door: bool) -> str:
    """The first thing that the check finds; empty for nothing."""
    if door:
        code, out, err = apart(lambda: run(["check", "--pack", str(pack), "--json"]))
        if code == 0:
            return ""
        assert code == 5, (code, err)
        return str(json.loads(out)["faults"][0]["sentence"]) if out else err.decode()
    code, out, err = apart(lambda: check_child.main([str(pack)]))
    try:
        return read_report(code, out, err).first
    except PackError as refusal:
        return str(refusal)


def answers(pack: Path) -> int:
    sys.stdout.write(json.dumps(everything(pack)))
    return 0


def first_difference(sound: bytes, seen: bytes) -> str:
    try:
        one, other = json.loads(sound), json.loads(seen)
    except ValueError:
        return f"the reading ended with {len(seen)} bytes"
    return ", ".join(name for name in one if one[name] != other.get(name))


def apart(work: Callable[[], int]) -> tuple[int, bytes, bytes]:
    """Exit code (negative: the signal), output and errors of a piece of work in a forked process."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os._exit(forked(work, out.fileno(), err.fileno()))
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), out.read(), err.read()


def forked(work: Callable[[], int], out: int, err: int) -> int:
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    text = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8", write_through=True)
    errors: Any = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), encoding="utf-8", write_through=True)
    sys.stderr = errors
    try:
        with redirect_stdout(text):
            code = work()
            text.flush()
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=errors, flush=True)
        return 99
    return code


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] == "1")
