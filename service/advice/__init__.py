"""Advice: what a seat should do, from what it knows, and what that is worth.

Pure: imports `piquet` and `analysis`, and numpy. Nothing of a state that is hidden from the seat gets here: everything
begins with the `Knowledge` of its view.
"""
