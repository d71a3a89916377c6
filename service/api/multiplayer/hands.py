"""Comparing hands: `/v1/<game>/hands/compare`."""

from typing import Any

from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.rulesets import ruleset_member, ruleset_of, versions
from service.api.multiplayer.schemas import Types, list_of, request_body, struct_of
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import scalars as w
from service.multiplayer.comparison import compare
from service.multiplayer.games import Game
from service.multiplayer.notation.deal_replay import once_each
from service.piquet.cards.cards import hand_of

#: A pack of 32 has twenty cards for cartes blanches, which are two hands at most.
_MOST_BLANK = 2


def compare_request(game: Game, types: Types) -> RequestBody:
    """The schema of the body."""
    cards = list_of(w.Card, game.hand_size, 1)
    hands = struct_of("HeldCards", dict.fromkeys(game.seats, cards))
    return request_body(
        {
            "ruleset": ruleset_member(game),
            "dealer": Decoded(types.seat, required=True),
            "hands": Decoded(hands, required=True),
            "carte_blanche": Decoded(list_of(types.seat, len(game.seats)), load_default=[]),
        }
    )


def compare_hands(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Compares what the seats declare in each category. Raises a `Problem`."""
    game = codec.game
    rules, named = ruleset_of(game, body["ruleset"])
    hands = {seat: getattr(body["hands"], seat) for seat in game.seats}
    claimed = body["carte_blanche"]
    found = [
        Fault(pointer(*reason.path), reason.message)
        for reason in once_each(game, [(("hands", seat), hand) for seat, hand in hands.items()])
        if reason.path
    ]
    size = len(hands[game.seats[0]])
    found += [
        Fault(f"/hands/{seat}", f"has {len(hand)} cards, and the hand of {game.seats[0]} has {size}")
        for seat, hand in hands.items()
        if len(hand) != size
    ]
    found += [
        Fault(f"/carte_blanche/{at}", f"is {seat}, which is listed twice")
        for at, seat in enumerate(claimed)
        if seat in claimed[:at]
    ]
    if len(set(claimed)) > _MOST_BLANK:
        found.append(Fault("/carte_blanche", f"has {len(claimed)} seats; at most two hands can be blank"))
    if found:
        raise Problem("contradictory_request", errors=found)
    dealer, held = game.seats.index(body["dealer"]), [hand_of(hand) for hand in hands.values()]
    return {**compare(rules, dealer, held, [game.seats.index(seat) for seat in claimed]), **versions(named)}
