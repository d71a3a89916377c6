"""Records of parties as text and as JSON, and their verification against the rules.

Pure like `service.piquet`, the only package that it imports: no HTTP, no clock, no randomness.
"""
