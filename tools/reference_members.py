"""Tables of the members of a JSON Schema, for `tools.reference_page`."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.rule_links import anchors, link

Json = Any

ROOT = Path(__file__).parents[1]

_CARDS = "#cards-seats-and-numbers"
_SEATS = "#seats-of-voleur-and-normand"

#: What stands for a schema as the type of a member: a link to its section, or a few words. Its members are not listed.
TYPES = {
    "Action": "[action](#actions)",
    "BestHolding": "[holding](#holdings) or null",
    "CallStatus": "[status](#calls)",
    "Card": f"[card]({_CARDS})",
    "Cards": f"array of [cards]({_CARDS})",
    "CardsBySeat": f"[cards]({_CARDS}) by seat",
    "Category": "[category](#calls)",
    "ConcealedState": "[concealed state](#concealed-states)",
    "Divergence": "[divergence](#divergences)",
    "Event": "[event](#events)",
    "Exact": "[fraction](#odds)",
    "GivenAction": "[action](#actions)",
    "GivenRecord": "[record](notation.md#records)",
    "GivenState": "[state](#states-in-requests)",
    "Grade": "[grade](#grades)",
    "GradeOrNull": "[grade](#grades) or null",
    "HeldState": "[concealed state with keys](#concealed-states)",
    "History": "array of [actions](#actions)",
    "IncidentOfFacts": "[incident](#incidents)",
    "InLanguages": "object: `en`, `fr`",
    "Judgement": "[judgement](#check_action)",
    "NeedOption": "object: `value`, `label`",
    "Option": "[option](#options)",
    "OddsOrNull": "[odds](#odds) or null",
    "Overrides": "object",
    "Phase": "[phase](#phases)",
    "Points": "integer",
    "PointsBySide": "points by side",
    "Rank": f"[rank]({_CARDS})",
    "Ruleset": "[ruleset](#rulesets)",
    "RulesetOrPortland": "[ruleset](#rulesets)",
    "Score": "points by seat",
    "Seat": f"[seat]({_CARDS})",
    "State": "[state](#state)",
    "StateEvent": "[event](#events)",
    "Suit": f"[suit]({_CARDS})",
    "Top": f"[rank]({_CARDS}) or `nought`",
    "ValuedPoint": "[holding](#holdings)",
    "ValuedSequence": "[holding](#holdings)",
    "ValuedSet": "[holding](#holdings)",
    "View": "[view](#view)",
    "Violation": "[violation](errors.md#violations)",
    "Word": "string",
    "MultiplayerGrade": "[grade](#grades)",
    "MultiplayerGradeOrNull": "[grade](#grades) or null",
    "MultiplayerOption": "[option](#options-of-voleur-and-normand)",
    "MultiplayerPhase": "[phase](#phases-of-voleur-and-normand)",
    "MultiplayerSeat": f"[seat]({_SEATS})",
    "NormandSeat": f"[seat]({_SEATS})",
    "VoleurSide": f"[side]({_SEATS})",
    **{
        f"{game}{schema}": text.format(game.lower())
        for game in ("Voleur", "Normand")
        for schema, text in {
            "Action": "[action](#actions-of-voleur-and-normand)",
            "Event": "[event](#events-of-voleur-and-normand)",
            "Hands": f"[cards]({_CARDS}) by seat",
            "History": "array of [actions](#actions-of-voleur-and-normand)",
            "Judgement": "[judgement](#check_{0}_action)",
            "Overrides": "object",
            "Ruleset": "[ruleset](multiplayer.md#parameters)",
            "RulesetOrDefault": "[ruleset](multiplayer.md#parameters)",
            "Score": f"[points]({_SEATS})",
            "State": "[state](#state-of-voleur-and-normand)",
            "Totals": f"[points]({_SEATS})",
            "View": "[view](#view-of-voleur-and-normand)",
        }.items()
    },
}

#: The meaning of a member for which the contract gives the description of its type alone.
MEANINGS = {
    "Action": "The action.",
    "CallStatus": "The status of the call.",
    "Cards": "The cards.",
    "CardsBySeat": "The cards of each seat.",
    "Card": "The card.",
    "Category": "Point, sequence or set.",
    "EngineVersion": "The version of the rules engine.",
    "GivenAction": "The action, as an object or as text.",
    "GivenState": "The state, as the service returned it, as text, or concealed.",
    "Length": "The number of cards.",
    "Phase": "The phase.",
    "Rank": "The rank.",
    "Ruleset": "The ruleset.",
    "RulesetName": "The name of the ruleset.",
    "Seat": "The seat.",
    "Side": "The side, elder or younger.",
    "State": "The state.",
    "Top": "The top card of the sequence.",
    "Value": "The value of the point.",
    "MultiplayerPhase": "The phase.",
    "MultiplayerValue": "The value of the point.",
    **{
        f"{game}{schema}": text
        for game in ("Voleur", "Normand")
        for schema, text in {"Action": "The action.", "Ruleset": "The ruleset.", "State": "The state."}.items()
    },
}

#: Objects with one member for each player.
_PLAYERS = {
    **dict.fromkeys((("A", "B"), ("A", "B", "C"), ("A", "B", "C", "D")), "by seat"),
    ("elder", "younger"): "by side",
}

#: An object within another that has fewer members is listed wherever it is needed.
_FEWEST_MEMBERS = 3

#: A member of every response, which the tables leave out.
_EVERYWHERE = "engine_version"

_RULES = anchors()


class Place(NamedTuple):
    """Where the members of an object are listed: in the section with this anchor, under this member."""

    anchor: str
    member: str


NOWHERE = Place("", "")


class Member(NamedTuple):
    """A member of an object: its name, with those of the objects around it, and its schema."""

    name: str
    schema: Json
    required: bool
    meaning: str


class Schemas:
    """The schemas of a contract. The members of an object are listed once; where it recurs, its type leads there."""

    def __init__(self, contract: Json) -> None:
        self._named: Mapping[str, Json] = contract["components"]["schemas"]
        self._listed: dict[str, Place] = {}

    def listed_at(self, schema: Json) -> str | None:
        """The anchor of the section that lists the members of a response, if one does."""
        place = self._listed.get(_name(schema))
        return place.anchor if place else None

    def follow(self, schema: Json) -> Json:
        """The schema that a reference leads to; members beside the reference win over those of its target."""
        while "$ref" in schema:
            beside = {name: value for name, value in schema.items() if name != "$ref"}
            schema = {**self._named[_name(schema)], **beside}
        return schema

    def forms(self, schema: Json) -> list[Json]:
        """The alternatives of a request body, or the schema alone."""
        schema = self.follow(schema)
        return [self.follow(form) for form in schema.get("oneOf") or schema.get("anyOf") or [schema]]

    def members(self, schema: Json, anchor: str, prefix: str = "") -> Iterator[Member]:
        """The members of an object and of those within it, except those that have a section of their own (`TYPES`), or
        a table elsewhere than in the section with this anchor."""
        own = self._own_members(schema)
        if (name := _name(schema)) and (not prefix or len(own) >= _FEWEST_MEMBERS):
            self._listed.setdefault(name, Place(anchor, prefix.rstrip("[].")))
        for name, (each, required) in own.items():
            if name == _EVERYWHERE and not prefix:
                continue
            full = f"{prefix}{name}"
            yield Member(full, each, required, self.meaning(each))
            inner, suffix = self._inner_object(each)
            here = Place(anchor, full)
            if inner is not None and self._listed.get(_name(inner), here) == here:
                yield from self.members(inner, anchor, f"{full}{suffix}.")

    def names(self, schema: Json, prefix: str = "") -> set[str]:
        """The names of the members that `members` lists, with those of objects that are listed elsewhere."""
        found = set()
        for name, (each, _) in self._own_members(schema).items():
            found.add(f"{prefix}{name}")
            inner, suffix = self._inner_object(each)
            if inner is not None:
                found |= self.names(inner, f"{prefix}{name}{suffix}.")
        return found

    def meaning(self, schema: Json) -> str:
        """The description of a member; of a description that belongs to its type, the first sentence."""
        if "description" in schema:
            return flat(schema["description"])
        if (name := _name(schema)) in MEANINGS:
            return MEANINGS[name]
        followed = self.follow(schema)
        return "Always this value." if "const" in followed else first_sentence(flat(followed.get("description", "")))

    def type_of(self, schema: Json, at: Place, bounds: bool = True) -> str:
        """A type in words, with its bounds, and with a link where the type has a section or a table elsewhere."""
        if (name := _name(schema)) in TYPES:
            return TYPES[name]
        if (place := self._listed.get(name)) and place != at:
            return f"[object](#{place.anchor})" if place.anchor != at.anchor else f"object as `{place.member}`"
        schema = self.follow(schema)
        if player := self._per_player(schema):
            each = self.type_of(schema["properties"][player[0]], at, bounds)
            return f"{each}, {_PLAYERS[player]}" if " or " in each else f"{_plural(each)} {_PLAYERS[player]}"
        if forms := schema.get("oneOf"):
            return _either(list(dict.fromkeys(self.type_of(form, at, bounds) for form in forms)))
        kinds = schema.get("type", "any value")
        if isinstance(kinds, list):
            return _either([self.type_of({**schema, "type": kind}, at, bounds) for kind in kinds])
        if kinds == "array" and isinstance(self.follow(schema["items"]).get("type"), list):
            return f"array of values: {self.type_of(schema['items'], at, bounds)}"
        if kinds == "array":
            size = _bounds(schema, "minItems", "maxItems") if bounds else ""
            return f"array of {size}{' ' if size else ''}{_plural(self.type_of(schema['items'], at, bounds))}"
        if "const" in schema or len(schema.get("enum", ())) > 1:
            return _either([f"`{_json_word(value)}`" for value in schema.get("enum", [schema.get("const")])])
        if kinds == "string":
            size = _bounds(schema, "minLength", "maxLength")
            return f"string ({size} characters)" if size and bounds else "string"
        if kinds in ("integer", "number"):
            size = _bounds(schema, "minimum", "maximum")
            return f"{kinds} ({size})" if size and bounds else str(kinds)
        return str(kinds)

    def _per_player(self, schema: Json) -> tuple[str, ...] | None:
        """The names of the players, if the object has one member for each of them, and all are alike and no objects."""
        names = tuple(schema.get("properties", ()))
        if names not in _PLAYERS:
            return None
        types = {self.type_of(each, NOWHERE) for each in schema["properties"].values()}
        return names if len(types) == 1 and types != {"object"} else None

    def _own_members(self, schema: Json) -> dict[str, tuple[Json, bool]]:
        """The members of an object; of alternatives, those of all, required where each requires them."""
        forms = [form for form in self.forms(schema) if form.get("type") == "object"]
        found: dict[str, tuple[Json, bool]] = {}
        for form in forms:
            for name, each in form.get("properties", {}).items():
                found.setdefault(name, (each, all(name in other.get("required", ()) for other in forms)))
        return found

    def _inner_object(self, schema: Json) -> tuple[Json | None, str]:
        """The object that a member is or is an array of, if its members are listed; and how they are written."""
        suffix = ""
        while True:
            followed = self.follow(schema)
            if _name(schema) in TYPES or self._per_player(followed):
                return None, ""
            forms = [form for form in followed.get("oneOf", ()) if self.follow(form).get("type") != "null"]
            if len(forms) == 1:
                schema = forms[0]
            elif followed.get("type") == "array":
                schema, suffix = followed["items"], f"{suffix}[]"
            else:
                return (schema, suffix) if self._own_members(schema) else (None, "")


def _name(schema: Json) -> str:
    """The name of the schema that a reference leads to."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _bounds(schema: Json, low: str, high: str) -> str:
    """The bounds of a type; a lower bound of nothing is not named."""
    least, most = schema.get(low), schema.get(high)
    if low != "minimum":
        least = least or None
    if least is not None and most is not None:
        return f"{least:,}" if least == most else f"{least:,} to {most:,}"
    if most is not None:
        return f"up to {most:,}"
    return f"{least:,} or more" if least is not None else ""


def _either(types: list[str]) -> str:
    """Alternatives as a list in words."""
    *others, last = types
    return f"{', '.join(each.replace(' or ', ', ') for each in others)} or {last}" if others else last


def _plural(text: str) -> str:
    """The type of the items of an array, after "array of"."""
    if linked := re.fullmatch(r"\[(\w+)\](\(\S+\))", text):
        word = linked[1] if linked[1].endswith("s") else re.sub("y$", "ie", linked[1]) + "s"
        return f"[{word}]{linked[2]}"
    return re.sub(r"^(object|string|integer|number|boolean|array)\b", r"\1s", text)


def _json_word(value: Json) -> str:
    """A value of an enumeration, as JSON has it but without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def first_sentence(text: str) -> str:
    """The first sentence of a description."""
    return re.split(r"(?<=\.) (?=[A-Z`(])", text, maxsplit=1)[0]


def flat(text: str) -> str:
    """A description on one line, for a cell of a table, with links to rules and documents."""
    text = " ".join(text.split()).replace("|", "\\|")
    text = re.sub(r'`?docs/reference\.md`?, "([^"]+)"', lambda found: f"[{found[1]}](#{_slug(found[1])})", text)
    text = text.replace("](docs/", "](")
    text = re.sub(
        r"`?\bdocs/(\w+)\.md(#[\w.-]+)?`?", lambda found: f"[{found[1]}]({found[1]}.md{found[2] or ''})", text
    )
    return re.sub(r"(?<![\[#\w.`])(?:[RVN]\d+(?:\.\d+)?|L[AFR]?\d+)\b(?!`)", _rule, text)


def _rule(found: re.Match[str]) -> str:
    return link(found[0]) if found[0] in _RULES else found[0]


def _slug(heading: str) -> str:
    return heading.lower().replace(" ", "-")
