"""A process in which every module of the write rules raises on import: replay and check must not need them.

`python -m tests.core.pack.without_rules PACK`; prints the number of records that the check read.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from core.store.checking import check


class NoRules(MetaPathFinder):
    """Refuses `core.rules` and everything in it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == "core.rules" or fullname.startswith("core.rules."):
            raise ImportError(f"{fullname} must not be needed here")
        return None


def main(path: str) -> int:
    assert not [name for name in sys.modules if name.startswith("core.rules")]
    sys.meta_path.insert(0, NoRules())
    report = check(path)
    print(report.records if report.ok else report.first)
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
