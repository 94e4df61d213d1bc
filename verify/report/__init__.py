"""The faces of a verdict: a table for a terminal, plain lines for a log, JSON for programs, pages for one claim."""
