"""The JSON schemas of arguments and results.

They are small, because a model reads them with every conversation: the reference has the members of a view or a ruling.
"""

from typing import Any

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
