"""The name under which this package is imported: `service` in a checkout, and `piquet_referee` in the wheel."""

PACKAGE = __name__.partition(".")[0]


def module(name: str) -> str:
    """Return the full name of a module of this package, for what takes modules by name."""
    return f"{PACKAGE}.{name}"
