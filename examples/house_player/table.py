"""The referee's side of a partie: it holds the state, and gives each player the view and the options of their seat."""

import random
from collections.abc import Mapping
from typing import Any, Protocol

import piquet_referee_client as client

#: Requests and responses are passed on as they are.
Json = Any

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

    def __init__(self, referee: client.Referee, ruleset: Json, seed: str) -> None:
        self._referee, self._ruleset, self._seed = referee, ruleset, seed
        self._table: client.Table
        self.seats = {name: Seat(self, name) for name in OTHER}

    def begin(self, first_dealer: Any) -> None:
        """Begin the partie with this seat as the first dealer."""
        self.resume(self._referee.start_partie(ruleset=self._ruleset, first_dealer=first_dealer).get("state"))

    def begin_by_cut(self, players: Mapping[str, Player]) -> None:
        """Let both seats cut until it is settled who deals first, or who chooses."""
        rng = random.Random(f"{self._seed}, cut")
        begun: Json = {}
        while "state" not in begun:
            cut: Json = dict(zip(OTHER, rng.sample(PACK, 2), strict=True))
            begun = self._referee.start_partie(ruleset=self._ruleset, cut=cut)
            if begun["outcome"] == "chooses":
                seat = begun["seat"]
                dealer: Json = seat if players[seat].deals_first() else OTHER[seat]
                begun = self._referee.start_partie(ruleset=self._ruleset, cut=cut, first_dealer=dealer)
        self.resume(begun["state"])

    def resume(self, state: Json) -> None:
        """Continue a partie from this state."""
        self._table = client.Table(self._referee, state)

    def play(self, players: Mapping[str, Player], deals: int | None = None) -> Json:
        """Play to the end of the partie, or of so many deals, and return the partie as it then stands."""
        while True:
            seat, partie = self._table.to_act, self._table.partie
            if seat is not None:
                self.act(players[seat].decide(self.seats[seat]))
            elif self._table.phase == "partie_over" or partie["deal"] == deals:
                return partie
            else:
                self.deal()

    def deal(self) -> None:
        self._table.deal(seed=f"{self._seed}, deal {self._table.partie['deal'] + 1}")

    def view(self, seat: Any) -> Json:
        return self._table.view(seat)

    def actions(self, seat: Any, offset: int, limit: int) -> Json:
        state = self._table.state
        return self._referee.list_options(state=state, seat=seat, expand=True, offset=offset, limit=limit)

    def act(self, action: Json) -> None:
        """Take an action. Raises `piquet_referee_client.IllegalAction`."""
        self._table.apply(action)
