"""Spelling: Terms from text and SymPy, Terms to SymPy and LaTeX; nothing here decides anything."""
