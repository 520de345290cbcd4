"""Work beside waits until the keys have rested. The time is a number here: nobody waits in these tests."""

from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from workbench.resting import BREATH, KeysRest


class Morning:
    """A time that passes while somebody waits, and what a person does in it."""

    def __init__(self, *keys: float, leaves: float | None = None, rest: float = 1.0) -> None:
        """Seconds at which keys come, and at which the program ends."""
        self.at = 0.0
        self._keys = sorted(keys)
        self._leaves = leaves
        self.rest = KeysRest(rest, now=lambda: self.at, wait=self._wait)

    def _wait(self, ended: threading.Event, seconds: float) -> None:
        until = self.at + seconds
        while self._keys and self._keys[0] <= until:
            self.at = self._keys.pop(0)
            self.rest.press()
        if self._leaves is not None and self._leaves <= until:
            self.at = self._leaves
            self.rest.end()
        else:
            self.at = until


def test_where_no_key_came_work_begins_at_once() -> None:
    morning = Morning()
    assert morning.rest()
    assert morning.at == BREATH


def test_after_a_key_work_waits_for_the_rest() -> None:
    morning = Morning()
    morning.rest.press()
    assert morning.rest()
    assert morning.at == 1.0


def test_a_key_during_the_wait_makes_it_longer() -> None:
    morning = Morning(0.4, 1.2, 2.1)
    morning.rest.press()
    assert morning.rest()
    assert morning.at == 3.1


def test_the_end_is_not_waited_for() -> None:
    morning = Morning(leaves=0.5)
    morning.rest.press()
    assert not morning.rest()
    assert morning.at == 0.5
    assert not morning.rest()


@given(st.lists(st.floats(0, 20, allow_nan=False), max_size=30), st.floats(0.01, 3), st.integers(1, 40))
def test_no_work_begins_before_the_keys_have_rested(keys: list[float], rest: float, pieces: int) -> None:
    morning = Morning(*keys, rest=rest)
    for _ in range(pieces):
        assert morning.rest()
        began = morning.at
        pressed = [key for key in keys if key <= began]
        assert not pressed or began - max(pressed) >= rest - 1e-6
