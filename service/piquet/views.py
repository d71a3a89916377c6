"""The view of a seat: the cards, calls and options that its player may know of.

A view has nothing of the state that is hidden from the seat, so it can be shown or encoded as it is. The events are not
part of it: they contain only what both players have heard or seen.
"""

from collections.abc import Iterable
from typing import NamedTuple

from service.piquet.legal_actions import Option
from service.piquet.model.actions import Concede
from service.piquet.model.state import ELDER, YOUNGER, Called, LawState, Pair, State, Trick
from service.piquet.rules.exchange import drawn_cards, left_cards, left_counts, looked_at
from service.piquet.rulesets.parameters import Ruleset


class OtherHand(NamedTuple):
    """What a seat may know of the other hand.

    `carte_blanche` is the hand dealt (a mask) if the other player has shown it as a carte blanche, else None. `shown`
    are the cards that the other player has reckoned or stated.
    """

    hand_count: int = 0
    discard_count: int = 0
    carte_blanche: int | None = None
    shown: int = 0


class View(NamedTuple):
    """What a seat may see of a deal. Hands are masks; pairs are (elder, younger)."""

    seat: int
    role: int
    dealer: int  # seat
    phase: str
    to_act: int  # role
    # the seat's own cards
    dealt: int
    hand: int
    drawn: tuple[int, ...] = ()
    discards: int = 0
    committed: int = 0
    looked: tuple[int, ...] = ()
    shown: int = 0
    # the talon, and what both players know of the exchange
    talon_count: int = 0
    left: tuple[int | None, int | None] = (None, None)
    looks: tuple[bool | None, bool | None] = (None, None)
    named: int | None = None
    blanche: tuple[str | None, str | None] = (None, None)
    announced: int = 0
    # what has been said and played
    calls: tuple[Called, ...] = ()
    tricks: tuple[Trick, ...] = ()
    score: Pair = (0, 0)
    other: OtherHand = OtherHand()


def view_of(rules: Ruleset, state: State, seat: int) -> View:
    """Return the view of a seat, 0 (A) or 1 (B)."""
    role = seat ^ 1 ^ state.dealer
    other = 1 - role
    return View(
        seat=seat,
        role=role,
        dealer=state.dealer,
        phase=state.phase,
        to_act=state.to_act,
        dealt=state.dealt[role],
        hand=state.hands[role],
        drawn=drawn_cards(state, role),
        discards=state.discards[role],
        committed=state.committed if role == YOUNGER else 0,
        looked=looked_at(rules, state, role),
        shown=state.shown[role],
        talon_count=len(left_cards(state)),
        left=left_counts(rules, state),
        looks=state.looks,
        named=state.named,
        blanche=state.blanche,
        announced=state.announced,
        # The engine chooses the cards of a call before elder shows them.
        calls=tuple(called._replace(cards=0) for called in state.calls),
        tricks=state.tricks,
        score=state.score,
        other=OtherHand(
            hand_count=state.hands[other].bit_count(),
            discard_count=state.discards[other].bit_count(),
            carte_blanche=state.dealt[other] if state.blanche[other] == "shown" else None,
            shown=state.shown[other],
        ),
    )


def visible_law(state: State, seat: int) -> LawState:
    """Return the irregularities of a deal that a seat may know of: what is public, was raised, or is the seat's own."""
    law = state.law or LawState()
    role = seat ^ 1 ^ state.dealer
    seen, suits_due = law.seen[role], law.suits_due[role]
    return LawState(
        incidents=tuple(each for each in law.incidents if each.public or each.offender == role),
        forfeits=law.forfeits,
        seen=(seen, 0) if role == ELDER else (0, seen),
        ahead=law.ahead,
        suits_due=(suits_due, ()) if role == ELDER else ((), suits_due),
        annulled=law.annulled,
        lost=law.lost,
    )


def visible(found: Iterable[Option], state: State, seat: int) -> tuple[Option, ...]:
    """Those options of a state that a seat has, and that it can know of from its own view."""
    knows = may_know_of_conceding(state, seat)
    return tuple(option for option in found if option.seat == seat and (knows or option.type is not Concede))


def may_know_of_conceding(state: State, seat: int) -> bool:
    """Whether a seat may know if conceding is legal.

    Until younger has reckoned, this depends on younger's hand, so it would reveal something of it to elder.
    """
    return state.reckoned or seat == state.dealer
