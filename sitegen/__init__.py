"""A rules site in many languages whose every sentence is checked against a rules engine."""

__version__ = "0.1.0"
