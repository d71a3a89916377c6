"""The discards of an exchange ranked with the play that follows, as advice values them."""

from collections.abc import Mapping
from typing import Any

from service.advice.knowledge import ImpossibleError, Knowledge, knowledge_of
from service.api.analyses.full_views import contradiction, seen_by_seat
from service.api.analyses.written_advice import fetched
from service.api.game_states.codec import StateCodec
from service.api.problems import problem_at
from service.api.schemas.ruleset_choice import ruleset_of
from service.cache import Cache
from service.piquet.cards.cards import hand_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.views import OtherHand, View
from service.tasks.advice import advised_discards

#: The most discards that are tried out in deals.
MOST = 16


def discards_played(codec: StateCodec, cache: Cache, body: dict[str, Any]) -> dict[str, Any]:
    """Return the member `played` of an analysis: the best discards by hand score and the named ones, by value.

    Raises a `Problem`.
    """
    if "hand" in body:
        known, source = _of_hand(ruleset_of(body["ruleset"]).rules, body), "hand"
    else:
        known, _, source = seen_by_seat(codec, body, candid=False)
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
        raise contradiction(source, error) from None
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
        drawn=(),
        discards=0,
        committed=0,
        looked=(),
        shown=0,
        talon_count=available,
        left=(None if elder else rules.elder_share - taken, None),
        looks=(None, None),
        named=None,
        blanche=(None, None),
        announced=0,
        calls=(),
        tricks=(),
        score=(0, 0),
        other=OtherHand(HAND_SIZE, taken, None, 0),
    )
    return knowledge_of(rules, view, ())
