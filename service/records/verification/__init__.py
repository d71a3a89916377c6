"""The replay of a record under its ruleset, and the comparison of every claim with the result.

Imports the rest of `service.records` and `service.piquet`.
"""
