"""Encoders: from texts to vectors. Each is a `core.pack.meaning.Encoder`; a face hands one to the pack.

None is imported before it is asked for: `packbench` alone loads neither numpy nor a model for them.
"""
