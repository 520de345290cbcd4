"""The frame around every screen: where am I, as of when, what can I press."""
