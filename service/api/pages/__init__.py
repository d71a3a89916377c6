"""Pages for people and tools: the contract, the documentation and the API reference.

Imports `api.http` and `api.problems`.
"""
