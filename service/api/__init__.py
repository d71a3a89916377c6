"""The HTTP interface: what openapi.yaml describes.

Imports the packages below it, never `middleware` or `server`.
"""
