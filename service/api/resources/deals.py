"""Dealing: `/v1/deals` and `/v1/deals/concealed`."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Annotated, Any

from msgspec import UNSET, Meta

from service.api.game_states import verification, views
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.http.request_body import Decoded, FirstOrNext, Form, RequestBody
from service.api.problems import Fault, Problem, problem_at
from service.api.schemas import responses, ruleset_choice, scalars
from service.api.schemas.state import CardsBySeat, FinishedDeal, HeldState, KeyHashes, Score
from service.piquet import partie
from service.piquet.model.state import SEATS
from service.piquet.model.violations import IllegalAction
from service.piquet.rules.dealing import Deal, deal, deal_of_deck, deal_of_hands, shuffle
from service.piquet.scoring.settlement import by_seat

Seed = Annotated[str, Meta(min_length=1, max_length=200)]


class _DealForms(FirstOrNext):
    def faults(self, given: Mapping[str, Any]) -> list[Fault]:
        """Return these faults, and that of `irregular`, which only given hands and talon may have."""
        found = super().faults(given)
        if "irregular" in given and not {"hands", "talon"} <= given.keys():
            found.append(Fault("/irregular", "goes with hands and talon only"))
        return found


class DealRequest(RequestBody):
    """Body of `POST /v1/deals`."""

    forms = _DealForms(Form(("deck",)), Form(("hands", "talon")), Form((), ("seed",)), required=("dealer",))

    state = Decoded(GivenState)
    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    dealer = Decoded(scalars.Seat)
    deck = Decoded(Annotated[list[scalars.Card], Meta(min_length=32, max_length=36)])
    hands = Decoded(CardsBySeat)
    talon = Decoded(scalars.Cards)
    seed = Decoded(Seed)
    irregular = Decoded(scalars.Yes)


def deal_next(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Deal the next deal of a partie, or the first one, from given cards or a seed. Raises a `Problem`."""
    irregular = body.get("irregular", False)
    if "irregular" in body and not irregular:
        raise problem_at("invalid_request", "must be true", "irregular")
    before = codec.read_whole(body["state"], "state") if "state" in body else _begun(body)
    _next_number(before)
    due = partie.Partie.of(before.rules, before.state).due  # R2.4
    dealer = scalars.SEAT[body["dealer"]] if irregular and "dealer" in body else due
    dealt = _dealt(codec, before, _cards(body, before, dealer), dealer if irregular else None)
    return {**dealt, **seed_in(body)}


class ConcealedDealRequest(RequestBody):
    """Body of `POST /v1/deals/concealed`."""

    forms = FirstOrNext(required=("dealer", "key_hashes"), optional=("ruleset", "seed"))

    state = Decoded(HeldState)
    ruleset = ruleset_choice.RulesetMember(load_default="portland")
    dealer = Decoded(scalars.Seat)
    key_hashes = Decoded(KeyHashes)
    seed = Decoded(Seed)


def deal_concealed(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Deal the next deal of a concealed partie once both seats have agreed. Raises a `Problem`."""
    if "state" in body:
        before = codec.open(body["state"], "state")
    else:
        before = codec.conceal(_begun(body), body["key_hashes"], body.get("seed"))
    number = _next_number(before)
    assert before.viewer is not None
    # Both seats must agree, each with its key. A player who could deal alone could end the deal by conceding in a copy
    # of the game, look at the next hand, and play the real deal accordingly.
    viewer = before.viewer.agreeing()
    if awaiting := viewer.awaiting():
        agreed = before._replace(viewer=viewer)
        answer = {
            "awaiting": awaiting,
            "events": [],
            **views.own_view(agreed),
            **responses.versions(before.choice),
        }
        return {**codec.write(agreed), **answer}
    deck = shuffle(before.rules.cards, viewer.charter.deck_seed(number))
    return _dealt(codec, before._replace(viewer=viewer._replace(agreed=0)), deal(before.rules, deck))


def _begun(body: dict[str, Any]) -> verification.Verified:
    """Return the new partie that a request without a state begins."""
    return verification.Verified.begun(*ruleset_choice.ruleset_of(body["ruleset"]), scalars.SEAT[body["dealer"]])


def _next_number(before: verification.Verified) -> int:
    """Return the number of the next deal, from 1. Raises the `Problem` `no_deal_due`."""
    try:
        partie.refuse_unless_due(before.state)
    except IllegalAction as illegal:
        violations = [responses.write_violation(each, "state") for each in illegal.violations]
        raise Problem("no_deal_due", violations=violations) from None
    return partie.Partie.of(before.rules, before.state).number


def _dealt(
    codec: StateCodec, before: verification.Verified, cards: Deal, dealt_by: int | None = None
) -> dict[str, Any]:
    """Return the response with the next deal, which is irregular if it is given who dealt it. Raises `invalid_deal`."""
    state, deals = before.state, before.deals
    if state.phase == "deal_over":
        cards_dealt = before.dealt()
        assert cards_dealt is not None
        score = by_seat(state.dealer, state.score)
        seat = SEATS[state.dealer]
        annulled = (state.law and state.law.annulled) or UNSET
        out_of_turn = True if state.law and state.law.dealt_by >= 0 else UNSET
        deal = FinishedDeal(seat, cards_dealt, before.history, Score(*score), annulled, out_of_turn)
        deals = [*deals, deal]
    try:
        outcome = partie.deal_next(before.rules, state, cards, irregular=dealt_by is not None, dealer=dealt_by)
    except IllegalAction as illegal:
        raise _invalid_deal(illegal) from None
    events = list(map(responses.write_event, outcome.events))
    dealt = before._replace(state=outcome.state, events=events, history=[], deals=deals, line="")
    return {**codec.write(dealt), "events": events, **views.own_view(dealt), **responses.versions(before.choice)}


def _cards(body: dict[str, Any], before: verification.Verified, dealer: int) -> Deal:
    """Return the cards of the next deal, from the deck, the hands with the talon, or a seed.

    Raises `invalid_deal`.
    """
    try:
        if "deck" in body:
            return deal_of_deck(before.rules, body["deck"])
        if "hands" not in body:
            return deal(before.rules, shuffled(before.rules.cards, body))
        hands = body["hands"].A, body["hands"].B
        return deal_of_hands(before.rules, hands, body["talon"], dealer, irregular=body.get("irregular", False))
    except IllegalAction as illegal:
        raise _invalid_deal(illegal) from None


def shuffled(pack: int, body: dict[str, Any]) -> tuple[int, ...]:
    """Return a pack shuffled by the seed of a request, which draws one if it has none."""
    return shuffle(pack, body.setdefault("seed", token_hex(16)))


def seed_in(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the member of the response with the seed of the deck, if it comes from one."""
    return {"seed": body["seed"]} if "seed" in body else {}


def _invalid_deal(illegal: IllegalAction) -> Problem:
    return Problem("invalid_deal", violations=[responses.write_violation(each) for each in illegal.violations])
