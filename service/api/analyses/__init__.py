"""What the resources that analyse a hand share: knowledge of a seat, odds in Redis, rows of an exchange analysis.

Imports `api.game_states` and below.
"""
