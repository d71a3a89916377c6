"""The view of a seat: the cards, words and options that its player may know of.

A view is the same for all cards that the seat cannot know, because whatever is said or refused rests on the cards of
the speaker alone, and events contain only what all have heard or seen.
"""

from service.multiplayer import written
from service.multiplayer.options import options
from service.multiplayer.state import Deal
from service.piquet.value_kinds import Members, card_list


def view_of(d: Deal, seat: int) -> Members:
    """Return the view of a seat, with the members of `states/view`."""
    game = d.game
    exchange: Members = {}
    if game.has_exchange:
        exchange = {
            "discards": card_list(d.discards) if seat == d.dealer else None,
            "exchanged": d.exchanged,
            "talon_count": len(d.talon) - (d.exchanged or 0),
        }
    return {
        "seat": game.seats[seat],
        "ruleset": {"name": game.name, "overrides": dict(d.rules.overrides)},
        "partie": written.partie_of(d),
        "phase": d.phase,
        "to_act": written.seat_name(game, d.to_act),
        "dealt": card_list(d.dealt[seat]),
        "hand": card_list(d.hands[seat]),
        **exchange,
        "claimed": {game.seats[claimed]: card_list(d.dealt[claimed]) for claimed in d.claimed},
        "calls": [written.round_of(game, each, sees=seat) for each in d.calls],
        "shown": written.by_seat(game, [card_list(cards) for cards in d.shown]),
        "tricks": [written.trick_of(game, trick) for trick in d.tricks],
        "score": written.by_side(game, d.score),
        "events": [written.event_of(game, event) for event in d.events],
        "others": {
            game.seats[other]: {"hand_count": d.hands[other].bit_count()}
            for other in range(len(game.seats))
            if other != seat
        },
        "options": [written.option_of(d, option) for option in options(d) if option.seat == seat],
    }
