"""Tests that need tools beyond Python: run by .ci/run."""
