"""The law of irregularities: what follows when something irregular happened (docs/law.md).

Imports `cards`, `model`, `rulesets`, `rules` and `scoring`.
"""
