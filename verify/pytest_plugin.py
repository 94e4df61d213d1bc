"""The pytest face: one item per claim."""
