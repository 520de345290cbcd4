"""The shell of the command line, for what a person is told of a model that is missing."""

from tests.workbench.cli.conftest import Shell, shell

__all__ = ["Shell", "shell"]
