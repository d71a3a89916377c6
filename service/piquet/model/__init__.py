"""The data model of a deal: its state, and the actions, events and violations.

Imports `cards`, `suggestions` and `rulesets`.
"""
