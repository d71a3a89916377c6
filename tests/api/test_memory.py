"""What a request may take of memory: a small multiple of its bytes, whatever is in it."""

import tracemalloc
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

MIB = 1 << 20


Body = Callable[[], bytes]


def filled(unit: str, size: int, before: str, after: str) -> Body:
    """As many units as fit into so many bytes, with commas between them."""
    count = (size - len(before) - len(after)) // (len(unit) + 1)
    return lambda: (before + ",".join([unit] * count) + after).encode()


def record(unit: str) -> Body:
    return filled(unit, 4 * MIB, '{"records":[{"x":[', "]}]}")


#: Made when they are sent: they take fifty megabytes.
BODIES: dict[str, tuple[str, Body]] = {
    "arrays": ("/v1/records/verify", record("[]")),
    "objects": ("/v1/records/verify", record('{"":0}')),
    "numbers": ("/v1/records/verify", record("1.5")),
    "texts": ("/v1/records/verify", record('"ab"')),
    "arrays within arrays": ("/v1/records/verify", record("[" * 400 + "]" * 400)),
    "members": (
        "/v1/records/verify",
        lambda: ('{"records":[{' + ",".join(f'"{at}":1' for at in range(360_000)) + "}]}").encode(),
    ),
    "too many records": ("/v1/records/verify", filled("{}", 4 * MIB, '{"records":[', "]}")),
    "a text": ("/v1/records/verify", lambda: b'{"records":["%b"]}' % (b"x" * (4 * MIB - 20))),
    "something broken at the end": ("/v1/records/verify", lambda: record("[]")()[:-1]),
    "a record that is a number": ("/v1/records/verify", filled("[]", 4 * MIB, '{"records":[5.0,[', "]]}")),
    "a number that may be an integer": ("/v1/hands/evaluate", filled("[]", MIB, '{"hands":[5.0,[', "]]}")),
    "a record to convert": ("/v1/records/convert", filled("[]", MIB, '{"record":{"x":[', "]}}")),
}


@pytest.mark.parametrize("named", BODIES)
def test_a_request_takes_a_small_multiple_of_its_bytes(client: FlaskClient, named: str):
    path, made = BODIES[named]
    body = made()
    client.post(path, data=b"{}", content_type="application/json")
    tracemalloc.start()
    response = client.post(path, data=body, content_type="application/json")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert response.status_code in (200, 400, 422)
    assert most < 6 * len(body)
