"""The limits of a worker are those of the table in docs/capacity.md."""

import re

import pytest

from service.server.connection import MIN_BYTES_PER_SECOND, UNCOUNTED_BYTES
from service.server.parser import MAX_FRAMING_BYTES, MAX_HEAD_BYTES
from service.server.worker import COOL_DOWN, LARGE, QUICK_BYTES, QUICK_SECONDS, RESERVED_FILES, Worker
from tests.helpers.running_service import ROOT

UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "ms": 0.001}


def rows() -> dict[str, str]:
    """The rows of the tables of limits, without the numbers of statuses."""
    page = (ROOT / "docs" / "capacity.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| (.+?) \| (.+) \|$", page, re.MULTILINE)
    return {name: re.sub(r"\b[45]\d\d\b", "", text) for name, text in lines}


def numbers(text: str) -> list[float]:
    found = re.findall(r"(?<![\w.])(\d[\d,]*)(?: (KiB|MiB|ms))?(?![\w.])", text)
    return [int(number.replace(",", "")) * UNITS.get(unit, 1) for number, unit in found]


def configured(name: str) -> int:
    """What deploy/gunicorn.conf.py sets whatever the environment says."""
    found = re.search(
        rf"^{name} = ([\d_]+)$", (ROOT / "deploy" / "gunicorn.conf.py").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(
    ("row", "limits"),
    [
        (
            "head of a request",
            [
                MAX_HEAD_BYTES,
                *map(configured, ("limit_request_fields", "limit_request_field_size", "limit_request_line")),
            ],
        ),
        ("chunk sizes, extensions and trailers", [MAX_FRAMING_BYTES]),
        ("query and body of a request that the event loop answers itself", [QUICK_BYTES]),
        ("processor time of such a request", [QUICK_SECONDS, COOL_DOWN]),
        ("query and body of a request that is answered beside others", [LARGE]),
        ("time to arrive", [MIN_BYTES_PER_SECOND]),
        ("bodies and unsent responses of more than 16 KiB", [Worker.max_held_bytes]),
        ("streams that are answered while they arrive", [Worker.max_arriving_bodies]),
        ("connections", [configured("worker_connections"), RESERVED_FILES]),
    ],
)
def test_a_limit_is_that_of_the_documents(row: str, limits: list[float]) -> None:
    assert numbers(rows()[row]) == limits


def test_what_is_not_counted_is_named_in_the_row_of_what_is_held() -> None:
    (row,) = (row for row in rows() if row.startswith("bodies and unsent responses of more than "))
    assert numbers(row) == [UNCOUNTED_BYTES]
