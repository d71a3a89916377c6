"""Handlers of the operations: one module for each first path segment after /v1.

Imports everything in `api` except `pages`, `probes` and `operations`.
"""
