"""The law of irregularities (docs/law.md): what follows when something happened that the rules forbid.

Imports `cards`, `model`, `rulesets`, `rules` and `scoring` of `service.piquet`.
"""
