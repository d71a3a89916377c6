"""What makes each game: its seats and sides, its cards, whether there is an exchange, and how play and partie end.

A game is a record. The rules read its members and never its name, so that another game is another record, with its
parameters in `parameters`, and a function in the tables `exchange_and_play.END_OF_PLAY` and `scoring.SETTLE` if it ends
in another way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Game:
    """A game of several seats.

    Seats and sides are numbers: `seats[0]` is the name of the first seat, and `sides[side_of[0]]` that of its side.
    `packets` has the rounds in which the cards are dealt, by the values of the parameter `deal_packet`.
    """

    name: str
    prefix: str  # of the ids of its rules
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    hand_size: int
    packets: Mapping[str | int, tuple[int, ...]]
    has_exchange: bool  # the dealer may exchange with the talon (N3.1)
    end_of_play: str  # a key of `exchange_and_play.END_OF_PLAY`
    end_of_partie: str  # a key of `scoring.SETTLE`

    @cached_property
    def has_partners(self) -> bool:
        """Whether seats share a side."""
        return len(self.sides) < len(self.seats)

    @cached_property
    def goes_on_between_two(self) -> bool:
        """Whether the others play on, two-handed, when the winner has left (N8.4)."""
        return self.end_of_partie == "winner_leaves"

    @cached_property
    def talon_size(self) -> int:
        """The cards of a pack of 32 that are not dealt."""
        return 32 - len(self.seats) * self.hand_size

    @cached_property
    def tricks(self) -> int:
        """The tricks of a deal."""
        return self.hand_size

    def rule(self, number: str) -> str:
        """Return the id of a rule of this game, from its number: `V4.2`."""
        return self.prefix + number

    def order(self, dealer: int) -> tuple[int, ...]:
        """Return the seats in the order of speaking, from eldest to the dealer (V1.2, N1.2)."""
        count = len(self.seats)
        return tuple((dealer + step) % count for step in range(1, count + 1))

    def partner(self, seat: int) -> int | None:
        """Return the partner of a seat; None if the seat plays alone."""
        mates = (other for other, side in enumerate(self.side_of) if side == self.side_of[seat] and other != seat)
        return next(mates, None)


VOLEUR = Game(
    name="voleur",
    prefix="V",
    seats=("A", "B", "C", "D"),
    sides=("AC", "BD"),
    side_of=(0, 1, 0, 1),
    hand_size=8,
    packets={"3-2-3": (3, 2, 3), "3-3-2": (3, 3, 2), "2-3-3": (2, 3, 3)},
    has_exchange=False,
    end_of_play="side_with_most",
    end_of_partie="first_side",
)
NORMAND = Game(
    name="normand",
    prefix="N",
    seats=("A", "B", "C"),
    sides=("A", "B", "C"),
    side_of=(0, 1, 2),
    hand_size=10,
    packets={2: (2,) * 5},
    has_exchange=True,
    end_of_play="seat_with_most",
    end_of_partie="winner_leaves",
)
GAMES: dict[str, Game] = {game.name: game for game in (VOLEUR, NORMAND)}
