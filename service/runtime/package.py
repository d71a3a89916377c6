"""The name under which this package is imported, and the files of the project that are not code.

The name is `service` in a checkout, and `piquet_referee` in the wheel. Files are the contract and the documentation.
"""

from pathlib import Path

PACKAGE = __name__.partition(".")[0]


def module(name: str) -> str:
    """Return the full name of a module of this package, for what takes modules by name."""
    return f"{PACKAGE}.{name}"


def project_path(name: str) -> Path:
    """Return a file or folder of the project: inside the installed package, or above it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / name
    return installed if installed.exists() else package.parent / name
