"""Parties of many deals: each second deal is the mirror of the one before, so that the totals are equal and, by
`parlett`, two more deals are due (R8.3)."""

import random

from msgspec import to_builtins

from service.api.schemas.actions import write_action
from service.piquet import engine
from service.piquet.cards.cards import CARDS, cards_of
from service.piquet.model.actions import ClaimCarteBlanche, Concede
from service.piquet.notation import position
from service.piquet.partie import Partie
from service.piquet.rules.dealing import deal, shuffle
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import by_seat

RULES = ruleset("parlett")


def long_line(deals: int, seed: str = "long") -> str:
    """A position of so many finished deals, in one line."""
    scores, dealings = (), []
    for number in range(deals):
        pair, dealer = number // 2, number % 2
        cards = deal(RULES, shuffle(RULES.cards, f"{seed} {pair}"))
        rng = random.Random(f"{seed} {pair}")
        table = engine.MutableDeal(RULES, Partie(RULES, 0, scores).deal(cards).state)
        actions = []
        while table.state.phase not in ("deal_over", "partie_over"):
            options = [option for option in table.options() if option.type not in (Concede, ClaimCarteBlanche)]
            actions.append(table.apply(table.expand(rng.choice(options))[0]))
        scores = (*scores, by_seat(dealer, table.state.score))
        a_hand, b_hand = ([CARDS[card] for card in cards_of(hand)] for hand in by_seat(dealer, cards[0]))
        talon = [CARDS[card] for card in cards[1]]
        dealings.append(
            position.Dealing((a_hand, b_hand), talon, [to_builtins(write_action(action)) for action in actions])
        )
    return position.write_position(position.Position("parlett@1", {}, "A", dealings))
