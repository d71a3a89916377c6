"""The arguments of tools: their JSON schemas, what is wrong with them, and the requests that they become.

The schemas, and those of results, are small, because a model reads them with every conversation: the reference has the
members of a view or a ruling.
"""

import re
from collections.abc import Mapping
from typing import Any

from service.api.problems import FAULT_LIMIT, Fault, Problem, pointer, quote
from service.piquet.suggestions import did_you_mean, listed

# ---------------------------------------------------------------- schemas


Schema = dict[str, Any]


def of_arguments(required: tuple[str, ...] = (), /, **arguments: Schema) -> Schema:
    """Return the schema of the arguments of a tool. No others are taken."""
    return {
        "type": "object",
        "properties": arguments,
        "required": list(required),
        "additionalProperties": False,
    }


def of_result(optional: tuple[str, ...] = (), /, **members: Schema) -> Schema:
    """Return the schema of a result, of which all members but the optional ones are required."""
    required = [name for name in members if name not in optional]
    return {"type": "object", "properties": members, "required": required}


def text(description: str, **more: Any) -> Schema:
    """Return the schema of a string."""
    return {"type": "string", "description": description, **more}


def listing(description: str) -> Schema:
    """Return the schema of a list of objects."""
    return {"type": "array", "items": {"type": "object"}, "description": description}


def thing(description: str) -> Schema:
    """Return the schema of an object."""
    return {"type": "object", "description": description}


def either(first: Schema, second: Schema, description: str) -> Schema:
    """Return the schema of a value in one of two forms."""
    return {"anyOf": [first, second], "description": description}


YES_OR_NO: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
OBJECT: Schema = {"type": "object"}

SEATS = ["A", "B"]
SEAT = text("The seat.", enum=SEATS)
CARDS: Schema = {"type": "array", "items": TEXT, "maxItems": 36}
SEAT_OR_NOBODY: Schema = {"anyOf": [{"type": "string", "enum": SEATS}, {"type": "null"}]}
BY_SEAT: Schema = {"type": "object", "properties": {"A": TEXT, "B": TEXT}, "additionalProperties": False}

STATE = text(
    "A concealed state (e1.…), as deal or check returned it, with seat and key; or a position in one line (1~…)."
)
KEY = text("The key of the seat, if the state is concealed.")
RULESET = either(TEXT, OBJECT, "A ruleset by name (default: portland), or {name, overrides}.")
ACTION = either(TEXT, OBJECT, "An action as options lists it, or as text: 'A.AH' plays the ace of hearts from seat A.")
LANGUAGE = text("The language of sentences.", enum=["en", "fr"])

RULESET_OF_RESULT = text("The ruleset with its version.")
STATE_OF_RESULT = text("The state after it, to be sent as it is; it is no secret, and goes to the other player.")
VIEW = thing("What the seat may see: its hand, calls, tricks, scores, whose turn it is, and its options.")
EVENTS = listing("What happened, in order, with points and rules. Both players may know it.")
OPTIONS = listing("What may be done, by type of action.")


# ---------------------------------------------------------------- what is wrong with arguments


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
