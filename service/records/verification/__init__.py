"""Replays a record under its ruleset and compares every claim with the result.

Imports the rest of `service.records` and `service.piquet`.
"""
