"""Widgets: they know records of strings and numbers, never a pack."""
