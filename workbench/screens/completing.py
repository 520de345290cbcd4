"""Completion in fields: of one word, and of the last of several names with commas between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.suggester import Suggester


class NameSuggester(Suggester):
    """Completes from names that are asked for when they are needed; case does not matter."""

    def __init__(self, names: Callable[[], Sequence[str]], *, several: bool = True) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._names = names
        self._several = several

    async def get_suggestion(self, value: str) -> str | None:
        """The whole value with its last name completed, or None."""
        before, begun = split_last(value) if self._several else ("", value)
        if not begun:
            return None
        taken = {part.strip().casefold() for part in before.split(",")}
        name = next(
            (one for one in self._names() if begins(one, begun) and one.casefold() not in taken), None
        )
        return None if name is None else before + begun + name[len(begun) :]


def split_last(value: str) -> tuple[str, str]:
    """What stands before the last name, spaces included, and that name as far as it is typed."""
    before, comma, last = value.rpartition(",")
    begun = last.lstrip()
    return before + comma + last[: len(last) - len(begun)], begun


def begins(name: str, begun: str) -> bool:
    """Whether a name begins so and goes on."""
    return len(name) > len(begun) and name[: len(begun)].casefold() == begun.casefold()
