"""HTTP independent of the game: routing, request bodies, responses, negotiation, compression, streaming.

Imports `api.problems`, lower layers and the leaves of `service`.
"""
