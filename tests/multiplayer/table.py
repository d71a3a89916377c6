"""A table for the tests of the rules: hands as text, words as text, and what is refused.

Hands are written `SAKJHQ8` (ace, king and knave of spades, queen and eight of hearts). Words of a round are written
with their seat: `A 5-45` calls five cards worth 45, a sequence of five, or a set; `A -` passes, `A =` says equal,
`A !` claims a carte blanche.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.multiplayer import engine
from service.multiplayer.actions import action_of
from service.multiplayer.calling import category_due
from service.multiplayer.engine import PACK, Cards
from service.multiplayer.games import GAMES
from service.multiplayer.parameters import ruleset
from service.multiplayer.state import Deal
from service.multiplayer.written import by_side, event_of
from service.piquet.cards.cards import CARD, cards_of, hand_of
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.actions import Action
from tests.multiplayer.worked_deals import MEMBERS, WORKED_DEALS, cards_of as cards_in

Json = dict[str, Any]


def deal_hands(
    game: str, dealer: str, hands: dict[str, str], talon: str = "", before: tuple[int, ...] = (), **parameters: Any
) -> Deal:
    """A deal with these hands. What is not named is filled with the rest of the pack, spades first, highest first."""
    played = GAMES[game]
    named = {seat: hand_of(cards_in(hands.get(seat, ""))) for seat in played.seats}
    top = [CARD[card] for card in talon.split()]
    rest = [card for card in cards_of(PACK) if not any(hand >> card & 1 for hand in named.values()) and card not in top]
    for seat, hand in named.items():
        while named[seat].bit_count() < played.hand_size:
            named[seat] |= 1 << rest.pop(0)
        assert named[seat].bit_count() == played.hand_size, (seat, hand)
    cards = Cards(tuple(named.values()), (*top, *rest))
    at = played.seats.index(dealer)
    return engine.deal(ruleset(played, parameters), at, cards, (before,) if before else (), dealer=at)


def play_out(d: Deal, actions: Iterable[Action]) -> Deal:
    """A deal with the cards of another and these actions."""
    fresh = engine.deal(d.rules, d.first_dealer, Cards(d.dealt, d.talon), d.finished, dealer=d.dealer)
    for action in actions:
        engine.apply(fresh, action)
    return fresh


def worked(name: str, actions: int = 0, before: tuple[int, ...] = (), **parameters: Any) -> Deal:
    """A worked deal after some of its actions, under other parameters or with other totals before it."""
    given = WORKED_DEALS[name]
    game = GAMES[given.game]
    hands = tuple(hand_of(given.hands[seat]) for seat in game.seats)
    at = game.seats.index(given.dealer)
    cards = Cards(hands, tuple(CARD[card] for card in given.talon))
    rules = ruleset(game, given.parameters | parameters)
    d = engine.deal(rules, at, cards, (before,) if before else (), dealer=at)
    for action in given.actions[:actions]:
        do(d, action)
    return d


def actions_of(name: str, kind: str) -> list[Json]:
    """The actions of one type of a worked deal."""
    return [action for action in WORKED_DEALS[name].actions if action["type"] == kind]


def play_worked(name: str, before: tuple[int, ...] = (), **parameters: Any) -> Deal:
    """A worked deal, played to its end or until nothing more is to do."""
    d = worked(name, 0, before, **parameters)
    for action in WORKED_DEALS[name].actions:
        if d.is_over:
            break
        do(d, action)
    return d


def do(d: Deal, members: Json) -> list[Json]:
    """Apply an action that has to be legal; the events that it brings."""
    before = len(d.events)
    engine.apply(d, action_of(d.game, members))
    return [event_of(d.game, event) for event in d.events[before:]]


def word(d: Deal, text: str, category: str | None = None) -> Json:
    """The action of a word, in the round that is due unless a category is given."""
    seat, said = text.split()
    if said == "!":
        return {"seat": seat, "type": "claim_carte_blanche"}
    name = category or CATEGORIES[category_due(d)]
    if said in "-=":
        return {"seat": seat, "type": "pass" if said == "-" else "equal", "category": name}
    count, tie = said.split("-")
    first, second = MEMBERS[name]
    value: int | str = int(tie) if name == "point" else tie
    return {"seat": seat, "type": "call", "category": name, first: int(count), second: value}


def say(d: Deal, text: str) -> list[Json]:
    """Say words that have to be legal, separated by commas; the events that they bring."""
    return [event for each in text.split(",") for event in do(d, word(d, each))]


def reckon(d: Deal, seat: str, *holdings: str) -> list[Json]:
    """Reckon holdings of the category that is due, each as text; the events that this brings."""
    return do(d, reckoning(d, seat, *holdings))


def reckoning(d: Deal, seat: str, *holdings: str) -> Json:
    """The action that reckons these holdings."""
    name = CATEGORIES[d.calls[-1].category]
    listed = [{"category": name, "cards": cards_in(holding)} for holding in holdings]
    return {"seat": seat, "type": "reckon", "holdings": listed}


def refused(d: Deal, members: Json) -> list[tuple[str, str]]:
    """The codes for which an action is refused, with their rules; empty if it is legal."""
    return [(reason.code, reason.rule) for reason in engine.check(d, action_of(d.game, members))]


def refused_word(d: Deal, text: str, category: str | None = None) -> list[tuple[str, str]]:
    """The codes for which a word is refused, with their rules."""
    return refused(d, word(d, text, category))


def score(d: Deal) -> tuple[int, ...]:
    """The score of the deal, by side."""
    return tuple(by_side(d.game, d.score).values())


def kinds(events: list[Json]) -> list[str]:
    """The kinds of events."""
    return [event["kind"] for event in events]


def scored(d: Deal, *wanted: str) -> list[tuple[str, str | None, int]]:
    """The events of these kinds: kind, seat or side, and points."""
    found = [event_of(d.game, event) for event in d.events]
    return [
        (event["kind"], event["seat"] or event.get("side"), event["points"])
        for event in found
        if event["kind"] in wanted
    ]
