"""Dealing: `/v1/<game>/deals`."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.game_states.views import versions
from service.api.http.alternatives import FirstOrNext, Form
from service.api.http.request_body import Decoded, RequestBody
from service.api.multiplayer.codec import GameCodec
from service.api.multiplayer.rulesets import ruleset_member, ruleset_of
from service.api.multiplayer.schemas import Types, request_body
from service.api.multiplayer.verification import Verified
from service.api.problems import Problem
from service.api.resources.deals import Seed
from service.api.schemas import scalars as w
from service.api.schemas.encode import write_violation
from service.multiplayer import engine
from service.multiplayer.games import Game
from service.multiplayer.notation.deal_replay import once_each, read_cards
from service.multiplayer.notation.state_dicts import by_side, event_of, state_of
from service.multiplayer.parameters import Ruleset
from service.multiplayer.rules.dealing import PACK, Cards, deal_deck
from service.multiplayer.state import Deal, Phase
from service.multiplayer.violations import refuse as violation_of
from service.piquet.cards.cards import CARD
from service.piquet.model.violations import IllegalAction
from service.piquet.rules.dealing import shuffle

_Deck = Annotated[list[w.Card], Meta(min_length=32, max_length=32)]


def deal_request(game: Game, types: Types) -> RequestBody:
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
        members["talon"] = Decoded(w.Cards)
    hands = Form(("hands", "talon") if game.talon_size else ("hands",))
    return request_body(members, FirstOrNext(Form(("deck",)), hands, Form(("seed",)), required=("dealer",)))


def deal_next(codec: GameCodec, body: dict[str, Any]) -> Any:
    """Deal the next deal of a partie, or the first one, from given cards or a seed. Raises a `Problem`."""
    try:
        dealt = _next(codec, body) if "state" in body else _first(codec.game, body)
    except IllegalAction as illegal:
        raise Problem("invalid_deal", violations=[write_violation(each) for each in illegal.violations]) from None
    events = [event_of(codec.game, event) for event in dealt.events]
    return {**codec.write(dealt), "events": events, **versions(dealt.choice)}


def _first(game: Game, body: dict[str, Any]) -> Verified:
    """Return the first deal of a partie. Raises `IllegalAction`."""
    rules, named = ruleset_of(game, body["ruleset"])
    dealer = game.seats.index(body["dealer"])
    return Verified(named, engine.deal(rules, dealer, _cards(rules, dealer, body)), ())


def _next(codec: GameCodec, body: dict[str, Any]) -> Verified:
    """Return the next deal of a partie. Raises `IllegalAction`, or the `Problem` `no_deal_due`."""
    before = codec.read_possible(body["state"], "state")
    d = before.deal
    if d.phase != Phase.DEAL_OVER:
        reason = violation_of(d.game, "deal.not_now", "phase", phase=d.phase)
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


def _cards(rules: Ruleset, dealer: int, body: dict[str, Any]) -> Cards:
    """Return the cards of the next deal, from the deck, the hands or the seed. Raises `IllegalAction`."""
    if "seed" in body:
        return deal_deck(rules, dealer, shuffle(PACK, body["seed"]))
    if "hands" in body:
        return read_cards(rules.game, msgspec.to_builtins(body["hands"]), body.get("talon", ()))
    deck = body["deck"]
    found = tuple(once_each(rules.game, [(("deck",), deck)]))
    if found:
        raise IllegalAction(found)
    return deal_deck(rules, dealer, [CARD[card] for card in deck])
