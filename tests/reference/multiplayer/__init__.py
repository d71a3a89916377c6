"""A second implementation of `voleur` and `normand`, slow and obvious, written from the rules' text alone.

A deal is what was dealt and a list of what happened since. Who is to act, what stands and what everything scores is
found by going through that list from its beginning each time. Nothing here is shared with the service.
"""
