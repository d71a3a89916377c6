"""The server: answers requests for tools and resources, in threads of which there are only so many."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import mcp_types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from service.api.problems import Problem, quote
from service.mcp import games, references, service_client, tools
from service.piquet.suggestions import did_you_mean
from service.runtime.version import VERSION

logger = logging.getLogger("service")

T = TypeVar("T")

#: Requests that are answered at once, or wait for it. Further ones are refused, so that no caller piles them up.
MOST = 16

_NAME = "piquet-referee"
_RESOURCES = [mcp_types.Resource(**row) for row in references.TABLE["resources"]]
_TEMPLATES = [mcp_types.ResourceTemplate(**row) for row in references.TABLE["templates"]]


class _Threads:
    """Threads for requests, of which at most `MOST` are answered or wait."""

    def __init__(self) -> None:
        self._running = 0

    async def call(self, what: str, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread. Raises a `Problem` or `Refused`: another error is logged and has an id."""
        if self._running >= MOST:
            raise Problem("overloaded", f"{MOST} requests are being answered; send this one again later")
        self._running += 1
        try:
            return await asyncio.to_thread(function, *arguments)
        except (Problem, service_client.Refused):
            raise
        except Exception:
            instance = uuid4().urn
            logger.exception("%s failed (%s)", what, instance)
            said = "the error was logged with the id in `instance`"
            raise Problem("internal_error", said, instance=instance) from None
        finally:
            self._running -= 1


def make_server(service: service_client.ServiceClient, *, keeps_games: bool = False) -> "Server[Any]":
    """Make the server, whose tools ask this service. One that keeps games is for one caller."""
    threads = _Threads()
    kept = games.Games(games.KEPT if keeps_games else 0)
    named = {tool.listed.name: tool for tool in tools.tools_of(keeps_games=keeps_games)}

    async def list_tools(*_: object) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=[tool.listed for tool in named.values()])

    async def call_tool(_: object, params: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        tool = named.get(params.name)
        if tool is None:
            near = did_you_mean(params.name, named)
            raise MCPError(mcp_types.INVALID_PARAMS, f"there is no tool {quote(params.name)!r}{near}")
        try:
            given, failed = params.arguments or {}, False
            result = await threads.call(f"the tool {params.name}", games.answer, tool, service, kept, given)
        except (Problem, service_client.Refused) as error:
            result, failed = tools.without_empty(tools.document_of(error)), True
        content = mcp_types.TextContent(type="text", text=references.as_json(result))
        return mcp_types.CallToolResult(content=[content], structured_content=result, is_error=failed)

    async def list_resources(*_: object) -> mcp_types.ListResourcesResult:
        return mcp_types.ListResourcesResult(resources=_RESOURCES)

    async def list_templates(*_: object) -> mcp_types.ListResourceTemplatesResult:
        return mcp_types.ListResourceTemplatesResult(resource_templates=_TEMPLATES)

    async def read_resource(_: object, params: mcp_types.ReadResourceRequestParams) -> mcp_types.ReadResourceResult:
        try:
            media_type, text = await threads.call("a resource", references.read, service, params.uri)
        except (Problem, service_client.Refused) as error:
            document = tools.document_of(error)
            code = mcp_types.INTERNAL_ERROR if document["code"] == "internal_error" else mcp_types.INVALID_PARAMS
            raise MCPError(code, document["detail"], document) from None
        return mcp_types.ReadResourceResult(
            contents=[mcp_types.TextResourceContents(uri=params.uri, mime_type=media_type, text=text)]
        )

    return Server(
        _NAME,
        version=VERSION,
        title="Piquet referee",
        instructions=references.TABLE["instructions"]["kept" if keeps_games else "nothing_kept"],
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )
