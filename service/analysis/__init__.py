"""Exact analyses that are expensive to compute: odds of holdings, exchanges, and play with all cards known.

Imports `service.piquet` and numpy, and nothing of the HTTP interface.
"""
