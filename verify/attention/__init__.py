"""Self-attention systems as Term templates; knows dynamics, and nothing of the theorems about it."""
