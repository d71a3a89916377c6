"""Helpers of the resources that analyse hands: knowledge of a seat, and cached odds.

Imports `api.game_states` and below.
"""
