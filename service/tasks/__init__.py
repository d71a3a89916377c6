"""Functions that pool processes run, beside those of `analysis` and `records.batch`: plain data in, plain data out.

Imports `piquet`, `records`, `analysis`, `advice`, msgspec and cachetools, and nothing of the HTTP interface.
"""
