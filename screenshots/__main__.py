"""`make screenshots`: play the real program on the samples, picture each screen, write the README's keys."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from screenshots.keys import write as write_keys
from screenshots.picture import BROWSERS, to_png
from screenshots.scenes import SCENES, Scene, play

FOLDER = Path(__file__).parent
README = FOLDER.parent / "README.md"


def main() -> int:
    """Make every picture; without a browser only the key table is written, and that is said."""
    write_keys(README)
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print(f"No picture was made: none of {', '.join(BROWSERS)} is installed.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        for scene in SCENES:
            asyncio.run(_picture(scene, Path(scratch), browser))
    return 0


async def _picture(scene: Scene, scratch: Path, browser: str) -> None:
    svg = await play(scene, scratch)
    target = FOLDER / f"{scene.name}.png"
    to_png(svg, target, browser)
    print(f"{target.name}  {target.stat().st_size // 1024} kB")


if __name__ == "__main__":
    sys.exit(main())
