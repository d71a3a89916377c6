"""A deal in which something irregular was entered: what stands, what the law offers, and what an election does.

Imports the rest of `law`, `cards`, `model`, `rulesets`, `rules` and `scoring`. `deal` is the entrance.
"""
