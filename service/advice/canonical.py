"""The canonical form of what a seat knows: equal for all positions that differ only in the names of seats and suits.

No rule ranks one suit above another, and of the partie advice depends only on whether this deal is the last (R6.5).
"""

from functools import lru_cache
from typing import NamedTuple

from service.advice.knowledge import Knowledge
from service.analysis.suit_symmetry import Suits, renamed
from service.piquet.cards.cards import RANKS, SUIT_MASK, SUIT_SIZE, SUITS, cards_of, mask_of
from service.piquet.cards.holdings import Holding
from service.piquet.model.state import State
from service.piquet.rulesets.parameters import PARAMETERS, Ruleset
from service.piquet.scoring.settlement import is_last_deal

# What advice does not depend on: who deals first and how, how a partie is settled (R8), and the law of irregularities.
_OF_DEALING = ("first_deal", "deal_packet")
_PARAMETERS = tuple(
    name
    for name, about in PARAMETERS.items()
    if name not in _OF_DEALING and not name.startswith("law") and not about.rule.startswith("R8.")
)


# The members of a state that are a set of cards for each role; those of what a seat knows that are lists and sets.
_PAIRS = ("dealt", "hands", "discards", "shown", "counted")
_LISTS = ("left_seen", "drawn", "drawn_known")
_SETS = ("unseen", "held", "blanche", "void")


class Canonical(NamedTuple):
    """What a seat knows in canonical form, and the suits that its spades, hearts, diamonds and clubs have become."""

    known: Knowledge
    to: Suits

    def cards_of(self, cards: int) -> int:
        """Return cards of the seat as they are in canonical form."""
        return renamed(cards, self.to)

    @property
    def names(self) -> dict[str, str]:
        """The names of cards and suits in canonical form, with those that they have for the seat."""
        found: dict[str, str] = {}
        for suit, at in enumerate(self.to):
            found |= {rank + SUITS[at]: rank + SUITS[suit] for rank in ("", *RANKS)}
        return found


def canonical(known: Knowledge) -> Canonical:
    """Return what a seat knows in canonical form: elder sits at A, and the suits are in a canonical order."""
    state = known.state
    masks = (
        *(mask for name in _PAIRS for mask in getattr(state, name)),
        state.committed,
        *(mask_of(getattr(known, name)) for name in _LISTS),
        *(getattr(known, name) for name in _SETS),
        *known.said.suits,
    )
    played = [card for trick in state.tricks for card in (trick.lead, trick.follow)]

    def look_of(suit: int) -> tuple[object, ...]:
        ranks = [mask >> SUIT_SIZE * suit & SUIT_MASK for mask in masks]
        places = [(at, card % SUIT_SIZE) for at, card in enumerate(played) if card >= 0 and card // SUIT_SIZE == suit]
        return (*ranks, *places, state.named == suit)

    suits = sorted(range(len(SUITS)), key=lambda suit: repr(look_of(suit)))
    to = tuple(map(suits.index, range(len(SUITS))))
    last = is_last_deal(known.rules, len(state.finished))
    finished = ((0, 0),) * (known.rules.partie_deals - 1) if last else ()
    changed = {
        "seat": known.role,
        "state": _renamed(state, to)._replace(dealer=1, first_dealer=1, finished=finished, dealers=()),
        **{name: cards_of(renamed(mask_of(getattr(known, name)), to)) for name in _LISTS},  # whose order says nothing
        **{name: renamed(getattr(known, name), to) for name in (*_SETS, "played")},
        "said": known.said._replace(
            suits=tuple(sorted(renamed(suit, to) for suit in known.said.suits)),
            complete=tuple(
                (terms, tuple(sorted(Holding(each.category, renamed(each.cards, to)) for each in reckoned)))
                for terms, reckoned in known.said.complete
            ),
        ),
    }
    return Canonical(Knowledge(**known._asdict() | changed), to)


@lru_cache(maxsize=256)
def parameters(rules: Ruleset) -> tuple[object, ...]:
    """Return the values of the parameters that advice depends on."""
    return tuple(getattr(rules, name) for name in _PARAMETERS)


def _renamed(state: State, to: Suits) -> State:
    tricks = (trick._replace(lead=_card(trick.lead, to), follow=_card(trick.follow, to)) for trick in state.tricks)
    changed = {
        **{name: tuple(renamed(cards, to) for cards in getattr(state, name)) for name in _PAIRS},
        "committed": renamed(state.committed, to),
        "named": None if state.named is None else to[state.named],
        "tricks": tuple(tricks),
    }
    return State(**state._asdict() | changed)


def _card(card: int, to: Suits) -> int:
    return card if card < 0 else SUIT_SIZE * to[card // SUIT_SIZE] + card % SUIT_SIZE
