"""The deal of a layout: what a seat knows, completed with a hand, discards and a talon that the other may have."""

from random import Random

from service.advice.knowledge import Knowledge, is_barred, played_by
from service.advice.layouts import splits
from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.model.state import ELDER, YOUNGER, State, replace_role


def completed(known: Knowledge, hand: int, rng: Random) -> State:
    """Return a state in which the other player has this hand.

    Which of the other unseen cards are their discards, and which cards they drew, is drawn at random: the value of the
    play does not depend on it.
    """
    state, other = known.state, known.other
    after = hand | known.played
    discards = _discards(known, hand, rng)
    rest = cards_of(known.unseen & ~(hand | discards))
    left = (*known.lying, *rng.sample(rest, len(rest)))  # in an order that elder may draw them in (R4.6)
    drawn = _drawn(known, after, discards, rng)
    dealt = (after | discards) & ~mask_of(drawn)
    talon = _talon(known, drawn, left)
    hands = replace_role(state.hands, other, hand)
    return state._replace(
        hands=hands,
        discards=replace_role(state.discards, other, discards),
        dealt=replace_role(state.dealt, other, dealt),
        talon=talon,
        barred=is_barred(known.rules, state.calls, hands[YOUNGER] | played_by(state.tricks, YOUNGER)),
    )


def _discards(known: Knowledge, hand: int, rng: Random) -> int:
    rest = known.unseen & ~hand
    if not known.left:
        return rest
    if known.said.against:
        left: int = rng.choice(splits(known, hand).tolist())
        return rest & ~left
    gone = rest & known.blanche
    return gone | mask_of(rng.sample(cards_of(rest & ~gone), known.discarded - gone.bit_count()))


def _drawn(known: Knowledge, after: int, discards: int, rng: Random) -> tuple[int, ...]:
    """Return as many cards as the other drew: those known to be drawn, and none that were known to be dealt.

    Cards that were not dealt and are discarded were drawn first, and put away in a second exchange (R4.6).
    """
    again = cards_of(discards & ~known.blanche) if known.blanche else ()
    rest = cards_of(after & ~mask_of(known.drawn_known) & ~known.blanche)
    return (*known.drawn_known, *again, *rng.sample(rest, known.discarded - len(known.drawn_known) - len(again)))


def _talon(known: Knowledge, others: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the talon as dealt: what elder drew, what younger drew, what elder drew again, and what is left (R4.6)."""
    state = known.state
    elder, younger = (known.drawn, others) if known.role == ELDER else (others, known.drawn)
    first = max(state.exchanged[ELDER], 0)
    return (*elder[:first], *younger, *elder[first:], *left)
