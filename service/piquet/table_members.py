"""What a table tells, as plain data with the names of the contract; and its deals as the notation has them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from service.piquet import engine
from service.piquet.cards.cards import CARD, CARDS, SUITS, names
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.locales import Language
from service.piquet.law.rulings import ElectionOffer, Ruling
from service.piquet.model import actions as a
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, SEATS, YOUNGER, State, Trick
from service.piquet.notation.action_dicts import members_of
from service.piquet.notation.member_values import Members, cards_in
from service.piquet.notation.position import Dealing
from service.piquet.notation.ruling_dicts import result_of_election, ruling_dict
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, game_lost, settle
from service.piquet.views import view_of

_T = TypeVar("_T")


class DealPlayed(NamedTuple):
    """A deal of a table as the engine has it: its state before the first action, its actions, and its state now.

    `told` are the events of dealing, and `events` those since.
    """

    begun: State
    told: tuple[Event, ...]
    actions: tuple[a.Action, ...]
    events: tuple[Event, ...]
    state: State

    @property
    def annulled(self) -> bool:
        """Whether a ruling has annulled the deal."""
        return self.state.law is not None and bool(self.state.law.annulled)

    @property
    def dealt_out_of_turn(self) -> bool:
        """Whether the seat dealt though the other one was due."""
        return self.state.law is not None and self.state.law.dealt_by >= 0

    def dealing(self) -> Dealing:
        """Return the deal as the notation has it."""
        begun, out_of_turn = self.begun, self.dealt_out_of_turn
        hands = by_seat(begun.dealer, (list(names(begun.dealt[ELDER])), list(names(begun.dealt[YOUNGER]))))
        regular = len(hands[0]) == len(hands[1]) == HAND_SIZE and not out_of_turn
        mark = "" if regular else f"@{SEATS[begun.dealer] if out_of_turn else ''}"
        return Dealing(hands, [CARDS[card] for card in begun.talon], list(map(members_of, self.actions)), mark)


def seat_of(name: str) -> int:
    """Return the number of a seat. Raises `ValueError`."""
    if name not in tuple(SEATS):
        raise ValueError(f"a seat is A or B, not {name!r}")
    return SEATS.index(name)


def by_name(pair: tuple[_T, _T]) -> dict[str, _T]:
    """Return the values of A and B by the names of the seats."""
    return dict(zip(SEATS, pair, strict=True))


def to_act_in(state: State) -> str | None:
    """Return the seat to act, None if no action is due."""
    return None if state.to_act < 0 else SEATS[state.to_act ^ 1 ^ state.dealer]


def in_order_given(cards: Sequence[str], member: str) -> tuple[int, ...]:
    """Return cards in the order given. Raises `MembersError` for anything but a list of different cards."""
    cards_in(list(cards), member)
    return tuple(CARD[card] for card in cards)


def event_dicts(events: Iterable[Event]) -> list[Members]:
    """Return the members of each event, with the names of the contract."""
    return [
        {
            "seat": None if event.seat is None else SEATS[event.seat],
            "kind": event.kind,
            "points": event.points,
            "cards": list(event.cards),
            "rule": event.rule,
            "deal_score": by_name(event.score),
            **event.more,
        }
        for event in events
    ]


def view_members(rules: Ruleset, state: State, seat: int) -> Members:
    """Return what a seat sees, without the events."""
    seen = view_of(rules, state, seat)
    other, dealer = seen.other, seen.dealer
    return {
        "seat": SEATS[seat],
        "phase": seen.phase,
        "to_act": to_act_in(state),
        "dealt": list(names(seen.dealt)),
        "hand": list(names(seen.hand)),
        "drawn": [CARDS[card] for card in seen.drawn],
        "discards": list(names(seen.discards)),
        "committed": list(names(seen.committed)),
        "looked": [CARDS[card] for card in seen.looked],
        "left": by_name(by_seat(dealer, seen.left)),
        "look": seen.looks[YOUNGER],
        "elder_look": seen.looks[ELDER],
        "named_suit": None if seen.named is None else SUITS[seen.named],
        "carte_blanche": by_name(by_seat(dealer, seen.blanche)),
        "announced_exchange": seen.announced or None,
        "talon_count": seen.talon_count,
        "tricks": [_trick(dealer, trick) for trick in seen.tricks],
        "score": by_name(by_seat(dealer, seen.score)),
        "shown": list(names(seen.shown)),
        "other": {
            "hand_count": other.hand_count,
            "discard_count": other.discard_count,
            "carte_blanche": None if other.carte_blanche is None else list(names(other.carte_blanche)),
            "shown": list(names(other.shown)),
        },
    }


def _trick(dealer: int, trick: Trick) -> dict[str, Any]:
    leader, winner = (None if role < 0 else SEATS[role ^ 1 ^ dealer] for role in (trick.leader, trick.winner))
    cards = [CARDS[card] for card in trick.cards]
    return {"leader": leader, "cards": cards, "winner": winner}


def settlement_members(rules: Ruleset, state: State) -> Members:
    """Return the settlement of the partie of a state."""
    finished, _ = engine.finished_with(state)
    lost = state.law.lost if state.law is not None else -1
    settled = settle(rules, finished) if lost < 0 else game_lost(rules, state.finished, lost ^ state.dealer)
    return {
        "totals": by_name(settled.totals),
        "over": settled.over,
        "winner": None if settled.winner is None else SEATS[settled.winner],
        "rubicon": settled.rubicon,
        "settlement": settled.points if settled.over else None,
        "deals_due": settled.due,
    }


def ruling_members(ruling: Ruling, state: State, lang: Language) -> Members:
    """Return a ruling on a state, with the elections that it offers."""
    return ruling_dict(ruling, [_election(offer, state) for offer in ruling.elections], lang)


def _election(offer: ElectionOffer, state: State) -> Members:
    return {
        "election": offer.election,
        "effects": offer.effects,
        "until": offer.until,
        "actions": [members_of(action) for action in offer.actions],
        "events": event_dicts(offer.events),
        **result_of_election(offer, state.score),
    }
