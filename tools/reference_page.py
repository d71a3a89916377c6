"""Write `docs/reference.md` and the pages in `docs/reference` from the contract, the operations and `tools/reference`.

python -m tools.reference_page
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from service.api.game_states.codec import StateCodec
from service.api.http.operation import Cost, Operation
from service.api.operations import operations
from service.api.problems import PROBLEMS
from service.cache import Cache
from service.cache.single_flight import InProcessStore
from service.multiplayer.games import GAMES
from tools import contract_file
from tools.components.written import with_all_names
from tools.contract_schemas import follow
from tools.markdown import table
from tools.reference_examples import MOST_LINES_OF_A_REQUEST, address, block
from tools.reference_links import Written, anchors_of, index, with_relative_links
from tools.reference_members import NOWHERE, Json, Member, Place, Schemas, flat
from tools.reference_rows import folded, in_a_line, together
from tools.reference_tables import COMMON, LIMITS, POOL, PROBLEMS_OF

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TEXTS = Path(__file__).parent / "reference"

#: The first page, and the folder of the others.
FRONT = "reference"

#: The other pages, in order. `tools/reference` has the text of each.
AREAS = (
    *("deals", "states", "actions", "hands", "analyses", "rulings", "records"),
    *("three-and-four", "three-and-four-objects", "service"),
)

METHODS = ("get", "post")

#: Operations of voleur and normand that are like those of the game for two.
ALIKE = (
    *("list_{}_rulesets", "check_{}_action", "check_many_{}_actions", "list_{}_options"),
    *("validate_{}_state", "view_{}_state", "picture_{}_state"),
)

_REF = "#/components/schemas/"

#: A fact that so many kinds of irregularity have is listed once, before the others.
_KINDS_IN_COMMON = 2


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


class Pages:
    """The pages, made of one contract."""

    def __init__(self) -> None:
        self._contract: Json = with_all_names(contract_file.read())
        self._schemas = Schemas(self._contract)
        self._code = {each.name: each for each in operations(StateCodec(0), Cache(InProcessStore(0)))}
        self._entries = {
            item[method]["operationId"]: Entry(method, path, item[method])
            for path, item in self._contract["paths"].items()
            for method in METHODS
            if method in item
        }
        self._notes: dict[str, str] = {}

    def written(self) -> dict[str, str]:
        """The text of each page by its path in `docs/`."""
        objects = self._objects()
        pages = [self._page(name, objects) for name in AREAS]
        tables = {
            "glance": self._glance(pages),
            "objects": index(pages),
            "problems": _problems(),
            "links": self._links(),
        }
        front = self._page("start", tables)
        every = [*pages, front._replace(name=FRONT)]
        homes = {anchor: page.name for page in reversed(every) for anchor in anchors_of(page.text)}
        return {f"{page.name}.md": with_relative_links(page, homes) for page in every}

    def _objects(self) -> dict[str, str]:
        """The tables that the text refers to by their names."""
        schemas = {
            "state": ("State", "state"),
            "concealed": ("ConcealedState", "concealed-states"),
            "held": ("HeldState", "concealed-states"),
            "reckoning": ("ReckoningTerms", "options"),
            "divergence": ("Divergence", "divergences"),
            "odds": ("Odds", "odds"),
            "fraction": ("Exact", "odds"),
        }
        tables = {name: self._members([{"$ref": _REF + schema}], at) for name, (schema, at) in schemas.items()}
        state, view = ([{"$ref": _REF + schema}] for schema in ("State", "View"))
        events_of_both, state_of_both, view_of_both = (
            [{"$ref": f"{_REF}{game}{schema}"} for game in ("Voleur", "Normand")]
            for schema in ("Event", "State", "View")
        )
        both = "of-voleur-and-normand"
        valued = {"oneOf": [{"$ref": f"#/x/{name}"} for name in ("ValuedPoint", "ValuedSequence", "ValuedSet")]}
        return {
            **tables,
            "view": self._view(view, "view", state, "state"),
            "events_of_both": self._members(events_of_both, f"events-{both}"),
            "state_of_both": self._members(state_of_both, f"state-{both}"),
            "view_of_both": self._view(view_of_both, f"view-{both}", state_of_both, f"state-{both}"),
            "holding": self._members([valued], "holdings"),
            "state_example": block(contract_file.examples()["deal.w1_hands.200"]["value"]["state"], most=14),
            **dict(zip(("common_facts", "facts_of_kinds"), self._incidents(), strict=True)),
            "documents": self._documents(),
        }

    def _page(self, name: str, parts: dict[str, str]) -> Written:
        text, _, notes = (TEXTS / f"{name}.md").read_text(encoding="utf-8").partition("=== notes\n")
        self._notes |= dict(re.findall(r"^@@ (\w+)\n(.*?)(?=^@@|\Z)", notes, re.M | re.S))

        def part(found: re.Match[str]) -> str:
            if found[1] in parts:
                return parts[found[1]].rstrip("\n")
            if found[1] == "alike":
                return self._alike()
            return self._operation([self._entries[operation] for operation in found[1].split("+")]).rstrip("\n")

        return Written(f"{FRONT}/{name}", re.sub(r"{{([\w+]+)}}", part, _linked(text)).rstrip() + "\n")

    def _glance(self, pages: list[Written]) -> str:
        """The table of the operations. Each has its `operationId` as anchor, and leads to its section."""
        rows = []
        for page in pages:
            found = re.findall(r'(?:^<a id="\w+"></a>\n)+|^\| <a id="\w+"></a>.*$', page.text, re.M)
            groups = [[name for name in re.findall(r'"(\w+)"', ids) if name in self._entries] for ids in found]
            for at, names in enumerate(filter(None, groups)):
                shown = ", ".join(f'<a id="{name}"></a>[`{self._entries[name].title}`](#{name})' for name in names)
                rows.append((page.link if at == 0 else "", shown, _summary([self._entries[name] for name in names])))
        return table(("area", "operation", "what it does"), rows)

    def _operation(self, entries: list[Entry]) -> str:
        """The section of an operation, or of those of voleur and normand. Each `operationId` is an anchor."""
        first = entries[0]
        anchors = "\n".join(f'<a id="{entry.name}"></a>' for entry in entries)
        title = ", ".join(f"`{entry.title}`" for entry in entries)
        parts = [
            f"{anchors}\n\n## {title}\n\n{_about(entries)}\n",
            self._parameters(first),
            self._request(entries),
            self._response(entries),
            self._notes.get(first.name, ""),
            self._errors(first) + self._limits(first),
            *self._example(entries),
        ]
        return "\n".join(_linked(part) if "```" not in part else part for part in parts if part)

    def _alike(self) -> str:
        """The table of the operations of voleur and normand that are like those of the game for two."""
        rows = []
        for form in ALIKE:
            twin, *entries = (
                self._entries[name] for name in (form.format("").replace("__", "_").strip("_"), *_of(form))
            )
            assert all(self._cost(entry) == self._cost(twin) for entry in entries)
            assert not {*PROBLEMS_OF.get(entries[0].name, ())} - {*PROBLEMS_OF.get(twin.name, ())}
            own = _about(entries).partition("\n\nNormand: ")[2] if "requestBody" in twin.contract else ""
            differs = [f"Normand: {own}" if own else ""]
            for part, schema in (("request", _request_schema), ("response", self._response_schema)):
                if lacking := self._lacking(schema(twin), [schema(entry) for entry in entries]):
                    differs.append(f"The {part} lacks {_and(lacking)}.")
            anchors = "<br>".join(f'<a id="{entry.name}"></a>`{entry.title}`' for entry in entries)
            rows.append(
                (anchors, f"[`{twin.title}`](#{twin.name})", " ".join(filter(None, differs)), _examples(entries))
            )
        return table(("operations", "as", "what differs", "examples"), rows)

    def _cost(self, entry: Entry) -> tuple[str, str]:
        """What a request costs, and when it takes a place in the process pool."""
        return price(self._code[entry.name]), POOL.get(entry.name, "")

    def _lacking(self, twin: Json, schemas: list[Json]) -> list[str]:
        """The members of the game for two that those for three and four lack. They have no others."""
        known, *names = map(self._schemas.names, (twin, *schemas))
        assert names[0] == names[1] and names[0] <= known
        return [f"`{name}`" for name in sorted(known - names[0]) if "." not in name]

    def _parameters(self, entry: Entry) -> str:
        own = [each for each in entry.contract.get("parameters", ()) if "$ref" not in each]
        rows = [
            (
                f"`{each['name']}`",
                each["in"],
                self._schemas.type_of(each["schema"], NOWHERE),
                "yes" if each.get("required") else _default(self._schemas.follow(each["schema"])),
                flat(each["description"]),
            )
            for each in own
        ]
        body = self._body_at(entry.path) if entry.method == "get" else []
        alike = [name for name, _, *kind, _ in rows if (name, *kind) in body]
        text = table(("name", "in", "type", "required", "meaning"), [row for row in rows if row[0] not in alike])
        more = f"\n\nAs in the body of the POST: {', '.join(alike)}." if alike else ""
        return f"**Parameters**\n\n{text}{more}\n" if own else ""

    def _body_at(self, path: str) -> list[tuple[str, ...]]:
        """Names, types and defaults of the members that a POST to this path takes, if there is one."""
        posted = [entry for entry in self._entries.values() if (entry.method, entry.path) == ("post", path)]
        return [
            (
                f"`{member.name}`",
                self._schemas.type_of(member.schema, Place(entry.name, member.name)),
                self._required(member, self._schemas.forms(_request_schema(entry))),
            )
            for entry in posted
            for member in self._schemas.members(_request_schema(entry), entry.name)
        ]

    def _request(self, entries: list[Entry]) -> str:
        if "requestBody" not in entries[0].contract:
            return ""
        schemas = [_request_schema(entry) for entry in entries]
        forms = self._schemas.forms(schemas[0])
        text = "**Request body**\n\n"
        if len(forms) > 1:
            text = "**Request body**, one of these forms:\n\n" + "".join(
                f"{number}. {_form(form)}: {flat(form['description'])}\n" for number, form in enumerate(forms, 1)
            )
            text += "\n"
        rows = [
            [
                (
                    f"`{member.name}`",
                    self._schemas.type_of(member.schema, Place(entry.name, member.name)),
                    self._required(member, self._schemas.forms(schema)),
                    member.meaning,
                )
                for member in self._schemas.members(schema, entry.name)
            ]
            for entry, schema in zip(entries, schemas, strict=True)
        ]
        members = folded(together(rows))
        if len(members) == 1 and len(forms) == 1:
            return f"**Request body**: {in_a_line(members[0])}\n"
        return text + table(("name", "type", "required", "meaning"), members) + "\n"

    def _response_schema(self, entry: Entry) -> Json:
        """The schema of a response in JSON; one without members if it is none."""
        content = follow(entry.contract["responses"]["200"], self._contract).get("content", {})
        return content.get("application/json", {}).get("schema", {})

    def _required(self, member: Member, forms: list[Json]) -> str:
        if member.required:
            return "yes"
        within = [number for number, form in enumerate(forms, 1) if member.name in form.get("required", ())]
        if within:
            return f"form {_and(within)}"
        return _default(self._schemas.follow(member.schema))

    def _response(self, entries: list[Entry]) -> str:
        first = entries[0]
        response = follow(first.contract["responses"]["200"], self._contract)
        about = flat(response["description"])
        content = response.get("content", {})
        if "application/json" not in content:
            types = " or ".join(f"`{each}`" for each in content)
            return f"**Response** 200, {types}: {about}\n"
        schemas = [self._response_schema(entry) for entry in entries]
        if listed := self._schemas.listed_at(schemas[0]):
            return f"**Response** 200: {about} The members are those of [`{self._entries[listed].title}`](#{listed}).\n"
        members = folded(self._rows(schemas, first.name))
        if len(members) == 1:
            return f"**Response** 200: {about} Its member is {in_a_line(members[0])}\n"
        return f"**Response** 200: {about}\n\n{table(('name', 'type', 'meaning'), members)}\n"

    def _members(self, schemas: list[Json], anchor: str) -> str:
        """The table of the members of an object that the service writes, or of those of voleur and normand."""
        return table(("name", "type", "meaning"), folded(self._rows(schemas, anchor)))

    def _view(self, schemas: list[Json], anchor: str, state: list[Json], at: str) -> str:
        """The members of a view: the names of those that a state has, too, and the table of the others."""
        known = self._rows(state, at)
        rows = self._rows(schemas, anchor)
        names = ", ".join(row[0] for row in rows if row in known)
        others = table(("name", "type", "meaning"), folded([row for row in rows if row not in known]))
        return f"These members are as in a [state](#{at}): {names}.\n\n{others}"

    def _rows(self, schemas: list[Json], anchor: str) -> list[tuple[str, ...]]:
        """The rows of such a table."""
        rows = [
            [
                (
                    f"`{member.name}`" + ("" if member.required else " (optional)"),
                    self._schemas.type_of(member.schema, Place(anchor, member.name), bounds=False),
                    member.meaning,
                )
                for member in self._schemas.members(schema, anchor)
            ]
            for schema in schemas
        ]
        return together(rows)

    def _incidents(self) -> tuple[str, str]:
        """The tables of the facts that several kinds of irregularity have, and of the further facts of each."""
        kinds = self._schemas.follow({"$ref": "#/components/schemas/IncidentOfFacts"})["discriminator"]["mapping"]
        facts: dict[str, list[tuple[str, ...]]] = {}
        for kind, reference in kinds.items():
            properties = self._schemas.follow(self._schemas.follow({"$ref": reference})["properties"]["facts"])
            facts[kind] = [
                (f"`{name}`", self._schemas.type_of(schema, NOWHERE), self._schemas.meaning(schema))
                for name, schema in properties.get("properties", {}).items()
            ]
        used = Counter(fact for found in facts.values() for fact in found)
        common = [fact for fact, times in used.items() if times >= _KINDS_IN_COMMON]
        rows: list[tuple[str, ...]] = []
        for kind, found in facts.items():
            also = ", ".join(name for name, *fact in found if (name, *fact) in common)
            own = (
                f"{name} ({form}): {question}" for name, form, question in found if (name, form, question) not in common
            )
            rows.append((f"`{kind}`", also, "<br>".join(own)))
        return table(("fact", "type", "question"), common), table(("kind", "facts in common", "own facts"), rows)

    def _documents(self) -> str:
        """The table of the operations whose responses are documents."""
        rows = []
        for entry in self._entries.values():
            content = follow(entry.contract["responses"]["200"], self._contract).get("content", {})
            if entry.path.startswith(("/openapi", "/docs/")):
                types = ", ".join(f"`{each}`" for each in content)
                about = flat(entry.contract["description"])
                rows.append((f'<a id="{entry.name}"></a>`{entry.title}`', types, about))
        return table(("operation", "response", "what it returns"), rows)

    def _errors(self, entry: Entry) -> str:
        """Problems by status, without those that many operations have."""
        statuses = {int(status) for status in entry.contract["responses"] if int(status) >= 400}
        codes = [*PROBLEMS_OF.get(entry.name, ()), *(["deadline_exceeded"] if 504 in statuses else [])]
        by_status: dict[int, list[str]] = {}
        for code in sorted(codes, key=lambda code: (PROBLEMS[code].status, code)):
            by_status.setdefault(PROBLEMS[code].status, []).append(_problem(code))
        own = [f"{status} {', '.join(problems)}" for status, problems in by_status.items()]
        return f"- **Errors** {'; '.join([*own, '[common problems](#errors)'])}.\n" if own else ""

    def _limits(self, entry: Entry) -> str:
        found = self._code.get(entry.name)
        if found is None:
            return ""
        cost = price(found)
        lines = [] if cost in USUAL_COSTS else [f"Cost: {cost}."]
        if found.method == "POST" and found.bodies > 1:
            lines.append(f"Body: up to {_body(found)}.")
        if entry.name in POOL:
            lines.append(f"Process pool: {POOL[entry.name]}.")
        more = "".join(f"    - {line}\n" for line in LIMITS.get(entry.name, ()))
        return f"- **Limits** {' '.join(lines)}\n{more}" if lines or more else ""

    def _example(self, entries: list[Entry]) -> Iterator[str]:
        """The first example of the contract with an excerpt of its response, and where there are more.

        The response is left out if its members are listed with another operation, or a POST to the same path shows it.
        """
        entry, shown = entries[0], contract_file.examples()
        content = follow(entry.contract["responses"]["200"], self._contract).get("content", {})
        more = _examples(entries)
        name = next((name for media in content.values() for name in media.get("examples", ())), None)
        if name is None or not entry.path.startswith("/v1/"):
            return
        listed = self._schemas.listed_at(self._response_schema(entry)) if "application/json" in content else entry.name
        key = f"{entry.name}.{name}"
        response = shown[f"{key}.200"]
        about = f"**Example**{f' ({more})' if more else ''}: {flat(shown.get(key, response)['summary'])}"
        if key in shown:
            yield f"{about}\n"
            yield block(shown[key]["value"], MOST_LINES_OF_A_REQUEST)
        else:
            accept = ", with `Accept: text/plain`" if isinstance(response["value"], str) else ""
            yield f"{about}: `{address(entry.method, entry.path, entry.contract, name)}`{accept}\n"
        if listed == entry.name and not (entry.method == "get" and self._body_at(entry.path)):
            yield block(response["value"])

    def _links(self) -> str:
        links = self._contract["components"]["links"]
        found: dict[str, list[str]] = {}
        for entry in self._entries.values():
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


def _summary(entries: list[Entry]) -> str:
    """The summary of an operation, or of those of voleur and normand."""
    summary = flat(entries[0].contract["summary"])
    return re.sub(" (of|in) voleur", "", summary) if len(entries) > 1 else summary


def _about(entries: list[Entry]) -> str:
    """What an operation does. Of those of voleur and normand, what differs is said of both."""
    descriptions = [flat(entry.contract.get("description", "")) for entry in entries]
    sentences = [re.split(r"(?<=\.) ", description) for description in descriptions]
    summary = _summary(entries)
    text = f"**{summary}{'' if summary[-1] in '.?' else '.'}** {descriptions[0]}"
    if len(set(descriptions)) > 1:
        text += f"\n\nNormand: {' '.join(each for each in sentences[1] if each not in sentences[0])}"
    return text


def _linked(text: str) -> str:
    """Text with links to the rules that it names."""
    return re.sub(r"(?<=[( ])[RVN]\d\.\d+(?=[),:.])", lambda found: flat(found[0]), text)


def _request_schema(entry: Entry) -> Json:
    """The schema of a request body; one without members if there is none."""
    return entry.contract.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})


def _of(form: str) -> list[str]:
    """The names of an operation of voleur and of normand."""
    return [form.format(game) for game in GAMES]


def _examples(entries: list[Entry]) -> str:
    """Links to the files of examples of operations."""
    labels = ["more"] if len(entries) == 1 else GAMES
    return ", ".join(
        f"[{label}](examples/{entry.name}.json)"
        for label, entry in zip(labels, entries, strict=True)
        if entry.name in contract_file.beside()
    )


def _form(form: Json) -> str:
    """The members of a form of a request body."""
    required = form.get("required", ())
    must = ", ".join(f"`{name}`" for name in form["properties"] if name in required)
    may = ", ".join(f"`{name}`" for name in form["properties"] if name not in required)
    return f"{must}; optionally {may}" if may else must


def _default(schema: Json) -> str:
    """What a member means where it is left out."""
    return f"no; `{json.dumps(schema['default'])}`" if "default" in schema else "no"


def _and(parts: Sequence[object]) -> str:
    *others, last = map(str, parts)
    return f"{', '.join(others)} and {last}" if others else last


def _body(operation: Operation) -> str:
    return f"{operation.bodies} MiB ({operation.bodies} times `MAX_BODY_BYTES`); a stream has any length"


#: What `tools/reference/start.md` says of all operations; the others have their cost in their sections.
USUAL_COSTS = ("1", "1, and 1 for each 8 KiB of body beyond 32 KiB")


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
    """The problems that many operations have, by the operations."""
    by_place: dict[str, list[str]] = {}
    for code, place in sorted(COMMON.items(), key=lambda item: PROBLEMS[item[0]].status):
        by_place.setdefault(place, []).append(f"{PROBLEMS[code].status} {_problem(code)}")
    return table(("operations", "problems"), ((place, ", ".join(codes)) for place, codes in by_place.items()))


def pages() -> dict[Path, str]:
    """The text of each page, by its file."""
    return {DOCS / name: text for name, text in Pages().written().items()}


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
