"""The text form of records (docs/notation.md): parser and writer.

Imports `records.model`, `records.partial_actions` and `service.piquet`.
"""
