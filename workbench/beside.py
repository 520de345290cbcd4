"""Work in a thread that nobody waits for when the program ends. Knows no Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def beside(work: Callable[[], T]) -> T:
    """Do `work` in a thread of its own, for reads only: at the end of the program it is left where it is.

    The threads of asyncio's pool are joined at the end, and a reading of seconds would hold the exit back.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(tell: Callable[[], None]) -> None:
        if not answer.done():
            tell()

    def run() -> None:
        try:
            tell = partial(answer.set_result, work())
        except Exception as error:
            tell = partial(answer.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed: nobody asks any more
            loop.call_soon_threadsafe(settle, tell)

    Thread(target=copy_context().run, args=(run,), name="beside", daemon=True).start()
    return await answer
