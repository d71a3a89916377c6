"""The JSON schemas of the contract as typed structs, with their decoders and encoders.

Imports `api.problems`, `api.http` and `service.piquet`.
"""
