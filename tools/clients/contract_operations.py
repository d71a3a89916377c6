"""The operations of the contract, as the methods of the clients have them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tools import contract_file
from tools.components.written import with_all_names
from tools.contract_file import ROOT
from tools.contract_schemas import UNIONS, follow

Json = Any

#: The folder of the packages.
CLIENTS = ROOT / "clients"

#: The first words of each generated file.
WRITTEN = "Made from openapi.yaml by `make clients`. Not to be edited."

#: Documents and metrics of the service are not for these clients.
PATHS = ("/v1/", "/livez", "/readyz")


def client_contract() -> Json:
    """The contract as the clients have it: each schema has a name, and what is legal tells judgements apart."""
    contract = with_all_names(contract_file.read())
    schemas = contract["components"]["schemas"]
    for name in [name for name in schemas if name.endswith("Judgement")]:
        kinds = dict(_judgements(name, schemas[name]))
        union = {"oneOf": [{"$ref": f"#/components/schemas/{kind}"} for kind in kinds]}
        schemas |= {**kinds, name: {"description": schemas[name]["description"], **union}}
    conversions = _conversions(schemas.pop("RecordToConvert"), schemas.pop("StateToRecord"), schemas["ConvertedRecord"])
    schemas |= conversions
    requests = [{"$ref": f"#/components/schemas/{name}"} for name, each in conversions.items() if "x-response" in each]
    schemas["ConvertRecordRequest"]["oneOf"] = requests
    for name, request in {"PictureAtTable": "PictureRequest", "RulingsAtTable": "RulingOnState"}.items():
        members = {each: value for each, value in schemas[request]["properties"].items() if each != "state"}
        schemas[name] = {**schemas[request], "properties": members, "required": []}
    schemas["RecordObject"]["additionalProperties"] = {}  # any members, for the generators
    # Type checkers tell the members of a union apart by literal values. A kind of a later release has none yet.
    of_later_release = {"type": "object", "properties": {"kind": {"const": "OtherEvent"}}, "required": ["kind"]}
    schemas["OtherEvent"]["allOf"].append(of_later_release)
    return contract


def _judgements(name: str, schema: Json) -> Iterator[tuple[str, Json]]:
    """The two kinds of a judgement: of a legal action, and of an illegal one."""
    members, always = schema["properties"], schema["required"]
    legal = {"properties": members, "required": [*always, "events", "score_delta"]}
    illegal = {"properties": {each: members[each] for each in always}, "required": always}
    for kind, value, form in (("Legal", True, legal), ("Illegal", False, illegal)):
        whether = {**members["legal"], "const": value}
        form["properties"] = {**form["properties"], "legal": whether}
        yield f"{kind}{name}", {"type": "object", "description": f"{kind} an action.", **form}


def _conversions(of_record: Json, of_state: Json, answer: Json) -> Json:
    """The requests for a record by the form that they convert it to, and the answer in each form."""
    forms = {"text": {"type": "string"}, "json": {"$ref": "#/components/schemas/RecordObject"}}
    found: dict[str, Json] = {}
    for to, form in forms.items():
        (other,) = (each for name, each in forms.items() if name != to)
        named = f"ConvertedTo{to.title()}"
        for name, request, members, required in (
            (f"RecordTo{to.title()}", of_record, {}, ["record", "to"]),
            (f"OtherTo{to.title()}", of_record, {"record": other}, ["record"]),
            (f"StateTo{to.title()}", of_state, {}, ["state", "to"] if to == "text" else ["state"]),
        ):
            members = {**request["properties"], **members, "to": {"type": "string", "const": to}}
            found[name] = {**request, "properties": members, "required": required, "x-response": named}
        found[named] = {**answer, "properties": {**answer["properties"], "record": form}}
    return found


class Operation(NamedTuple):
    """An operation of the contract, as its method has it."""

    name: str
    method: str
    path: str
    summary: str
    in_path: list[str]
    query: dict[str, str]
    required: set[str]
    body: str | None
    #: The objects that the body may be, each with the answer that it gets.
    bodies: dict[str, str]
    response: str
    media: list[str]
    #: Whether a client may repeat a request whose response was lost: its response depends on the request alone.
    repeatable: bool


def operations(contract: Json) -> list[Operation]:
    """The operations that a client has."""
    return [
        _operation(contract, path, method.upper(), item[method], item.get("parameters", []))
        for path, item in contract["paths"].items()
        for method in ("get", "post")
        if method in item and path.startswith(PATHS)
    ]


def _operation(contract: Json, path: str, method: str, given: Json, shared: Json) -> Operation:
    parameters = [follow(each, contract) for each in [*shared, *given.get("parameters", [])]]
    answer = follow(given["responses"]["200"], contract)
    content = answer["content"]
    media = [name for name in content if name != "application/x-ndjson"]
    request = (
        follow(given["requestBody"], contract)["content"]["application/json"]["schema"] if method == "POST" else None
    )
    response = _name(content[media[0]]["schema"])
    return Operation(
        name=given["operationId"],
        method=method,
        path=path,
        summary=given["summary"],
        in_path=[each["name"] for each in parameters if each["in"] == "path"],
        query={each["name"]: _name(each["schema"]) for each in parameters if each["in"] == "query"},
        required={each["name"] for each in parameters if each.get("required")},
        body=request and _name(request),
        bodies=dict(_alternatives(contract, request, response)) if request else {},
        response=response,
        media=media,
        repeatable=given.get("x-repeatable", True),
    )


def _name(schema: Json) -> str:
    """The name of a schema; without one, it is a text."""
    return schema["$ref"].rpartition("/")[2] if "$ref" in schema else "string"


def _alternatives(contract: Json, schema: Json, response: str) -> Iterator[tuple[str, str]]:
    """The names of the objects that a body may be, each with its answer: `response`, or one of its own."""
    target = follow(schema, contract)
    for union in UNIONS:
        if union in target:
            for each in target[union]:
                yield from _alternatives(contract, each, response)
            return
    yield _name(schema), target.get("x-response", response)
