"""Pure functions on text: sentences, words, normal forms, refusals, readability, names."""
