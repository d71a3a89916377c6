"""Rulesets: the parameters a ruleset may set, and the published rulesets.

Imports `cards` and `suggestions`.
"""
