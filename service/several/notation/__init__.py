"""Actions, events, options and states as plain data, with the names of the contract.

Imports the rest of `several`, but for `views` and `comparison`.
"""
