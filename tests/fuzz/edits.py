"""Edits of a sealed state, each of which changes what its JSON says; some now and then change nothing, and are none.

An edit takes a state, which it may change, and another sealed state; it gives the edited state, or the bytes of it.
"""

import base64
import copy
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

from service.piquet.model.state import PHASES
from tests.helpers.reachable import NOTHING_IRREGULAR

Json = Any
Path = tuple[Any, ...]

RANKS, SUITS = "6789TJQKA", "SHDC"
LAW_ACTS = ("incident", "amend", "ruling")
WORDS = (
    "called", "asked", "stated", "good", "not_good", "declined", "equal", "passed", "announced", "shown", "point",
    "sequence", "set", "play", "call", "exchange", "trick", "lead", "capture", "pique", "repique", "capot",
    "carte_blanche", "replied", "reckoned", "saved", "tie_break", "looked", "suit_named", "portland@1", "german@1",
)  # fmt: skip
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def places(value: Json, path: Path = ()) -> list[tuple[Path, Json]]:
    """Everything in a state but its seal, with the way to it."""
    found = [(path, value)]
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in below:
        way = (*path, token)
        if isinstance(item, dict | list):
            found += places(item, way)
        elif way != ("seal",):
            found.append((way, item))
    return found


def at(value: Json, path: Path) -> Json:
    for token in path:
        value = value[token]
    return value


def put(state: Json, path: Path, value: Json) -> None:
    at(state, path[:-1])[path[-1]] = value


def another(rng: random.Random, value: Json) -> Json:
    """Something else of the same kind: another card, number, word."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-10, -1, 1, 10, rng.randrange(2, 200)))
        case float():  # the value of a point may be a half
            return value + rng.choice((-0.5, 0.5, 10))
        case None:
            return rng.choice((0, 1, True, False, "A", "S", "AS", "announced", "shown"))
        case "A" | "B":
            return rng.choice(("A", "B", None))
        case str() if len(value) == 2 and value[0] in RANKS and value[1] in SUITS:
            return rng.choice(RANKS) + rng.choice(SUITS)
        case str() if len(value) == 1:
            return rng.choice(RANKS + SUITS)
        case str() if value in PHASES:
            return rng.choice(PHASES)
        case str():
            return rng.choice(WORDS)
    raise TypeError(value)


Edit = Callable[[random.Random, Json, Json], "Json | bytes"]


def value(rng: random.Random, state: Json, other: Json) -> Json:
    """Another value in one place."""
    path, old = rng.choice([(path, one) for path, one in places(state) if not isinstance(one, dict | list)])
    put(state, path, another(rng, old))
    return state


def left_out(rng: random.Random, state: Json, other: Json) -> Json:
    """A member left out, anywhere."""
    path = rng.choice([path for path, _ in places(state) if path and isinstance(path[-1], str)])
    del at(state, path[:-1])[path[-1]]
    return state


def added(rng: random.Random, state: Json, other: Json) -> Json:
    """A member that was not there, of a name from anywhere in the state or of none."""
    objects = [one for _, one in places(state) if isinstance(one, dict)]
    names = sorted({name for one in objects for name in one} | {"", "x", "seal", "__proto__"})
    chosen = rng.choice(objects)
    name = rng.choice([name for name in names if name not in chosen])
    known = copy.deepcopy(rng.choice([one for _, one in places(state)]))
    chosen[name] = rng.choice((None, 0, 1, True, "", "A", [], {}, known, known))
    return state


def lists(rng: random.Random, state: Json) -> list[Json]:
    """A list with something in it; one that is not of the state if there is none yet."""
    return rng.choice([one for _, one in places(state) if isinstance(one, list) and one] or [[None]])


def swapped(rng: random.Random, state: Json, other: Json) -> Json:
    """Two items of a list in each other's place."""
    chosen = lists(rng, state)
    one, two = rng.randrange(len(chosen)), rng.randrange(len(chosen))
    chosen[one], chosen[two] = chosen[two], chosen[one]
    return state


def removed(rng: random.Random, state: Json, other: Json) -> Json:
    """An item of a list less."""
    chosen = lists(rng, state)
    del chosen[rng.randrange(len(chosen))]
    return state


def doubled(rng: random.Random, state: Json, other: Json) -> Json:
    """An item of a list twice."""
    chosen = lists(rng, state)
    chosen.insert(rng.randrange(len(chosen) + 1), copy.deepcopy(rng.choice(chosen)))
    return state


def exchanged(rng: random.Random, state: Json, other: Json) -> Json:
    """Members of another sealed state: one, several, or all but one."""
    names = [name for name in state if name != "seal" and name in other]
    for name in rng.sample(names, rng.choice((1, 1, 1, 2, 5, len(names) - 1))):
        state[name] = other[name]
    return state


def exchanged_within(rng: random.Random, state: Json, other: Json) -> Json:
    """A value from the same place of another sealed state, at any depth."""
    alike = dict(places(other))
    paths = [path for path, one in places(state) if path and path in alike and alike[path] != one]
    if paths:
        path = rng.choice(paths)
        put(state, path, alike[path])
    return state


def given_twice(rng: random.Random, state: Json, other: Json) -> bytes:
    """A member twice, of which the last counts."""
    name = rng.choice([name for name in state if name != "seal"])
    changed = another(rng, None) if other.get(name) == state[name] else other.get(name)
    if json.dumps(changed) == json.dumps(state[name]):
        changed = [changed]
    return b"%b,%b:%b}" % (msgspec.json.encode(state)[:-1], msgspec.json.encode(name), msgspec.json.encode(changed))


def of_law(rng: random.Random, state: Json, other: Json) -> Json:
    """An edit of a member of the law, or of an act that the law judges."""
    deals = state["partie"]["deals"]
    found = [(state, name) for name in NOTHING_IRREGULAR if name in state]
    found += [(deal, name) for deal in deals for name in ("annulled", "out_of_turn") if name in deal]
    found += [(one["history"], n) for one in (*deals, state) for n, act in enumerate(one["history"]) if is_of_law(act)]
    holder, place = rng.choice(found or [(state, "history")])
    part = {"part": holder[place]}
    edits: list[Edit] = [left_out, added, swapped, removed, doubled]
    if any(not isinstance(one, dict | list) for _, one in places(part)):
        edits += [value] * 5
    rng.choice(edits)(rng, part, other)
    if "part" in part:
        holder[place] = part["part"]
    else:
        del holder[place]
    return state


def is_of_law(act: Json) -> bool:
    """Whether an act is irregular, or one that only the law knows."""
    return "irregular" in act or act["type"] in LAW_ACTS


def other_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """The seal of another state."""
    state["seal"] = other["seal"]
    return state


def spliced_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A seal with parts of another, cut at its dots or anywhere."""
    own, its = state["seal"], other["seal"]
    if rng.random() < 0.5:
        mine, theirs = own.split("."), its.split(".")
        taken = rng.randrange(4)
        state["seal"] = ".".join([*mine[:taken], theirs[taken], *mine[taken + 1 :]])
    else:
        place = rng.randrange(len(own))
        state["seal"] = own[:place] + its[place:]
    return state


def bit_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A bit of the letters of the seal, or of the bytes that they stand for."""
    seal = state["seal"]
    if rng.random() < 0.5:
        place = rng.randrange(len(seal))
        state["seal"] = seal[:place] + chr(ord(seal[place]) ^ 1 << rng.randrange(7)) + seal[place + 1 :]
        return state
    pieces = seal.split(".")
    chosen = rng.choice((2, 3))
    content = bytearray(base64.urlsafe_b64decode(pieces[chosen] + "=" * (-len(pieces[chosen]) % 4)))
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    pieces[chosen] = base64.urlsafe_b64encode(content).rstrip(b"=").decode()
    state["seal"] = ".".join(pieces)
    return state


def letter_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """Another letter, one more or one less; the last letter of base64 has bits that stand for nothing."""
    seal = state["seal"]
    place = rng.choice((rng.randrange(len(seal)), rng.randrange(len(seal)), len(seal) - 1, seal.rindex(".") - 1))
    letter = rng.choice((*LETTERS, *LETTERS, ".", "=", " ", "é", "\x00", "٣"))
    state["seal"] = seal[:place] + letter * rng.choice((0, 1, 1, 1, 2)) + seal[place + rng.choice((0, 1, 1, 1)) :]
    return state


def form_of_seal(rng: random.Random, state: Json, other: Json) -> Json:
    """A seal cut short, doubled, of another key, without some part, in other letters, or of another kind."""
    seal = state["seal"]
    form, key, packed, mac = seal.split(".")
    state["seal"] = rng.choice(
        (
            seal[: rng.randrange(len(seal))], seal[rng.randrange(1, len(seal)) :], seal + seal, seal + "=", seal + ".",
            seal + "." + mac, f"{form}.old.{packed}.{mac}", f"{form}..{packed}.{mac}", f"{form}.{key}.{packed}.",
            f"{form}.{key}..{mac}", f"{form}.{key}.{mac}.{packed}", f"s2.{key}.{packed}.{mac}", seal.upper(),
            seal.lower(), seal.swapcase(), " " + seal, seal + "\n", "", "....", "s1.new..", None, 1, [seal],
        )
    )  # fmt: skip
    return state


#: Edits of anything but the seal.
OF_CONTENT: tuple[Edit, ...] = (
    value, value, value, left_out, added, swapped, removed, doubled, exchanged, exchanged, exchanged_within,
    exchanged_within, given_twice, of_law, of_law,
)  # fmt: skip
EDITS: tuple[Edit, ...] = (*OF_CONTENT, other_seal, spliced_seal, bit_of_seal, letter_of_seal, form_of_seal)
