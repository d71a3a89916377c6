"""The handlers of the operations of each game: `/v1/<game>/deals`, `actions`, `states`, `settlements`, `hands`."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import msgspec

from service.api.game_states import checks, pictures, verification
from service.api.http.request_body import Decoded, FirstOrNext, Form, RequestBody
from service.api.multiplayer.codec import GameCodec, Verified, ruleset_member, ruleset_of
from service.api.multiplayer.schemas import Types, list_of, request_body, struct_of
from service.api.problems import Fault, Problem, pointer, refuse
from service.api.resources.deals import Seed, seed_in, shuffled
from service.api.schemas import scalars
from service.api.schemas.responses import Judgement, refused, versions, write_violation
from service.multiplayer import actions, engine, games, hand_comparison, parameters, replay, scoring, violations
from service.multiplayer.options import expand, options as options_of
from service.multiplayer.state import Deal, Phase
from service.multiplayer.written import by_side, event_of, option_of, seat_name, state_of, view_of
from service.pictures import Picture, deal_picture
from service.piquet import ENGINE_VERSION
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.violations import IllegalAction, beside_repeats

_Deck = Annotated[list[scalars.Card], msgspec.Meta(min_length=32, max_length=32)]


def deal_request(game: games.Game, types: Types) -> RequestBody:
    """Return the schema of the body."""
    members: dict[str, Any] = {
        "state": Decoded(types.given_state),
        "ruleset": ruleset_member(game),
        "dealer": Decoded(types.seat),
        "deck": Decoded(_Deck),
        "hands": Decoded(types.hands),
        "seed": Decoded(Seed),
    }
    if game.talon_size:
        members["talon"] = Decoded(scalars.Cards)
    hands = Form(("hands", "talon") if game.talon_size else ("hands",))
    return request_body(members, FirstOrNext(Form(("deck",)), hands, Form((), ("seed",)), required=("dealer",)))


def deal_next(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Deal the next deal of a partie, or the first one, from given cards or a seed. Raises a `Problem`."""
    try:
        dealt = _next(codec, body) if "state" in body else _first(codec.game, body)
    except IllegalAction as illegal:
        raise Problem("invalid_deal", violations=[write_violation(each) for each in illegal.violations]) from None
    events = [event_of(codec.game, event) for event in dealt.events]
    return {**codec.write(dealt), "events": events, **seed_in(body), **versions(dealt.choice)}


def _first(game: games.Game, body: dict[str, Any]) -> Verified:
    """Return the first deal of a partie. Raises `IllegalAction`."""
    rules, named = ruleset_of(game, body["ruleset"])
    dealer = game.seats.index(body["dealer"])
    return Verified(named, engine.deal(rules, dealer, _cards(rules, dealer, body)), ())


def _next(codec: GameCodec, body: dict[str, Any]) -> Verified:
    """Return the next deal of a partie. Raises `IllegalAction`, or the `Problem` `no_deal_due`."""
    before = codec.read_possible(body["state"], "state")
    d = before.deal
    if d.phase != Phase.DEAL_OVER:
        reason = violations.refuse(d.game, "deal.not_now", "phase", phase=d.phase)
        raise Problem("no_deal_due", violations=[write_violation(reason, "state")])
    after = engine.next_deal(d, _cards(d.rules, d.eldest, body))
    return Verified(before.choice, after, (*before.deals, _finished(codec, d)))


def _finished(codec: GameCodec, d: Deal) -> Any:
    """Return a deal that is over, as the state of the next deal has it."""
    written = state_of(d)
    members = {
        "dealer": written["partie"]["dealer"],
        "dealt": written["dealt"],
        "history": written["history"],
        "score": by_side(d.game, d.score),
    }
    return msgspec.convert(members, codec.types.finished_deal)


def _cards(rules: parameters.Ruleset, dealer: int, body: dict[str, Any]) -> engine.Cards:
    """Return the cards of the next deal, from the deck, the hands or the seed. Raises `IllegalAction`."""
    if "hands" in body:
        return replay.read_cards(rules.game, msgspec.to_builtins(body["hands"]), body.get("talon", ()))
    if "deck" not in body:
        return engine.deal_deck(rules, dealer, shuffled(engine.PACK, body))
    deck = body["deck"]
    found = tuple(replay.once_each(rules.game, [(("deck",), deck)]))
    if found:
        raise IllegalAction(found)
    return engine.deal_deck(rules, dealer, [CARD[card] for card in deck])


def proceed(codec: GameCodec, before: Verified, action: Any, *path: str | int) -> tuple[Judgement, Verified]:
    """Return the judgement of an action in a verified state, and the state after it."""
    game, choice, d = codec.game, before.choice, before.deal.copy()
    members = msgspec.to_builtins(action)
    found = replay.take_repeats(game, members)
    try:
        engine.apply(d, actions.action_of(game, members))
    except IllegalAction as illegal:
        found += beside_repeats(found, illegal.violations)
    if found:
        return refused(choice, [write_violation(reason, *path) for reason in found]), before
    after = before._replace(deal=d)
    events = [event_of(game, event) for event in d.events[len(before.events) :]]
    delta = by_side(game, (now - was for now, was in zip(d.score, before.deal.score, strict=True)))
    return Judgement(True, [], choice, ENGINE_VERSION, events=events, score_delta=delta, **codec.write(after)), after


def options(codec: GameCodec, body: dict[str, Any]) -> Any:
    """List the options of a state, and with `expand` or `sample` single actions."""
    verified = codec.read_possible(body["state"], "state")
    game, d = codec.game, verified.deal
    found = options_of(d)
    answer: dict[str, Any] = {
        "to_act": seat_name(game, d.to_act),
        "phase": d.phase,
        "options": [option_of(d, option) for option in found],
    }
    lists = (expand(d, option) for option in found)
    answer |= checks.expanded(body, answer["options"], lists, partial(actions.members_of, game))
    return {**answer, **versions(verified.choice)}


def validate(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Validate a state against its history."""
    try:
        verified = codec.read(body["state"], "state")
    except verification.Impossible as impossible:
        return {"valid": False, "violations": impossible.violations, **versions(impossible.choice)}
    return {"valid": True, "violations": [], **versions(verified.choice)}


def view(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Return the view of a seat. Raises a `Problem`."""
    verified = codec.read_possible(body["state"], "state")
    seen = view_of(verified.deal, codec.game.seats.index(body["seat"]))
    return {"view": {**seen, "ruleset": verified.choice}, **versions(verified.choice)}


def picture(codec: GameCodec, body: dict[str, Any]) -> Picture:
    """Draw a state: as a seat may see it, or with everything visible. Raises a `Problem`."""
    verified = codec.read_possible(body["state"], "state")
    seats = (body[name] for name in ("seat", "bottom"))
    seat, bottom = (None if name is None else codec.game.seats.index(name) for name in seats)
    return deal_picture(verified.deal, seat, bottom, pictures.style_of(body))


#: A pack of 32 has twenty cards for cartes blanches, which are two hands at most.
_MOST_BLANK = 2


def compare_request(game: games.Game, types: Types) -> RequestBody:
    """Return the schema of the body."""
    cards = list_of(scalars.Card, game.hand_size, 1)
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
    """Compare what the seats declare in each category. Raises a `Problem`."""
    game = codec.game
    rules, named = ruleset_of(game, body["ruleset"])
    hands = {seat: getattr(body["hands"], seat) for seat in game.seats}
    claimed = body["carte_blanche"]
    found = [
        Fault(pointer(*reason.path), reason.message)
        for reason in replay.once_each(game, [(("hands", seat), hand) for seat, hand in hands.items()])
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
    return {
        **hand_comparison.compare(rules, dealer, held, [game.seats.index(seat) for seat in claimed]),
        **versions(named),
    }


#: No side scores more in a deal. Of sixteen cards in two hands: point 16, sequences 36, sets 56; cartes blanches 20,
#: repique 70, play 17, capot 40.
MOST_POINTS = 300
#: No player scores more in a two-handed deal, whatever the ruleset.
MOST_CONTINUED = 1000
_BOUNDS = msgspec.Meta(max_length=200)


def settlement_request(game: games.Game, types: Types) -> RequestBody:
    """Return the schema of the body."""
    members = {
        "ruleset": ruleset_member(game),
        "deals": Decoded(Annotated[list[types.scores], _BOUNDS], required=True),  # type: ignore[name-defined]
    }
    if game.goes_on_between_two:
        two = Annotated[dict[types.seat, scalars.Points], msgspec.Meta(min_length=2, max_length=2)]  # type: ignore[name-defined]
        members["continued"] = Decoded(Annotated[list[two], _BOUNDS], load_default=[])
    return request_body(members)


def settlement(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Settle a partie. Raises a `Problem`."""
    game = codec.game
    rules, named = ruleset_of(game, body["ruleset"])
    deals = [msgspec.to_builtins(scores) for scores in body["deals"]]
    continued: list[Mapping[str, int]] = body.get("continued", [])
    refuse(
        "contradictory_request",
        [*_impossible("deals", deals, MOST_POINTS), *_impossible("continued", continued, MOST_CONTINUED)],
    )
    try:
        found = scoring.settle(
            rules,
            [tuple(scores[side] for side in game.sides) for scores in deals],
            [{game.sides.index(side): points for side, points in two.items()} for two in continued],
        )
    except scoring.SettlementError as error:
        fault = Fault(f"/{error.member}/{error.index}", str(error))
        raise Problem("contradictory_request", errors=[fault]) from None
    result = scoring.result_members(game, found)
    answer = {"totals": result.pop("totals"), "over": found.over, **result}
    if game.goes_on_between_two:
        answer["stakes"] = None if found.stakes is None else by_side(game, found.stakes)
    return {**answer, **versions(named)}


def _impossible(member: str, deals: list[Any], most: int) -> list[Fault]:
    """Return the faults of scores that no deal can have."""
    return [
        Fault(f"/{member}/{at}", f"is a score that no deal can have: each number is from 0 to {most}")
        for at, scores in enumerate(deals)
        if not all(0 <= points <= most for points in scores.values())
    ]
