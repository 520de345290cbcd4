"""From the program's SVG to a picture that a README page shows alike everywhere."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
FONT: Final = "Fira Code"
"""The SVG asks for a web font; the installed font of that name is used in its place."""

_VIEW: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_WEB_FONT: Final = re.compile(r"@font-face\s*{[^}]*}")


def to_png(svg: str, target: Path, browser: str) -> None:
    """Draw an SVG into a PNG of its own size. Raises `RuntimeError` when the browser draws nothing."""
    found = _VIEW.search(svg)
    if found is None:
        raise RuntimeError("the picture has no size")
    width, height = (round(float(side)) for side in found.groups())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        style = f"body{{margin:0}}svg{{display:block;width:{width}px;height:{height}px}}"
        page.write_text(f"<style>{style}</style>{_WEB_FONT.sub('', svg)}", encoding="utf-8")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", f"--screenshot={target}",
            page.as_uri(),
        ]  # fmt: skip
        subprocess.run(command, capture_output=True, check=True, timeout=120)
    if not target.is_file():
        raise RuntimeError(f"{browser} made no picture")
