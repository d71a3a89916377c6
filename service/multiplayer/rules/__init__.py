"""The parts of a deal: carte blanche, exchange, calling, reckoning, play, each with its checks.

Imports `games`, `parameters`, `violations`, `state`, `settlement`, `scoring`.
"""
