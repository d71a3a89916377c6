"""Parser of the address of a Dask scheduler."""

import re

#: The forms of the address, for messages.
FORMS = "tcp://host:port or tls://host:port"

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-f:.]+\]|[^\s:/@?#\[\]]+):([0-9]{1,5})", re.I)


def parse_cluster_address(text: str) -> str:
    """Return the address of a scheduler. Raises `ValueError`."""
    found = _ADDRESS.fullmatch(text)
    if found is None or not 0 < int(found[3]) < 1 << 16:
        raise ValueError(f"the address of a Dask scheduler is {FORMS}")
    return text
