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

#: The number of the rule of each code; one that serves several rules is given another where it is reported.
NUMBERS: dict[str, str] = {
    "turn.other_seat": "4.1",
    "turn.not_now": "4.1",
    "turn.nobody": "1.2",
    "cards.not_held": "4.3",
    "carte_blanche.court_cards": "2.1",
    "carte_blanche.already_claimed": "2.1",
    "carte_blanche.too_late": "2.1",
    "exchange.too_few": "3.1",
    "exchange.too_many": "3.1",
    "call.category_closed": "4.1",
    "call.out_of_order": "4.1",
    "call.too_short": "4.4",
    "call.too_low": "4.4",
    "call.not_held": "4.3",
    "call.not_better": "4.2",
    "call.tie_break_required": "4.3",
    "call.cards_do_not_match": "4.3",
    "equal.nothing_called": "4.5",
    "equal.own_side": "4.5",
    "equal.already_said": "4.5",
    "equal.not_in_ruleset": "4.5",
    "reply.not_equal": "4.5",
    "reckon.category_closed": "4.7",
    "reckon.not_a_holding": "4.7",
    "reckon.cards_shared": "4.7",
    "reckon.one_only": "4.8",
    "reckon.better_than_called": "4.7",
    "reckon.not_good": "4.8",
    "reckon.called_missing": "4.7",
    "play.must_follow_suit": "6.1",
    "deal.wrong_count": "1.1",
    "deal.card_twice": "1.1",
    "deal.card_unknown": "1.1",
    "deal.card_missing": "1.1",
    "deal.not_now": "1.2",
    "cards.twice": "1.1",
    "state.card_twice": "1.1",
    "state.card_unknown": "1.1",
    "state.card_missing": "1.1",
    "state.unexpected": "1.2",
    "state.hand": "1.3",
    "state.talon": "1.3",
    "state.call": "4.2",
    "state.trick": "6.1",
    "state.score": "7.1",
    "state.event": "7.1",
    "state.turn": "1.2",
    "state.partie": "8.1",
    "state.surplus": "1.1",
    "state.lacking": "1.1",
    "state.deal_not_over": "6.6",
    "state.partie_over": "8.3",
}


def refuse(game: Game, code: str, /, *path: str | int, number: str | None = None, **params: Any) -> Violation:
    """The violation with this code. `number` replaces the number of its rule in the table."""
    message = NEW[code] if code in NEW else TWO_HANDED[code][1]
    return worded(code, game.rule(number or NUMBERS[code]), path, message, params)


def in_game(game: Game, reason: Violation, number: str | None = None) -> Violation:
    """A violation of the two-handed rules with the id of the rule of a game that says the same."""
    return replace(reason, rule=game.rule(number or NUMBERS[reason.code]))
