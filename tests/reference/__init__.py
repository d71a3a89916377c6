"""A second implementation of the rules, slow and obvious, written from the rules' text alone.

Hands are sets of strings, holdings are found by trying every sub-collection, and the account of a deal is gone through
from its beginning after every event. Nothing here is shared with the service; the property tests compare the two.
"""
