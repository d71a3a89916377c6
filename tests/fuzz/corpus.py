"""Requests that are answered, for every operation: what is damaged must have been whole.

To add one, ask it in `_bodies` (a POST with JSON), or put it into the table of `corpus` (anything else).
"""

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from service.multiplayer.games import GAMES
from tests.fuzz.assertions import operation_of
from tests.fuzz.irregular import irregular_bodies
from tests.fuzz.wire import Answer, ask, parts, request
from tests.tournaments.random_events import random_event
from tools.multiplayer_examples import multiplayer_examples
from tools.ruling_examples import TOLD

Ask = Callable[[str, dict[str, Any]], Any]

EXAMPLES = Path(__file__).parents[2] / "examples"
JSON, NDJSON, TEXT = (
    "Content-Type: application/json",
    "Content-Type: application/x-ndjson",
    "Content-Type: text/plain",
)

#: What is refused where nothing is set.
NEED_SETTINGS = {"/metrics", "/v1/deals/concealed"}

#: The operations of a game of several seats.
OF_A_GAME = (
    "{}_deal", "check_{}_action", "check_many_{}_actions", "list_{}_options", "validate_{}_state", "view_{}_state",
    "picture_{}_state", "settle_{}_partie", "compare_{}_hands", "list_{}_rulesets",
)  # fmt: skip

#: Operations that get fewer requests than the others, for what they compute or send takes long, or there is
#: little to be damaged in it.
DEAR = {
    "advise": 0.2,
    "advise_line": 0.02,
    "analyse_exchange": 0.03,
    "analyse_play": 0.2,
    "evaluate_hands": 0.2,
    "check_many_actions": 0.3,
    "verify_records": 0.3,
    "convert_record": 0.5,
    "compare_records": 0.2,
    "review_record": 0.05,
    "verify_event": 0.5,
    "standings": 0.5,
    # Both games have the same code.
    **{form.format(game): 0.3 for game in GAMES for form in OF_A_GAME},
    **dict.fromkeys(("index", "version_index", "livez", "readyz", "metrics", "list_rulesets", "list_laws"), 0.1),
    **dict.fromkeys(
        (
            *("openapi_yaml", "openapi_json", "openapi_3_2_json"),
            *("docs_index", "docs_reference", "docs_errors", "docs_rules", "docs_law"),
        ),
        0.05,
    ),
}


class Corpus:
    """Requests by operation; `pick` chooses one of an operation that is chosen by how dear it is."""

    def __init__(self, requests: dict[str, list[bytes]]) -> None:
        self.requests = requests
        self._names = sorted(requests)
        self._weights = [DEAR.get(name, 1.0) for name in self._names]

    def pick(self, rng: random.Random, with_body: bool = False) -> bytes:
        raw = rng.choice(self.requests[rng.choices(self._names, self._weights)[0]])
        return raw if not with_body or parts(raw)[2] else self.pick(rng, with_body)


def corpus(app: Any, rng: random.Random, headers: Sequence[tuple[str, str]] = ()) -> Corpus:
    """Requests with these headers, each of which `app` answers."""
    found: dict[str, list[bytes]] = defaultdict(list)

    def send(method: str, target: str, content: str = "", body: bytes = b"") -> Answer:
        more = [tuple(content.split(": "))] if content else []
        raw = request(method, target, [*headers, *more], body)
        answer = ask(app, raw)
        assert answer.status == 200 or target in NEED_SETTINGS, (raw, answer)
        name = operation_of(raw)
        assert name is not None, raw
        found[name].append(raw)
        return answer

    def ask_json(path: str, body: dict[str, Any]) -> Any:
        return json.loads(send("POST", path, JSON, json.dumps(body).encode()).body)

    line, action, record = _bodies(ask_json, rng)
    _concealed(ask_json)
    irregular_bodies(ask_json, rng)
    for example in multiplayer_examples(ask_json):
        if example.body is not None:
            send("POST", example.path, JSON, json.dumps(example.body).encode())
    for path in ("/v1/events/verify", "/v1/standings"):
        ask_json(path, {"event": random_event(rng)})
    written = json.dumps(record)
    whole, sheet = ((EXAMPLES / name).read_bytes() for name in ("w1.piquet", "score-sheet.piquet"))
    ask_json("/v1/records/compare", {"records": [whole.decode(), record]})
    hand = "ASKSQSJSTS9SAHKHQHADKDAC"
    table = [
        ("GET", "/v1/rulesets"),
        ("GET", "/v1/rulesets/portland"),
        ("GET", "/v1/rulesets/old-36@1"),
        ("GET", "/v1/rulesets/portland/differences/german"),
        ("GET", "/v1/voleur/rulesets"),
        ("GET", "/v1/normand/rulesets"),
        ("GET", "/v1/laws"),
        ("GET", "/v1/laws/L54?law=au-cent"),
        ("GET", f"/v1/actions/check?state={quote(line)}&action={quote(action)}"),
        ("GET", f"/v1/advice?state={quote(line)}&seat=A&assume=candid&effort=quick&seed=x&limit=3"),
        ("GET", f"/v1/hands/{hand}"),
        ("GET", f"/v1/hands/{hand[:10]}?ruleset=german"),
        ("POST", "/v1/records/verify", TEXT, whole + b"\n" + sheet),
        ("POST", "/v1/records/verify", NDJSON, f"{written}\n\n{json.dumps(sheet.decode())}\n{{".encode()),
        ("GET", "/"),
        ("GET", "/v1"),
        ("GET", "/livez"),
        ("GET", "/readyz"),
        *(("GET", f"/v1/states/picture?state={quote(line)}{options}") for options in ("", "&seat=A&lang=fr&width=200")),
        ("GET", "/v1/hands/ASKSQS/picture?colours=4&suits=signs"),
        ("POST", "/v1/states/picture", JSON, json.dumps({"state": line, "seat": "B", "bottom": "A"}).encode()),
        ("GET", "/metrics"),
        ("GET", "/openapi.yaml"),
        ("GET", "/openapi.json"),
        ("GET", "/openapi-3.2.json"),
        ("GET", "/docs/index"),
        ("GET", "/docs/reference"),
        ("GET", "/docs/errors"),
        ("GET", "/docs/rules"),
        ("GET", "/docs/law"),
    ]
    for row in table:
        send(*row)
    return Corpus(dict(found))


def _bodies(ask: Ask, rng: random.Random) -> tuple[str, str, Any]:
    """Asks what may be asked in the course of a deal that is played at random. Gives a state and an action as text, and
    the record of the deal."""
    ask("/v1/parties", {"ruleset": "portland", "cut": {"A": "7S", "B": "AS"}})
    ask("/v1/settlements", {"ruleset": "portland", "deals": [{"A": 30, "B": 20}] * 6})
    for told in TOLD:
        incident = {"kind": told.kind, "facts": told.facts, "dealer": "B", "passed": []}
        ask("/v1/rulings", {"ruleset": told.ruleset, "incident": incident, "seat": rng.choice("AB")})
    state = ask("/v1/parties", {"ruleset": {"name": "portland", "overrides": {}}, "first_dealer": "B"})["state"]
    state = begun = ask("/v1/deals", {"state": state, "seed": str(rng.random())})["state"]
    ask("/v1/hands/compare", {"elder": state["hands"]["A"], "younger": state["hands"]["B"]})
    known = {"discards": state["talon"][:3], "known": state["talon"][3:4], "held": state["hands"]["B"][:2]}
    ask("/v1/hands/evaluate", {"hands": [{"cards": state["hands"]["A"], **known}, {"cards": ["AS"]}], "odds": True})
    hand = state["dealt"]["hands"]["B"]
    ask("/v1/exchanges/analyse", {"side": "younger", "hand": hand, "mode": "plain", "at_most": 1})
    hands = {"elder": state["hands"]["A"][:6], "younger": state["hands"]["B"][:6]}
    ask("/v1/play/analyse", {"ruleset": "portland", "hands": hands, "leader": "elder"})
    taken: list[Any] = []
    checks: list[dict[str, Any]] = []
    while True:
        actions = ask("/v1/actions/options", {"state": state, "expand": True, "offset": 0, "limit": 1000})["actions"]
        if not actions:
            break
        taken.append(rng.choice(actions))
        ask("/v1/actions/options", {"state": state, "expand": True, "offset": 1, "limit": 5})
        ask("/v1/states/validate", {"state": state})
        if state["phase"] == "play":
            ask("/v1/play/analyse", {"state": state})
        view = ask("/v1/states/view", {"state": state, "seat": state["to_act"]})["view"]
        if len(view["hand"]) <= 6 and not state["incidents"]:  # advice is quick then
            ask(
                "/v1/advice", {"state": state, "seat": state["to_act"], "assume": "nothing", "seed": "fuzz", "limit": 2}
            )
            ask("/v1/advice", {"view": view, "weights": "discards", "effort": "quick"})
        ask("/v1/states/view", {"state": state, "seat": rng.choice("AB")})
        checks.append({"state": state, "action": taken[-1]})
        state = ask("/v1/actions/check", checks[-1])["state"]
    ask("/v1/actions/check-many", {"state": begun, "actions": taken})
    ask("/v1/actions/check-many", {"items": rng.sample(checks, 2)})
    ask("/v1/deals", {"state": state, "seed": "next"})
    line = ask("/v1/states/validate", {"state": begun})["text"]
    ask("/v1/actions/check", {"state": line, "action": "AxS7"})
    steps = [{"action": action, "score": {"A": 0}} for action in taken]
    deal = {"dealer": "B", "dealt": begun["dealt"], "steps": steps, "score": state["score"]}
    record = {"piquet_record": 1, "ruleset": "portland", "first_dealer": "B", "deals": [deal]}
    written = ask("/v1/records/convert", {"record": record})["record"]
    ask("/v1/records/convert", {"record": written})
    # The exchange alone would take most of a second.
    sheet = (EXAMPLES / "score-sheet.piquet").read_text()
    ask("/v1/records/review", {"record": sheet, "deals": [1], "effort": "quick", "seed": "x"})
    ask("/v1/records/verify", {"records": [record, written, {"deals": [{"steps": steps}]}]})
    return line, "AxS7", record


def _concealed(ask: Ask) -> None:
    """Asks what may be asked of a state that is a token."""
    keys = {"A": "a key that only A has, and nobody else", "B": "a key that only B has, and nobody else"}
    hashes = {seat: hashlib.sha256(key.encode()).hexdigest() for seat, key in keys.items()}
    body = {"ruleset": "portland", "dealer": "B", "key_hashes": hashes, "seed": "x"}
    state = ask("/v1/deals/concealed", body).get("concealed")
    if state is None:  # where there are no keys nothing is concealed
        ask("/v1/deals/concealed", {"state": {"token": "e1.k.AAAA", "keys": keys}})
        return
    for seats in ("A", "B", "AB"):
        held = {"token": state["token"], "keys": {seat: keys[seat] for seat in seats}}
        ask("/v1/states/validate", {"state": held | {"position": state["position"]}})
        ask("/v1/states/view", {"state": held, "seat": seats[0]})
        options = {"state": held, "expand": True, "limit": 3}
        for action in ask("/v1/actions/options", options)["actions"]:
            ask("/v1/actions/check", {"state": held, "action": action})
            ask("/v1/actions/check-many", {"state": held, "actions": [action]})
