"""Hypothesis: random on a developer's machine, the same examples every time where CI is set. The project's claims."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from verify.catalogue import Catalogue

settings.register_profile("ci", derandomize=True, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """All claims of the project, read from their files, without an index, once in a process."""
    found = Catalogue.load(directory=tmp_path_factory.mktemp("index"), root=Path(__file__).parents[1])
    assert not found.problems
    return found
