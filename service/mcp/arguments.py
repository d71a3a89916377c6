"""The arguments of tools: what is wrong with them, and the requests that they become."""

import re
from collections.abc import Mapping
from typing import Any

from service.api.problems import FAULT_LIMIT, Fault, Problem, pointer, quote
from service.piquet.suggestions import did_you_mean, listed

Arguments = dict[str, Any]

_CONCEALED = "e1."

JSON_AS_TEXT = "is JSON in a string: send the JSON itself, without quotation marks around it"

#: Pointers of the service's requests which are other arguments here.
_POINTERS = re.compile("/state/token|/state/keys(/[AB])?|/hands/0|/records/0")
_OWN = {"/state/token": "/state", "/hands/0": "", "/records/0": "/record"}


def check_arguments(tool: str, schema: Mapping[str, Any], arguments: Arguments) -> None:
    """Raise a `Problem` with every argument that is unknown, missing or no text of the right kind.

    The service checks all others.
    """
    known = schema["properties"]
    unknown = [name for name in arguments if name not in known]
    found = [
        Fault(pointer(quote(name)), f"is not an argument of {tool}{did_you_mean(name, known)}")
        for name in unknown[: FAULT_LIMIT + 1]
    ]
    found += [Fault(pointer(name), "is required") for name in schema.get("required", ()) if name not in arguments]
    for name in known.keys() & arguments.keys():
        if known[name].get("type") == "string" and not isinstance(arguments[name], str):
            found.append(Fault(pointer(name), "must be a string"))
        elif _is_json_as_text(known[name], arguments[name]):
            found.append(Fault(pointer(name), JSON_AS_TEXT))
        elif "enum" in known[name] and arguments[name] not in known[name]["enum"]:
            found.append(Fault(pointer(name), f"must be {listed(known[name]['enum'], 'or')}"))
    if not found:
        found = _faults_of_key(arguments)
    if found:
        raise Problem("invalid_request", errors=found)


def _is_json_as_text(schema: Mapping[str, Any], given: Any) -> bool:
    """Return whether a string has the JSON of an object or a list where the argument may be one.

    The text of an action, a record or a ruleset never begins with a bracket.
    """
    kinds = {each.get("type") for each in schema.get("anyOf", [schema])}
    return isinstance(given, str) and bool(kinds & {"object", "array"}) and given.lstrip()[:1] in ("{", "[")


def _faults_of_key(arguments: Arguments) -> list[Fault]:
    """Return what a concealed state or a key lacks."""
    concealed = arguments.get("state", _CONCEALED).startswith(_CONCEALED)
    if "key" not in arguments:
        why = "is required with a concealed state, and seat, whose key it is"
        return [Fault("/key", why)] if concealed and "state" in arguments else []
    if not concealed:
        return [Fault("/key", f"goes with a concealed state, which begins with {_CONCEALED}")]
    return [Fault(pointer(name), "is required with key") for name in ("state", "seat") if name not in arguments]


def request_body(arguments: Arguments) -> dict[str, Any]:
    """Return the arguments as the service takes them: a concealed state is one member together with its key."""
    body = {name: value for name, value in arguments.items() if name != "key"}
    if "key" in arguments:
        body["state"] = {"token": arguments["state"], "keys": {arguments["seat"]: arguments["key"]}}
    return body


def in_own_words(problem: Mapping[str, Any]) -> dict[str, Any]:
    """Return a problem of the service with the names of the arguments in place of those of its request."""
    errors = [{**each, "pointer": _own(each["pointer"])} for each in problem.get("errors", ())]
    kept = {name: value for name, value in problem.items() if name not in ("type", "title", "status")}
    return {**kept, "detail": _own(problem["detail"]), "errors": errors}


def _own(text: str) -> str:
    return _POINTERS.sub(lambda found: _OWN.get(found[0], "/key"), text)
