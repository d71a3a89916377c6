"""Text and plain-data forms of actions and positions (docs/notation.md).

Imports the rest of `service.piquet`.
"""
