"""The deals of a table, as the engine and as the notation have them, and the cards and seats that it is given."""

from collections.abc import Sequence
from typing import NamedTuple

from service.piquet.actions import members_of
from service.piquet.cards.cards import CARD, CARDS, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model import actions as a
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, SEATS, YOUNGER, State
from service.piquet.notation.position import Dealing
from service.piquet.scoring.settlement import by_seat
from service.piquet.value_kinds import Members, MembersError, card_in


class DealPlayed(NamedTuple):
    """A deal of a table as the engine has it: its state before the first action, its actions, and its state now.

    `told` are the events of dealing, and `events` those since.
    """

    begun: State
    told: tuple[Event, ...]
    actions: tuple[a.Action, ...]
    events: tuple[Event, ...]
    state: State

    @property
    def annulled(self) -> bool:
        """Whether a ruling has annulled the deal."""
        return self.state.law is not None and bool(self.state.law.annulled)

    @property
    def dealt_out_of_turn(self) -> bool:
        """Whether the seat dealt though the other one was due."""
        return self.state.law is not None and self.state.law.dealt_by >= 0

    @property
    def outcome(self) -> Members:
        """The dealer and the score, as a view has them for an earlier deal; one that was annulled scores nothing."""
        dealer = self.state.dealer
        score = (0, 0) if self.annulled else by_seat(dealer, self.state.score)
        return {"dealer": SEATS[dealer], "score": dict(zip(SEATS, score, strict=True))}

    def dealing(self) -> Dealing:
        """Return the deal as the notation has it."""
        begun, out_of_turn = self.begun, self.dealt_out_of_turn
        hands = by_seat(begun.dealer, (list(names(begun.dealt[ELDER])), list(names(begun.dealt[YOUNGER]))))
        regular = len(hands[0]) == len(hands[1]) == HAND_SIZE and not out_of_turn
        mark = "" if regular else f"@{SEATS[begun.dealer] if out_of_turn else ''}"
        return Dealing(hands, [CARDS[card] for card in begun.talon], list(map(members_of, self.actions)), mark)


def seat_of(name: str) -> int:
    """Return the number of a seat. Raises `ValueError`."""
    if name not in tuple(SEATS):
        raise ValueError(f"a seat is A or B, not {name!r}")
    return SEATS.index(name)


def named_cards(cards: Sequence[str], *path: str) -> list[str]:
    """Return a list of cards as it is given. Raises `MembersError` for one that has something other than cards."""
    if len(cards) > len(CARD):
        raise MembersError("has more cards than there are", *path)
    for at, card in enumerate(cards):
        card_in(card, *path, at)
    return list(cards)
