"""The JSON form of records: the same members and names as the text form.

Imports `records.model`, `records.text` and `service.piquet`.
"""
