"""The trusted core: Terms, exact arithmetic, rules. Imports python-flint and the standard library alone."""
