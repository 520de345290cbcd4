"""Files of public data sets: JSON, or JSON Lines; a fault in one is a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from core.clocks.instants import Instant, from_datetime
from core.errors import NotFound, Refused

T = TypeVar("T")


def files_in(source: Path, pattern: str) -> tuple[Path, ...]:
    """The file itself, or the files of a folder that fit, by name. Raises `NotFound`."""
    if source.is_file():
        return (source,)
    found = tuple(sorted(source.glob(pattern))) if source.is_dir() else ()
    if not found:
        raise NotFound(f"there is no {pattern} at {source}; name the file, or the folder that holds it.")
    return found


def text_of(file: Path) -> str:
    """The text of a file. Raises `NotFound` or `Refused`."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFound(f"there is no file {file}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read: {error}.") from None


def records_of(file: Path) -> list[Any]:
    """The records of a JSON list, of one JSON object, or of JSON Lines. Raises `Refused`."""
    text = text_of(file)
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        return [_line(file, number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    return found if isinstance(found, list) else [found]


def _line(file: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise Refused(f"line {number} of {file} is no JSON: {error.msg}.") from None


def read_each(file: Path, read: Callable[[Any], T], records: Iterable[Any]) -> list[T]:
    """Each record, read. Raises `Refused`, naming the record that lacks something."""
    kept: list[T] = []
    for number, record in enumerate(records, 1):
        try:
            kept.append(read(record))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise Refused(f"record {number} of {file} is not of this format: {error!r}.") from None
    return kept


def moment(text: str, form: str) -> Instant:
    """The instant that a data set writes in some form, read as UTC."""
    return from_datetime(datetime.strptime(text, form).replace(tzinfo=UTC))
