"""The referee's side of a partie: it holds the state, and gives each player the view and the options of their seat."""

import random
from collections.abc import Mapping
from typing import Any, Protocol

from examples.house_player.client import Client, Json

OTHER = {"A": "B", "B": "A"}
#: The cards that are cut. `TH` is the ten of hearts.
PACK = [rank + suit for rank in "789TJQKA" for suit in "SHDC"]


class Seat:
    """What the player at a seat may ask the referee for."""

    def __init__(self, table: "Table", seat: str) -> None:
        self._table, self.name = table, seat

    def view(self) -> Json:
        """The view of this seat, with its options."""
        return self._table.view(self.name)

    def actions(self, offset: int, limit: int) -> Json:
        """A page of the concrete actions that this seat may take, as `actions`, and their number as `total`."""
        return self._table.actions(self.name, offset, limit)


class Player(Protocol):
    """A program that plays at a seat."""

    def decide(self, seat: Seat) -> Json:
        """The action to take."""
        ...

    def deals_first(self) -> bool:
        """Whether to deal first, where the cut leaves the choice."""
        ...


class Table:
    """A partie in progress. Only the table has the state; players get a `Seat`."""

    def __init__(self, client: Client, ruleset: Json, seed: str) -> None:
        self._client, self._ruleset, self._seed = client, ruleset, seed
        self._state: Json = None
        self.seats = {name: Seat(self, name) for name in OTHER}

    def begin(self, first_dealer: str) -> None:
        """Begin the partie with this seat as the first dealer."""
        self._state = self._client.post("/v1/parties", ruleset=self._ruleset, first_dealer=first_dealer)["state"]

    def begin_by_cut(self, players: Mapping[str, Player]) -> None:
        """Let both seats cut until it is settled who deals first, or who chooses."""
        rng = random.Random(f"{self._seed}, cut")
        while self._state is None:
            cut = dict(zip(OTHER, rng.sample(PACK, 2), strict=True))
            begun = self._client.post("/v1/parties", ruleset=self._ruleset, cut=cut)
            if begun["outcome"] == "chooses":
                seat = begun["seat"]
                dealer = seat if players[seat].deals_first() else OTHER[seat]
                begun = self._client.post("/v1/parties", ruleset=self._ruleset, cut=cut, first_dealer=dealer)
            self._state = begun.get("state")

    def resume(self, state: Json) -> None:
        """Continue a partie from this state."""
        self._state = state

    def play(self, players: Mapping[str, Player], deals: int | None = None) -> Json:
        """Play to the end of the partie, or of so many deals, and return the partie as it then stands."""
        while True:
            seat, partie = self._state["to_act"], self._state["partie"]
            if seat is not None:
                self.act(players[seat].decide(self.seats[seat]))
            elif self._state["phase"] == "partie_over" or partie["deal"] == deals:
                return partie
            else:
                self.deal()

    def deal(self) -> None:
        seed = f"{self._seed}, deal {self._state['partie']['deal'] + 1}"
        self._state = self._client.post("/v1/deals", state=self._state, seed=seed)["state"]

    def view(self, seat: str) -> Json:
        return self._client.post("/v1/states/view", state=self._state, seat=seat)["view"]

    def actions(self, seat: str, offset: int, limit: int) -> Json:
        page: dict[str, Any] = {"expand": True, "offset": offset, "limit": limit}
        return self._client.post("/v1/actions/options", state=self._state, seat=seat, **page)

    def act(self, action: Json) -> None:
        """Take an action. Raises `IllegalAction`."""
        judged = self._client.post("/v1/actions/check", state=self._state, action=action)
        if not judged["legal"]:
            raise IllegalAction(action, judged["violations"])
        self._state = judged["state"]


class IllegalAction(Exception):
    """A player took an action that is not legal."""

    def __init__(self, action: Json, violations: Json) -> None:
        super().__init__(f"{action}: {[violation['message'] for violation in violations]}")
