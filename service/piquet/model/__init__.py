"""The state of a deal, and what changes it: actions, events and violations.

Imports `cards` and `rulesets`.
"""
