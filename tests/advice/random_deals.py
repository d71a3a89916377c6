"""Random deals played through the engine, and the positions in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from service.advice.knowledge import Knowledge, knowledge_of
from service.piquet import engine, legal_actions
from service.piquet.cards.cards import CARD, cards_of, hand_of, mask_of
from service.piquet.cards.ranking import SET
from service.piquet.model.actions import (
    Action,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Exchange,
    Pass,
    Reckon,
    Reply,
    StateTieBreak,
)
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, OVER, Phase, State
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.views import View, view_of
from tests.properties.random_play import KINDS_OF_DEAL, PACK, PACK_36, cards_to_deal

PLAYED_OUT = {"target_stop": "end_of_deal"}
#: What a deal is played by: a ruleset, and its overrides.
RULESETS: list[tuple[str, dict[str, Any]]] = [
    ("portland", {}),
    ("french", PLAYED_OUT),
    ("portland", {"calling": "automatic"}),
    ("old-36", PLAYED_OUT),
    ("denexa", {}),
    ("portland", {"tie_break_call": "point", "left_cards": "private_named_suit"}),
    ("wikipedia", {"nought": True}),
    ("au-cent", PLAYED_OUT),
    ("french", PLAYED_OUT | {"calling": "automatic", "nought": True}),
    ("parlett", {"point_minimum": 4}),
]
EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.COMMIT_DISCARD)


class Position(NamedTuple):
    """A deal that has come to a state: how it was dealt, the actions since, and the events of them."""

    rules: Ruleset
    start: State
    actions: tuple[Action, ...]
    state: State
    events: tuple[Event, ...]

    def view(self, seat: int) -> View:
        """What a seat sees of it."""
        return view_of(self.rules, self.state, seat)

    def known(self, seat: int, *, candid: bool = False) -> Knowledge:
        """What a seat knows of it."""
        partie = Partie(self.rules, self.state.first_dealer, self.state.finished, self.state.dealers)
        return knowledge_of(self.rules, self.view(seat), self.events, partie, candid=candid)

    @property
    def seat(self) -> int:
        """The seat that is to act."""
        return self.state.to_act ^ 1 ^ self.state.dealer


@lru_cache
def rules_of(number: int) -> Ruleset:
    """One of the rulesets after the other."""
    name, overrides = RULESETS[number % len(RULESETS)]
    return ruleset(name, dict(overrides))


def start_of(rules: Ruleset, dealer: int, elder: int, younger: int, talon: tuple[int, ...]) -> State:
    """The state of a first deal with these cards."""
    return Partie(rules, dealer).deal(((elder, younger), talon)).state


def random_start(rules: Ruleset, rng: random.Random, kind: str = "") -> State:
    """A deal of one of the kinds of `random_play`."""
    dealer = rng.randint(0, 1)
    dealt = cards_to_deal(kind or rng.choice(KINDS_OF_DEAL), "AB"[dealer], rng, PACK_36 if rules.pack == 36 else PACK)
    elder, younger = (hand_of(dealt["hands"]["AB"[seat]]) for seat in (1 - dealer, dealer))
    return start_of(rules, dealer, elder, younger, tuple(CARD[card] for card in dealt["talon"]))


def random_positions(rules: Ruleset, rng: random.Random, kind: str = "") -> Iterator[Position]:
    """Every position of a random deal after its exchange, until the deal is over."""
    start = random_start(rules, rng, kind)
    table, sinks = engine.MutableDeal(rules, start), rng.choice([0.0, 0.2, 0.6])
    while (state := table.state).phase not in OVER:
        if state.phase not in EXCHANGES:
            yield Position(rules, start, tuple(table.done), state, table.events)
        violations = table.apply_all([_some_action(rules, table, rng, sinks)])
        assert not violations, violations


def _some_action(rules: Ruleset, table: engine.MutableDeal, rng: random.Random, sinks: float) -> Action:
    """An action at random. `sinks` is how often something is sunk."""
    options = [each for each in table.options() if each.type is not Concede]
    again = any(isinstance(each, legal_actions.ExchangeOption) for each in options) and len(options) > 1
    chances = {Pass: sinks + 0.05, ClaimCarteBlanche: 3.0, Exchange: 4.0 if again else 1.0}
    option = rng.choices(options, [chances.get(each.type, 1.0) for each in options])[0]
    match option:
        case legal_actions.ExchangeOption(seat, cards, low, high, kind):
            count = rng.choice([high, low if rules.elder_second_exchange else high, rng.randint(low, high)])
            return kind(seat, mask_of(rng.sample(cards_of(cards), count)))
        case legal_actions.CallOption():
            return _some_call(option, rng, sinks)
        case legal_actions.ReplyOption():
            return _some_reply(option, rng, sinks)
        case legal_actions.ReckonOption(seat) if rng.random() > sinks:
            return Reckon(seat)
    ways = table.expand(option)
    return ways[int(rng.random() * len(ways))]


def _some_call(option: legal_actions.CallOption, rng: random.Random, sinks: float) -> Call:
    """The longest, with its best tie-break or without any, or something less."""
    longest = max(length for length, _ in option.calls)
    long = [each for each in option.calls if each[0] == longest]
    best = max((each for each in long if each[1] is not None), key=lambda each: each[1] or 0)
    bare = [each for each in long if each[1] is None]
    return Call(option.seat, option.category, *rng.choice(option.calls if rng.random() < sinks else [best, *bare]))


def _some_reply(option: legal_actions.ReplyOption, rng: random.Random, sinks: float) -> Reply:
    """The most that is true, or less; sometimes with what is better."""
    order = ("good", "equal", "not_good")
    reply = rng.choice(option.replies) if rng.random() < sinks + 0.2 else max(option.replies, key=order.index)
    if reply != "not_good" or not option.better or option.category == SET or rng.random() < 0.5:
        return Reply(option.seat, reply)
    length, tie = rng.choice(option.better)
    members = {"length": length, "top" if option.category else "value": tie}
    return Reply(option.seat, reply, **{name: said for name, said in members.items() if rng.random() < 0.7})


# ---------------------------------------------------------------- other cards where a seat cannot see them


class Placing(NamedTuple):
    """Where the cards are that a seat has not seen: the other hand now, the other's discards, and the cards left."""

    hand: int
    discards: int
    left: int


def played_cards(state: State, role: int) -> int:
    """The cards that a role has played."""
    found = 0
    for trick in state.tricks:
        for at, card in enumerate(trick.cards):
            if (trick.leader == role) == (at == 0):
                found |= 1 << card
    return found


def true_placing(position: Position, seat: int) -> Placing:
    """Where the cards are that a seat has not seen."""
    view, state = position.view(seat), position.state
    other = 1 - view.role
    gone = mask_of(view.looked)
    left = mask_of(state.talon[len(state.talon) - view.talon_count :])
    return Placing(state.hands[other], state.discards[other], left & ~gone)


def fixed_cards(position: Position, seat: int) -> int:
    """The cards of which a seat knows that they are in the other hand: shown, or left by elder and drawn."""
    view, state = position.view(seat), position.state
    return state.hands[1 - view.role] & (view.other.shown | mask_of(view.looked))


def replayed(position: Position, seat: int, placing: Placing) -> Position | None:
    """The deal with the cards that a seat has not seen in other places; None if it is not what the seat has seen.

    Every action of the other player must have been legal, and every event and the view of the seat the same.
    """
    rules, state, view = position.rules, position.state, position.view(seat)
    other = 1 - view.role
    after = placing.hand | played_cards(state, other)
    had = after | placing.discards
    theirs = _talon_of(position, other)
    shown = view.other.carte_blanche
    if shown:
        drawn = had & ~shown
        if shown & ~had or drawn.bit_count() != len(theirs):
            return None
    else:
        seen = mask_of(card for card in theirs if card in view.looked)
        more = cards_of(after & ~seen)[: len(theirs) - seen.bit_count()]
        drawn = seen | mask_of(more)
    first, again = _discards(position, other, had & ~drawn, placing.discards)
    if again < 0:
        return None
    talon = _talon(position, seat, first, again, drawn, placing)
    hands = (had & ~drawn, view.dealt) if other == ELDER else (view.dealt, had & ~drawn)
    start = start_of(rules, state.dealer, *hands, talon)
    table = engine.MutableDeal(rules, start)
    left = [first, again]
    for action in position.actions:
        if action.seat != seat:
            action = _instead(action, table.state, left)
        if table.apply_all([action]):
            return None
    found = Position(rules, start, tuple(table.done), table.state, table.events)
    return found if _told(found, seat) == _told(position, seat) else None


def _talon_of(position: Position, role: int) -> tuple[int, ...]:
    """The cards of the talon that a role drew."""
    state = position.state
    elder, younger = state.exchanged
    first = state.talon[:elder] + state.talon[elder + younger : elder + younger + state.again]
    return first if role == ELDER else state.talon[elder : elder + younger]


def _discards(position: Position, other: int, dealt: int, discards: int) -> tuple[int, int]:
    """What the other puts away first, of the cards dealt, and in a second exchange (R4.6); less than 0: impossible."""
    again = position.state.again if other == ELDER else 0
    of_dealt = cards_of(discards & dealt)
    count = discards.bit_count() - again
    if len(of_dealt) < count:
        return 0, -1
    first = mask_of(of_dealt[:count])
    return first, discards & ~first


def _talon(position: Position, seat: int, first: int, again: int, drawn: int, placing: Placing) -> tuple[int, ...]:
    """The talon with the cards that the seat knows in their places, and the others as a placing has them.

    What elder puts away in a second exchange has not been drawn in it.
    """
    view, state = position.view(seat), position.state
    known = {*view.looked, *_talon_of(position, view.role)}
    elder, younger = state.exchanged
    other = 1 - view.role
    order = sorted(cards_of(drawn & ~mask_of(known)), key=lambda card: not again >> card & 1)
    theirs, left = iter(order), iter(cards_of(placing.left & ~mask_of(known)))
    talon = []
    for at, card in enumerate(state.talon):
        taken_by = ELDER if at < elder or elder + younger <= at < elder + younger + state.again else 1
        is_left = at >= elder + younger + state.again
        talon.append(card if card in known else next(left) if is_left else next(theirs))
        assert is_left or card in known or taken_by == other
    return tuple(talon)


def _instead(action: Action, state: State, discards: list[int]) -> Action:
    """What the other does with other cards: what they put away, and not the cards that they meant but did not show."""
    role = action.seat ^ 1 ^ state.dealer
    match action:
        case CommitDiscard(seat, cards):
            if discards[0].bit_count() >= cards.bit_count():
                return CommitDiscard(seat, mask_of(cards_of(discards[0])[: cards.bit_count()]))
            return CommitDiscard(seat, mask_of(cards_of(state.hands[role])[: cards.bit_count()]))
        case Exchange(seat):
            return Exchange(seat, discards.pop(0))
        case Call(seat, category, length, tie, cards) if cards & ~state.hands[role]:
            return Call(seat, category, length, tie)
        case StateTieBreak(seat, kind, tie, cards) if cards & ~state.hands[role]:
            return StateTieBreak(seat, kind, tie)
    return action


def _told(position: Position, seat: int) -> tuple[View, list[Event]]:
    """What a seat has seen and heard.

    In automatic calling the service chooses which of several equal points, or equal sequences, it shows: that tells
    nothing, except that they are held.
    """
    view = position.view(seat)
    if position.rules.calling == "dialogue":
        return view, list(position.events)
    events = [each._replace(cards=()) if each.kind in ("point", "equal") else each for each in position.events]
    return view._replace(other=view.other._replace(shown=0)), events
