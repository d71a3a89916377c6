"""The law of irregularities: what follows when something happened that the rules do not allow.

Imports `cards`, `model`, `rulesets`, `rules` and `scoring`.
"""
