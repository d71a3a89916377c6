"""What double-dummy analysis is asked, and what it answers."""

from collections.abc import Sequence
from struct import Struct
from typing import NamedTuple, TypeVar

from service.piquet.cards.cards import SAME_SUIT, cards_of
from service.piquet.model.state import ELDER, YOUNGER, Pair
from service.piquet.rules.play import TRICKS

_MOST_POINTS = 200  # an upper bound of a side's points in the play


class Towards(NamedTuple):
    """Elder's points towards a pique that is still possible (R7.3): in hand and play, and whether any are of play."""

    points: int
    in_play: bool = False


class PlayPosition(NamedTuple):
    """A deal in play with all cards known.

    * `hands`: the cards left, the same number in both; with a `lead` on the table the follower has one card more.
    * `lead`: the card led, which is in neither hand and has been scored; -1 for none.
    * `leader`: the role that leads, or has led.
    * `pique`: None if a pique is no longer possible.
    * `may_play`: the cards to choose from, where more than R6.1 restricts them (R4.5).
    """

    hands: Pair
    leader: int
    lead: int = -1
    won: Pair = (0, 0)
    pique: Towards | None = None
    may_play: int = -1

    @property
    def to_act(self) -> int:
        """The role that plays next."""
        return self.leader if self.lead < 0 else 1 - self.leader

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete."""
        return self.hands[self.leader].bit_count() + (self.lead >= 0)

    @property
    def chooses_freely(self) -> bool:
        """Whether nothing but R6.1 restricts the next card, and a trick begins."""
        return self.lead < 0 and self.may_play < 0


class Choice(NamedTuple):
    """A card that may be played, with best play after it.

    `value` is elder's further points less younger's. `points` are those of each on `line`, one way of best play: this
    card and all later ones in order. `pique` says whether elder makes one on it.
    """

    card: int
    value: int
    points: Pair
    pique: bool
    line: tuple[int, ...]


class Worth(NamedTuple):
    """What a `Choice` is worth, without its line: `won` are elder's tricks at the end of it."""

    card: int
    value: int
    won: int
    pique: bool


#: What comes after a card until its player is to act again, as bytes: the cards that the other has played, with six
#: bits for each (1 more than the card), and the number of cards that may be played next. Of each of these there are the
#: value from the first card on, elder's tricks at the end, and whether elder makes a pique. After the last card of a
#: deal there is one card that says what the deal has brought.
COURSE = Struct(f"=2i{TRICKS}h{TRICKS}b{TRICKS}b")

_Valued = TypeVar("_Valued", Choice, Worth)


def following(hand: int, lead: int) -> int:
    """Return the cards of a hand that may follow a lead (R6.1)."""
    return hand & SAME_SUIT[lead] or hand


def hand_to_play(position: PlayPosition) -> int:
    """Return the cards that may be played (R6.1, R4.5), as a hand."""
    hand = position.hands[position.to_act] & position.may_play
    return hand if position.lead < 0 else following(hand, position.lead)


def cards_to_play(position: PlayPosition) -> tuple[int, ...]:
    """Return the cards that may be played, in the order of `cards_of`."""
    return cards_of(hand_to_play(position))


def best_of(choices: Sequence[_Valued], to_act: int) -> _Valued:
    """Return the first of the best choices for the role that plays."""
    return max(choices, key=lambda choice: choice.value if to_act == ELDER else -choice.value)


def worth_of(position: PlayPosition, choice: Choice) -> Worth:
    """Return what a choice is worth."""
    leader, won = position.leader, position.won[ELDER]
    cards = choice.line if position.lead < 0 else (position.lead, *choice.line)
    for lead, follow in zip(cards[::2], cards[1::2], strict=True):
        if follow > lead and SAME_SUIT[lead] >> follow & 1:
            leader = 1 - leader
        won += leader == ELDER
    return Worth(choice.card, choice.value, won, choice.pique)


def can_be_of(position: PlayPosition, choices: tuple[Choice, ...]) -> bool:
    """Whether these choices are a well-formed result of `analyse`.

    They must have each legal card once, each line all cards left, and points must be within bounds. Whether they are
    correct is not checked.
    """
    left = cards_of(position.hands[ELDER] | position.hands[YOUNGER])
    return tuple(choice.card for choice in choices) == cards_to_play(position) and all(
        choice.line[0] == choice.card
        and sorted(choice.line) == sorted(left)
        and all(0 <= points <= _MOST_POINTS for points in choice.points)
        and choice.value == choice.points[ELDER] - choice.points[YOUNGER]
        for choice in choices
    )
