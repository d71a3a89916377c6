"""Rulings from facts, over HTTP. B deals, so that A is elder."""

from typing import Any

from tests.helpers.http import post

Json = Any

#: What elections do, as the tests write it: by election its effects and its time.
Offers = dict[str, tuple[str, str]]

#: The facts of a false claim of elder's that was allowed and never corrected (K15, L54).
FALSE_CLAIM: dict[str, Json] = {
    "side": "elder",
    "category": "sequence",
    "held": False,
    "allowed": True,
    "mended": "never",
    "shown": False,
    "in_union": True,
    "same_value_held": False,
}


def ruled(kind: str, ruleset: Json = "portland", passed: tuple[str, ...] = (), **facts: Json) -> Json:
    """The ruling on an irregularity told as facts."""
    incident = {"kind": kind, "facts": facts, "dealer": "B", "passed": list(passed)}
    (ruling,) = post("/v1/rulings", {"ruleset": ruleset, "incident": incident})["rulings"]
    return ruling


def offers(ruling: Json) -> Offers:
    """The elections of a ruling in their order: `{"redeal": ("E1", "taken")}`."""
    return {each["election"]: (" ".join(each["effects"]), each["until"]) for each in ruling["elections"]}


def told(ruling: Json, name: str) -> Json:
    """The value of a fact that the law adds to a ruling."""
    (value,) = (fact["value"] for fact in ruling["facts"] if fact["name"] == name and fact["from"] == "law")
    return value


def needs(ruling: Json) -> list[str]:
    """The names of the facts that a ruling asks for."""
    return [need["name"] for need in ruling["needs"]]
