"""A pack of claims: no terminal, no network, no generative model. `core.pack` is the door."""
