"""Records of parties: what was dealt, said, played and claimed; as text, as JSON, and checked against the rules.

Pure, like `service.piquet`, on which alone it rests: no HTTP, no clock, no randomness.
"""
