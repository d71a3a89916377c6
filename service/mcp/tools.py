"""The tools: what each is called, takes, asks of the service and returns, and what is wrong with arguments."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, Final, NamedTuple

import mcp_types
import msgspec

from service.api.problems import FAULT_LIMIT, Fault, Problem, pointer, problem_at, quote, refuse
from service.mcp.references import TABLE, explain
from service.mcp.service_client import Refused, ServiceClient
from service.piquet.suggestions import did_you_mean, listed
from service.piquet.table_actions import in_our_letters
from service.records.text.typed_actions import names_seat, readings, write_typed

# ---------------------------------------------------------------- arguments


Arguments = dict[str, Any]

#: How a state begins: a concealed one as a token or as the handle of a game (`service.mcp.games`), or as a position.
_CONCEALED = ("e1.", "g", "G")
_STATES = (*_CONCEALED, "1~")

#: Arguments that say what an answer has. The service does not take them.
_OF_ANSWERS = ("view", "token", "check_only")

#: Pointers of the service's requests which are other arguments here.
_POINTERS = re.compile("/state/token|/state/keys(/[AB])?|/hands/0|/records/0")
_OWN = {"/state/token": "/state", "/hands/0": "", "/records/0": "/record"}


def check_arguments(tool: str, schema: Mapping[str, Any], arguments: Arguments) -> None:
    """Raise a `Problem` with every argument that is unknown, missing or no text of the right kind.

    The service checks all others.
    """
    known = schema["properties"]
    takes = f", which takes {listed([*known] or ['none'])}"
    found = [
        Fault(pointer(quote(name)), f"is not an argument of {tool}{did_you_mean(name, known) or takes}")
        for name in [each for each in arguments if each not in known][: FAULT_LIMIT + 1]
    ]
    found += [Fault(pointer(name), "is required") for name in schema.get("required", ()) if name not in arguments]
    for name in known.keys() & arguments.keys():
        if known[name].get("type") == "string" and not isinstance(arguments[name], str):
            found.append(Fault(pointer(name), "must be a string"))
        elif known[name].get("type") == "boolean" and not isinstance(arguments[name], bool):
            found.append(Fault(pointer(name), "must be true or false"))
        elif _is_json_as_text(known[name], arguments[name]):
            why = "is JSON in a string: send the JSON itself, without quotation marks around it"
            found.append(Fault(pointer(name), why))
        elif "enum" in known[name] and arguments[name] not in known[name]["enum"]:
            found.append(Fault(pointer(name), f"must be {listed(known[name]['enum'], 'or')}"))
    refuse("invalid_request", found or _faults_of_state(known, arguments) or _faults_of_key(arguments))


def _is_json_as_text(schema: Mapping[str, Any], given: Any) -> bool:
    """Return whether a string has the JSON of an object or a list where the argument may be one.

    The text of an action, a record or a ruleset never begins with a bracket.
    """
    kinds = {each.get("type") for each in schema.get("anyOf", [schema])}
    return isinstance(given, str) and bool(kinds & {"object", "array"}) and given.lstrip()[:1] in ("{", "[")


def _faults_of_state(schemas: Mapping[str, Any], arguments: Arguments) -> list[Fault]:
    """Return what is wrong with a state that has none of the forms of one."""
    state = arguments.get("state", _STATES[0])
    what = "none of these" if state else "empty"
    return [] if state.startswith(_STATES) else [Fault("/state", f"is {what}: {schemas['state']['description']}")]


def _faults_of_key(arguments: Arguments) -> list[Fault]:
    """Return what a concealed state or a key lacks."""
    concealed = "state" not in arguments or arguments["state"].startswith(_CONCEALED)
    if "key" not in arguments:
        why = "is required with a game or a concealed state: send the key and its seat"
        return [Fault("/key", why)] if concealed and "state" in arguments else []
    if not concealed:
        return [Fault("/key", f"goes with a concealed state, which begins with {_CONCEALED[0]}")]
    return [Fault(pointer(name), "is required with key") for name in ("state", "seat") if name not in arguments]


def request_body(arguments: Arguments) -> dict[str, Any]:
    """Return the arguments as the service takes them: a concealed state is one member together with its key."""
    body = {name: value for name, value in arguments.items() if name not in ("key", *_OF_ANSWERS)}
    body |= {name: in_our_letters(body[name]) for name in ("action", *_HAND) if isinstance(body.get(name), dict | list)}
    if "key" in arguments:
        body["state"] = {"token": arguments["state"], "keys": {arguments["seat"]: arguments["key"]}}
    return body


def with_seat(arguments: Arguments) -> Arguments:
    """Return the arguments with an action of the seat in them, if it names none. Raises a `Problem`."""
    given, seat = arguments.get("action"), arguments.get("seat")
    if isinstance(given, dict) and seat is not None:
        return {**arguments, "action": {"seat": seat, **given}}
    if not isinstance(given, str) or seat is None or names_seat(given):
        return arguments
    try:
        readings(given, seat)
    except ValueError as error:
        raise problem_at("malformed_notation", str(error), "action") from None
    return {**arguments, "action": f"{seat} {given}"}


def document_of(error: Problem | Refused) -> dict[str, Any]:
    """Return the document of a problem, with the names of the arguments in place of those of the service's request."""
    problem: dict[str, Any] = msgspec.to_builtins(error.document() if isinstance(error, Problem) else error.document)
    errors = [{**each, "pointer": _own(each["pointer"])} for each in problem.get("errors", ())]
    kept = {name: value for name, value in problem.items() if name not in ("type", "title", "status")}
    if problem["code"] == "invalid_token":
        kept["hint"] = "Two processes read each other's tokens if both have the same SEAL_KEYS."
    return {**kept, "detail": _own(problem["detail"]), "errors": errors}


def _own(text: str) -> str:
    return _POINTERS.sub(lambda found: _OWN.get(found[0], "/key"), text)


# ---------------------------------------------------------------- tools


Result = dict[str, Any]

_SEATS = ["A", "B"]
_KEY_BYTES = 24
_OBJECT = {"type": "object"}
_MOST = 20  # objects in a list of a report or of rulings
_FEW = 3  # objects in a list of an option beside a refusal
_CHOICE = ("entitled", "elections")  # of a ruling: that there are none is an answer
_HAND = ("cards", "discards", "known", "held")


class Tool(NamedTuple):
    """A tool as it is listed, what it does, and whether it leads to another state."""

    listed: mcp_types.Tool
    call: Callable[[ServiceClient, Arguments], Result]
    acts: bool


# ---------------------------------------------------------------- a deal


def _make_key(service: ServiceClient, arguments: Arguments) -> Result:
    key = token_urlsafe(_KEY_BYTES)
    return {"key": key, "key_hash": _hash(key)}


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _deal(service: ServiceClient, arguments: Arguments) -> Result:
    if "state" in arguments:
        beside = [name for name in arguments if name not in ("state", "seat", "key", *_OF_ANSWERS)]
        faults = [Fault(pointer(name), "begins a partie, and does not go with state") for name in beside]
        lacking = [Fault("/key", "is required: only a concealed state is dealt to here")]
        refuse("invalid_request", faults if "key" in arguments else lacking + faults)
        return _after(service.post("/v1/deals/concealed", {"state": request_body(arguments)["state"]}))
    hashes, keys = _keys(arguments)
    named: Arguments = {name: arguments[name] for name in ("dealer", "ruleset", "seed") if name in arguments}
    answer = service.post("/v1/deals/concealed", {**named, "key_hashes": hashes})
    result = {**_after(answer), "keys": keys}
    if len(keys) == 1:
        ((seat, key),) = keys.items()
        result["view"] = view_of(service, {"state": result["state"], "seat": seat, "key": key})
    return result


def view_of(service: ServiceClient, arguments: Arguments) -> Result:
    """Return what a seat sees. Raises `Refused`."""
    return dict(service.post("/v1/states/view", request_body(_picked(arguments, "state", "seat", "key")))["view"])


def _keys(arguments: Arguments) -> tuple[Any, dict[str, str]]:
    """Return the hashes of the keys of both seats, and the keys that are made for those that were asked for."""
    asked, hashes = arguments.get("keys_for", []), arguments.get("key_hashes", {})
    if not isinstance(asked, list) or any(seat not in _SEATS for seat in asked):
        raise problem_at("invalid_request", "must be a list of A, B or both", "keys_for")
    if not isinstance(hashes, dict):
        return hashes, {}  # the service says what is wrong with it
    faults = [Fault("/dealer", "is required, to begin a partie")] if "dealer" not in arguments else []
    faults += [
        Fault(pointer("key_hashes", seat), "is required unless keys_for has the seat: its player has it from make_key")
        for seat in _SEATS
        if seat not in asked and seat not in hashes
    ]
    faults += [Fault(pointer("keys_for"), f"has {seat}, whose key key_hashes has") for seat in asked if seat in hashes]
    refuse("invalid_request", faults)
    keys = {seat: token_urlsafe(_KEY_BYTES) for seat in sorted(set(asked))}
    return {**hashes, **{seat: _hash(key) for seat, key in keys.items()}}, keys


def _apply(service: ServiceClient, arguments: Arguments) -> Result:
    body = request_body(arguments)
    body.pop("seat", None)
    answer = service.post("/v1/actions/check", body)
    result = _picked(answer, "legal", "violations", "ruleset")
    return {**result, **_after(answer)} if answer["legal"] and not arguments.get("check_only") else result


def instead_of(service: ServiceClient, arguments: Arguments) -> Result:
    """Return what may be done `instead` of an action, with `examples` in words: of each kind the one most like it."""
    try:
        body = {**request_body(_picked(arguments, "state", "seat", "key")), "expand": True}
        answer = service.post("/v1/actions/options", body)
        texts = [write_typed(each) for each in answer["actions"]]
    except (Refused, ValueError):  # there is no such state, or a service elsewhere knows other actions
        return {}
    near = get_close_matches(str(arguments["action"])[:64], texts, len(texts) or 1, 0.0)
    of_kinds = {text.split()[1]: text for text in reversed(near)}
    short = (_shortened(each, _FEW) for each in answer["options"])
    options = [{name: value for name, value in each.items() if (name, value) != ("left_out", 0)} for each in short]
    few = {**_picked(answer, "to_act", "phase", "total"), "options": options, "examples": [*of_kinds.values()]}
    return {"instead": few}


def _after(answer: Mapping[str, Any]) -> Result:
    """Return what a deal or an action led to."""
    state = answer.get("concealed", {}).get("token") or answer.get("text")
    return {**_picked(answer, "events", "score_delta", "incident", "awaiting", "ruleset", "view"), "state": state}


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


def _shortened(result: Result, most: int = _MOST) -> Result:
    """Return a result with the first objects of each list, and the number of those that are left out."""
    left_out = 0

    def cut(value: Any) -> Any:
        nonlocal left_out
        if isinstance(value, dict):
            return {name: cut(each) for name, each in value.items()}
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            left_out += max(0, len(value) - most)
            return [cut(each) for each in value[:most]]
        return value

    short: Result = cut(result)
    return {**short, "left_out": left_out}


def without_empty(value: Any) -> Any:
    """Return plain data without members that are null, an empty list or an empty object.

    An action or an option, which has a `type`, keeps them: it is sent back as it is. So does a ruling whose elections
    are nobody's, or another player's.
    """
    if isinstance(value, dict) and "type" not in value:
        found = {name: without_empty(each) for name, each in value.items()}
        return {name: each for name, each in found.items() if each not in (None, [], {}) or name in _CHOICE}
    return [without_empty(each) for each in value] if isinstance(value, list) else value


def _picked(answer: Mapping[str, Any], *names: str) -> Result:
    return {name: answer[name] for name in names if name in answer}


# ---------------------------------------------------------------- the table


def _ask(row: Mapping[str, Any], members: tuple[str, ...], service: ServiceClient, given: Arguments) -> Result:
    """Ask the operation of a tool, and return these members of its answer, with a hint if the first one is empty."""
    answer = _picked(service.post(row["path"], {**row.get("defaults", {}), **request_body(given)}), *members)
    answer |= {"hint": row["nothing"]} if "nothing" in row and not answer[members[0]] else {}
    return _shortened(answer) if "left_out" in members else answer


_BY_NAME: Final[Mapping[str, Callable[[ServiceClient, Arguments], Result]]] = {
    "make_key": _make_key,
    "deal": _deal,
    "apply": _apply,
    "evaluate_hand": _evaluate_hand,
    "verify_record": _verify_record,
    "explain": lambda service, given: explain(service, given["id"], given.get("law")),
}


@cache
def tools_of(*, keeps_games: bool) -> tuple[Tool, ...]:
    """Return the tools of `tools.toml`: with a path they ask an operation, and without one there is a function here."""
    schemas = {**TABLE["schemas"], **(TABLE["kept"] if keeps_games else {})}
    return tuple(_tool(row, schemas, keeps_games=keeps_games) for row in TABLE["tools"])


def _tool(row: Mapping[str, Any], schemas: Mapping[str, Any], *, keeps_games: bool) -> Tool:
    arguments, result = _named(row["arguments"], schemas), _named(row["result"], schemas)
    acts, required = "acts" in row, row.get("required", [])
    same = not (acts and keeps_games)
    hints = mcp_types.ToolAnnotations(
        read_only_hint=same, destructive_hint=False, idempotent_hint=same, open_world_hint=False
    )
    listed = mcp_types.Tool(
        name=row["name"],
        title=row["title"],
        description=row["description"],
        input_schema=_OBJECT | {"properties": arguments, "required": required, "additionalProperties": False},
        output_schema=_OBJECT | {"properties": result, "required": row["always"]},
        annotations=hints,
    )
    ask = partial(_ask, row, tuple(result)) if "path" in row else None
    return Tool(listed, ask or _BY_NAME[row["name"]], acts)


def _named(part: Mapping[str, Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schemas of arguments or members, without those that only a server which keeps games has."""
    found = {name: schemas.get(each) if isinstance(each, str) else each for name, each in part.items()}
    return {name: each for name, each in found.items() if each is not None}
