"""Helpers of the resources that analyse hands: knowledge of a seat, cached odds, rows of an exchange analysis.

Imports `api.game_states` and below.
"""
