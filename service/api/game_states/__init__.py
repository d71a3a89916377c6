"""Game states in requests and responses: decoding, verification, seals, concealed states, and the views of seats.

Imports `api.schemas` and below.
"""
