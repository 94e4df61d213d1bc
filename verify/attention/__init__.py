"""Self-attention systems as Term templates and as array code; knows dynamics, and nothing of the theorems about it."""
