"""Functions that pool processes run, beside those of `analysis` and `records.batch`: plain data in, plain data out.

Imports `piquet`, `analysis`, msgspec and cachetools, and nothing of the HTTP interface.
"""
