"""Our two looks, and the arithmetic that holds them readable.

Meaning is never carried by colour alone: widgets set weight, strike, underline and marks as well, so
that a terminal without colours shows the same.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

LEAST_CONTRAST = 4.5
"""Least contrast of body text (WCAG 2.2, success criterion 1.4.3)."""

GROUNDS = ("background", "surface", "panel")
"""Variables that text may stand on."""

TEXTS = (
    "foreground", "text", "text-muted", "text-disabled", "text-primary", "text-secondary", "text-accent",
    "text-warning", "text-error", "text-success",
)  # fmt: skip
"""Variables that text may have, on any of the grounds."""

PAIRS = (
    ("block-cursor-foreground", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
    ("footer-foreground", "footer-background"),
    ("footer-description-foreground", "footer-background"),
    ("footer-key-foreground", "footer-background"),
    ("input-cursor-foreground", "input-cursor-background"),
    ("input-selection-foreground", "input-selection-background"),
    ("past-foreground", "past-background"),
)
"""Text and ground that only meet each other; `past` is the bar shown while the time is not now."""

_DARK_INK, _DARK_GROUND = "#e6e9ef", "#15171b"
_LIGHT_INK, _LIGHT_GROUND = "#1f2329", "#fbfaf8"

DARK = Theme(
    name="packbench-dark",
    primary="#8ab4f8",
    secondary="#8fd0c6",
    accent="#efc07b",
    warning="#f0c674",
    error="#f59a9a",
    success="#a3d993",
    foreground=_DARK_INK,
    background=_DARK_GROUND,
    surface="#1b1e23",
    panel="#272a2f",
    dark=True,
    variables={
        "text": _DARK_INK,
        "text-muted": "#b3bbc8",
        "text-disabled": "#98a1b0",
        "text-primary": "#8ab4f8",
        "text-secondary": "#8fd0c6",
        "text-accent": "#efc07b",
        "text-warning": "#f0c674",
        "text-error": "#f59a9a",
        "text-success": "#a3d993",
        "border": "#8ab4f8",
        "border-blurred": "#56606f",
        "block-cursor-foreground": _DARK_GROUND,
        "block-cursor-background": "#8ab4f8",
        "block-cursor-blurred-foreground": _DARK_INK,
        "block-cursor-blurred-background": "#333c4a",
        "footer-foreground": _DARK_INK,
        "footer-background": "#272a2f",
        "footer-description-foreground": _DARK_INK,
        "footer-key-foreground": "#efc07b",
        "input-cursor-foreground": _DARK_GROUND,
        "input-cursor-background": _DARK_INK,
        "input-selection-foreground": _DARK_INK,
        "input-selection-background": "#26436f",
        "past-foreground": _DARK_GROUND,
        "past-background": "#efc07b",
    },
)

LIGHT = Theme(
    name="packbench-light",
    primary="#1a5299",
    secondary="#0f5f57",
    accent="#6f4300",
    warning="#6a4600",
    error="#9c1c28",
    success="#1c5f24",
    foreground=_LIGHT_INK,
    background=_LIGHT_GROUND,
    surface="#f2f1ee",
    panel="#ebeae7",
    dark=False,
    variables={
        "text": _LIGHT_INK,
        "text-muted": "#474e59",
        "text-disabled": "#565d68",
        "text-primary": "#1a5299",
        "text-secondary": "#0f5f57",
        "text-accent": "#6f4300",
        "text-warning": "#6a4600",
        "text-error": "#9c1c28",
        "text-success": "#1c5f24",
        "border": "#1a5299",
        "border-blurred": "#a59f90",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-background": "#1a5299",
        "block-cursor-blurred-foreground": _LIGHT_INK,
        "block-cursor-blurred-background": "#d5dbe6",
        "footer-foreground": _LIGHT_INK,
        "footer-background": "#ebeae7",
        "footer-description-foreground": _LIGHT_INK,
        "footer-key-foreground": "#6f4300",
        "input-cursor-foreground": _LIGHT_GROUND,
        "input-cursor-background": _LIGHT_INK,
        "input-selection-foreground": _LIGHT_INK,
        "input-selection-background": "#b9cdec",
        "past-foreground": "#ffffff",
        "past-background": "#6a4600",
    },
)

THEMES: tuple[Theme, ...] = (DARK, LIGHT)


def variables_of(theme: Theme) -> dict[str, str]:
    """The CSS variables an app has under this theme."""
    return {**theme.to_color_system().generate(), **theme.variables}


def contrast(text: str | Color, ground: str | Color) -> float:
    """Contrast of two opaque colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    lights = sorted((_luminance(_colour(text)), _luminance(_colour(ground))))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _colour(colour: str | Color) -> Color:
    return colour if isinstance(colour, Color) else Color.parse(colour)


def _luminance(colour: Color) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (_linear(channel / 255) for channel in colour.rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
