"""The rules of writing: what a new claim closes, what it only proposes, what came near and why it stays."""
