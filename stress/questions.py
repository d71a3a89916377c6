"""Requests with their expected responses, from a service in this process without a pool, Redis or network."""

import json
import random
from dataclasses import dataclass
from typing import Any

from service.app import create_app
from service.settings.service import Settings

PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]


@dataclass(frozen=True)
class Question:
    """A request by POST, and the expected body of its response."""

    method: str
    path: str
    body: bytes
    answer: bytes

    def request(self, *headers: str) -> bytes:
        lines = (f"{self.method} {self.path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers)
        return "\r\n".join((*lines, f"Content-Length: {len(self.body)}", "", "")).encode() + self.body


def answered(path: str, bodies: list[Any]) -> list[Question]:
    """Requests with the given bodies, and their responses."""
    client = create_app(Settings()).test_client()
    found = []
    for body in bodies:
        sent = json.dumps(body).encode()
        response = client.post(path, data=sent, content_type="application/json")
        assert response.status_code == 200, response.data
        found.append(Question("POST", path, sent, response.data))
    return found


def checks(count: int = 60) -> list[Question]:
    """Legal and illegal checks along one deal of random play."""
    client, rng = create_app(Settings()).test_client(), random.Random("stress")
    state = client.post("/v1/deals", json={"ruleset": "portland", "dealer": "B", "seed": "stress"}).json["state"]
    bodies: list[Any] = []
    while state["phase"] != "deal_over" and len(bodies) < count:
        asked = {"state": state, "expand": True, "limit": 50}
        actions = client.post("/v1/actions/options", json=asked).json["actions"]
        action = rng.choice([action for action in actions if action["type"] != "concede"] or actions)
        bodies.append({"state": state, "action": action})
        bodies.append({"state": state, "action": {"seat": "A", "type": "play", "card": rng.choice(PACK)}})
        state = client.post("/v1/actions/check", json=bodies[-2]).json["state"]
    return answered("/v1/actions/check", bodies)


def evaluations(count: int = 10) -> list[Question]:
    """Evaluations of forty hands with odds, the most that a worker computes itself; they take some milliseconds."""
    rng = random.Random("evaluations")
    bodies = [
        {"ruleset": "portland", "hands": [{"cards": rng.sample(PACK, 12)} for _ in range(40)]} for _ in range(count)
    ]
    return answered("/v1/hands/evaluate", bodies)


def plays(count: int, cards: int = 8, seed: str = "plays") -> list[Question]:
    """Analyses of the play, which are cached."""
    rng = random.Random(seed)
    bodies = []
    for _ in range(count):
        dealt = rng.sample(PACK, 2 * cards)
        hands = {"elder": dealt[:cards], "younger": dealt[cards:]}
        bodies.append({"ruleset": "portland", "hands": hands, "leader": "elder"})
    return answered("/v1/play/analyse", bodies)


def exchanges(count: int) -> list[Question]:
    """Analyses of exchanges, which take a third of a second each."""
    rng = random.Random("exchanges")
    bodies = [{"ruleset": "portland", "side": "younger", "hand": rng.sample(PACK, 12)} for _ in range(count)]
    return answered("/v1/exchanges/analyse", bodies)
