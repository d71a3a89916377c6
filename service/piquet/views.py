"""The irregularities and the options that the player of a seat may know of.

Who may know of which cards is simpler: a seat knows its own, and of the other's those that were shown, and how many
there are. The events contain only what both players have heard or seen.
"""

from collections.abc import Iterable

from service.piquet.legal_actions import Option
from service.piquet.model.actions import Concede
from service.piquet.model.law_state import LawState
from service.piquet.model.state import ELDER, State


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
