"""Answers that a process of the pool has written as JSON."""

from collections.abc import Callable
from typing import Any

import msgspec

from service.api.problems import Fault, Problem
from service.piquet import ENGINE_VERSION
from service.pool import Pool
from service.runtime.request_context import current
from service.tasks.told import Told

_decode_told = msgspec.msgpack.Decoder(Told).decode


def answer(pool: Pool, task: Callable[[], Told]) -> dict[str, Any]:
    """Return what a task of the pool tells, and charge what it costs besides. Raises a `Problem`."""
    with pool.acquire() as slot:
        told = slot.run(task, _decode_told)
    context = current.get()
    if context is not None:
        context.charge_done(told.cost)
    if told.refused is not None:
        code, detail, errors, more = told.refused
        raise Problem(code, detail, [Fault(*error) for error in errors], **more)
    return {**{name: msgspec.Raw(value) for name, value in told.members.items()}, "engine_version": ENGINE_VERSION}
