"""The version of this release, and of its contract. That of the engine is another (docs/versions.md)."""

VERSION = "1.0.0"
