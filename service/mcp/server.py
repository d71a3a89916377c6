"""The server: answers requests for tools and resources, in threads of which there are only so many."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

import mcp_types
import msgspec
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from service.api.problems import Problem, quote
from service.mcp import references, service_client, tools
from service.piquet.suggestions import did_you_mean
from service.runtime.version import VERSION

logger = logging.getLogger("service")

T = TypeVar("T")

#: Requests that are answered at once, or wait for it. Further ones are refused, so that no caller piles them up.
MOST = 16

_NAME = "piquet-referee"
_INSTRUCTIONS = (
    "A referee for the card game piquet. It decides what is legal and keeps every score; it stores nothing, so send "
    "back the state that it returned. To play a seat: deal, then view, options and check with your seat and key, and "
    "hand the state (never the key) to the other player after each action. Cards are rank then suit (TH). Elder is "
    "the player who did not deal, and begins. piquet://how-to-play has the game in two pages."
)
_NAMED = {tool.listed.name: tool for tool in tools.TOOLS}
_RESOURCES = [mcp_types.Resource(uri=references.SCHEME + each.name, **each._asdict()) for each in references.DOCUMENTS]
_TEMPLATES = [
    mcp_types.ResourceTemplate(
        uri_template=f"{references.SCHEME}{each.name}/{{id}}", **each._replace(name=f"{each.name}/id")._asdict()
    )
    for each in references.TEMPLATES
]


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


def make_server(service: service_client.ServiceClient) -> "Server[Any]":
    """Make the server, whose tools ask this service."""
    threads = _Threads()

    async def list_tools(*_: object) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=[tool.listed for tool in tools.TOOLS])

    async def call_tool(_: object, params: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        tool = _NAMED.get(params.name)
        if tool is None:
            near = did_you_mean(params.name, _NAMED)
            raise MCPError(mcp_types.INVALID_PARAMS, f"there is no tool {quote(params.name)!r}{near}")
        try:
            arguments = params.arguments or {}
            result, failed = await threads.call(f"the tool {params.name}", _called, tool, service, arguments), False
        except (Problem, service_client.Refused) as error:
            result, failed = _document(error), True
        content = mcp_types.TextContent(type="text", text=msgspec.json.encode(result).decode())
        return mcp_types.CallToolResult(content=[content], structured_content=result, is_error=failed)

    async def list_resources(*_: object) -> mcp_types.ListResourcesResult:
        return mcp_types.ListResourcesResult(resources=_RESOURCES)

    async def list_templates(*_: object) -> mcp_types.ListResourceTemplatesResult:
        return mcp_types.ListResourceTemplatesResult(resource_templates=_TEMPLATES)

    async def read_resource(_: object, params: mcp_types.ReadResourceRequestParams) -> mcp_types.ReadResourceResult:
        try:
            media_type, text = await threads.call("a resource", references.read, service, params.uri)
        except (Problem, service_client.Refused) as error:
            document = _document(error)
            code = mcp_types.INTERNAL_ERROR if document["code"] == "internal_error" else mcp_types.INVALID_PARAMS
            raise MCPError(code, document["detail"], document) from None
        return mcp_types.ReadResourceResult(
            contents=[mcp_types.TextResourceContents(uri=params.uri, mime_type=media_type, text=text)]
        )

    return Server(
        _NAME,
        version=VERSION,
        title="Piquet referee",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _called(tool: tools.Tool, service: service_client.ServiceClient, arguments: dict[str, Any]) -> tools.Result:
    """Return the result of a tool. Raises a `Problem` or `Refused`.

    An argument that is null counts as left out: models send it for what they have no value for.
    """
    arguments = {name: value for name, value in arguments.items() if value is not None}
    tools.check_arguments(tool.listed.name, tool.listed.input_schema, arguments)
    return tool.call(service, arguments)


def _document(error: Problem | service_client.Refused) -> dict[str, Any]:
    document = error.document() if isinstance(error, Problem) else error.document
    plain: dict[str, Any] = msgspec.to_builtins(document)
    return tools.in_own_words(plain)
