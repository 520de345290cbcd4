"""Packs to start from: scripts of commands with instants, one JSON object a line."""
