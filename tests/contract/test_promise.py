"""Nothing breaks that was released: `tools.contract_promise`, and what it takes for breaking."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.contract.validation import assert_openapi
from tools.components.written import with_all_names
from tools.contract_changes import MEANINGS, breaking_changes
from tools.contract_file import CONTRACT, read
from tools.contract_promise import CHANGELOG, KEPT, broken_promises, keep, main

Json = Any

SMALL_FILE = Path(__file__).with_name("small.yaml")
#: A small contract with one of everything in it that can be broken.
SMALL = read(SMALL_FILE)


def schemas(contract: Json) -> Json:
    return contract["components"]["schemas"]


def request(contract: Json) -> Json:
    return schemas(contract)["Proposal"]


def answer(contract: Json) -> Json:
    return schemas(contract)["Judgement"]


def apart(contract: Json, member: str, **changes: Json) -> None:
    """Tell of a member of the request in a schema of its own."""
    members = request(contract)["properties"]
    schemas(contract)["Apart"] = {**members[member], **changes}
    members[member] = {"$ref": "#/components/schemas/Apart"}


def check(contract: Json) -> Json:
    return contract["paths"]["/check"]["post"]


def ok(contract: Json) -> Json:
    return check(contract)["responses"]["200"]


def narrow(which: str, **keywords: Json) -> Callable[[Json], None]:
    """Gives a member of a schema (`Proposal.count`) other keywords; None takes one away."""

    def change(contract: Json) -> None:
        schema, _, member = which.partition(".")
        node = schemas(contract)[schema]
        node = node["properties"][member] if member else node
        for keyword, value in keywords.items():
            node.pop(keyword, None)
            if value is not None:
                node[keyword] = value

    return change


# What breaks a client, by the id of the change: one of each kind, and more where there is more than one way.
BAD: list[tuple[str, Callable[[Json], Any]]] = [
    ("operation:GET /rules/{name}", lambda c: c["paths"].pop("/rules/{name}")),
    ("operation:POST /check", lambda c: c["paths"]["/check"].pop("post")),
    ("operation-id:POST /check:check", lambda c: check(c).update(operationId="judge")),
    ("parameter:get_rules:query.lang", lambda c: c["paths"]["/rules/{name}"]["get"]["parameters"].pop()),
    (
        "parameter-required:get_rules:query.lang",
        lambda c: c["paths"]["/rules/{name}"]["get"]["parameters"][0].update(required=True),
    ),
    (
        "parameter-required:check:query.table",
        lambda c: check(c).update(parameters=[{"in": "query", "name": "table", "required": True, "schema": {}}]),
    ),
    ("request.bound:Name:maxLength", lambda c: schemas(c)["Name"].update(maxLength=4)),
    ("body-required:check", lambda c: check(c)["requestBody"].update(required=True)),
    ("security:check:requests without a key", lambda c: c.update(security=[{"Key": []}])),
    ("security:check:Key", lambda c: check(c).update(security=[{}])),
    ("status:check:409", lambda c: check(c)["responses"].pop("409")),
    ("media-type:check/body:text/plain", lambda c: check(c)["requestBody"]["content"].pop("text/plain")),
    (
        "media-type:check/409:application/problem+json",
        lambda c: c["components"]["responses"]["Impossible"].pop("content"),
    ),
    ("header:check/200:ETag", lambda c: ok(c)["headers"].pop("ETag")),
    ("header-optional:check/200:ETag", lambda c: ok(c)["headers"]["ETag"].update(required=False)),
    ("response.form:check/200/ETag:pattern", lambda c: ok(c)["headers"]["ETag"]["schema"].pop("pattern")),
    ("request.member:Proposal:note", lambda c: request(c)["properties"].pop("note")),
    ("request.required:Proposal:note", narrow("Proposal", required=["seat", "note"])),
    (
        "request.required:Proposal:table",
        lambda c: (request(c)["properties"].update(table={}), request(c)["required"].append("table")),
    ),
    ("request.closed:Options", narrow("Options", additionalProperties=False)),
    ("request.type:Proposal/count:integer", narrow("Proposal.count", type="string")),
    ("request.type:Proposal/note:null", narrow("Proposal.note", type="string")),
    ("request.value:Seat:B", narrow("Seat", enum=["A"])),
    ("request.value:Proposal/note:any value", narrow("Proposal.note", enum=["a word", None])),
    ("request.bound:Proposal/count:maximum", narrow("Proposal.count", maximum=11)),
    ("request.bound:Proposal/count:minimum", narrow("Proposal.count", minimum=1)),
    ("request.bound:Proposal/note:minLength", narrow("Proposal.note", minLength=1)),
    ("request.bound:Proposal/cards:maxItems", narrow("Proposal.cards", maxItems=11)),
    ("request.bound:Card:maxLength", narrow("Card", maxLength=1)),
    ("request.form:Proposal/note:pattern", narrow("Proposal.note", pattern="^[a-z]*$")),
    ("request.form:Proposal/cards:uniqueItems", narrow("Proposal.cards", uniqueItems=True)),
    ("request.default:Proposal/count:5", narrow("Proposal.count", default=4)),
    ("request.default:Proposal/count:5", lambda c: apart(c, "count", default=4)),
    ("request.type:Proposal/action:string", lambda c: request(c)["properties"]["action"]["oneOf"].pop()),
    ("response.member:Judgement:why", lambda c: answer(c)["properties"].pop("why")),
    ("response.member:Judgement:legal", lambda c: answer(c)["properties"].pop("legal")),
    ("response.required:Judgement:legal", narrow("Judgement", required=[])),
    ("response.type:Judgement/legal:string", narrow("Judgement.legal", type="string")),
    ("response.type:Judgement/score:null", narrow("Judgement.score", type=["integer", "null"])),
    ("response.type:Judgement/why:of any type", narrow("Judgement.why", type=None)),
    ("response.value:Seat:C", narrow("Seat", enum=["A", "B", "C"])),
    ("response.value:Judgement/phase:any value", narrow("Judgement.phase", enum=None)),
    ("response.bound:Judgement/score:maximum", narrow("Judgement.score", maximum=200)),
    ("response.bound:Judgement/score:minimum", narrow("Judgement.score", minimum=None)),
    ("response.form:Judgement/why:pattern", narrow("Judgement.why", pattern="^.*$")),
    ("response.member:Play:card", lambda c: schemas(c)["Play"]["properties"].pop("card")),
    ("response.value:Play/type:led", lambda c: schemas(c)["Play"]["properties"]["type"].update(const="led")),
]

# What breaks nobody.
GOOD: dict[str, Callable[[Json], Any]] = {
    "a member whose default is told where a reference leads": lambda c: apart(c, "count"),
    "an answer that is told in parts": lambda c: schemas(c).update(
        Whole=answer(c), Judgement={"allOf": [{"$ref": "#/components/schemas/Whole"}, {"required": ["legal"]}]}
    ),
    "a new operation": lambda c: c["paths"].update({"/more": {"get": check(c)}}),
    "a new method at a path": lambda c: c["paths"]["/check"].update(get={**check(c), "operationId": "look"}),
    "a parameter that need not be sent": lambda c: check(c).update(
        parameters=[{"in": "query", "name": "table", "schema": {"type": "string"}}]
    ),
    "a member that need not be sent": lambda c: request(c)["properties"].update(table={"type": "string"}),
    "a member that need not be sent any more": narrow("Proposal", required=[]),
    "a new member of an answer": lambda c: answer(c)["properties"].update(table={"type": "string"}),
    "a new member that is always in an answer": lambda c: (
        answer(c)["properties"].update(table={}),
        answer(c)["required"].append("table"),
    ),
    "a member that is always in an answer now": narrow("Judgement", required=["legal", "why"]),
    "a longer list of what is taken": narrow("Proposal.mode", enum=["fast", "slow", "slower"]),
    "a shorter list of what is answered": narrow("Judgement.phase", enum=["play"]),
    "wider limits of what is taken": narrow("Proposal.count", minimum=-1, maximum=None),
    "narrower limits of what is answered": narrow("Judgement.score", minimum=1, maximum=98),
    "another type that is taken, too": narrow("Proposal.count", type=["integer", "null"]),
    "a number where a whole one was taken": narrow("Proposal.count", type="number"),
    "a new code in a list that is open": narrow("Judgement.why", examples=["play.must_follow_suit", "new"]),
    "another way to write the same union": narrow(
        "Proposal.note", type=None, maxLength=None, oneOf=[{"type": "null"}, {"type": "string", "maxLength": 99}]
    ),
    "a list with a const for each value": narrow("Judgement.phase", enum=None, oneOf=[{"const": "play"}]),
    "a new status that refuses": lambda c: check(c)["responses"].update({"429": {"description": "Too many."}}),
    "a new media type to send": lambda c: check(c)["requestBody"]["content"].update({"text/csv": {}}),
    "a new header": lambda c: ok(c)["headers"].update(Sunset={"schema": {"type": "string"}}),
    "a new way to show who one is": lambda c: c.update(security=[{}, {"Key": []}, {"Other": []}]),
    "other words": lambda c: (c["info"].update(title="Another"), check(c).update(summary="Another", description="")),
    "a schema under another name": lambda c: (
        schemas(c).update(Named=schemas(c).pop("Name")),
        c["paths"]["/rules/{name}"]["parameters"][0].update(schema={"$ref": "#/components/schemas/Named"}),
    ),
    "an operation that is deprecated": lambda c: check(c).update({"deprecated": True, "x-sunset": "2030-01-01"}),
}


def changed(change: Callable[[Json], Any]) -> Json:
    contract = copy.deepcopy(SMALL)
    change(contract)
    return contract


def test_the_small_contract_is_one() -> None:
    assert_openapi(SMALL)


def test_a_contract_breaks_nothing_of_itself() -> None:
    for contract in (SMALL, read(CONTRACT)):
        assert breaking_changes(contract, copy.deepcopy(contract)) == []


@pytest.mark.parametrize(("id_", "change"), BAD, ids=[name for name, _ in BAD])
def test_what_breaks_a_client_is_found_and_named(id_: str, change: Callable[[Json], Any]) -> None:
    assert id_ in {found.id for found in breaking_changes(SMALL, changed(change))}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD)
def test_what_breaks_nobody_is_let_pass(change: Callable[[Json], Any]) -> None:
    contract = changed(change)
    assert contract != SMALL
    assert breaking_changes(SMALL, contract) == []


def test_there_is_a_bad_example_of_every_kind_of_change() -> None:
    assert {name.partition(":")[0] for name, _ in BAD} == MEANINGS.keys()


def test_a_type_that_holds_itself_is_compared() -> None:
    contract = changed(lambda c: schemas(c)["Trick"]["properties"].pop("card"))
    assert [found.id for found in breaking_changes(SMALL, contract)] == ["response.member:Trick:card"]


def test_a_default_in_a_schema_of_its_own_is_told_there_however_many_members_refer_to_it() -> None:
    def twice(default: int) -> Json:
        contract = changed(lambda c: apart(c, "count", default=default))
        request(contract)["properties"]["another"] = {"$ref": "#/components/schemas/Apart"}
        return contract

    assert [change.id for change in breaking_changes(twice(5), twice(4))] == ["request.default:Apart:5"]


# ---------------------------------------------------------------- the contract of the service


def test_the_contract_breaks_nothing_that_was_released_but_what_the_changelog_tells_of() -> None:
    assert main([]) == 0


@pytest.mark.parametrize(
    ("id_", "change"),
    [
        ("operation:POST /v1/actions/check", lambda c: c["paths"]["/v1/actions/check"].pop("post")),
        ("request.required:CheckRequest:note", lambda c: schemas(c)["CheckRequest"]["required"].append("note")),
        ("request.value:Suit:C", lambda c: schemas(c)["Suit"]["enum"].remove("C")),
        ("response.value:Phase:auction", lambda c: schemas(c)["Phase"]["enum"].append("auction")),
        ("response.required:Violation:rule", lambda c: schemas(c)["Violation"]["required"].remove("rule")),
    ],
)
def test_what_would_break_the_contract_of_the_service_is_found(id_: str, change: Callable[[Json], Any]) -> None:
    contract = read(CONTRACT)
    change(contract)
    found = broken_promises(read(KEPT), contract, "")
    assert id_ in {complaint.split("  ")[0] for complaint in found}


# ---------------------------------------------------------------- the changelog


def test_an_event_of_a_new_kind_breaks_nothing() -> None:
    old, new = with_all_names(read(CONTRACT)), with_all_names(read(CONTRACT))
    events = schemas(new)
    kind = {"type": "object", "properties": {"kind": {"type": "string", "enum": ["trumped"]}}, "required": ["kind"]}
    events["TrumpedEvent"] = {"allOf": [{"$ref": "#/components/schemas/StateEvent"}, kind]}
    events["KnownEvent"]["oneOf"].insert(0, {"$ref": "#/components/schemas/TrumpedEvent"})
    others = events["OtherEvent"]["allOf"][1]["properties"]["kind"]["not"]["enum"]
    others.append("trumped")
    assert breaking_changes(old, new) == []
    others.remove("point")
    assert [change.id for change in breaking_changes(old, new)] == ["response.form:OtherEvent/kind:not"]


def test_a_breaking_change_must_be_told_of_where_the_next_release_is() -> None:
    contract = changed(lambda c: check(c)["responses"].pop("409"))
    line = "- `status:check:409` A state that cannot be is a 200 now."
    told = f"# Changelog\n\n## [Unreleased]\n\n### Breaking\n{line}\n\n### Added\n- More.\n"
    assert broken_promises(SMALL, contract, told) == []
    missing = ["status:check:409  check no longer responds with 409"]
    assert broken_promises(SMALL, contract, "# Changelog\n\n## [Unreleased]\n") == missing
    assert broken_promises(SMALL, contract, told.replace("### Breaking", "### Fixed")) == missing
    assert broken_promises(SMALL, contract, told.replace("## [Unreleased]", "## [Unreleased]\n\n## [0.1.0]")) == missing
    assert broken_promises(SMALL, contract, told.replace(" A state that cannot be is a 200 now.", "")) == missing


def test_what_the_changelog_tells_of_must_be_there() -> None:
    told = "## [Unreleased]\n\n### Breaking\n- `status:check:409` Gone.\n"
    assert broken_promises(SMALL, SMALL, told) == [
        "status:check:409  is announced in CHANGELOG.md, but is not a change"
    ]


# ---------------------------------------------------------------- keeping a contract


def test_a_contract_is_kept_whole_but_for_its_remarks(tmp_path: Path) -> None:
    path = keep(tmp_path / "released.json")
    kept, contract = read(path), read(CONTRACT)
    assert kept["info"]["version"] == contract["info"]["version"]
    assert not re.search(r'"(examples?|description|summary)":[\["]', path.read_text(encoding="utf-8"))
    assert kept["paths"].keys() == contract["paths"].keys()
    assert kept["components"]["schemas"].keys() == contract["components"]["schemas"].keys()
    assert broken_promises(kept, contract, "") == []


def test_a_contract_may_be_kept_anew_until_it_is_released(tmp_path: Path) -> None:
    changelog, path = tmp_path / "CHANGELOG.md", tmp_path / "released.json"
    version = SMALL["info"]["version"]
    changelog.write_text("# Changelog\n\n## [Unreleased]\n")
    keep(path, SMALL_FILE, changelog)
    path.write_text('{"openapi": "3.1.0"}\n')
    assert read(keep(path, SMALL_FILE, changelog))["info"]["version"] == version
    changelog.write_text(f"# Changelog\n\n## [Unreleased]\n\n## [{version}] - 2026-12-01\n")
    with pytest.raises(SystemExit, match=f"{version} is released"):
        keep(path, SMALL_FILE, changelog)


def test_the_kept_contract_is_that_of_a_release() -> None:
    assert f"\n## [{read(KEPT)['info']['version']}]" in CHANGELOG.read_text(encoding="utf-8")


def test_one_line_of_the_changelog_announces_the_same_change_of_many_operations() -> None:
    new = changed(lambda c: check(c)["responses"].pop("409"))
    line = "## [Unreleased]\n\n### Breaking\n\n- `{}` For a reason.\n"
    for announced, complaints in (("status:*:409", 0), ("status:*:410", 2)):
        assert len(broken_promises(SMALL, new, line.format(announced))) == complaints
