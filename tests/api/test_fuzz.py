"""Whatever is sent, the answer is an answer or a problem, never a mistake of the service.

Each run takes a seed of its own and prints it; PIQUET_FUZZ_SEED repeats a run and PIQUET_FUZZ_ROUNDS makes it longer.
"""

import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.api.desk import Desk
from service.api.operations import operations
from service.cache import make_memo
from service.settings import Settings

SEED = int(os.environ.get("PIQUET_FUZZ_SEED", random.SystemRandom().randrange(1 << 32)))
ROUNDS = int(os.environ.get("PIQUET_FUZZ_ROUNDS", "150"))

POSTS = [operation.path for operation in operations(Desk(0), make_memo(Settings())) if operation.method == "POST"]

ODD_TEXTS = [
    "",
    "A",
    "B",
    "7S",
    "AS",
    "1H",
    "portland",
    "play",
    "x" * 300,
    "\x00",
    "\ud800",
    "\U0001f0a1",
    "é",
    "__class__",
]
ODD_NUMBERS = [0, 1, -1, 2, 12, 32, 100, 0.5, 5.0, 1e30, 1 << 63, -(1 << 64), 10**400, float("nan"), float("inf")]


def anything(rng: random.Random, depth: int = 0) -> Any:
    """Some JSON value or other, now and then one that JSON does not have."""
    kinds: list[Callable[[], Any]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice(ODD_NUMBERS),
        lambda: rng.choice(ODD_TEXTS),
    ]
    if depth < 3:
        kinds += [
            lambda: [anything(rng, depth + 1) for _ in range(rng.randrange(4))],
            lambda: {rng.choice(ODD_TEXTS): anything(rng, depth + 1) for _ in range(rng.randrange(4))},
        ]
    return rng.choice(kinds)()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in `value`."""
    yield path
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in below:
        yield from places(item, (*path, token))


def mutated(rng: random.Random, value: Any) -> Any:
    """A copy of `value` with something changed, taken out, doubled, swapped or put in."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        all_places = [path for path in places(value) if path]
        if not all_places:
            return anything(rng)
        *above, token = rng.choice(all_places)
        parent = value
        for step in above:
            parent = parent[step]
        match rng.randrange(5):
            case 0:
                parent[token] = anything(rng)
            case 1:
                del parent[token]
            case 2 if isinstance(parent, list):
                parent.insert(rng.randrange(len(parent) + 1), parent[token])
            case 3 if isinstance(parent, list):
                rng.shuffle(parent)
            case 4 if isinstance(parent, dict):
                parent[rng.choice(ODD_TEXTS)] = anything(rng)
            case _:
                other = value
                for step in rng.choice(all_places):
                    other = other[step]
                parent[token] = json.loads(json.dumps(other))
    return value


def corrupted(rng: random.Random, body: bytes) -> bytes:
    """`body` with some of its bytes changed, cut off or doubled."""
    noise = bytearray(body)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(noise) + 1)
        match rng.randrange(4):
            case 0:
                noise[at:at] = rng.randbytes(rng.randrange(1, 4))
            case 1:
                del noise[at : at + rng.randrange(1, 20)]
            case 2:
                noise[at : at + 1] = rng.choice(b'{}[]",:\\0-e.\xff').to_bytes()
            case _:
                noise[at:at] = noise[at : at + rng.randrange(1, 50)]
    return bytes(noise)


def valid_requests(client: Any, rng: random.Random) -> dict[str, list[Any]]:
    """Requests that are answered, by path: a deal played at random, and what may be asked in the course of it."""
    found: dict[str, list[Any]] = {path: [] for path in POSTS}

    def ask(path: str, body: dict[str, Any]) -> Any:
        found[path].append(body)
        response = client.post(path, json=body)
        assert response.status_code == 200, response.text
        return response.get_json()

    ask("/v1/parties", {"ruleset": "portland", "cut": {"A": "7S", "B": "AS"}})
    hashes = {"A": "0" * 64, "B": "1" * 64}  # this service has no keys, and conceals nothing
    found["/v1/deals/concealed"].append({"ruleset": "portland", "dealer": "A", "key_hashes": hashes, "seed": "x"})
    held = {"token": "e1.k.AAAA", "keys": {"A": "x" * 32}, "position": {"number": 1, "hash": "A" * 22}}
    found["/v1/deals/concealed"].append({"state": held})
    ask("/v1/settlements", {"ruleset": "portland", "deals": [{"A": 30, "B": 20}] * 6})
    state = ask("/v1/parties", {"ruleset": {"name": "portland", "overrides": {}}, "first_dealer": "B"})["state"]
    state = begun = ask("/v1/deals", {"state": state, "seed": str(rng.random())})["state"]
    ask("/v1/hands/compare", {"elder": state["hands"]["A"], "younger": state["hands"]["B"]})
    known = {"discards": state["talon"][:3], "known": state["talon"][3:4], "held": state["hands"]["B"][:2]}
    ask("/v1/hands/evaluate", {"hands": [{"cards": state["hands"]["A"], **known}, {"cards": ["AS"]}], "odds": True})
    ask(
        "/v1/exchanges/analyse",
        {"side": "younger", "hand": state["dealt"]["hands"]["B"], "mode": "plain", "at_most": 1},
    )
    hands = {"elder": state["hands"]["A"], "younger": state["hands"]["B"]}
    ask("/v1/play/analyse", {"ruleset": "portland", "hands": hands, "leader": "elder"})
    taken: list[Any] = []
    while actions := client.post("/v1/actions/options", json={"state": state, "expand": True}).get_json()["actions"]:
        taken.append(rng.choice(actions))
        ask("/v1/actions/options", {"state": state, "expand": True, "offset": 1, "limit": 5})
        ask("/v1/states/validate", {"state": state})
        if state["phase"] == "play":
            ask("/v1/play/analyse", {"state": state})
        ask("/v1/states/view", {"state": state, "seat": rng.choice("AB")})
        state = ask("/v1/actions/check", {"state": state, "action": taken[-1]})["state"]
    ask("/v1/actions/check-many", {"state": begun, "actions": taken})
    ask("/v1/actions/check-many", {"items": rng.sample(found["/v1/actions/check"], 2)})
    ask("/v1/deals", {"state": state, "seed": "next"})
    text = ask("/v1/states/validate", {"state": begun})["text"]
    ask("/v1/actions/check", {"state": text, "action": "AxS7"})
    steps = [{"action": action, "score": {"A": 0}} for action in taken]
    deal = {"dealer": "B", "dealt": begun["dealt"], "steps": steps, "score": state["score"]}
    record = {"piquet_record": 1, "ruleset": "portland", "first_dealer": "B", "deals": [deal]}
    written = ask("/v1/records/convert", {"record": record})["record"]
    ask("/v1/records/convert", {"record": written})
    ask("/v1/records/verify", {"records": [record, written, {"deals": [{"steps": steps}]}]})
    return found


@pytest.fixture(scope="module")
def requests(app: Any) -> dict[str, list[Any]]:
    return valid_requests(app.test_client(), random.Random(f"{SEED} requests"))


@pytest.mark.parametrize("path", POSTS)
def test_no_body_makes_the_service_fail(client, requests, path):
    rng = random.Random(f"{SEED} {path}")
    print(f"PIQUET_FUZZ_SEED={SEED}")
    for _ in range(ROUNDS):
        body: bytes
        match rng.randrange(8):
            case 0:
                body = rng.randbytes(rng.randrange(60))
            case 1:
                body = json.dumps(anything(rng)).encode("utf-8", "surrogatepass")
            case kind:
                body = json.dumps(mutated(rng, rng.choice(requests[path])), ensure_ascii=rng.random() < 0.5).encode(
                    "utf-8", "surrogatepass"
                )
                if kind < 4:
                    body = corrupted(rng, body)
        response = client.post(path, data=body, content_type="application/json")
        told = f"PIQUET_FUZZ_SEED={SEED}, {path}: {body!r} gave {response.text}"
        assert response.status_code < 500, told
        assert isinstance(response.get_json(force=True), dict), told
        if response.status_code != 200:
            assert response.content_type == "application/problem+json", told
            assert response.status_code in (400, 404, 409, 422), told


def test_no_header_makes_the_service_fail(client):
    rng = random.Random(f"{SEED} headers")
    texts = [
        "",
        ",",
        ";",
        "=",
        "q",
        "q=",
        ";q=1",
        "*",
        "/",
        "*/*",
        '"',
        "\\",
        "application/",
        "json",
        "charset=",
        "\t",
        "é",
        "W/",
    ]
    for _ in range(ROUNDS * 4):
        headers = {
            name: "".join(rng.choices(texts, k=rng.randrange(6)))
            for name in (
                "Accept",
                "Content-Type",
                "If-None-Match",
                "Content-Encoding",
                "Host",
                "Content-Length",
                "Accept-Charset",
            )
            if rng.random() < 0.5
        }
        path = rng.choice(["/v1/rulesets", "/livez", "/readyz", "/docs", "/nowhere", *POSTS])
        response = client.open(path, method=rng.choice(["GET", "POST", "HEAD", "OPTIONS"]), headers=headers)
        assert response.status_code < 500, f"PIQUET_FUZZ_SEED={SEED}, {path} with {headers} gave {response.text}"
