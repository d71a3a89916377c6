"""Decoding of typed values, and every fault of a value that was refused, with what to send in its place.

Imports `api.problems` and `service.piquet`.
"""
