"""A terminal that is closed in the middle of a picture keeps nobody waiting."""

import os
import pty
import threading
from contextlib import suppress

from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread
from textual.drivers.headless_driver import HeadlessDriver

from workbench.frame.lasting_output import LastingOutput, lasting


def test_a_picture_for_a_closed_terminal_is_dropped_and_its_thread_ends():
    ours, theirs = pty.openpty()
    with suppress(OSError), open(theirs, "w", encoding="utf-8") as terminal:  # closing it writes the rest
        writer = WriterThread(LastingOutput(terminal))
        writer.start()
        writer.write("seen")
        os.close(ours)
        leaving = threading.Thread(target=lambda: _paint_and_stop(writer), daemon=True)
        leaving.start()
        leaving.join(30)
    assert not leaving.is_alive()
    assert not writer.is_alive()


def _paint_and_stop(writer: WriterThread) -> None:
    for line in range(4 * MAX_QUEUED_WRITES):
        writer.write(f"line {line}\r\n" * 100)
    writer.stop()


def test_it_is_a_file_in_all_else(tmp_path):
    with (tmp_path / "out").open("w", encoding="utf-8") as file:
        output = LastingOutput(file)
        assert output.write("four") == 4
        output.flush()
        assert output.fileno() == file.fileno()
        assert output.isatty() is file.isatty()
    assert (tmp_path / "out").read_text(encoding="utf-8") == "four"


def test_a_driver_without_a_file_of_its_own_is_left_as_it_is():
    assert issubclass(lasting(HeadlessDriver), HeadlessDriver)
