"""Pages beside the operations: the contract, the documentation and its reference.

Imports `api.http` and `api.problems`.
"""
