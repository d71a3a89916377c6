"""`python -m tests.fuzz.seals`: a million edits of sealed states, each of which is refused where seals are required.

`--number` says how many, `--seed` which. One that leaves the meaning of the JSON as it was (the order of members, 5.0
for 5) is no edit, and another is made in its place.
"""

import json
import random
import string
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from service.app import create_app
from service.piquet.rulesets import RULESETS
from service.settings import Settings
from tests.fuzz.mutations import places
from tests.fuzz.processors import arguments, shared_out
from tests.properties.random_play import cards_to_deal, pack_of

Json = Any
KEYS = {"one": b"1" * 32, "two": b"2" * 32}
LETTERS = string.ascii_letters + string.digits + "-_."
#: What stands for what in an edit: values of the same kind.
CARDS = [rank + suit for suit in "SHDC" for rank in "6789TJQKA"]


class Sealed:
    """A service that requires seals and remembers nothing, and states that it has sealed."""

    def __init__(self, seed: str, deals: int) -> None:
        settings = Settings(state_memory_bytes=0, seal_keys=KEYS, require_seal=True)
        self._client = create_app(settings).test_client()
        self.states: list[Json] = []
        rng = random.Random(f"{seed} states")
        for number in range(deals):
            name = list(RULESETS)[number % len(RULESETS)]
            ruleset: Json = {"name": name, "overrides": {"nought": True}} if number % 4 == 3 else name
            dealer = rng.choice("AB")
            cards = cards_to_deal(rng.choice(("plain", "carte_blanche", "high")), dealer, rng, pack_of(ruleset))
            self.states += self._deal({"ruleset": ruleset, "dealer": dealer, **cards}, rng)

    def _deal(self, body: Json, rng: random.Random) -> Iterator[Json]:
        state = self._ask("/v1/deals", body)["state"]
        while True:
            yield state
            listed = self._ask("/v1/actions/options", {"state": state, "expand": True, "limit": 200})["actions"]
            if not listed:
                return
            state = self._ask("/v1/actions/check", {"state": state, "action": rng.choice(listed)})["state"]

    def _ask(self, path: str, body: Json) -> Json:
        response = self._client.post(path, json=body)
        assert response.status_code == 200, response.text
        return response.json

    def refuses(self, state: Json) -> bool:
        """Whether the state is not taken for one of the service's."""
        body = json.dumps({"state": state}).encode("utf-8", "surrogatepass")
        response = self._client.post("/v1/states/validate", data=body, content_type="application/json")
        if response.status_code == 200:
            codes = [violation["code"] for violation in response.json["violations"]]
            return not response.json["valid"] and codes == ["state.not_sealed"]
        return response.status_code in (400, 404, 409, 422)


def meaning(value: Json) -> str:
    """The JSON in a form in which two that mean the same are equal."""

    def plain(one: Json) -> Json:
        match one:
            case float() if one.is_integer():
                return int(one)
            case dict():
                return {name: plain(each) for name, each in one.items() if (name, each) != ("overrides", {})}
            case list():
                return [plain(each) for each in one]
        return one

    return json.dumps(plain(value), sort_keys=True)


def other_value(value: Json, rng: random.Random) -> Json:
    """Another value of the same kind, where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.choice((1, -1, 2, 5, 10, 100))
    if value is None:
        return rng.choice(("A", "B", True, False, 1, "S"))
    if value in CARDS:
        return rng.choice(CARDS)
    if value in ("A", "B"):
        return "B" if value == "A" else "A"
    return rng.choice((value + "x", value[:-1], value.swapcase(), "play", "calling", "point", "portland@1"))


def edit(state: Json, another: Json, rng: random.Random) -> tuple[str, Json]:
    """The kind of an edit, and the state after it. `another` is a state that was sealed, too."""
    changed = json.loads(json.dumps(state))
    kind = rng.choice(("value", "value", "left out", "added", "list", "exchanged", "seal", "its seal"))
    if kind == "seal":
        changed["seal"] = _damaged(changed["seal"], another["seal"], rng)
    elif kind == "its seal":
        changed["seal"] = another["seal"]
    elif kind == "exchanged":
        name = rng.choice([name for name in state if name != "seal"])
        changed[name] = another[name]
    else:
        wanted = {"value": (str, int, float, bool, type(None)), "added": dict, "list": list}.get(kind)
        found = [path for path in places(changed) if wanted is None or isinstance(_at(changed, path), wanted)]
        path = rng.choice([path for path in found if path] or [("seal",)])
        _spoil(changed, path, kind, rng)
    return kind, changed


def _at(value: Json, path: tuple[Any, ...]) -> Json:
    for step in path:
        value = value[step]
    return value


def _spoil(state: Json, path: tuple[Any, ...], kind: str, rng: random.Random) -> None:
    parent, last = _at(state, path[:-1]), path[-1]
    value = parent[last]
    if kind == "left out":
        del parent[last]
    elif kind == "added":
        value[rng.choice(("seal", "x", "A", "cards", "score"))] = rng.choice((None, 0, [], "A"))
    elif kind == "list" and value:
        at = rng.randrange(len(value))
        match rng.randrange(3):
            case 0:
                del value[at]
            case 1:
                value.insert(rng.randrange(len(value) + 1), value[at])
            case _:
                rng.shuffle(value)
    else:
        parent[last] = other_value(value, rng) if not isinstance(value, list | dict) else None


def _damaged(seal: str, another: str, rng: random.Random) -> str:
    at = rng.randrange(len(seal))
    match rng.randrange(6):
        case 0:
            return seal[:at] + rng.choice(LETTERS) + seal[at + 1 :]
        case 1:
            return seal[:at] + seal[at + 1 :]
        case 2:
            return seal[:at] + rng.choice(LETTERS + "=é ") + seal[at:]
        case 3:
            return seal[:at]
        case 4:
            return seal[:at] + another[at:]
        case _:
            return seal.replace(".one.", ".two.") if rng.random() < 0.5 else seal + rng.choice(LETTERS + "=")


def campaign(number: int, seed: str, deals: int = 60) -> Counter[str]:
    """So many edits; how many of each kind were refused. An `AssertionError` has one that was not."""
    service, rng, refused = Sealed(seed, deals), random.Random(f"{seed} edits"), Counter[str]()
    meanings = {meaning(state) for state in service.states}
    for _ in range(number):
        kind, changed = edit(rng.choice(service.states), rng.choice(service.states), rng)
        while meaning(changed) in meanings:
            kind, changed = edit(rng.choice(service.states), rng.choice(service.states), rng)
        assert service.refuses(changed), f"seed {seed!r}, {kind}: {json.dumps(changed)}"
        refused[kind] += 1
    return refused


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--number", type=int, default=1_000_000)
    given = parser.parse_args()
    began = time.monotonic()
    refused = sum(shared_out(campaign, given.number, given), Counter[str]())
    for kind, count in sorted(refused.items()):
        print(f"{kind}: {count:,} edits, {count:,} refused")
    print(f"{refused.total():,} of {refused.total():,} refused in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
