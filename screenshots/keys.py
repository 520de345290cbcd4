"""The README's key table, written from the registry of actions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from workbench.actions import SCOPES, key_table

BEGIN: Final = "<!-- keys: written by `make screenshots` from the registry of actions -->"
END: Final = "<!-- end of keys -->"


def table() -> str:
    """Every key with its meaning, grouped as the help page groups them, in Markdown."""
    parts = []
    for title, rows in key_table(SCOPES):
        parts.append(f"**{title}**\n")
        parts.append("| key | does |\n|---|---|")
        parts += [f"| {_code(keys)} | {_escaped(says)} |" for keys, says in rows]
        parts.append("")
    return "\n".join(parts)


def _code(keys: str) -> str:
    return ", ".join(f"`{key}`".replace("|", "\\|") for key in keys.split(", "))


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


def written_into(readme: str) -> str:
    """The README with the present table between its marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n{END}{after}"


def write(path: Path) -> None:
    """Put the table into the README at `path`."""
    path.write_text(written_into(path.read_text(encoding="utf-8")), encoding="utf-8")
