"""Hypothesis: random on a developer's machine, the same examples every time where CI is set."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
