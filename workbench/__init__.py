"""The faces of a pack: the terminal workbench and the command line."""
