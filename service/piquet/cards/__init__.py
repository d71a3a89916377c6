"""Cards, dealing, holdings and how holdings rank.

Imports the standard library only.
"""
