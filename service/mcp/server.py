"""The server: answers requests for tools and resources, in threads of which there are only so many."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from uuid import uuid4

import mcp_types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from service.api.problems import Problem, quote
from service.mcp import games, references, service_client, tools
from service.piquet.suggestions import did_you_mean, listed
from service.runtime.version import VERSION

logger = logging.getLogger("service")

T = TypeVar("T")

#: Requests that are answered at once, or wait for it. Further ones are refused, so that no caller piles them up.
MOST = 16

_NAME = "piquet-referee"
_RESOURCES = [mcp_types.Resource(**row) for row in references.TABLE["resources"]]
_TEMPLATES = [mcp_types.ResourceTemplate(**row) for row in references.TABLE["templates"]]


async def _in_thread(slots: asyncio.Semaphore, what: str, function: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a thread. Raises a `Problem` or `Refused`: another error is logged and has an id."""
    if slots.locked():
        raise Problem("overloaded", f"{MOST} requests are being answered; send this one again later")
    async with slots:
        try:
            return await asyncio.to_thread(function, *arguments)
        except (Problem, service_client.Refused):
            raise
        except Exception:
            instance = uuid4().urn
            logger.exception("%s failed (%s)", what, instance)
            said = "the error was logged with the id in `instance`"
            raise Problem("internal_error", said, instance=instance) from None


async def _explained(ctx: Any, call_next: Callable[[Any], Any]) -> Any:
    """Answer a request, or say what is wrong with it: of two faults the SDK says only that there is one."""
    try:
        return await call_next(ctx)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ": ".join(map(str, (*fault["loc"], fault["msg"])))
        raise MCPError(mcp_types.INVALID_PARAMS, f"the params of {ctx.method}: {where}") from None
    except MCPError as error:
        if (error.error.code, error.error.data) != (mcp_types.INVALID_PARAMS, ""):
            raise
        raise MCPError(mcp_types.INVALID_REQUEST, "send initialize first: before it, only ping is answered") from None


def _always(result: T) -> Callable[..., Awaitable[T]]:
    """Return a handler that answers every request with this result."""

    async def answer(*_: object) -> T:
        return result

    return answer


def make_server(service: service_client.ServiceClient, *, keeps_games: bool = False) -> "Server[Any]":
    """Make the server, whose tools ask this service. One that keeps games is for one caller."""
    slots = asyncio.Semaphore(MOST)
    kept = games.Games(games.KEPT if keeps_games else 0)
    named = {tool.listed.name: tool for tool in tools.tools_of(keeps_games=keeps_games)}

    async def call_tool(_: object, params: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        tool = named.get(params.name)
        if tool is None:
            near = did_you_mean(params.name, named) or f"; the tools are {listed([*named])}"
            raise MCPError(mcp_types.INVALID_PARAMS, f"there is no tool {quote(params.name)!r}{near}")
        try:
            given, failed = params.arguments or {}, False
            result = await _in_thread(slots, f"the tool {params.name}", games.answer, tool, service, kept, given)
        except (Problem, service_client.Refused) as error:
            result, failed = tools.without_empty(tools.document_of(error)), True
        content = mcp_types.TextContent(type="text", text=references.as_json(result))
        return mcp_types.CallToolResult(content=[content], structured_content=result, is_error=failed)

    async def read_resource(_: object, params: mcp_types.ReadResourceRequestParams) -> mcp_types.ReadResourceResult:
        try:
            media_type, text = await _in_thread(slots, "a resource", references.read, service, params.uri)
        except (Problem, service_client.Refused) as error:
            document = tools.document_of(error)
            code = mcp_types.INTERNAL_ERROR if document["code"] == "internal_error" else mcp_types.INVALID_PARAMS
            raise MCPError(code, document["detail"], document) from None
        return mcp_types.ReadResourceResult(
            contents=[mcp_types.TextResourceContents(uri=params.uri, mime_type=media_type, text=text)]
        )

    made = Server[Any](
        _NAME,
        version=VERSION,
        title="Piquet referee",
        instructions=references.TABLE["instructions"]["kept" if keeps_games else "nothing_kept"],
        on_list_tools=_always(mcp_types.ListToolsResult(tools=[tool.listed for tool in named.values()])),
        on_call_tool=call_tool,
        on_list_resources=_always(mcp_types.ListResourcesResult(resources=_RESOURCES)),
        on_list_resource_templates=_always(mcp_types.ListResourceTemplatesResult(resource_templates=_TEMPLATES)),
        on_read_resource=read_resource,
    )
    made.middleware.append(_explained)
    return made
