"""The games of several seats: `voleur` (four, in partnership) and `normand` (three, each alone). docs/multiplayer.md.

Imports `piquet` only: cards, holdings, violations, actions. Pure: no HTTP, no JSON, no clock, no randomness.
"""
