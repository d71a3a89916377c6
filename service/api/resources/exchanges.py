"""Analysis of an exchange: the expected score of each discard, in declarations or with the play that follows."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
import zstandard

from service.advice.answers import advised_discards
from service.advice.knowledge import ImpossibleError, Knowledge, knowledge_of
from service.analysis import exchange, suit_symmetry
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.api.game_states import given_states, views
from service.api.game_states.codec import StateCodec
from service.api.http.request_body import Decoded, Form, Forms, RequestBody
from service.api.problems import problem_at, refuse
from service.api.resources.advice import fetched
from service.api.schemas import responses, ruleset_choice, scalars
from service.api.schemas.state import View as GivenView
from service.cache import Cache, Region, Session
from service.piquet.cards.cards import COURT, hand_of, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.views import OtherHand, View
from service.runtime import request_context, worker_threads

#: The most discards that are tried out in deals.
MOST = 16


def discards_played(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> dict[str, Any]:
    """Return the member `played` of an analysis: the best discards by hand score and the named ones, by value.

    Raises a `Problem`.
    """
    if "hand" in body:
        known, source = _of_hand(ruleset_choice.ruleset_of(body["ruleset"]).rules, body), "hand"
    else:
        known, _, source = views.seen_by_seat(codec, body, candid=False)
    state, role = known.state, known.role
    if state.phase not in (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE):
        raise problem_at("contradictory_request", f"is {state.phase}, in which no first exchange is due", source)
    low, high = exchange_bounds(known.rules, state, role)
    named = tuple(hand_of(each) for each in body["named"])
    for at, cards in enumerate(named):
        if cards & ~state.hands[role]:
            raise problem_at("contradictory_request", "has cards that are not in the hand", "named", at)
        if not low <= cards.bit_count() <= high:
            raise problem_at("contradictory_request", f"does not have {low} to {high} cards", "named", at)
    first = min(body["limit"], MOST)
    try:
        options, basis = fetched(
            cache, known, advised_discards, "quick", "", first, body.get("at_most"), limit=2 * MOST, named=named
        )
    except ImpossibleError as error:
        raise views.contradiction(source, error) from None
    return {"played": {"options": options, "basis": basis}}


def _of_hand(rules: Ruleset, body: Mapping[str, Any]) -> Knowledge:
    """Return what the holder of a hand knows before its exchange, if nothing else has been seen or shown."""
    for name in ("known", "held", "carte_blanche"):
        if body[name]:
            raise problem_at("contradictory_request", "cannot be sent with play: send a state or a view", name)
    hand, talon = hand_of(body["hand"]), rules.pack - 2 * HAND_SIZE
    elder = body["side"] == "elder"
    available = body.get("available", talon if elder else talon - rules.elder_max)
    taken = 0 if elder else talon - available
    if (elder and available != talon) or not (elder or rules.elder_min <= taken <= rules.elder_max):
        raise problem_at("contradictory_request", "is not what elder's exchange leaves in the talon", "available")
    view = View(
        seat=0 if elder else 1,
        role=ELDER if elder else YOUNGER,
        dealer=1,
        phase=Phase.ELDER_EXCHANGE if elder else Phase.YOUNGER_EXCHANGE,
        to_act=ELDER if elder else YOUNGER,
        dealt=hand,
        hand=hand,
        talon_count=available,
        left=(None if elder else rules.elder_share - taken, None),
        other=OtherHand(HAND_SIZE, taken),
    )
    return knowledge_of(rules, view, ())


SIDES = ("elder", "younger")
ASSUMES = (
    "every unseen card is equally likely to be in each place; all draws and all hands of the other are equally likely",
    "the other has twelve cards; their own exchange is not predicted",
    "both call and reckon all that they have; nobody sinks",
    "point, sequences and sets count; a carte blanche counts only towards thirty, a carte rouge does not count",
    "tricks, the cards and capot do not count: the ranking is by declarations alone",
)

#: How many discards of a full analysis cost one unit of the caller's quota.
PER_UNIT = 10

#: What the ranking with the play costs besides.
PLAYED = 100

#: The most rows that are encoded in the worker, which takes less than 2 ms, and remembered for all requests that want
#: no more. More are encoded in the pool.
FEW = 100
# So many are encoded in any case, so that they need not be encoded again for somebody who wants a few more.
_AT_LEAST = 10

_encode, _decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(bytes).decode
_ANALYSIS: Region[bytes] = Region("exchange", 2, _encode, _decode, patience=5.0)
_FIRST_ROWS: Region[bytes] = Region("exchange_first_rows", 1, _encode, _decode)
_ROWS: Region[exchange.WrittenRows] = Region(
    "exchange_rows", 2, _encode, msgspec.msgpack.Decoder(exchange.WrittenRows).decode, shared=False
)
_PAGE: Region[bytes] = Region("exchange_page", 2, _encode, _decode, shared=False)


class ExchangeRequest(RequestBody):
    """Body of `POST /v1/exchanges/analyse`."""

    forms = Forms(
        Form(("side", "hand"), ("ruleset", "known", "held", "carte_blanche", "available")),
        Form(("view",)),
        Form(("state", "seat")),
    )

    view = Decoded(GivenView)
    state = Decoded(given_states.GivenState)
    seat = Decoded(scalars.Seat)
    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    side = Decoded(Literal["elder", "younger"])
    hand = Decoded(Annotated[list[scalars.Card], msgspec.Meta(min_length=HAND_SIZE, max_length=HAND_SIZE)])
    known = Decoded(scalars.Cards, load_default=[])
    held = Decoded(Annotated[list[scalars.Card], msgspec.Meta(max_length=HAND_SIZE)], load_default=[])
    carte_blanche = Decoded(Literal["own", "other"] | None, load_default=None)
    available = Decoded(scalars.Count)
    at_most = Decoded(scalars.Count)
    mode = Decoded(Literal["full", "plain"], load_default="full")
    limit = Decoded(Annotated[int, msgspec.Meta(ge=1, le=5000)], load_default=10)
    play = Decoded(bool, load_default=False)
    named = Decoded(Annotated[list[scalars.Cards], msgspec.Meta(max_length=MOST)], load_default=[])


def analyse_exchange(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> Any:
    """Rank the discards of a hand by their expected score in declarations. Raises a `Problem`."""
    asked, named = _asked(codec, body)
    full = body["mode"] == "full"
    # Suits are interchangeable: requests that differ only in the names of suits share one cached analysis.
    sets = suit_symmetry.canonical(asked.hand, asked.known, asked.held)
    hand, known, held = sets.sets
    position = asked._replace(hand=hand, known=known, held=held)
    discards = exchange.row_count(position)
    if body["named"] and not body["play"]:
        raise problem_at("contradictory_request", "is for `play`, which is false", "named")
    request_context.surcharge((discards // PER_UNIT if full else 0) + (PLAYED if body["play"] else 0))
    rows = _rows(cache, position, full, sets, min(body["limit"], discards))
    return {
        "side": SIDES[not asked.elder],
        "mode": body["mode"],
        "assumes": list(ASSUMES),
        "discards": discards,
        "rows": msgspec.Raw(rows),
        **(discards_played(codec, cache, body) if body["play"] else {}),
        **responses.versions(named),
    }


def _rows(cache: Cache, position: ExchangeKnowledge, full: bool, sets: suit_symmetry.SuitSymmetry, limit: int) -> bytes:
    """Return the first rows as a JSON array.

    A few rows are kept as they were written, in the canonical suits, and as numbers by themselves: reading all rows
    and checking them takes longer than everything else. More rows are kept compressed.
    """
    key, session = exchange.question(position, full), cache.session()
    if limit > FEW:
        page_key = key + _encode((sets.suits, limit))
        page = cache.get(_PAGE, page_key)
        if page is not None:
            worker_threads.require_long_thread()  # to send megabytes takes twenty times as long as to check an action
        else:
            analysis = _analysis(cache, key, position, full, session)
            page = cache.get_or_create(
                _PAGE, page_key, partial(exchange.compressed_page, position, full, analysis, sets, limit)
            )
        return zstandard.decompress(page)
    rows = cache.get(_ROWS, key)
    if rows is None or len(rows) < limit:
        rows = exchange.written_rows(
            position, full, _first_rows(cache, key, position, full, session), max(limit, _AT_LEAST)
        )
        cache.put(_ROWS, key, rows)
    return exchange.with_suits(rows[:limit], sets)


def _first_rows(cache: Cache, key: bytes, position: ExchangeKnowledge, full: bool, session: Session | None) -> bytes:
    """Return the first rows of the analysis, packed; all of them if there are few."""
    if exchange.row_count(position) <= FEW:
        return _analysis(cache, key, position, full, session)
    region = replace(_FIRST_ROWS, fits=partial(exchange.is_of, position, full, FEW))
    found = cache.get(region, key, session)
    if found is None:
        found = exchange.first_rows(full, _analysis(cache, key, position, full, session), FEW)
        cache.put(region, key, found, session)
    return found


def _analysis(cache: Cache, key: bytes, position: ExchangeKnowledge, full: bool, session: Session | None) -> bytes:
    """Return the analysis, packed."""
    region = replace(_ANALYSIS, fits=partial(exchange.is_of, position, full, exchange.row_count(position)))
    return cache.get_or_create(region, key, partial(exchange.analysed, position, full), session)


def _asked(codec: StateCodec, body: dict[str, Any]) -> tuple[ExchangeKnowledge, ruleset_choice.RulesetName]:
    """Return the knowledge of the seat, and the ruleset with its version."""
    if "hand" in body:
        rules, named = ruleset_choice.ruleset_of(body["ruleset"])
        return _position(rules, body), named
    known = views.known_to_seat(codec, body)
    return _position_of(known, body.get("at_most")), known.named


def _position_of(known: views.KnownCards, at_most: int | None) -> ExchangeKnowledge:
    """Return the position of a seat that is about to exchange, or to commit a discard."""
    view, talon = known.view, known.rules.pack - 2 * HAND_SIZE
    option = next((each for each in view.options if each.type in ("exchange", "commit_discard")), None)
    if option is None:
        raise known.contradicts(f"is {view.phase}, in which {view.seat} has nothing to exchange", "phase")
    if known.hand.bit_count() != HAND_SIZE:
        raise known.contradicts(f"has not the {HAND_SIZE} cards of a hand", "hand")
    low, high = option.min, option.max
    if not (isinstance(low, int) and isinstance(high, int) and low <= high <= talon):
        raise known.contradicts("has impossible bounds for an exchange", "options")
    own, other = (getattr(view.carte_blanche, seat) for seat in (view.seat, "B" if view.seat == "A" else "A"))
    blanche = False if other else True if own else None
    gone = known.discards | known.known
    position = ExchangeKnowledge(known.rules, known.hand, low, high, known.is_elder, gone, known.held, blanche)
    return _checked(position, at_most, known.source)


def _checked(position: ExchangeKnowledge, at_most: int | None, source: str) -> ExchangeKnowledge:
    """Return the position with discards of at most `at_most` cards.

    Raises a `Problem` if there are too few unseen cards.
    """
    high = position.high if at_most is None else min(position.high, at_most)
    if position.low > high:
        why = f"is less than the minimum of {position.low} to exchange"
        raise problem_at("contradictory_request", why, "at_most")
    if position.held.bit_count() > HAND_SIZE or position.unseen.bit_count() < high + position.unknown_of_other:
        why = "leaves too few cards for the draw and the other's hand"
        raise problem_at("contradictory_request", why, source)
    return position._replace(high=high)


def _position(rules: Ruleset, body: dict[str, Any]) -> ExchangeKnowledge:
    """Return the position of a `hand` in the request. Raises a `Problem` if it is impossible."""
    listed = [(f"/{name}/{at}", card) for name in ("hand", "known", "held") for at, card in enumerate(body[name])]
    refuse("contradictory_request", ruleset_choice.card_faults(rules, listed))
    elder = body["side"] == "elder"
    hand, known, held = (hand_of(body[name]) for name in ("hand", "known", "held"))
    talon = rules.pack - 2 * HAND_SIZE
    available = body.get("available", talon if elder else talon - rules.elder_max)
    if available > talon:
        raise problem_at("contradictory_request", f"is more than the {talon} of the talon", "available")
    limits = (rules.elder_min, rules.elder_max) if elder else (rules.younger_min, rules.younger_max or available)
    low, high = (min(limit, available) for limit in limits)
    _refuse_carte_blanche(rules, hand, body["carte_blanche"])
    blanche = {"own": True, "other": False, None: None}[body["carte_blanche"]]
    return _checked(
        ExchangeKnowledge(rules, hand, low, high, elder, known, held, blanche), body.get("at_most"), "known"
    )


def _refuse_carte_blanche(rules: Ruleset, hand: int, whose: str | None) -> None:
    """Refuse a carte blanche that is impossible with this hand, which is as dealt (R3.1)."""
    why = ""
    if whose == "own" and hand & COURT:
        why = f"is own, but the hand has {' '.join(names(hand & COURT))}"
    elif whose == "other" and not hand & COURT and not rules.both_may_be_blank:
        why = "is other, but the hand itself is a carte blanche"
    if why:
        raise problem_at("contradictory_request", why, "carte_blanche")
