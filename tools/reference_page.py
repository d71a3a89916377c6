"""Write `docs/reference.md` from the contract, the table of operations and the text in `tools/reference_page.md`.

python -m tools.reference_page
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from service.api.game_states.codec import StateCodec
from service.api.http.operation import Cost, Operation
from service.api.operations import operations
from service.api.problems import PROBLEMS
from service.api.resources.records import SMALL
from service.cache import Cache
from service.cache.single_flight import InProcessStore
from service.multiplayer.games import GAMES
from tools import contract_file
from tools.components.written import whole
from tools.contract_schemas import follow
from tools.reference_examples import address, block
from tools.reference_members import Json, Member, Schemas, flat

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"
TEXT = Path(__file__).with_suffix(".md")

METHODS = ("get", "post")

_WITH_BODY, _UNDER_V1, _ANY = "with a body", "under `/v1/`", "any"

#: Problems that many operations have, and which. The section on errors lists them; those of an operation do not.
COMMON = {
    "bad_request": _WITH_BODY,
    "malformed_json": _WITH_BODY,
    "nesting_too_deep": _WITH_BODY,
    "unauthorized": _UNDER_V1,
    "not_found": _ANY,
    "method_not_allowed": _ANY,
    "not_acceptable": _ANY,
    "body_too_large": _WITH_BODY,
    "uri_too_long": "with parameters in the address",
    "unsupported_media_type": _WITH_BODY,
    "invalid_request": "with a body or a query",
    "too_many_requests": _UNDER_V1,
    "internal_error": _ANY,
    "overloaded": _ANY,
}

_RULESET = ("unknown_ruleset", "invalid_ruleset")
_TOKEN = ("invalid_token", "wrong_seat_key", "stale_token")
_STATE = (*_RULESET, "malformed_notation", "seal_required", *_TOKEN)

#: The other problems of each operation, except `deadline_exceeded`, which the contract has.
PROBLEMS_OF = {
    "get_ruleset": ("unknown_ruleset",),
    "compare_rulesets": ("unknown_ruleset",),
    "get_law": ("unknown_law",),
    "start_partie": (*_RULESET, "contradictory_request"),
    "deal": (*_STATE, "impossible_state", "invalid_deal", "no_deal_due", "concealed"),
    "deal_concealed": (*_RULESET, *_TOKEN, "contradictory_request", "cannot_conceal", "no_deal_due"),
    "check_action_line": (*_RULESET, "malformed_notation", "seal_required"),
    "check_action": (*_STATE, "concealed"),
    "check_many_actions": (*_STATE, "concealed"),
    "list_options": (*_STATE, "impossible_state"),
    "validate_state": _STATE,
    "view_state": (*_STATE, "impossible_state", "concealed"),
    "picture_line": (*_RULESET, "malformed_notation", "seal_required", "impossible_state"),
    "picture_state": (*_STATE, "impossible_state", "concealed"),
    "list_rulings": (*_STATE, "impossible_state", "contradictory_request", "concealed", "illegal_action"),
    "settle_partie": (*_RULESET, "contradictory_request"),
    "compare_hands": (*_RULESET, "contradictory_request"),
    "evaluate_hands": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "get_hand": ("unknown_ruleset", "contradictory_request"),
    "get_hand_picture": ("contradictory_request",),
    "analyse_play": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "analyse_exchange": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "advise": (*_STATE, "impossible_state", "irregular_state", "contradictory_request", "concealed"),
    "advise_line": (*_RULESET, "malformed_notation", "seal_required", "impossible_state", "contradictory_request"),
    "review_record": ("contradictory_request",),
    "standings": ("event_not_whole", "wrong_parties", "round_not_in"),
    "readyz": ("stopping",),
    **{
        form.format(game): (*_RULESET, *more)
        for game in GAMES
        for form, more in {
            "{}_deal": ("impossible_state", "invalid_deal", "no_deal_due"),
            "check_{}_action": (),
            "check_many_{}_actions": (),
            "list_{}_options": ("impossible_state",),
            "validate_{}_state": (),
            "view_{}_state": ("impossible_state",),
            "picture_{}_state": ("impossible_state",),
            "settle_{}_partie": ("contradictory_request",),
            "compare_{}_hands": ("contradictory_request",),
        }.items()
    },
}

_LONG = "to replay a [long state](#process-pool)"

#: When an operation takes a place in the process pool.
POOL = {
    "deal": f"only {_LONG}",
    "deal_concealed": f"only {_LONG}",
    "check_action": f"only {_LONG}",
    "check_many_actions": f"only {_LONG}; the states of a request count together",
    "list_options": f"only {_LONG}",
    "validate_state": f"only {_LONG}",
    "view_state": f"only {_LONG}",
    "picture_state": f"only {_LONG}",
    "evaluate_hands": f"for more than 40 hands; otherwise {_LONG}",
    "analyse_play": "unless the result is cached",
    "advise": "unless the result is cached",
    "advise_line": "unless the result is cached",
    "analyse_exchange": "unless the result is cached; also to write more than 100 rows that are not cached",
    "verify_records": "always; a stream takes one only while some of its records are checked",
    "compare_records": "always",
    "verify_event": "always",
    "standings": "always",
    "review_record": "always, for a slice of a deal at a time",
    "convert_record": f"for a record of more than {SMALL // 1024} KiB, or with rulings that leave out their numbers",
    **{
        form.format(game): f"only {_LONG}"
        for game in GAMES
        for form in (
            *("{}_deal", "check_{}_action", "list_{}_options"),
            *("validate_{}_state", "view_{}_state", "picture_{}_state"),
        )
    },
    **{f"check_many_{game}_actions": f"only {_LONG}; the states of a request count together" for game in GAMES},
}

#: Limits that the members of the request do not show.
LIMITS = {
    "check_many_actions": (
        "States of the response: 4 MiB of JSON together (a state sent as text counts as ten times its length).",
    ),
    "list_rulings": ("Rulings with `full`: 20; more are refused (422).",),
    "analyse_exchange": (
        "`repique` and `pique`: counted case by case, up to 10,000,000 cases for a discard; null beyond that.",
    ),
    "verify_records": (
        "Reports: 4 MiB together. A short report with the problem `record.limit` replaces one that does not fit.",
        "Unknown cards: filled in up to 2,000 times for a request and 200 for a record; after that, `basis` is lower.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    "review_record": (
        "Decisions: those of 12 deals, or of 3 if `effort` is `full`. Deals beyond that have the code `limit`.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    **dict.fromkeys(
        ("verify_event", "standings"),
        (
            "Response: 8 MiB; a longer one is refused (413 `body_too_large`).",
            "Unknown cards: filled in up to 2,000 times for an event and 200 for a record.",
        ),
    ),
    "compare_records": (
        "Deals: 500 of all records together; more are refused (422).",
        "Unknown cards: filled in up to 2,000 times for a request and 200 for a record.",
        "Problems: the first 100.",
        "A record that is an object: up to 250,000 commas, colons and brackets.",
    ),
    "convert_record": ("A record that is an object: up to 250,000 commas, colons and brackets.",),
}


class Entry(NamedTuple):
    """An operation in the contract."""

    method: str
    path: str
    contract: Json

    @property
    def name(self) -> str:
        """Its `operationId`."""
        return str(self.contract["operationId"])

    @property
    def title(self) -> str:
        """Its method and path."""
        return f"{self.method.upper()} {self.path}"


class Page:
    """The page, made of one contract."""

    def __init__(self) -> None:
        self._contract: Json = whole(contract_file.read())
        self._schemas = Schemas(self._contract)
        self._code = {each.name: each for each in operations(StateCodec(0), Cache(InProcessStore(0)))}
        self._entries = [
            Entry(method, path, item[method])
            for path, item in self._contract["paths"].items()
            for method in METHODS
            if method in item
        ]
        text, _, notes = TEXT.read_text(encoding="utf-8").partition("=== notes\n")
        self._text = text
        self._notes = dict(re.findall(r"^@@ (\w+)\n(.*?)(?=^@@|\Z)", notes, re.M | re.S))

    def written(self) -> str:
        """The whole page."""
        parts = {
            "glance": self._glance(),
            "operations": "\n".join(self._operation(entry) for entry in self._entries).rstrip(),
            "problems": _problems(),
            "links": self._links(),
            "incidents": self._incidents(),
            **{
                name: self._members({"$ref": f"#/components/schemas/{schema}"})
                for name, schema in {
                    "concealed": "ConcealedState",
                    "held": "HeldState",
                    "state": "State",
                    "view": "View",
                    "reckoning": "ReckoningTerms",
                    "divergence": "Divergence",
                    "odds": "Odds",
                    "fraction": "Exact",
                    "voleur_state": "VoleurState",
                    "voleur_view": "VoleurView",
                    "voleur_event": "VoleurEvent",
                    "normand_state": "NormandState",
                    "normand_view": "NormandView",
                }.items()
            },
            "state_example": block(contract_file.examples()["deal.w1_hands.200"]["value"]["state"]),
            "holding": self._members(
                {"oneOf": [{"$ref": f"#/x/{name}"} for name in ("ValuedPoint", "ValuedSequence", "ValuedSet")]}
            ),
        }
        text = re.sub(r"(?<=[( ])[RVN]\d\.\d+(?=[),:])", lambda found: flat(found[0]), self._text)
        return re.sub(r"{{(\w+)}}", lambda found: parts[found[1]], text).rstrip() + "\n"

    def _glance(self) -> str:
        rows = (
            (entry.contract["tags"][0], f"[`{entry.title}`](#{entry.name})", flat(entry.contract["summary"]))
            for entry in self._entries
        )
        return table(("area", "operation", "what it does"), rows)

    def _operation(self, entry: Entry) -> str:
        """The section of an operation. Its anchor is its `operationId`."""
        summary = flat(entry.contract["summary"])
        about = f"**{summary}{'' if summary[-1] in '.?' else '.'}** {flat(entry.contract.get('description', ''))}"
        parts = [
            f'<a id="{entry.name}"></a>\n\n### `{entry.title}`\n\n{about}\n',
            self._parameters(entry),
            self._request(entry),
            self._response(entry),
            self._notes.get(entry.name, ""),
            self._errors(entry),
            self._limits(entry),
            *self._examples(entry),
        ]
        return "\n".join(_linked(part) if "```" not in part else part for part in parts if part)

    def _parameters(self, entry: Entry) -> str:
        own = [each for each in entry.contract.get("parameters", ()) if "$ref" not in each]
        rows = (
            (
                f"`{each['name']}`",
                each["in"],
                self._schemas.type_of(each["schema"]),
                "yes" if each.get("required") else _default(self._schemas.follow(each["schema"])),
                flat(each["description"]),
            )
            for each in own
        )
        return f"**Parameters**\n\n{table(('name', 'in', 'type', 'required', 'meaning'), rows)}\n" if own else ""

    def _request(self, entry: Entry) -> str:
        if "requestBody" not in entry.contract:
            return ""
        schema = entry.contract["requestBody"]["content"]["application/json"]["schema"]
        forms = self._schemas.forms(schema)
        members = self._schemas.members(schema)
        text = "**Request body**\n\n"
        if len(forms) > 1:
            text = "**Request body**, one of these forms:\n\n" + "".join(
                f"{number}. {_form(form)}: {flat(form['description'])}\n" for number, form in enumerate(forms, 1)
            )
            text += "\n"
        rows = (
            (
                f"`{member.name}`",
                self._schemas.type_of(member.schema),
                self._required(member, forms),
                member.meaning,
            )
            for member in members
        )
        return text + table(("name", "type", "required", "meaning"), rows) + "\n"

    def _required(self, member: Member, forms: list[Json]) -> str:
        if member.required:
            return "yes"
        within = [number for number, form in enumerate(forms, 1) if member.name in form.get("required", ())]
        if within:
            return f"form {_and(within)}"
        return _default(self._schemas.follow(member.schema))

    def _response(self, entry: Entry) -> str:
        response = follow(entry.contract["responses"]["200"], self._contract)
        about = flat(response["description"])
        content = response.get("content", {})
        if "application/json" not in content or entry.name.startswith("openapi"):
            types = " or ".join(f"`{each}`" for each in content)
            return f"**Response** 200, {types}: {about}\n"
        return f"**Response** 200: {about}\n\n{self._members(content['application/json']['schema'])}\n"

    def _members(self, schema: Json) -> str:
        """The table of the members of an object that the service writes."""
        rows = (
            (
                f"`{member.name}`" + ("" if member.required else " (optional)"),
                self._schemas.type_of(member.schema, bounds=False),
                member.meaning,
            )
            for member in self._schemas.members(schema)
        )
        return table(("name", "type", "meaning"), rows)

    def _incidents(self) -> str:
        """The facts of each kind of irregularity."""
        kinds = self._schemas.follow({"$ref": "#/components/schemas/IncidentOfFacts"})["discriminator"]["mapping"]
        rows: list[tuple[str, ...]] = []
        for kind, reference in kinds.items():
            facts = self._schemas.follow({"$ref": reference})["properties"]["facts"]
            own = [
                (f"`{name}`", self._schemas.type_of(schema), self._schemas.meaning(schema))
                for name, schema in self._schemas.follow(facts).get("properties", {}).items()
            ]
            rows += [(f"`{kind}`" if at == 0 else "", *fact) for at, fact in enumerate(own or [("–", "–", "–")])]
        return table(("kind", "fact", "type", "question"), rows)

    def _errors(self, entry: Entry) -> str:
        """Problems by status; those of any operation together at the end."""
        statuses = {int(status) for status in entry.contract["responses"] if int(status) >= 400}
        codes = [*PROBLEMS_OF.get(entry.name, ()), *(["deadline_exceeded"] if 504 in statuses else [])]
        by_status: dict[int, list[str]] = {}
        for code in sorted(codes, key=lambda code: (PROBLEMS[code].status, code)):
            by_status.setdefault(PROBLEMS[code].status, []).append(_problem(code))
        rows = [(str(status), ", ".join(problems)) for status, problems in by_status.items()]
        common = sorted(statuses & {PROBLEMS[code].status for code in COMMON})
        rows.append((", ".join(map(str, common)), "[common problems](#errors)"))
        return f"**Errors**\n\n{table(('status', 'code'), rows)}\n"

    def _limits(self, entry: Entry) -> str:
        found = self._code.get(entry.name)
        if found is None:
            return "**Limits** None: no API key, no rate limit.\n" if entry.name != "metrics" else ""
        lines = [
            *([f"Body: up to {_body(found)}."] if found.method == "POST" else []),
            f"Rate limit: costs {price(found)}.",
            f"Process pool: {POOL.get(entry.name, 'not used')}.",
            *LIMITS.get(entry.name, ()),
        ]
        return "**Limits**\n\n" + "".join(f"- {line}\n" for line in lines)

    def _examples(self, entry: Entry) -> Iterator[str]:
        shown = contract_file.examples()
        content = follow(entry.contract["responses"]["200"], self._contract).get("content", {})
        for name in (name for media in content.values() for name in media.get("examples", ())):
            key = f"{entry.name}.{name}"
            response = shown[f"{key}.200"]
            summary = shown.get(key, response)["summary"]
            yield f"**Example**: {flat(summary)}\n"
            if key in shown:
                yield f"{block(shown[key]['value'])}\nResponse:\n"
            else:
                accept = "\nAccept: text/plain" if isinstance(response["value"], str) else ""
                yield f"```text\n{address(entry.method, entry.path, entry.contract, name)}{accept}\n```\n"
            yield block(response["value"])
        if entry.name in contract_file.beside():
            yield f"[More examples](examples/{entry.name}.json), as JSON.\n"

    def _links(self) -> str:
        links = self._contract["components"]["links"]
        found: dict[str, list[str]] = {}
        for entry in self._entries:
            for name in entry.contract["responses"]["200"].get("links", ()):
                found.setdefault(name, []).append(entry.name)
        rows = (
            (
                ", ".join(f"[`{name}`](#{name})" for name in sources),
                f"`{link}`",
                f"[`{links[link]['operationId']}`](#{links[link]['operationId']})",
                flat(links[link]["description"]),
            )
            for link, sources in found.items()
        )
        return table(("from", "link", "to", "meaning"), rows)


def _linked(text: str) -> str:
    """Text with links to the rules that it names."""
    return re.sub(r"(?<=[( ])[RVN]\d\.\d+(?=[),:.])", lambda found: flat(found[0]), text)


def _form(form: Json) -> str:
    """The members of a form of a request body."""
    required = form.get("required", ())
    must = ", ".join(f"`{name}`" for name in form["properties"] if name in required)
    may = ", ".join(f"`{name}`" for name in form["properties"] if name not in required)
    return f"{must}; optionally {may}" if may else must


def _default(schema: Json) -> str:
    """What a member means where it is left out."""
    return f"no; `{json.dumps(schema['default'])}`" if "default" in schema else "no"


def _and(numbers: list[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def _body(operation: Operation) -> str:
    if operation.bodies == 1:
        return "1 MiB (`MAX_BODY_BYTES`)"
    return f"{operation.bodies} MiB ({operation.bodies} times `MAX_BODY_BYTES`); a stream has any length"


def price(operation: Operation) -> str:
    """The cost of a request in words."""
    cost: Cost = operation.cost
    found = [str(cost.base)]
    if cost.per_kib:
        units, kib = (1, f"{1 / cost.per_kib:g} KiB") if cost.per_kib < 1 else (cost.per_kib, "KiB")
        beyond = f" beyond {cost.included >> 10} KiB" if cost.included else ""
        found.append(f"{units:g} for each {kib} of body{beyond}")
    return ", and ".join([*found, *filter(None, [cost.besides])])


def _problem(code: str) -> str:
    return f"[`{code}`](errors.md#{code})"


def _problems() -> str:
    """Every problem, and which operations have it."""
    rows = (
        (str(kind.status), _problem(code), kind.title, COMMON.get(code, "some"))
        for code, kind in sorted(PROBLEMS.items(), key=lambda item: item[1].status)
    )
    return table(("status", "code", "meaning", "operations"), rows)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def page() -> str:
    """The whole page."""
    return Page().written()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
