"""The schemas of the contract are what `tools.components` writes from the types, the tables and its own files."""

from typing import Any

import pytest
import yaml

from service.api.schemas.state import Trick
from service.piquet.law.data.elections import UNTIL
from tools.components import yaml_text
from tools.components.from_code import with_types
from tools.components.from_types import Types
from tools.components.short_form import expanded, reference
from tools.components.written import contract
from tools.contract_file import CONTRACT, LOADER

Json = Any


def test_the_contract_has_the_schemas_that_the_code_gives() -> None:
    """If not, run `python -m tools.components`."""
    text = CONTRACT.read_text(encoding="utf-8")
    assert contract(text) == text


STRINGS = [
    "plain",
    "a: b",
    "no",
    "1",
    "1e3",
    "null",
    "",
    " x ",
    "#",
    "it's",
    "a, b",
    "[x]",
    "a\nb\n",
    "a\nb",
    "-",
    "~",
    "a?",
    "a b?, c",
    "a  b",
    "a \nb",
    " a\nb",
    "a\n\n",
]
LONG = ["word " * 60 + "word", "it's: " * 60 + "word"]
WIDE = {"b": ["word"] * 10, "a": f"{'word ' * 20} - ? :  {'word ' * 5}"}
OTHERS: list[Json] = [True, None, 5, 0.5, [], {}, ["a"] * 60, [{"a": LONG[0]}, {"c": 1}], {"a": {"b": ["x y"] * 40}}]


@pytest.mark.parametrize("filled", [1, 4])
@pytest.mark.parametrize("value", [*STRINGS, *LONG, *OTHERS, WIDE], ids=repr)
def test_what_is_written_is_read_again(value: Json, filled: int) -> None:
    text = "".join(f"{line}\n" for line in yaml_text.lines("name", {"member": value}, filled=filled))
    assert yaml.load(text, Loader=LOADER) == {"name": {"member": value}}
    assert yaml.safe_load(text) == {"name": {"member": value}}, "by the parser in Python, too"
    assert all(len(line) <= yaml_text.WIDTH for line in text.splitlines())


def test_the_short_form_stands_for_schemas() -> None:
    assert expanded("Card") == reference("Card") == {"$ref": "#/components/schemas/Card"}
    assert expanded({"members": {"seat": "Seat", "cards?": {"list_of": "Card", "maxItems": 3}}}) == {
        "type": "object",
        "properties": {
            "seat": reference("Seat"),
            "cards": {"type": "array", "maxItems": 3, "items": reference("Card")},
        },
        "required": ["seat"],
        "additionalProperties": False,
    }
    assert expanded({"nullable": "Card"}) == {"oneOf": [reference("Card"), {"type": "null"}]}
    assert expanded({"by": "type", "one_of": {"play": "Play", "pass": "Pass"}}) == {
        "oneOf": [reference("Play"), reference("Pass")],
        "discriminator": {
            "propertyName": "type",
            "mapping": {"play": "#/components/schemas/Play", "pass": "#/components/schemas/Pass"},
        },
    }


def test_a_description_of_a_member_that_the_type_does_not_have_is_refused() -> None:
    with pytest.raises(AssertionError, match="Trick has no"):
        Types({}).structure(Trick, {"seat": "The seat."})


def test_a_type_gives_members_and_limits_and_a_table_gives_words_with_their_meanings() -> None:
    short = {
        "Card": {"of": "scalars.Card", "description": "A card."},
        "Trick": {"of": "state.Trick", "members": {"winner": "Who won it."}},
        "Until": {"description": "A time:", "words": "until"},
        "Play": {"of": "action.play"},
        "MultiplayerPlay": {"of": "game_action.play"},
    }
    found = with_types(short)
    assert found["Trick"]["properties"]["cards"] == {
        "type": "array",
        "minItems": 1,
        "maxItems": 2,
        "items": reference("Card"),
    }
    assert found["Trick"]["properties"]["winner"]["description"] == "Who won it."
    assert found["Trick"]["required"] == ["leader", "cards", "winner"]
    assert found["Play"]["properties"]["type"] == {"type": "string", "const": "play"}
    assert found["MultiplayerPlay"]["properties"]["seat"] == reference("MultiplayerSeat")
    assert found["Until"]["enum"] == list(UNTIL)
    assert found["Until"]["description"].startswith(f"A time:\n\n- `untouched`: {UNTIL['untouched']}\n")


def test_the_table_of_actions_gives_their_forms() -> None:
    short = {
        "CallPoint": {"action": {"type": "call", "category": "point", "irregular": False}},
        "IrregularCallSet": {"action": {"type": "call", "category": "set", "irregular": True}},
        "TopCorrection": {"correction": {"type": "state_tie_break", "having": "top"}},
        "PlainRuling": {"action": {"type": "ruling", "election": ["withdraw", "accept"]}},
    }
    found = with_types(short)
    assert {name: list(schema["properties"]) for name, schema in found.items()} == {
        "CallPoint": ["seat", "type", "category", "length", "value", "cards"],
        "IrregularCallSet": ["seat", "type", "category", "count", "rank", "irregular", "shown"],
        "TopCorrection": ["type", "top", "cards"],
        "PlainRuling": ["seat", "type", "number", "kind", "election"],
    }
    assert {name: schema["required"] for name, schema in found.items()} == {
        "CallPoint": ["seat", "type", "category", "length"],
        "IrregularCallSet": ["seat", "type", "category", "count", "rank", "irregular"],
        "TopCorrection": ["type", "top"],
        "PlainRuling": ["seat", "type", "number", "election"],
    }
    assert found["CallPoint"]["properties"]["category"] == {"type": "string", "const": "point"}
    assert found["PlainRuling"]["properties"]["election"]["enum"] == ["withdraw", "accept"]
