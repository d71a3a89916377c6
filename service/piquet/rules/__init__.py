"""The rules of each part of a deal: when an action is legal, and what it does.

Imports `cards`, `model`, `rulesets` and `scoring`.
"""
