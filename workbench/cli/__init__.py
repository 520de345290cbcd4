"""The command line: one file per family of commands, and no Textual in any of them."""
