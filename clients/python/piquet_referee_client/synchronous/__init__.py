# Made from asynchronous/__init__.py by `make clients`. Not to be edited.
"""The synchronous client."""
