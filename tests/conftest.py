"""Hypothesis: no deadlines, since a test says nothing about speed; in CI the same examples every time, so that
a run tells what a change did, not what chance did. Small sites share one cache: their pictures are the same."""

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session", autouse=True)
def shared_cache() -> Iterator[None]:
    """What builds keep is kept in one folder for all tests of a run."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITEGEN_CACHE", folder)
        yield
