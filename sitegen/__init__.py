"""A rules site in many languages whose every sentence is checked against a rules engine."""
