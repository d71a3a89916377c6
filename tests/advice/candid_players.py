"""Whether a player has sunk nothing, by what they held: in text, and by the best of each category."""

from __future__ import annotations

import math
from typing import Any

from service.piquet.cards.cards import names
from service.piquet.model.state import ELDER, Called
from tests.advice.random_deals import Position, played_cards
from tests.analysis.brute import CATEGORIES, PIPS, RANKS, Game, Key, game


def has_sunk(position: Position, role: int) -> bool:
    """Whether a role has called, replied or reckoned less than it could have."""
    rules, state = position.rules, position.state
    hand = names(state.hands[role] | played_cards(state, role))
    seat = role ^ 1 ^ state.dealer
    scored = dict.fromkeys(CATEGORIES, 0)
    for event in position.events:
        if event.seat == seat and event.kind in scored:
            scored[event.kind] += event.points
    said_all = any(event.kind == "reckoned" for event in position.events)
    played = Game.best(counted := game(rules), hand)
    for called in state.calls:
        name = CATEGORIES[called.category]
        if role == ELDER:
            if _beats(counted, played[name], called):
                return True
            in_words = called.status == "good" and scored[name]
            if in_words and called.category and scored[name] < _worth(rules, counted, hand, name):
                return True
        else:
            if _understated(counted, played[name], called):
                return True
            if said_all and scored[name] < _due(rules, counted, hand, called, barred=state.barred):
                return True
            if said_all and called.category == 0 and _lesser_point(position, counted, hand, called):
                return True
    return False


def _lesser_point(position: Position, counted: Game, hand: tuple[str, ...], called: Called) -> bool:
    """Whether younger has reckoned a point, and holds a better one that might have been reckoned instead."""
    seat = position.state.dealer
    reckoned = [event.more for event in position.events if event.seat == seat and event.kind == "point"]
    if not reckoned:
        return False
    held = [key for each, key, _ in counted.holdings(hand) if each == "point"]
    if called.asked:  # of so many cards: the best of each suit, with the nought
        held = [key for key in held if key == (5, 50.5) == (called.length, 50.5)]
        for suit in "SHDC":
            pips = sorted((PIPS[card[0]] for card in hand if card[1] == suit), reverse=True)[: called.length]
            held += [(called.length, sum(pips))] if len(pips) == called.length else []
    return max(held) > counted.point(reckoned[0]["length"], reckoned[0]["value"])


def _key(counted: Game, called: Called) -> Key:
    """What a call is compared by, if it has a tie-break."""
    assert called.tie is not None
    if called.category == 0:
        return counted.point(called.length, called.tie / 2)
    if called.category == 2:
        return called.length, called.tie
    return called.length, called.tie / 2


def _beats(counted: Game, best: Key, called: Called) -> bool:
    """Whether the best holding is better than the call; longer, if its tie-break was not said."""
    if called.status == "passed" or called.tie is None:
        return best[0] > called.length
    return best > _key(counted, called)


def _equals(counted: Game, best: Key, called: Called) -> bool:
    return best[0] == called.length if called.tie is None else best == _key(counted, called)


def _understated(counted: Game, best: Key, called: Called) -> bool:
    """Whether younger could have said more: *not good* is more than *equal*, and that more than *good*."""
    if called.status == "passed":
        return False
    if called.asked and best[0] > called.length:
        return True
    better = called.status != "called" and called.status != "stated" and _beats(counted, best, called)
    if called.status == "good":
        return better or _equals(counted, best, called)
    return called.status == "equal" and better


def _worth(rules: Any, counted: Game, hand: tuple[str, ...], name: str) -> int:
    """What all holdings of a category score (R5.12)."""
    found = [(key, cards) for each, key, cards in counted.holdings(hand) if each == name]
    if name == "set":
        return sum(14 if key[0] == 4 else 3 for key, _ in found)
    return sum(10 if not cards else len(cards) + 10 * (len(cards) >= 5) for _, cards in found)


def _due(rules: Any, counted: Game, hand: tuple[str, ...], called: Called, *, barred: bool) -> int:
    """What younger scores who reckons all that they may, going by how the call ended (R5.2, R5.3, R5.11)."""
    name = CATEGORIES[called.category]
    if called.status in ("good", "equal") or (barred and called.category == 0):
        return 0
    held = [key for each, key, _ in counted.holdings(hand) if each == name]
    if called.category == 0:
        if not held:
            return 0
        if called.asked:  # of exactly so many cards, which younger holds
            return called.length
        return math.floor((max(held)[-1] + 5) / 10) if rules.point_score == "pips" else int(max(held)[0])
    if called.status == "declined" and max(held, default=(0,))[0] < called.length:
        return 0
    return _worth(rules, counted, hand, name)


assert RANKS == "6789TJQKA"  # the ranks of `Called.tie` are those of `brute`
