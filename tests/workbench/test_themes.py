"""Both looks are readable: in full colour and in the 256 colours of a plain tmux."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from workbench.themes import GROUNDS, LEAST_CONTRAST, PAIRS, TEXTS, THEMES, contrast, variables_of

ALL_PAIRS = (*((text, ground) for text in TEXTS for ground in GROUNDS), *PAIRS)


def in_256(colour: str) -> Color:
    """The colour that a terminal of 256 colours shows for this one."""
    downgraded = Color.parse(colour).rich_color.downgrade(ColorSystem.EIGHT_BIT)
    return Color(*downgraded.get_truecolor())


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(("text", "ground"), ALL_PAIRS, ids=str)
def test_text_is_readable_on_its_ground(theme: Theme, text: str, ground: str) -> None:
    colours = variables_of(theme)
    assert contrast(colours[text], colours[ground]) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize(("text", "ground"), ALL_PAIRS, ids=str)
def test_text_stays_readable_in_256_colours(theme: Theme, text: str, ground: str) -> None:
    colours = variables_of(theme)
    assert contrast(in_256(colours[text]), in_256(colours[ground])) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_roles_are_told_apart(theme: Theme) -> None:
    colours = variables_of(theme)
    roles = ("text", "text-muted", "text-primary", "text-warning", "text-error", "text-success")
    assert len({colours[role] for role in roles}) == len(roles)


def test_contrast_is_that_of_the_norm() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1
