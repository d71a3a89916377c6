"""The JSON schemas of the contract as typed structs, with their decoding and encoding.

Imports `api.problems`, `api.http` and `service.piquet`.
"""
