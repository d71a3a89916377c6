"""The tools: what each is called, takes, asks of the service and returns, and what is wrong with arguments."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final, NamedTuple

import mcp_types

from service.api.problems import FAULT_LIMIT, Fault, Problem, pointer, problem_at, quote
from service.mcp.references import explain
from service.mcp.service_client import Refused, ServiceClient
from service.piquet.suggestions import did_you_mean, listed
from service.piquet.table_actions import in_our_letters

# ---------------------------------------------------------------- arguments


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
    body |= {name: in_our_letters(body[name]) for name in ("action", *_HAND) if name in body}
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


# ---------------------------------------------------------------- tools


Result = dict[str, Any]

#: All tools only read, and the same arguments may be sent again.
_HINTS = mcp_types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_SEATS = ["A", "B"]
_KEY_BYTES = 24
_MOST = 20  # objects in a list of a report or of rulings
_HAND = ("cards", "discards", "known", "held")


class Tool(NamedTuple):
    """A tool as it is listed, and what it does."""

    listed: mcp_types.Tool
    call: Callable[[ServiceClient, Arguments], Result]


# ---------------------------------------------------------------- a deal


def _make_key(service: ServiceClient, arguments: Arguments) -> Result:
    key = token_urlsafe(_KEY_BYTES)
    return {"key": key, "key_hash": _hash(key)}


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _deal(service: ServiceClient, arguments: Arguments) -> Result:
    if "state" in arguments:
        _refuse_beside_state(arguments)
        return _after(service.post("/v1/deals/concealed", {"state": request_body(arguments)["state"]}))
    hashes, keys = _keys(arguments)
    named: Arguments = {name: arguments[name] for name in ("dealer", "ruleset", "seed") if name in arguments}
    answer = service.post("/v1/deals/concealed", {**named, "key_hashes": hashes})
    return {**_after(answer), "keys": keys}


def _refuse_beside_state(arguments: Arguments) -> None:
    beside = [name for name in arguments if name not in ("state", "seat", "key")]
    if "key" not in arguments:
        raise problem_at("invalid_request", "is required: only a concealed state is dealt to here", "key")
    if beside:
        faults = [Fault(pointer(name), "begins a partie, and does not go with state") for name in beside]
        raise Problem("invalid_request", errors=faults)


def _keys(arguments: Arguments) -> tuple[Any, dict[str, str]]:
    """Return the hashes of the keys of both seats, and the keys that are made for those that were asked for."""
    asked, hashes = arguments.get("keys_for", []), arguments.get("key_hashes", {})
    if not isinstance(asked, list) or any(seat not in _SEATS for seat in asked):
        raise problem_at("invalid_request", "must be a list of A, B or both", "keys_for")
    if not isinstance(hashes, dict):
        return hashes, {}  # the service says what is wrong with it
    missing = [seat for seat in _SEATS if seat not in asked and seat not in hashes]
    faults = [Fault("/dealer", "is required, to begin a partie")] if "dealer" not in arguments else []
    faults += [
        Fault(pointer("key_hashes", seat), "is required unless keys_for has the seat: its player has it from make_key")
        for seat in missing
    ]
    faults += [Fault(pointer("keys_for"), f"has {seat}, whose key key_hashes has") for seat in asked if seat in hashes]
    if faults:
        raise Problem("invalid_request", errors=faults)
    keys = {seat: token_urlsafe(_KEY_BYTES) for seat in sorted(set(asked))}
    return {**hashes, **{seat: _hash(key) for seat, key in keys.items()}}, keys


def _check(service: ServiceClient, arguments: Arguments) -> Result:
    body = request_body(arguments)
    body.pop("seat", None)
    answer = service.post("/v1/actions/check", body)
    result = {**_picked(answer, "legal", "violations"), **_after(answer)}
    if not answer["legal"]:
        try:
            of_seat: Arguments = {name: arguments[name] for name in ("state", "seat", "key") if name in arguments}
            instead = service.post("/v1/actions/options", request_body(of_seat))
            result["instead"] = _picked(instead, "to_act", "phase", "options")
        except Refused:  # the state contradicts itself, as the violations say
            pass
    return result


def _after(answer: Mapping[str, Any]) -> Result:
    """Return what a deal or an action led to. The events are given once, not in the view as well."""
    result = _picked(answer, "events", "score_delta", "incident", "awaiting", "ruleset")
    state = answer.get("concealed", {}).get("token") or answer.get("text")
    if state:
        result["state"] = state
    if "view" in answer:
        result["view"] = {name: value for name, value in answer["view"].items() if name != "events"}
    return result


# ---------------------------------------------------------------- hands, records, ids


def _evaluate_hand(service: ServiceClient, arguments: Arguments) -> Result:
    body = request_body(arguments)
    if "state" not in body:
        body["hands"] = [{name: body.pop(name) for name in _HAND if name in body}]
    answer = service.post("/v1/hands/evaluate", body)
    return {**answer["hands"][0], "ruleset": answer["ruleset"]}


def _verify_record(service: ServiceClient, arguments: Arguments) -> Result:
    (report,) = service.post("/v1/records/verify", {"records": [arguments["record"]]})["reports"]
    return _shortened(report)


def _shortened(result: Result) -> Result:
    """Return a result with the first twenty objects of each list, and the number of those that are left out."""
    left_out = 0

    def cut(value: Any) -> Any:
        nonlocal left_out
        if isinstance(value, dict):
            return {name: cut(each) for name, each in value.items()}
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            left_out += max(0, len(value) - _MOST)
            return [cut(each) for each in value[:_MOST]]
        return value

    short: Result = cut(result)
    return {**short, "left_out": left_out}


def _explain(service: ServiceClient, arguments: Arguments) -> Result:
    return explain(service, arguments["id"], arguments.get("law"))


def _picked(answer: Mapping[str, Any], *names: str) -> Result:
    return {name: answer[name] for name in names if name in answer}


# ---------------------------------------------------------------- the table


def _ask(path: str, defaults: Arguments, members: tuple[str, ...], service: ServiceClient, given: Arguments) -> Result:
    """Ask an operation of the service, and return these members of its answer."""
    answer = _picked(service.post(path, {**defaults, **request_body(given)}), *members)
    return _shortened(answer) if "left_out" in members else answer


_BY_NAME: Final[Mapping[str, Callable[[ServiceClient, Arguments], Result]]] = {
    "make_key": _make_key,
    "deal": _deal,
    "check": _check,
    "evaluate_hand": _evaluate_hand,
    "verify_record": _verify_record,
    "explain": _explain,
}


def _tools() -> Iterator[Tool]:
    """Yield the tools of `tools.toml`: with a path they ask an operation, and without one there is a function here."""
    table = tomllib.loads(Path(__file__).with_name("tools.toml").read_text(encoding="utf-8"))
    for row in table["tools"]:
        arguments, result = (
            {name: table["schemas"][each] if isinstance(each, str) else each for name, each in row[part].items()}
            for part in ("arguments", "result")
        )
        needed = [name for name in result if name not in row.get("optional", ())]
        listed = mcp_types.Tool(
            name=row["name"],
            title=row["title"],
            description=row["description"],
            input_schema={
                "type": "object",
                "properties": arguments,
                "required": row.get("required", []),
                "additionalProperties": False,
            },
            output_schema={"type": "object", "properties": result, "required": needed},
            annotations=_HINTS,
        )
        ask = partial(_ask, row["path"], row.get("defaults", {}), tuple(result)) if "path" in row else None
        yield Tool(listed, ask or _BY_NAME[row["name"]])


TOOLS: Final = tuple(_tools())
