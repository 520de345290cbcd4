"""The pack format of the original (`packset`): its records read and written as they are, without a rule."""
