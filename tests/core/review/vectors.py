"""The reference vectors beside this file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text())


def name_of(case: dict[str, Any]) -> str:
    return str(case["name"])
