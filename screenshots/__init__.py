"""Pictures for the README, made by playing the real program."""
