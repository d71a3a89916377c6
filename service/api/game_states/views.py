"""Views in the form of the contract: what a seat sees and knows, and the state that a view is made from."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from service.advice.hidden_hands import refuse_impossible
from service.advice.knowledge import ImpossibleError, Knowledge, knowledge_of
from service.api.game_states.codec import StateCodec
from service.api.game_states.given_states import is_concealed
from service.api.game_states.verification import Verified
from service.api.problems import Problem, problem_at
from service.api.schemas import scalars, state as structs
from service.api.schemas.ruleset_choice import RulesetName, ruleset_of
from service.piquet.cards.cards import CARD, SUITS, hand_of, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES, SAID_MEMBERS, SET, read_tie
from service.piquet.law.exchange_and_play import own_positions
from service.piquet.model.actions import Action, Concede, Exchange, Incident, LookAtLeft
from service.piquet.model.events import Event
from service.piquet.model.state import NOBODY, OVER, SEATS, Called, Phase, Trick
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.suggestions import counted
from service.piquet.views import OtherHand, View, may_know_of_conceding, view_of, visible_law
from service.piquet.written import to_act_in, view_members


def written_view(verified: Verified, seat: int) -> dict[str, Any]:
    """Return the view of a seat in the form of the contract."""
    members = view_members(
        verified.rules,
        verified.state,
        seat,
        ruleset=verified.choice,
        deals=[{"dealer": deal.dealer, "score": deal.score} for deal in verified.deals],
        events=verified.events,
        options=verified.options(),
    )
    if verified.viewer is not None and (awaiting := verified.viewer.awaiting()):
        members["awaiting"] = awaiting
    return members


def own_view(verified: Verified) -> dict[str, Any]:
    """Return the member `view` of a response with a concealed state, for the seat of its viewer; otherwise nothing."""
    if verified.viewer is None or verified.viewer.seat is None:
        return {}
    return {"view": written_view(verified, verified.viewer.seat)}


def seen_by(codec: StateCodec, state: msgspec.Raw, name: scalars.Seat) -> tuple[Verified, int]:
    """Return a state and the seat that looks at it. Raises the `Problem` `concealed` if another seat's key was sent."""
    verified, seat = codec.read_possible(state, "state"), scalars.SEAT[name]
    refuse_other_seat(verified, seat)
    return verified, seat


def refuse_other_seat(verified: Verified, seat: int | None) -> None:
    """Raise the `Problem` `concealed` for a seat whose key was not sent."""
    if verified.viewer is not None and seat not in (None, verified.viewer.seat):
        raise problem_at("concealed", "is not the seat whose key was sent", "seat")


# The events with more to read than seat, points and cards: the members that they have, and those they may have.
_MEMBERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "tie_break": (("category",), ()),
    "declined": (("category",), ()),
    "replied": (("category", "reply"), ("length", "value", "top")),
    "announced": ((), ("exchange",)),
    "saved": (("bonus", "by"), ()),
    "looked": ((), ("suit",)),
    "suit_named": ((), ("suit",)),
}
_NOTHING: dict[str, Any] = {}


class SeatKnowledge(NamedTuple):
    """What a seat knows by its view, with the ruleset as responses name it."""

    known: Knowledge
    named: RulesetName
    source: str  # the member of the request that all of it comes from


def seen_by_seat(codec: StateCodec, body: Mapping[str, Any], *, candid: bool) -> SeatKnowledge:
    """Return what the seat that is to act knows, from a `view`, or from a `state` and perhaps a `seat`.

    Raises a `Problem`: `contradictory_request` at the member at fault, or `irregular_state`.
    """
    if "state" in body:
        return _of_state(codec, body, candid=candid)
    view: structs.View = body["view"]
    if view.phase in (Phase.DEAL, *OVER):
        raise problem_at("contradictory_request", f"is {view.phase}, in which nobody is to act", "view", "phase")
    if view.to_act is None:
        raise problem_at("contradictory_request", f"is null, but a seat is to act in {view.phase}", "view", "to_act")
    if view.to_act != view.seat:
        raise _not_to_act(view.seat, view.to_act, "view", "seat")
    if view.incidents:
        raise _irregular("view")
    rules, named = ruleset_of(view.ruleset, "view", "ruleset")
    try:
        events = _events(view.events)
        known = knowledge_of(rules, _read(view), events, _partie(rules, view), candid=candid)
        refuse_impossible(known, events)
    except ImpossibleError as error:
        raise contradiction("view", error) from None
    return SeatKnowledge(known, named, "view")


def _of_state(codec: StateCodec, body: Mapping[str, Any], *, candid: bool) -> SeatKnowledge:
    verified = codec.read_possible(body["state"], "state")
    rules, state = verified.rules, verified.state
    if state.to_act == NOBODY:
        raise problem_at("contradictory_request", f"is {state.phase}, in which nobody is to act", "state", "phase")
    to_act = state.to_act ^ 1 ^ state.dealer
    viewer = verified.viewer and verified.viewer.seat
    if viewer is None and is_concealed(bytes(body["state"])):
        why = "are those of both seats; advice is for a seat that sees only its own cards: send its key alone"
        raise problem_at("contradictory_request", why, "state", "keys")
    at = scalars.SEAT[body["seat"]] if "seat" in body else to_act if viewer is None else viewer
    refuse_other_seat(verified, at)
    if at != to_act:
        place = ("seat",) if "seat" in body else ("state", "keys")
        raise _not_to_act(SEATS[at], SEATS[to_act], *place)
    if visible_law(state, at).incidents:
        raise _irregular("state")
    partie = Partie(rules, state.first_dealer, state.finished, state.dealers)
    view, events = view_of(rules, state, at), _events(verified.events)
    try:
        known = knowledge_of(rules, view, events, partie, candid=candid)
    except ImpossibleError as error:
        raise contradiction("state", error) from None
    return SeatKnowledge(known, verified.choice, "state")


def _irregular(source: str) -> Problem:
    return problem_at("irregular_state", "has irregular entries, of which advice knows nothing", source, "incidents")


def contradiction(source: str, error: ImpossibleError) -> Problem:
    """Return the `Problem` for a view that contradicts itself, or a state in which something false was said."""
    if source == "state":  # it was verified, so the false words are an irregularity that nobody has raised
        return _irregular(source)
    return problem_at("contradictory_request", f"contradicts itself: {error}", source)


def _not_to_act(seat: str, to_act: str, *place: str) -> Problem:
    return problem_at("contradictory_request", f"is {seat}, but {to_act} is to act", *place)


# ---------------------------------------------------------------- reading


_encode = msgspec.json.Encoder().encode


def _read(view: structs.View) -> View:
    """Return the view of the engine. Raises `ImpossibleError`."""
    if view.partie.dealer is None or view.dealt is None:
        raise ImpossibleError("it has no cards")
    dealer = scalars.SEAT[view.partie.dealer]
    by_role = partial(_by_role, dealer)
    other = view.other
    return View(
        seat=scalars.SEAT[view.seat],
        role=scalars.SEAT[view.seat] ^ 1 ^ dealer,
        dealer=dealer,
        phase=view.phase,
        to_act=scalars.SEAT[view.to_act or "A"] ^ 1 ^ dealer,
        dealt=hand_of(view.dealt),
        hand=hand_of(view.hand),
        drawn=tuple(CARD[card] for card in view.drawn),
        discards=hand_of(view.discards),
        committed=hand_of(view.committed),
        looked=tuple(CARD[card] for card in view.looked),
        shown=hand_of(view.shown),
        talon_count=view.talon_count,
        left=by_role(view.left),
        looks=(view.elder_look, view.look),
        named=None if view.named_suit is None else SUITS.index(view.named_suit),
        blanche=by_role(view.carte_blanche),
        announced=view.announced_exchange or 0,
        calls=tuple(map(_called, view.calls)),
        tricks=tuple(_trick(dealer, trick) for trick in view.tricks),
        score=by_role(view.score),
        other=OtherHand(
            other.hand_count,
            other.discard_count,
            None if other.carte_blanche is None else hand_of(other.carte_blanche),
            hand_of(other.shown),
        ),
    )


def _by_role(dealer: int, pair: Any) -> Any:
    return (pair.A, pair.B) if dealer == 1 else (pair.B, pair.A)


def _called(entry: structs.CallEntry) -> Called:
    category = CATEGORIES.index(entry.category)
    if entry.called is None:
        return Called(category, status=entry.status)
    length_member, tie_member = SAID_MEMBERS[category]
    length, tie = getattr(entry.called, length_member), getattr(entry.called, tie_member)
    if length is UNSET or entry.status == "passed" or (category == SET and tie is UNSET):
        raise ImpossibleError("a call lacks what was called")
    return Called(category, length, None if tie is UNSET or tie is None else read_tie(tie_member, tie), entry.status)


def _trick(dealer: int, trick: structs.Trick) -> Trick:
    cards = [CARD[card] for card in trick.cards]
    follow = cards[1] if len(cards) > 1 else -1
    winner = NOBODY if trick.winner is None else scalars.SEAT[trick.winner] ^ 1 ^ dealer
    return Trick(scalars.SEAT[trick.leader] ^ 1 ^ dealer, cards[0], follow, winner)


def _events(events: Sequence[structs.Event]) -> list[Event]:
    """Return the events of the engine, with the members of `_MEMBERS`. Raises `ImpossibleError`."""
    if any(each.kind == "set" and not each.cards for each in events):
        raise ImpossibleError("a set has no cards")
    return [
        Event(
            None if each.seat is None else scalars.SEAT[each.seat],
            each.kind,
            each.points,
            tuple(each.cards),
            each.rule,
            (each.deal_score.A, each.deal_score.B),
            _more_members(each) if each.kind in _MEMBERS else _NOTHING,
        )
        for each in events
    ]


def _more_members(event: structs.Event) -> dict[str, Any]:
    needed, more = _MEMBERS[event.kind]
    lacking = [name for name in needed if getattr(event, name) is UNSET]
    if lacking:
        raise ImpossibleError(f"an event {event.kind} lacks its {lacking[0]}")
    return {name: value for name in needed + more if (value := getattr(event, name)) is not UNSET}


def _partie(rules: Ruleset, view: structs.View) -> Partie:
    deals = view.partie.deals
    return Partie(
        rules,
        scalars.SEAT[view.partie.first_dealer],
        tuple((deal.score.A, deal.score.B) for deal in deals),
        tuple(scalars.SEAT[deal.dealer] for deal in deals),
    )


_VIEW = msgspec.json.Decoder(structs.View)


class KnownCards(NamedTuple):
    """The knowledge of a seat.

    `known` are other cards that the opponent cannot have, `held` are cards that the opponent has or had.
    """

    rules: Ruleset
    named: RulesetName
    view: structs.View
    source: str  # the member of the request that all of it comes from
    hand: int
    discards: int
    known: int
    held: int

    @property
    def is_elder(self) -> bool:
        """Whether the seat is elder."""
        return self.view.seat != self.view.partie.dealer

    def contradicts(self, why: str, *member: str) -> Problem:
        """Return the `Problem` `contradictory_request` for a fault of the view or the state."""
        return problem_at("contradictory_request", why, self.source, *member)


def known_to_seat(codec: StateCodec, body: Mapping[str, Any]) -> KnownCards:
    """Return the knowledge of the seat of a `view`, or of a `seat` in a `state`. Raises a `Problem`."""
    if "view" in body:
        source, view = "view", body["view"]
    else:
        source = "state"
        view = _VIEW.decode(_encode(written_view(*seen_by(codec, body["state"], body["seat"]))))
    rules, named = ruleset_of(view.ruleset, source, "ruleset")
    known, held = _learned(view)
    found = KnownCards(rules, named, view, source, hand_of(view.hand), hand_of(view.discards), known, held)
    _refuse_impossible(found)
    return found


def _learned(view: structs.View) -> tuple[int, int]:
    """Cards that the opponent cannot have, without the seat's own hand and discards, and cards that they have or had.

    A carte blanche that the opponent has shown is not included, because it is not known which of its cards they
    exchanged.
    """
    own, held = 0, hand_of(view.other.shown)
    for trick in view.tricks:
        for seat, card in zip((trick.leader, _opponent(trick.leader)), trick.cards, strict=False):
            if seat == view.seat:
                own |= hand_of([card])
            else:
                held |= hand_of([card])
    looked = view.looked
    if view.seat != view.partie.dealer:
        # The first of these are the cards that elder was entitled to and left (R4.4). Younger draws them first (R4.3).
        # Until younger has exchanged, they may be in either place.
        mine = looked[: getattr(view.left, view.seat) or 0]
        if getattr(view.left, _opponent(view.seat)) is None:
            looked = looked[len(mine) :]
        else:
            drawn = mine[: view.other.discard_count]
            looked, held = looked[len(drawn) :], held | hand_of(drawn)
    return own | hand_of(looked), held


def _opponent(seat: scalars.Seat) -> scalars.Seat:
    return "B" if seat == "A" else "A"


def _refuse_impossible(found: KnownCards) -> None:
    if found.view.partie.dealer is None:
        raise found.contradicts("has no cards before a deal", "phase")
    if not found.hand:
        raise found.contradicts("has no card", "hand")
    _refuse_unequal(found)
    sets = (found.hand, found.discards, found.known, found.held)
    seen = 0
    for cards in sets:
        if seen & cards:
            raise found.contradicts(f"has {names(seen & cards)[0]} in two places")
        seen |= cards
    if seen & ~found.rules.cards:
        why = f"has {names(seen & ~found.rules.cards)[0]}, which is not in a pack of {found.rules.pack}"
        raise found.contradicts(why)


def _refuse_unequal(found: KnownCards) -> None:
    """Raise the `Problem` `irregular_state` unless each player had twelve cards when the play began (E7)."""
    view = found.view
    if not view.incidents:  # without one the view contradicts itself
        return
    counts = {view.seat: len(view.hand), _opponent(view.seat): view.other.hand_count}
    for trick in view.tricks:
        for seat, _ in zip((trick.leader, _opponent(trick.leader)), trick.cards, strict=False):
            counts[seat] += 1
    for seat, count in counts.items():
        if view.ahead is not UNSET:
            count += len(getattr(view.ahead, seat))
        if count != HAND_SIZE:
            why = f"has {counted(count, 'card')} for {seat}, not {HAND_SIZE} (E7)"
            raise problem_at("irregular_state", why, found.source)


# Incidents that show cards of nobody's or of the other seat's, or whose effect depends on them (docs/law.md, K3 to K6,
# K10, K23). With both keys they may be reported.
_BOTH_KEYS = {"exposed", "faced", "pack", "spoiled", "peeked", "dealer_saw", "misinformed"}


def refuse_concealed(before: Verified, action: Action, *path: str | int) -> None:
    """Raise the `Problem` `concealed` for an action that the holder of one key may not propose.

    They act for their own seat only, and cannot try an action whose legality depends on the cards of the other seat.
    """
    assert before.viewer is not None
    seat = action.seat
    if seat != before.viewer.seat:
        to_act = to_act_in(before.state) or "nobody"
        raise problem_at("concealed", f"is not the seat whose key was sent; {to_act} is to act", *path, "seat")
    role = seat ^ 1 ^ before.state.dealer
    why = ""
    match action:
        case Incident(kind=kind) if kind in _BOTH_KEYS:
            why = "reports something that depends on cards that the seat cannot see"
        case Incident(kind="buried", cards=cards) if cards & ~before.state.hands[role]:
            why = "names cards that are not in the hand of the seat"
        case LookAtLeft(irregular=True):
            why = "shows cards that the seat cannot see"
        case Exchange(taken=tuple() as taken, cards=cards):
            own = own_positions(before.irregular().d, role)
            if set(taken) - set(own) or len(taken) > cards.bit_count():
                why = "takes cards that are not the seat's to take"
        case Concede() if not may_know_of_conceding(before.state, seat):
            why = "depends on the hand of younger until younger has reckoned"
    if why:
        raise problem_at("concealed", why, *path)
