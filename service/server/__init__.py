"""The server: gunicorn's threaded worker, with an event loop that reads requests and writes responses.

Imports gunicorn, `service.api.problems` and leaves only.
"""
