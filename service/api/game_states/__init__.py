"""Game states in requests and responses: decoded, verified against their history, sealed, concealed, shown to a seat.

Imports `api.schemas` and below.
"""
