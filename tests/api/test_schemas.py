"""The JSON Schemas under /schemas/: derived from the contract, of use by themselves, and served; and /docs/llms.txt."""

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from service.records.json_form import to_json
from service.records.text.parser import read
from tools import contract_file, json_schemas
from tools.components.written import schemas
from tools.json_schemas import DIALECT, SCHEMAS, references

ROOT = Path(__file__).parents[2]
Json = Any


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(schema(name))


@cache
def schema(name: str) -> Json:
    return json.loads((json_schemas.FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def found(value: Json, member: str) -> Iterator[Json]:
    """Every value of a member, wherever it is."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key == member:
            yield each
        yield from found(each, member)


@cache
def samples(name: str) -> list[Json]:
    """Values of a kind: those of the executed examples of the contract, and of the files in `examples`."""
    answers = [one["value"] for each, one in contract_file.examples().items() if each.endswith(".200")]
    two_handed = [each for each in answers if "sides" not in json.dumps(each)]
    if name == "state":
        states = [each for each in found(two_handed, "state") if isinstance(each, dict) and "talon" in each]
        return [each for each in states if "look" in each]
    if name == "view":
        return [each for each in found(two_handed, "view") if isinstance(each, dict) and "look" in each]
    if name == "action":
        steps = [step["action"] for listed in found(samples("record")[:-2], "steps") for step in listed]
        return [*(action for state in samples("state") for action in state["history"]), *steps]
    if name == "record":
        texts = [path.read_bytes() for path in sorted(ROOT.glob("examples/**/*.piquet"))]
        texts += [
            b"piquet-record 1\n\ndeal 1\nhand A: SAKJ ?\nA exchange ??\nA ? ; B ?\nA ruling misdeal redeal untouched\n"
        ]
        texts += [
            b"piquet-record 1\n\ndeal 1\nscore: -8-23\n\nadjustment A -28 deal 1: late\nadjustment B +5 partie: x\n"
        ]
        assert not read(texts[-1]).problems and not read(texts[-2]).problems
        return [to_json(read(text).record) for text in texts]
    files = sorted(ROOT.glob("examples/**/*.toml"))
    return [json.loads(json.dumps(tomllib.loads(path.read_text("utf-8")), default=str)) for path in files]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_derived_from_the_contract_and_is_not_stale(name: str) -> None:
    written = (json_schemas.FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert written == json_schemas.written(name), "python -m tools.json_schemas writes it"


def test_there_are_no_other_schemas() -> None:
    assert {path.stem for path in json_schemas.FOLDER.iterdir()} == set(SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_stands_alone(name: str) -> None:
    own = schema(name)
    jsonschema_rs.meta.validate(own)
    assert (own["$schema"], own["$id"]) == (DIALECT, f"urn:piquet-referee:v1:{name}")
    referred = set(references(own))
    assert referred == {f"#/$defs/{each}" for each in own["$defs"]}, "each is there, and none is idle"
    assert not list(found(own, "discriminator"))


@pytest.mark.parametrize("name", ["state", "view", "action"])
def test_definitions_are_those_of_the_contract(name: str) -> None:
    """The same members with the same bounds; only references and the keyword of OpenAPI differ."""
    originals = schemas()
    for each, definition in schema(name)["$defs"].items():
        original = originals[each]
        assert definition.keys() | {"discriminator"} == original.keys() | {"discriminator"}, each
        assert definition.get("required") == original.get("required"), each
        assert definition.get("properties", {}).keys() == original.get("properties", {}).keys(), each


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_accepts_what_was_executed(name: str) -> None:
    accepted = samples(name)
    assert len(accepted) >= {"state": 10, "view": 3, "action": 100, "record": 14, "event": 3}[name]
    for each in accepted:
        validator(name).validate(each)


def damaged(value: Json) -> Iterator[Json]:
    """The value without one of its members, with one more, and with members of another type."""
    for member in value:
        for change in ({}, {member: {"another": "type"}}, {member: [[]]}):
            worse = copy.copy(value)
            del worse[member]
            yield {**worse, **change}
    yield {**value, "unknown": 1}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_refuses_what_is_damaged(name: str) -> None:
    whole = samples(name)[0]
    required = schema(name).get("required") or ["seat", "type"]
    assert required
    for member in required:
        assert not validator(name).is_valid({key: each for key, each in whole.items() if key != member}), member
    refused = [not validator(name).is_valid(each) for each in damaged(whole)]
    assert sum(refused) >= 2 * len(whole), "all but optional members that were taken away"
    assert not validator(name).is_valid({**whole, "unknown": 1}) and not validator(name).is_valid([whole])


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("action", {"seat": "C", "type": "play", "card": "AS"}),
        ("action", {"seat": "A", "type": "play", "card": "1S"}),
        ("action", {"seat": "A", "type": "play", "card": "?"}),
        ("action", {"seat": "A", "type": "shuffle"}),
        ("action", {"seat": "A", "type": "ruling", "election": "redeal"}),
        ("record", {"piquet_record": 2}),
        ("record", {"piquet_record": 1, "deals": [{"written": {"A": {"A": -1}}}]}),
        ("record", {"piquet_record": 1, "adjustments": [{"seat": "A", "points": -1, "of": "deal", "reason": "x"}]}),
        ("record", {"piquet_record": 1, "deals": [{"steps": [{"score": {"A": 1}}]}]}),
        ("record", {"piquet_record": 1, "notes": [{"kind": "rumour", "text": "x"}]}),
        ("record", {"piquet_record": 1, "event": "two\nlines"}),
        ("event", {"players": [], "scoring": {"points": "chess"}}),
        ("event", {"players": [], "scoring": {"points": "game", "cap": 5}}),
        ("event", {"players": [], "scoring": {"points": "game", "win": 0.3}}),
        ("event", {"players": [{"id": "a b", "name": "A"}], "scoring": {"points": "won"}}),
        ("event", {"players": [], "scoring": {"points": "won"}, "rounds": [{"number": 0}]}),
    ],
)
def test_a_wrong_value_is_refused(name: str, wrong: Json) -> None:
    assert not validator(name).is_valid(wrong)


@pytest.mark.parametrize(
    ("table", "right"),
    [
        ({"record": "a.piquet"}, True),
        ({"result": {"totals": [1, 2]}}, True),
        ({"result": {"totals": {"A": 1, "B": 2}}}, True),
        ({"result": {"totals": [1, 2], "deals": [[1, 2]]}}, True),  # the addition is checked
        ({"result": {}}, False),
        ({"record": "a.piquet", "forfeit": "both"}, False),
        ({"adjustments": [{"seat": "A", "points": 1, "of": "deal", "deal": 1, "reason": "x"}]}, True),
        ({"adjustments": [{"seat": "A", "points": 1, "of": "deal", "reason": "x"}]}, False),
        ({"adjustments": [{"seat": "A", "points": 1, "of": "partie", "deal": 1, "reason": "x"}]}, False),
    ],
)
def test_a_table_of_an_event_has_one_result_and_whole_adjustments(table: Json, right: bool) -> None:
    rounds = [{"number": 1, "tables": [{"table": 1, "a": "x", "b": "y", **table}]}]
    event = {"players": [], "scoring": {"points": "settlement"}, "rounds": rounds}
    assert validator("event").is_valid(event) is right


# ---------------------------------------------------------------- served


def test_schemas_are_served_with_their_media_type(client: FlaskClient) -> None:
    listed = client.get("/schemas/").get_json()["schemas"]
    assert listed == [f"/schemas/{name}.json" for name in sorted(SCHEMAS)]
    for address in (*listed, "/schemas/state"):
        response = client.get(address)
        assert (response.status_code, response.content_type) == (200, "application/schema+json")
        assert response.get_data() == (json_schemas.FOLDER / Path(address).with_suffix(".json").name).read_bytes()
        assert client.get(address, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    for address in ("/schemas/states.json", "/schemas/..%2fllms.txt", "/schemas/state.json/x"):
        assert client.get(address).status_code == 404


def test_llms_txt_begins_with_a_title_and_a_summary_and_its_links_lead_somewhere(client: FlaskClient) -> None:
    response = client.get("/docs/llms.txt")
    assert (response.status_code, response.content_type) == (200, "text/plain; charset=utf-8")
    text = response.get_data(as_text=True)
    assert re.match(r"# [^\n]+\n\n(?:> [^\n]+\n)+\n", text)
    rows = re.findall(r"^- (.*)$", text, re.M)
    links = [re.fullmatch(r"\[[^\]]+\]\(([^)]+)\): \S.*", row) for row in rows]
    assert len(rows) > 20 and all(links)
    for link in links:
        assert link is not None
        assert client.get(urljoin("/docs/", link[1])).status_code == 200, link[1]
