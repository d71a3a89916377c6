"""Functions that pool processes run, beside those of `analysis` and `records.batch`: plain data in, plain data out.

Imports `piquet`, `analysis` and msgspec, and nothing of the HTTP interface.
"""
