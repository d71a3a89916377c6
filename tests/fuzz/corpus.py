"""Requests that are answered, for every operation and page: what a game asks in its course, and what goes with it."""

import json
import random
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from service.api.desk import Desk
from service.api.operations import operations
from service.app import create_app
from service.cache import make_memo
from service.settings import Settings

Json = Any

EVERY = operations(Desk(0), make_memo(Settings()))
POSTS = [operation.path for operation in EVERY if operation.method == "POST"]
PAGES = ("/livez", "/readyz", "/openapi.yaml", "/openapi.json", "/docs", "/docs/reference", "/docs/errors", "/metrics")

KEY = "a-key-of-32-letters-for-this-campaign"
SEAT_KEYS = {"A": "the key that only A has, and nobody else", "B": "the key that only B has, which is another"}

#: What a service is started with: as it is by default, and with everything that production switches on.
SETTINGS: dict[str, dict[str, str]] = {
    "plain": {},
    "production": {
        "SEAL_KEYS": "one:MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTE=",
        "API_KEYS": f"fuzz:{KEY}",
        "METRICS": "on",
        "ACCESS_LOG": "on",
        "CORS_ORIGINS": "https://play.example",
        "RATE_LIMIT": "999999999/second",
        "COMPRESS_FROM_BYTES": "2000",
        "TRUSTED_PROXIES": "1",
    },
}

# What stands in the head besides; one or several of them at a time.
HEADS = [
    ("Accept", "application/json"),
    ("Accept", "application/json;q=0.5, */*;q=0.1"),
    ("Accept-Encoding", "zstd, br;q=0.9, gzip;q=0.5"),
    ("Origin", "https://play.example"),
    ("X-Request-ID", "table-7:deal-1"),
    ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
    ("X-Forwarded-For", "203.0.113.9, 10.0.0.1"),
    ("If-None-Match", 'W/"abc", "def"'),
    ("Expect", "100-continue"),
    ("Connection", "keep-alive"),
    ("Content-Encoding", "gzip"),
    ("Cookie", "a=b; c=d"),
]


class Request(NamedTuple):
    """A request as it goes over the wire, but for what the head says of the body."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def raw(self, chunked: bool = False) -> bytes:
        """All of it; the body as one chunk, or with its length."""
        head = "".join(f"{name}: {value}\r\n" for name, value in (("Host", "127.0.0.1"), *self.headers))
        body = self.body
        if chunked:
            head += "Transfer-Encoding: chunked\r\n"
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        elif self.method == "POST":
            head += f"Content-Length: {len(body)}\r\n"
        return f"{self.method} {self.target} HTTP/1.1\r\n{head}\r\n".encode() + body


JSON_TYPE = ("Content-Type", "application/json")


def bodies(client: Any, rng: random.Random, conceals: bool) -> dict[str, list[Json]]:
    """The bodies of requests that are answered, by path: a deal played at random, and what may be asked in the course
    of it. A service that has no keys answers the concealed ones with a problem."""
    found: dict[str, list[Json]] = {path: [] for path in POSTS}

    def ask(path: str, body: Json) -> Json:
        found[path].append(body)
        response = client.post(path, json=body, headers={"X-API-Key": KEY})
        assert response.status_code == 200, response.text
        return response.get_json()

    ask("/v1/parties", {"ruleset": "portland", "cut": {"A": "7S", "B": "AS"}})
    ask("/v1/settlements", {"ruleset": "portland", "deals": [{"A": 30, "B": 20}] * 6})
    state = ask("/v1/parties", {"ruleset": {"name": "portland", "overrides": {}}, "first_dealer": "B"})["state"]
    state = begun = ask("/v1/deals", {"state": state, "seed": str(rng.random())})["state"]
    deck = [*state["hands"]["A"], *state["hands"]["B"], *state["talon"]]
    ask("/v1/deals", {"ruleset": "hoyle", "dealer": "A", "deck": deck})
    ask("/v1/hands/compare", {"elder": state["hands"]["A"], "younger": state["hands"]["B"]})
    known = {"discards": state["talon"][:3], "known": state["talon"][3:4], "held": state["hands"]["B"][:2]}
    ask("/v1/hands/evaluate", {"hands": [{"cards": state["hands"]["A"], **known}, {"cards": ["AS"]}], "odds": True})
    hand = state["dealt"]["hands"]["B"]
    ask("/v1/exchanges/analyse", {"side": "younger", "hand": hand, "mode": "plain", "at_most": 1})
    hands = {"elder": state["hands"]["A"], "younger": state["hands"]["B"]}
    ask("/v1/play/analyse", {"ruleset": "portland", "hands": hands, "leader": "elder"})
    taken: list[Json] = []
    while actions := client.post(
        "/v1/actions/options", json={"state": state, "expand": True}, headers={"X-API-Key": KEY}
    ).get_json()["actions"]:
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
    _concealed(found, ask if conceals else lambda path, body: found[path].append(body))
    return found


def _concealed(found: dict[str, list[Json]], ask: Any) -> None:
    """A concealed deal, and what each of its players asks."""
    hashes = {"A": "f" * 64, "B": "0" * 64}
    ask("/v1/deals/concealed", {"ruleset": "portland", "dealer": "A", "key_hashes": hashes})
    hashes = {seat: sha256(key.encode()).hexdigest() for seat, key in SEAT_KEYS.items()}
    dealt = ask("/v1/deals/concealed", {"ruleset": "portland", "dealer": "B", "key_hashes": hashes, "seed": "fuzz"})
    token = dealt["concealed"] if dealt else {"token": "e1.one.AAAA", "position": {"number": 1, "hash": "A" * 22}}
    elder, younger = ({**token, "keys": {seat: key}} for seat, key in SEAT_KEYS.items())
    listed = ask("/v1/actions/options", {"state": elder, "expand": True, "limit": 3})
    action = listed["actions"][0] if listed else {"seat": "A", "type": "exchange", "cards": ["7S"]}
    for _ in range(5):
        ask("/v1/actions/check", {"state": elder, "action": action})
        ask("/v1/states/view", {"state": younger, "seat": "B"})
        ask("/v1/states/validate", {"state": {**token, "keys": SEAT_KEYS}})


def corpus(settings: str, rng: random.Random) -> dict[str, list[Request]]:
    """Requests that a service with these settings answers, by the name of the operation or the address of the page."""
    client = create_app(Settings.from_env(SETTINGS[settings])).test_client()
    by_path = bodies(client, rng, conceals=settings == "production")
    named = (("X-API-Key", KEY),)
    found: dict[str, list[Request]] = {}
    for operation in EVERY:
        if operation.method == "POST":
            sent = [json.dumps(body).encode() for body in by_path[operation.path]]
            found[operation.name] = [Request("POST", operation.path, (*named, JSON_TYPE), body) for body in sent]
    text = next(body["state"] for body in by_path["/v1/actions/check"] if isinstance(body["state"], str))
    record = next(body["record"] for body in by_path["/v1/records/convert"] if isinstance(body["record"], str))
    twin = json.dumps(next(body["record"] for body in by_path["/v1/records/convert"]))
    streams = {"text/plain": f"{record}\n{record}", "application/x-ndjson": f"{twin}\n{json.dumps(record)}\n{twin}\n"}
    found["verify_records"] += [
        Request("POST", "/v1/records/verify", (*named, ("Content-Type", kind)), body.encode())
        for kind, body in streams.items()
    ]
    addresses = {
        "list_rulesets": ["/v1/rulesets"],
        "get_ruleset": ["/v1/rulesets/portland", "/v1/rulesets/old-36@1"],
        "compare_rulesets": ["/v1/rulesets/portland/differences/french"],
        "get_hand": ["/v1/hands/ASKSQSJSTS?ruleset=portland", "/v1/hands/7S"],
        "check_action_line": [
            "/v1/actions/check?" + urlencode({"state": text, "action": "AxS7"}),
            f"/v1/actions/check?action={quote('Bx')}&state={text}",
        ],
        **{page: [page] for page in PAGES},
    }
    found |= {name: [Request("GET", target, named) for target in targets] for name, targets in addresses.items()}
    return found
