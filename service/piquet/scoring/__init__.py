"""Scoring: the account of a deal, the target score and the settlement of a partie.

Imports `cards`, `model` and `rulesets`.
"""
