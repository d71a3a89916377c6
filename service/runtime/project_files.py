"""Files of the project that are not code, such as the contract and the documentation."""

from pathlib import Path


def project_path(name: str) -> Path:
    """Return a file or folder of the project: inside the installed package, or above it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / name
    return installed if installed.exists() else package.parent / name
