"""A table: the facade of the package, with the seats, card names and actions of the contract.

Use it to referee games in your own program. The service itself calls `engine`, which works with masks and roles.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.piquet import engine
from service.piquet.cards.cards import CARD, CARDS, names
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS, State, Trick
from service.piquet.model.violations import Violation
from service.piquet.notation.action_dicts import action_of, members_of
from service.piquet.notation.member_values import Members, MembersError, cards_in
from service.piquet.notation.option_dicts import option_dicts
from service.piquet.rules import dealing
from service.piquet.rulesets.parameters import Value
from service.piquet.rulesets.published import DEFAULT, ruleset
from service.piquet.scoring.settlement import by_seat, totals
from service.piquet.views import view_of


class Table:
    """A partie of Piquet between the seats A and B.

    Seats are `"A"` and `"B"`, cards are written as rank and suit (`"TH"` is the ten of hearts), and actions, options
    and events are dicts with the members that the contract gives them.

    >>> table = Table(first_dealer="B")
    >>> events = table.deal(seed="an example")
    >>> table.to_act, table.phase
    ('A', 'elder_exchange')
    >>> [option["type"] for option in table.options()]
    ['exchange']
    >>> hand = table.view("A")["hand"]
    >>> [event["kind"] for event in table.apply({"seat": "A", "type": "exchange", "cards": hand[-5:]})]
    ['exchanged']
    >>> table.to_act
    'B'

    Raises `RulesetError` for an unknown ruleset or a parameter value that it cannot have.
    """

    def __init__(
        self, ruleset_name: str = DEFAULT, overrides: Mapping[str, Value] | None = None, *, first_dealer: str = "B"
    ) -> None:
        self.rules = ruleset(ruleset_name, overrides)
        self._deal = engine.MutableDeal(self.rules, engine.new_partie(_seat(first_dealer)))
        self._events: tuple[Event, ...] = ()  # of the current deal, before those of `_deal`

    # ------------------------------------------------------------ changes

    def deal(
        self,
        deck: Sequence[str] | None = None,
        *,
        hands: Mapping[str, Sequence[str]] | None = None,
        talon: Sequence[str] | None = None,
        seed: str | None = None,
    ) -> list[Members]:
        """Deal the next deal and return its events (R2.1 to R2.4).

        Give one of: a `deck`, top card first; the `hands` by seat with the `talon`, top card first; or a `seed`, which
        always gives the same deck. Raises `ValueError` unless exactly one is given, `MembersError` for a list that has
        something other than different cards, and `IllegalAction` if no deal is due or the cards are not the pack.
        """
        state = self._deal.state
        outcome = engine.deal(self.rules, state, self._cards(state, deck, hands, talon, seed))
        self._deal, self._events = engine.MutableDeal(self.rules, outcome.state), outcome.events
        return event_dicts(outcome.events)

    def apply(self, action: Members) -> list[Members]:
        """Apply an action and return the events that it causes.

        Raises `MembersError` if the members are not an action, and `IllegalAction`, which has every violation, if the
        rules forbid it. The table does not change then.
        """
        before = len(self._deal.events)
        self._deal.apply(action_of(action))
        return event_dicts(self._deal.events[before:])

    def check(self, action: Members) -> tuple[Violation, ...]:
        """Every reason why an action is illegal; empty if it is legal. Raises `MembersError`."""
        return engine.check(self.rules, self._deal.state, action_of(action), self._deal.done)

    # ------------------------------------------------------------ what is legal

    def options(self) -> list[Members]:
        """Return the types of action that are legal now, each with what is needed to build every such action."""
        return option_dicts(self.rules, self._deal.state, self._deal.options())

    def legal_actions(self) -> Iterator[Members]:
        """Every legal action. There can be millions of ways to reckon: take no more than you need."""
        return (members_of(action) for option in self._deal.options() for action in self._deal.expand(option))

    # ------------------------------------------------------------ what is known

    @property
    def state(self) -> State:
        """The state as the engine has it, with masks and roles."""
        return self._deal.state

    @property
    def phase(self) -> str:
        """The phase of the deal."""
        return self._deal.state.phase

    @property
    def to_act(self) -> str | None:
        """The seat to act, None if no action is due."""
        state = self._deal.state
        return None if state.to_act < 0 else SEATS[state.to_act ^ 1 ^ state.dealer]

    @property
    def dealer(self) -> str:
        """The seat that deals the current deal, or the first one before it is dealt (R2.4)."""
        return SEATS[self._deal.state.dealer]

    @property
    def score(self) -> dict[str, int]:
        """The score of the current deal."""
        state = self._deal.state
        return _by_name(by_seat(state.dealer, state.score))

    @property
    def totals(self) -> dict[str, int]:
        """The totals of the finished deals, those that count double doubled (R8.1)."""
        finished, _ = engine.finished_with(self._deal.state)
        return _by_name(totals(self.rules, finished))

    @property
    def events(self) -> list[Members]:
        """The events of the current deal."""
        return event_dicts((*self._events, *self._deal.events))

    def view(self, seat: str) -> Members:
        """Return what a seat sees: its own cards, what was said, shown and played, and counts of everything else."""
        seen = view_of(self.rules, self._deal.state, _seat(seat))
        other = seen.other
        return {
            "seat": seat,
            "phase": seen.phase,
            "to_act": self.to_act,
            "dealt": list(names(seen.dealt)),
            "hand": list(names(seen.hand)),
            "drawn": [CARDS[card] for card in seen.drawn],
            "discards": list(names(seen.discards)),
            "committed": list(names(seen.committed)),
            "looked": [CARDS[card] for card in seen.looked],
            "talon_count": seen.talon_count,
            "tricks": [_trick(seen.dealer, trick) for trick in seen.tricks],
            "score": _by_name(by_seat(seen.dealer, seen.score)),
            "shown": list(names(seen.shown)),
            "other": {
                "hand_count": other.hand_count,
                "discard_count": other.discard_count,
                "shown": list(names(other.shown)),
            },
            "events": self.events,
        }

    # ------------------------------------------------------------ details

    def _cards(
        self,
        state: State,
        deck: Sequence[str] | None,
        hands: Mapping[str, Sequence[str]] | None,
        talon: Sequence[str] | None,
        seed: str | None,
    ) -> dealing.Deal:
        given = [deck is not None, hands is not None, seed is not None]
        if sum(given) != 1 or (hands is None) != (talon is None):
            raise ValueError("a deal takes a deck, or hands and a talon, or a seed")
        if seed is not None:
            return dealing.deal(self.rules, dealing.shuffle(self.rules.cards, seed))
        if deck is not None:
            return dealing.deal(self.rules, _in_order_given(deck, "deck"))
        assert hands is not None and talon is not None
        if set(hands) != set(SEATS):
            raise MembersError("has the hands of A and B", "hands")
        dealer = engine.dealer_due(self.rules, state.first_dealer, *engine.finished_with(state))
        a_hand, b_hand = (cards_in(list(hands[seat]), "hands", seat) for seat in SEATS)
        return by_seat(dealer, (a_hand, b_hand)), _in_order_given(talon, "talon")


def event_dicts(events: Iterable[Event]) -> list[Members]:
    """Return the members of each event, with the names of the contract."""
    return [
        {
            "seat": None if event.seat is None else SEATS[event.seat],
            "kind": event.kind,
            "points": event.points,
            "cards": list(event.cards),
            "rule": event.rule,
            "deal_score": _by_name(event.score),
            **event.more,
        }
        for event in events
    ]


def _seat(name: str) -> int:
    if name not in tuple(SEATS):
        raise ValueError(f"a seat is A or B, not {name!r}")
    return SEATS.index(name)


def _by_name(pair: tuple[int, int]) -> dict[str, int]:
    return dict(zip(SEATS, pair, strict=True))


def _in_order_given(cards: Sequence[str], member: str) -> tuple[int, ...]:
    cards_in(list(cards), member)  # raises for anything that is not a list of different cards
    return tuple(CARD[card] for card in cards)


def _trick(dealer: int, trick: Trick) -> dict[str, Any]:
    leader, winner = (None if role < 0 else SEATS[role ^ 1 ^ dealer] for role in (trick.leader, trick.winner))
    cards = [CARDS[card] for card in trick.cards]
    return {"leader": leader, "cards": cards, "winner": winner}
