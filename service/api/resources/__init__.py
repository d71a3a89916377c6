"""The handlers of the operations: one module for each first path segment after /v1.

Imports everything else in `api` but `operations`.
"""
