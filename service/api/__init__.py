"""The HTTP API that openapi.yaml describes.

Imports the lower layers (`piquet`, `records`, `analysis`, `pool`, `cache`), never `middleware` or `server`.
"""
