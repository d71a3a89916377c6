"""Two programs that do not trust one another play two deals, and pass each other nothing but tokens.

    python table.py http://127.0.0.1:8000

Without an address it is that. Another service than that of `make run` has to have `SEAL_KEYS`. Needs Python 3.11 and
nothing else. Each player takes the first action that is allowed; a real one would think about `view`, which has its own
cards and what both have seen.
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


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class Player:
    """A program at one seat. Its key goes to nobody but the service; the other player has seen the hash of it."""

    def __init__(self, base: str, seat: str) -> None:
        self.base, self.seat = base, seat
        self._key = secrets.token_urlsafe(24)
        self._seed = secrets.token_hex(16)
        self.key_hash, self.seed_hash = digest(self._key), digest(self._seed)
        self._deals, self._dealt, self._events = -1, list[str](), list[Any]()

    def reveal(self, seed_hashes: dict[str, str]) -> str:
        """This player's part of the seed, once the hashes of all parts are known."""
        if seed_hashes[self.seat] != self.seed_hash or len(set(seed_hashes.values())) < 2:
            raise ValueError("these are not the hashes of two parts")
        return self._seed

    def begin(self, key_hashes: dict[str, str], seeds: dict[str, str], seed_hashes: dict[str, str]) -> dict[str, Any]:
        """The first deal. Both players ask for it, and get the same token."""
        if {seat: digest(seed) for seat, seed in seeds.items()} != seed_hashes:
            raise ValueError("a part of the seed is another than was promised")
        seed = "-".join(seeds[seat] for seat in sorted(seeds))
        first = {"ruleset": "portland", "dealer": "B", "key_hashes": key_hashes, "seed": seed}
        dealt: dict[str, Any] = ask(self.base, "/v1/deals/concealed", first)["concealed"]
        return dealt

    def act(self, state: dict[str, Any], deals: int) -> dict[str, Any]:
        """The state after what this player does, for the other one; the same state if there is nothing to do."""
        view = self.view(state)
        self._check(view)
        held = self._held(state)
        if view["phase"] == "deal_over" and view["partie"]["deal"] < deals:
            # With this key alone that is an agreement; the cards are dealt when the other has agreed as well.
            answer = ask(self.base, "/v1/deals/concealed", {"state": held})
        elif view["to_act"] == self.seat:
            action = ask(self.base, "/v1/actions/options", {"state": held, "expand": True, "limit": 1})["actions"][0]
            answer = ask(self.base, "/v1/actions/check", {"state": held, "action": action})
        else:
            return state
        self._check(answer["view"])
        after: dict[str, Any] = answer["concealed"]
        return after

    def view(self, state: dict[str, Any]) -> dict[str, Any]:
        body = {"state": self._held(state), "seat": self.seat}
        seen: dict[str, Any] = ask(self.base, "/v1/states/view", body)["view"]
        return seen

    def _held(self, state: dict[str, Any]) -> dict[str, Any]:
        return {**state, "keys": {self.seat: self._key}}

    def _check(self, view: dict[str, Any]) -> None:
        """Refuses a token that does not continue what this player has seen: one of an earlier position, of a game that
        went on otherwise from there, or of another partie. Such a token never gets an action or an agreement."""
        deals, dealt, events = len(view["partie"]["deals"]), view["dealt"], view["events"]
        seen = self._dealt, self._events
        if deals < self._deals or (deals == self._deals and (dealt, events[: len(self._events)]) != seen):
            raise ValueError("this token does not continue the game that was seen")
        self._deals, self._dealt, self._events = deals, dealt, events


def play(base: str, deals: int = 2) -> list[dict[str, Any]]:
    """So many deals from beginning to end; what each player sees in the end."""
    players = [Player(base, seat) for seat in "AB"]
    # First the hashes go over the table, then the parts of the seed: whoever names their part last can no longer change
    # it, and so cannot try parts until they like their hand.
    key_hashes = {player.seat: player.key_hash for player in players}
    seed_hashes = {player.seat: player.seed_hash for player in players}
    seeds = {player.seat: player.reveal(seed_hashes) for player in players}
    state, other = (player.begin(key_hashes, seeds, seed_hashes) for player in players)
    if state != other:
        raise ValueError("the players do not have the same first deal")
    before = None
    while state != before:
        before = state
        for player in players:
            state = player.act(state, deals)
    return [player.view(state) for player in players]


if __name__ == "__main__":
    seen = play((sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000").rstrip("/"))
    print("two deals are over:", all(view["phase"] == "deal_over" and view["partie"]["deal"] == 2 for view in seen))
    print("both see the same score:", seen[0]["score"] == seen[1]["score"])
    print("both see the same cards:", seen[0]["dealt"] == seen[1]["dealt"])
