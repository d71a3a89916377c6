"""Evaluating hands with the odds of each holding, comparing and drawing hands: `/v1/hands/…`.

Odds of hands are kept in Redis. One round trip serves all hands of a request, so Redis is faster from some number of
hands on, and only if it has most of them (docs/adr/0005-what-goes-to-redis.md). An entry has the odds of one hand;
hands that differ only in the names of suits share it. Everything else of an evaluation is computed faster than it is
fetched.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import chain
from threading import Lock
from typing import Annotated, Any, Literal

import msgspec
from marshmallow import fields, validate

from service.analysis import odds as hand_odds
from service.analysis.odds import Evaluated, Odds, Seen
from service.analysis.suit_symmetry import canonical, question
from service.api.game_states import given_states, pictures, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, Form, Forms, RequestBody
from service.api.problems import Fault, Problem, pointer, quote, refuse
from service.api.schemas import responses, ruleset_choice, scalars
from service.api.schemas.state import View
from service.cache import Batch, Cache, Region
from service.pictures import Picture, cards_picture
from service.piquet.cards.cards import BIT, hand_of, in_letters
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.hand_comparison import compare
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.suggestions import counted, no_card
from service.pool import Pool, Slot
from service.runtime.request_context import surcharge

Mode = Literal["auto", "on", "off"]

#: In the mode `auto` requests of at least `LEAST_HANDS` hands use Redis, as long as it recently had `LEAST_SHARE` of
#: the hands. Below this share one request in `PROBE` uses it and stores its results (benchmarks/hand_odds.py).
LEAST_HANDS, LEAST_SHARE, PROBE = 40, 0.8, 8

_WEIGHT = 0.1  # of the last request in the moving average of the share

_REGION: Region[list[Odds]] = Region("odds", 1, hand_odds.encode_odds, hand_odds.decode_odds)


class HandOdds:
    """The odds of hands in Redis."""

    def __init__(self, cache: Cache, mode: Mode) -> None:
        self._cache = cache
        self._mode = mode if cache.is_shared else "off"
        self._lock = Lock()
        self._share, self._skipped = 1.0, 0

    def asks(self, hands: int) -> bool:
        """Whether a request of this number of hands uses Redis."""
        if self._mode != "auto" or hands < LEAST_HANDS:
            return self._mode == "on"
        with self._lock:
            if self._share >= LEAST_SHARE:
                return True
            self._skipped = (self._skipped + 1) % PROBE
            return self._skipped == 0

    def batch(self, rules: Ruleset, hands: Sequence[Seen]) -> Batch:
        """Return the entries of these hands in Redis."""
        asked = [question(rules, canonical(each.cards, each.held, each.unseen).sets) for each in hands]
        return self._cache.batch([_REGION.key(each) for each in asked])

    def keep(self, batch: Batch, computed: Mapping[int, bytes]) -> None:
        """Store the `computed` odds, by the index of the hand in the batch, and update the share of hits."""
        found = batch.keep(computed)
        with self._lock:
            self._share += _WEIGHT * (found - self._share)


#: The most hands that are evaluated in the worker, which takes less than 4 ms. More are evaluated in the pool.
FEW = 40

#: How many hands cost one unit of the caller's quota.
PER_UNIT = 20

#: A ruleset with the larger pack: every card can be drawn.
_ANY_PACK = ruleset("old-36")

_HAND = re.compile("([6-9TJQKA][SHDC]){1,12}")


HeldCards = Annotated[list[scalars.Card], msgspec.Meta(min_length=1, max_length=12)]


class Hand(scalars.Model):
    """A hand and the knowledge of its holder.

    `known` are other cards that the opponent cannot have, `held` are cards that the opponent has.
    """

    cards: HeldCards
    discards: scalars.Cards = msgspec.field(default_factory=list)
    known: scalars.Cards = msgspec.field(default_factory=list)
    held: scalars.Cards = msgspec.field(default_factory=list)


class EvaluateRequest(RequestBody):
    """Body of `POST /v1/hands/evaluate`."""

    forms = Forms(Form(("hands",), ("ruleset",)), Form(("view",)), Form(("state", "seat")))

    view = Decoded(View)
    state = Decoded(given_states.GivenState)
    seat = Decoded(scalars.Seat)
    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    hands = Decoded(Annotated[list[Hand], msgspec.Meta(min_length=1, max_length=1000)])
    odds = Decoded(bool, load_default=True)


class HandQuery(RequestBody):
    """Query of `GET /v1/hands/{cards}`."""

    ruleset = fields.String(
        load_default="portland", validate=validate.Length(max=64, error="is longer than 64 letters")
    )


def evaluate_hands(codec: StateCodec, pool: Pool, odds: HandOdds, body: dict[str, Any]) -> Any:
    """Evaluate hands, or the hand of a seat in a state or view. Raises a `Problem`."""
    if "hands" in body:
        surcharge(len(body["hands"]) // PER_UNIT)
        rules, named = ruleset_choice.ruleset_of(body["ruleset"])
        seen = _all_seen(rules, body["hands"])
    else:
        known = views.known_to_seat(codec, body)
        rules, named, seen = known.rules, known.named, [_seen_by(known)]
    with pool.acquire() if len(seen) > FEW else nullcontext(Slot()) as slot:
        if body["odds"] and odds.asks(len(seen)):
            batch = odds.batch(rules, seen)
            hands, computed = slot.run(partial(hand_odds.evaluate_batch_with, rules, seen, batch.values), _evaluated_of)
            odds.keep(batch, computed)
        else:
            hands = slot.run(partial(hand_odds.evaluate_batch, rules, seen, body["odds"]), _hands_of)
    return {"hands": msgspec.Raw(hands), **responses.versions(named)}


def _seen_by(known: views.KnownCards) -> Seen:
    """Return the hand of a seat and its knowledge. Raises a `Problem` if too few cards are left for the other hand."""
    unseen = known.rules.cards & ~(known.hand | known.discards | known.known | known.held)
    if not known.held.bit_count() <= HAND_SIZE <= known.held.bit_count() + unseen.bit_count():
        raise known.contradicts(f"leaves no {HAND_SIZE} cards for the other's hand")
    return Seen(known.hand, known.discards, known.held, unseen)


def _all_seen(rules: Ruleset, asked: list[Hand]) -> list[Seen]:
    seen = [each for hand in asked if (each := _seen(rules, hand))]
    if len(seen) < len(asked):
        faults = [fault for at, hand in enumerate(asked) for fault in _faults(rules, hand, "hands", at)]
        raise Problem("contradictory_request", errors=faults)
    return seen


_hands_of = msgspec.msgpack.Decoder(bytes).decode
_evaluated_of = msgspec.msgpack.Decoder(Evaluated).decode


def get_hand(variables: dict[str, Any]) -> Any:
    """Evaluate the hand in the path. Raises a `Problem`."""
    rules, named = ruleset_choice.ruleset_of(variables["ruleset"])
    return {
        **hand_odds.evaluate_hand(rules, _hand_in_path(rules, variables["cards"]), True),
        **responses.versions(named),
    }


def get_hand_picture(variables: dict[str, Any]) -> Picture:
    """Draw the hand in the path. Raises a `Problem`."""
    return cards_picture(_hand_in_path(_ANY_PACK, variables["cards"]).cards, pictures.style_of(variables))


def _hand_in_path(rules: Ruleset, text: Any) -> Seen:
    if not _HAND.fullmatch(text):
        why = "must be one to twelve cards without separators: ASKSQS"
        if _HAND.fullmatch(plain := in_letters(text)):
            raise Problem("invalid_request", errors=[Fault("/cards", f"{why} (did you mean {plain}?)")])
        raise Problem("invalid_request", errors=[next(_no_cards(text), Fault("/cards", why))])
    hand = Hand([text[at : at + 2] for at in range(0, len(text), 2)])
    seen = _seen(rules, hand)
    if seen is None:
        raise Problem("contradictory_request", errors=_faults(rules, hand))
    return seen


def _no_cards(text: str) -> Iterator[Fault]:
    """Yield the faults of the pairs of characters that are not a card, among the first twelve."""
    for at in range(0, min(len(text), 2 * HAND_SIZE), 2):
        pair = text[at : at + 2]
        if pair not in BIT:
            yield Fault("/cards", f"has {quote(pair)!r} in column {at + 1}, which {no_card(pair)}")


def _seen(rules: Ruleset, hand: Hand) -> Seen | None:
    """Return a hand of the request as sets of cards; None if it is impossible."""
    cards, discards, known, held = map(hand_of, (hand.cards, hand.discards, hand.known, hand.held))
    named = cards | discards | known | held
    count = len(hand.cards) + len(hand.discards) + len(hand.known) + len(hand.held)
    unseen = rules.cards & ~named
    may_be = held.bit_count() <= HAND_SIZE <= held.bit_count() + unseen.bit_count()
    return (
        Seen(cards, discards, held, unseen)
        if may_be and named.bit_count() == count and not named & ~rules.cards
        else None
    )


def _faults(rules: Ruleset, hand: Hand, *path: str | int) -> Iterator[Fault]:
    """Yield the faults of an impossible hand."""
    lists = {name: getattr(hand, name) for name in ("cards", "discards", "known", "held")}
    yield from ruleset_choice.card_faults(
        rules, ((pointer(*path, name, at), card) for name, cards in lists.items() for at, card in enumerate(cards))
    )
    held, seen = hand_of(hand.held).bit_count(), hand_of(list(chain(*lists.values())))
    left = (rules.cards & ~seen).bit_count()
    if held > HAND_SIZE:
        yield Fault(pointer(*path, "held"), f"has more than the {HAND_SIZE} cards of a hand")
    elif held + left < HAND_SIZE:
        cards = counted(held + left, "card")
        yield Fault(pointer(*path), f"leaves {cards} for the other's hand of {HAND_SIZE}")


class CompareRequest(RequestBody):
    """Body of `POST /v1/hands/compare`."""

    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    elder = Decoded(HeldCards, required=True)
    younger = Decoded(HeldCards, required=True)
    carte_blanche = Decoded(Literal["elder", "younger", "both"] | None, load_default=None)


def compare_hands(body: dict[str, Any]) -> Any:
    """Compare the declarations of two hands in each category. Raises a `Problem`."""
    rules, named = ruleset_choice.ruleset_of(body["ruleset"])
    listed = [(f"/{side}/{at}", card) for side in ("elder", "younger") for at, card in enumerate(body[side])]
    faults = list(ruleset_choice.card_faults(rules, listed))
    if body["carte_blanche"] == "both" and not rules.both_may_be_blank:
        faults.append(Fault("/carte_blanche", "cannot be both with this pack"))
    refuse("contradictory_request", faults)
    compared = compare(rules, hand_of(body["elder"]), hand_of(body["younger"]), body["carte_blanche"])
    return {**compared, **responses.versions(named)}
