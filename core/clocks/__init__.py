"""Instants, study days and the clock: time as an argument, never a hidden now."""
