"""A stateless REST service that referees the card game Piquet (docs/architecture.md)."""
