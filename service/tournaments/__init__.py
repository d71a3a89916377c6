"""Tournaments: events made of parties, their scoring, and standings that nobody has to compute again.

Pure: it imports the rules of piquet and the verification of records, and knows nothing of files or HTTP.
"""
