"""Parties: the cut and the deals."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import GivenState
from service.api.game_states.verification import Verified, once_each, read_dealt
from service.api.game_states.views import own_view, versions
from service.api.http.alternatives import Form, Forms, refuse
from service.api.http.request_body import Decoded, Envelope
from service.api.problems import Fault, Problem
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, ruleset_of
from service.api.schemas.encode import write_event, write_violation
from service.piquet import engine
from service.piquet.cards.cards import BIT, CARD
from service.piquet.model.state import SEATS
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.dealing import Deal, cut, deal, shuffle
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of


class Cut(msgspec.Struct, forbid_unknown_fields=True):
    """The cards that the seats cut."""

    A: w.Card
    B: w.Card


class PartieRequest(Envelope):
    forms = Forms(Form(("first_dealer",), ("cut",)), Form(("cut",)))

    ruleset = Decoded(m.RulesetName, load_default="portland")
    first_dealer = Decoded(w.Seat)
    cut = Decoded(Cut)


def start(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    rules, named = ruleset_of(envelope["ruleset"])
    first_dealer, cards = envelope.get("first_dealer"), envelope.get("cut")
    said: dict[str, Any] = {}
    if cards is not None:
        for name, card in (("A", cards.A), ("B", cards.B)):
            if not rules.cards & BIT[card]:
                why = f"is {card}, which is not in a pack of {rules.pack}"
                raise Problem("contradictory_request", errors=[Fault(f"/cut/{name}", why)])
        outcome, seat = cut(rules, CARD[cards.A], CARD[cards.B])
        if cards.A == cards.B:
            raise Problem("contradictory_request", errors=[Fault("/cut/B", "is the card that A cut")])
        said = {"outcome": outcome, "seat": None if seat is None else SEATS[seat]}
        if outcome == "cut_again":
            first_dealer = None
        elif outcome == "deals":
            if first_dealer not in (None, said["seat"]):
                raise Problem(
                    "contradictory_request", errors=[Fault("/first_dealer", "is not the seat that the cut made dealer")]
                )
            first_dealer = said["seat"]
    if first_dealer is not None:
        said |= codec.write(_new(rules, named, SEAT[first_dealer]))
    return {**said, **versions(named)}


_Seed = Annotated[str, Meta(min_length=1, max_length=200)]


class DealRequest(Envelope):
    state = Decoded(GivenState)
    ruleset = Decoded(m.RulesetName)
    dealer = Decoded(w.Seat)
    deck = Decoded(Annotated[list[w.Card], Meta(min_length=32, max_length=36)])
    hands = Decoded(m.CardsBySeat)
    talon = Decoded(w.Cards)
    seed = Decoded(_Seed)


def deal_next(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    refuse([*_origin_faults(envelope, "ruleset", "dealer"), *_CARDS.faults(envelope)])
    before = codec.read_whole(envelope["state"], "state") if "state" in envelope else _begun(envelope)
    dealer = dealer_of(before.state.first_dealer, _next_number(before))  # R2.4
    return _dealt(codec, before, _cards(envelope, before, dealer))


class ConcealedDealRequest(Envelope):
    state = Decoded(m.HeldState)
    ruleset = Decoded(m.RulesetName)
    dealer = Decoded(w.Seat)
    key_hashes = Decoded(m.KeyHashes)
    seed = Decoded(_Seed)


def deal_concealed(codec: StateCodec, envelope: dict[str, Any]) -> Any:
    refuse(_origin_faults(envelope, "ruleset", "dealer", "key_hashes", may=("seed",)))
    if "state" in envelope:
        before = codec.open(envelope["state"], "state")
    else:
        before = codec.conceal(_begun(envelope), envelope["key_hashes"], envelope.get("seed"))
    number = _next_number(before)
    assert before.viewer is not None
    # Both seats agree, each with its key. Who could deal alone would end a deal in a branch of the game, by conceding,
    # look at their next hand, and play the real deal accordingly.
    viewer = before.viewer.agreeing()
    if awaited := viewer.awaited():
        agreed = before._replace(viewer=viewer)
        said = {"awaiting": SEATS[awaited[0]], "events": [], **own_view(agreed), **versions(before.choice)}
        return {**codec.write(agreed), **said}
    deck = shuffle(before.rules.cards, viewer.charter.deck_seed(number))
    return _dealt(codec, before._replace(viewer=viewer._replace(agreed=0)), deal(before.rules, deck))


def _origin_faults(envelope: dict[str, Any], *must: str, may: tuple[str, ...] = ()) -> list[Fault]:
    """A deal follows a state, which has all these members already, or begins a partie, for which they are needed."""
    if "state" in envelope:
        return [Fault(f"/{name}", "is given by the state") for name in (*must, *may) if name in envelope]
    return [Fault(f"/{name}", "is required without a state") for name in must if name not in envelope]


def _begun(envelope: dict[str, Any]) -> Verified:
    """The partie that is to begin."""
    return _new(*ruleset_of(envelope["ruleset"]), SEAT[envelope["dealer"]])


def _new(rules: Ruleset, named: m.RulesetName, first_dealer: int) -> Verified:
    """A partie before its first deal."""
    return Verified(named, rules, engine.new_partie(first_dealer), [], [], [])


def _next_number(before: Verified) -> int:
    """The number of the next deal, from 1, if one is due."""
    state = before.state
    if state.phase not in ("deal", "deal_over"):
        reason = violation("deal.not_now", "phase", phase=state.phase)
        raise Problem("no_deal_due", violations=[write_violation(reason, "state")])
    return len(state.finished) + (2 if state.phase == "deal_over" else 1)


def _dealt(codec: StateCodec, before: Verified, cards: Deal) -> dict[str, Any]:
    """The answer with the next deal."""
    state, deals = before.state, before.deals
    if state.phase == "deal_over":
        written = before.written()
        assert written.dealt is not None
        score = by_seat(state.dealer, state.score)
        seat: Any = SEATS[state.dealer]
        deals = [*deals, m.FinishedDeal(seat, written.dealt, before.history, m.Score(*score))]
    outcome = engine.deal(before.rules, state, cards)
    events = [write_event(event) for event in outcome.events]
    dealt = before._replace(state=outcome.state, events=events, history=[], deals=deals)
    return {**codec.write(dealt), "events": events, **own_view(dealt), **versions(before.choice)}


_CARDS = Forms(Form(("deck",)), Form(("hands", "talon")), Form(("seed",)))


def _cards(envelope: dict[str, Any], before: Verified, dealer: int) -> Deal:
    """The cards of the next deal, from the one of deck, hands with talon, and seed that was given."""
    if "seed" in envelope:
        return deal(before.rules, shuffle(before.rules.cards, envelope["seed"]))
    found: list[Violation] = []
    if "deck" in envelope:
        deck = envelope["deck"]
        found += once_each(before.rules, [(("deck",), deck)])
        cards = None if found else deal(before.rules, [CARD[card] for card in deck])
    else:
        cards = read_dealt(before.rules, m.Dealt(envelope["hands"], envelope["talon"]), dealer, found)
    if cards is None:
        raise Problem("invalid_deal", violations=[write_violation(reason) for reason in found])
    return cards
