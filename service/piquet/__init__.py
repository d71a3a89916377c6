"""The rules of Piquet: pure, standard library only; no HTTP, no JSON, no clock, no randomness."""

ENGINE_VERSION = "0.1.0"
