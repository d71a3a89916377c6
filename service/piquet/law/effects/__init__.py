"""What happens to a deal by the law: the ledger, its effects E1 to E12, late reckoning, exchanges, and cards played.

Imports `codes`, `kinds`, `cards`, `model`, `rulesets`, `rules` and `scoring`.
"""
