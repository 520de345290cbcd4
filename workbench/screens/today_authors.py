"""The question whose claims are asked in this sitting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workbench.frame.asking import Asking, Question


def authors_asking(
    known: Sequence[str], chosen: Sequence[str], act: Callable[[tuple[str, ...]], None]
) -> Asking:
    """One line for names with commas between; `act` gets them, none of them for everyone's."""

    def answered(said: Mapping[str, str]) -> bool:
        act(tuple(name for part in said["author"].split(",") if (name := part.strip())))
        return True

    asked = Question(
        "author",
        "whose claims?",
        tuple(known),
        if_empty="everyone's",
        explained="several with commas",
        value=", ".join(chosen),
    )
    return Asking((asked,), answered)
