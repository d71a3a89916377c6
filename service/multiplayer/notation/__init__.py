"""Actions, events, options and states as plain data, with the names of the contract.

Imports the rest of `multiplayer`, but for `views` and `comparison`.
"""
