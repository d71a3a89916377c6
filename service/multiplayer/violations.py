"""Violations in the games of several seats: codes with the numbers of their rules, and the messages of new codes.

A code that the two-handed game has, too, keeps its message.
"""

from dataclasses import replace
from typing import Any

from service.multiplayer.games import Game
from service.piquet.model.violations import CODES as TWO_HANDED
from service.piquet.model.violations import Violation, worded

#: The messages of the codes that the two-handed game does not have.
NEW: dict[str, str] = {
    "carte_blanche.too_late": "a carte blanche is claimed before the seat's word on the point and before its exchange",
    "call.not_better": "the {category} that was called is as good or better",
    "call.too_low": "a point of less than {min} is not called",
    "equal.nothing_called": "nothing has been called in {category}",
    "equal.own_side": "the call that stands is of this seat's own side",
    "equal.already_said": "{seat} has said equal to this call",
    "equal.not_in_ruleset": "under this ruleset the first of equal calls is good, and equal is not said",
}

# The codes by the number of their rule; a code that serves several rules is given another where it is reported.
_CODES = {
    "1.1": """deal.wrong_count deal.card_twice deal.card_unknown deal.card_missing cards.twice state.card_twice
        state.card_unknown state.card_missing state.surplus state.lacking""",
    "1.2": "turn.nobody deal.not_now state.unexpected state.turn",
    "1.3": "state.hand state.talon",
    "2.1": "carte_blanche.court_cards carte_blanche.already_claimed carte_blanche.too_late",
    "3.1": "exchange.too_few exchange.too_many",
    "4.1": "turn.other_seat turn.not_now call.category_closed call.out_of_order",
    "4.2": "call.not_better state.call",
    "4.3": "cards.not_held call.not_held call.tie_break_required call.cards_do_not_match",
    "4.4": "call.too_short call.too_low",
    "4.5": "equal.nothing_called equal.own_side equal.already_said equal.not_in_ruleset reply.not_equal",
    "4.7": """reckon.category_closed reckon.not_a_holding reckon.cards_shared reckon.better_than_called
        reckon.called_missing""",
    "4.8": "reckon.one_only reckon.not_good",
    "6.1": "play.must_follow_suit state.trick",
    "6.6": "state.deal_not_over",
    "7.1": "state.score state.event",
    "8.1": "state.partie",
    "8.3": "state.partie_over",
}

#: The number of the rule of each code.
NUMBERS: dict[str, str] = {code: number for number, codes in _CODES.items() for code in codes.split()}


def refuse(game: Game, code: str, /, *path: str | int, number: str | None = None, **params: Any) -> Violation:
    """Return the violation with this code. `number` replaces the number of its rule in the table."""
    message = NEW[code] if code in NEW else TWO_HANDED[code][1]
    return worded(code, game.rule(number or NUMBERS[code]), path, message, params)


def in_game(game: Game, reason: Violation, number: str | None = None) -> Violation:
    """Return a violation of the two-handed rules with the id of the rule of a game that says the same."""
    return replace(reason, rule=game.rule(number or NUMBERS[reason.code]))
