"""Two programs that do not trust one another play a deal, and pass each other nothing but tokens.

    python table.py http://127.0.0.1:8000

The service there has to have `SEAL_KEYS`. Needs Python 3.11 and nothing else. What each player does here is the first
thing that he may do; what he would think about is `view`, which has his own cards and what both have seen.
"""

import json
import secrets
import sys
import urllib.request
from hashlib import sha256
from typing import Any

# Straight to the service, whatever proxy the environment names.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(base: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with _opener.open(request, timeout=10) as response:
        answer: dict[str, Any] = json.load(response)
        return answer


class Player:
    """A program at one seat. Its key never leaves it but to the service; the other player has seen the hash of it."""

    def __init__(self, base: str, seat: str) -> None:
        self.base, self.seat = base, seat
        self._key = secrets.token_urlsafe(24)
        self.hash = sha256(self._key.encode()).hexdigest()
        self.last = 0

    def act(self, state: dict[str, Any]) -> dict[str, Any]:
        """The state after what it does, for the other player; the same state if it is not its turn."""
        if state["position"]["number"] < self.last:
            raise ValueError("this is a token of an earlier position")
        held = {**state, "keys": {self.seat: self._key}}
        asked = ask(self.base, "/v1/actions/options", {"state": held, "expand": True, "limit": 1})
        if asked["to_act"] != self.seat:
            return state
        answer = ask(self.base, "/v1/actions/check", {"state": held, "action": asked["actions"][0]})
        after: dict[str, Any] = answer["concealed"]
        self.last = after["position"]["number"]
        return after

    def view(self, state: dict[str, Any]) -> dict[str, Any]:
        held = {**state, "keys": {self.seat: self._key}}
        seen: dict[str, Any] = ask(self.base, "/v1/states/view", {"state": held, "seat": self.seat})["view"]
        return seen


def play(base: str) -> list[dict[str, Any]]:
    """A deal from beginning to end; what each player sees in the end."""
    players = [Player(base, seat) for seat in "AB"]
    # Each names the hash of his key first. Only then do both name a part of the seed: so neither can choose his hand.
    hashes = {player.seat: player.hash for player in players}
    seed = "-".join(secrets.token_hex(8) for _ in players)
    first = {"ruleset": "portland", "dealer": "B", "key_hashes": hashes, "seed": seed}
    state = ask(base, "/v1/deals/concealed", first)["concealed"]
    before = None
    while state != before:
        before = state
        for player in players:
            state = player.act(state)
    return [player.view(state) for player in players]


if __name__ == "__main__":
    seen = play(sys.argv[1].rstrip("/"))
    print("the deal is over:", all(view["phase"] == "deal_over" for view in seen))
    print("both see the same score:", seen[0]["score"] == seen[1]["score"])
    print("both see the same cards:", seen[0]["dealt"] == seen[1]["dealt"])
