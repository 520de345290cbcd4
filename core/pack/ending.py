"""How a face wants to end when a damaged page of a pack ends the process."""

from core.store.last_words import spoken_by

__all__ = ["spoken_by"]
