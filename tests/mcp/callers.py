"""Callers of a server of the Model Context Protocol: the client of the SDK, and what it may see."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.server.lowlevel import Server

Json = Any

#: A secret for concealed states, so that a test has the same cards each time.
SEAL_KEYS = "test:" + "A" * 43 + "="

CHOICE = ("entitled", "elections")


class Caller:
    """A client that is connected to a server. It holds each result against the schema of its tool."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal, self.client = portal, client

    def run(self, method: str, *arguments: Any) -> Any:
        """The answer to a method of the client of the SDK."""
        return self._portal.call(getattr(self.client, method), *arguments)

    def call(self, tool: str, **arguments: Json) -> Json:
        """The result of a tool, which is the same as text and has no empty members."""
        result = self.run("call_tool", tool, arguments)
        assert not result.is_error, result.content
        written = self._written(result)
        for name, value in written.items():
            assert name == "view" or not empty_members(value), (name, value)
        return written

    def refused(self, tool: str, **arguments: Json) -> Json:
        """The problem with which a tool refuses its arguments."""
        result = self.run("call_tool", tool, arguments)
        assert result.is_error, result.content
        return self._written(result)

    @staticmethod
    def _written(result: Any) -> Json:
        (content,) = result.content
        assert json.loads(content.text) == result.structured_content
        return result.structured_content


def empty_members(value: Json) -> list[str]:
    """The members that are null, an empty list or an empty object, outside actions and options, which have a type.

    Of a ruling, who may elect what is given even if nobody may.
    """
    if isinstance(value, list):
        return [name for each in value for name in empty_members(each)]
    if not isinstance(value, dict) or "type" in value:
        return []
    here = [name for name, each in value.items() if name not in CHOICE and (each is None or each in ([], {}))]
    return here + [name for each in value.values() for name in empty_members(each)]


@contextmanager
def connected(server: "Server[Any] | str") -> Iterator[Caller]:
    """A caller of a server: one in this process, or one at an address."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server)) as client:
        yield Caller(portal, client)
