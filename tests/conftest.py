"""Hypothesis: no deadlines, since a test says nothing about speed; in CI the same examples every time, so that
a run tells what a change did, not what chance did."""

import os

from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
