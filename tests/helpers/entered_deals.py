"""Deals in process, entered in the one-line notation of `law_game`: faster than through HTTP, for the same acts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from service.piquet.actions import action_of
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.engine import MutableDeal
from service.piquet.law.deal import IrregularDeal
from service.piquet.legal_actions import AmendOption, RulingOption
from service.piquet.model.actions import Action
from service.piquet.model.events import Event
from service.piquet.model.state import SEATS
from service.piquet.model.violations import Violation
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Value
from service.piquet.rulesets.published import ruleset
from service.piquet.verbs import VERBS
from tests.helpers.law_game import P
from tests.helpers.law_notation import act, row_of, set_of


@cache
def action(word: str) -> Action:
    """An act in notation as the engine takes it."""
    return action_of(act(word))


def dealt(
    text: str = P,
    name: str = "portland",
    *,
    dealer: str = "B",
    wrong_dealer: str = "",
    before: tuple[tuple[int, int], ...] = (),
    **overrides: Value,
) -> MutableDeal:
    """A deal: `A's hand_B's hand_talon`. `before` are the scores of A and B in the deals before it.

    `dealer` deals it in turn, or `wrong_dealer` does.
    """
    *hands, talon = text.split("_")
    hand_a, hand_b = (hand_of(set_of(hand)) for hand in hands)
    held = (hand_a, hand_b) if (wrong_dealer or dealer) == "B" else (hand_b, hand_a)
    rules, due = ruleset(name, overrides), SEATS.index(dealer)
    wrong = SEATS.index(wrong_dealer) if wrong_dealer else None
    cards = held, tuple(CARD[card] for card in row_of(talon))
    first = due ^ len(before) % 2
    return MutableDeal(rules, Partie(rules, first, before).deal(cards, wrong).state)


def entered(line: str, text: str = P, name: str = "portland", **how: Any) -> MutableDeal:
    """A deal in which these acts were made, all of them legal; `how` as `dealt` takes it."""
    return enter(dealt(text, name, **how), line)


def enter(game: MutableDeal, line: str) -> MutableDeal:
    """Make these acts too. A score in the line (`=10-17`) is passed over."""
    words = [word for word in line.split() if word[0] != "="]
    made = len(game.done)
    refused = game.apply_all(map(action, words))
    assert not refused, (words[len(game.done) - made], refused)
    return game


def rights(game: MutableDeal) -> list[str]:
    """What the law offers, public or not: `B1 wrong_exchange L28 redeal+enforce own_take`, `A amend L50 call`."""
    law = game.irregular or IrregularDeal(game._rules, game.state, game.done)
    found = []
    for each in law.remedies():
        if isinstance(each, RulingOption):
            elections = "+".join(each.elections)
            found.append(f"{SEATS[each.seat]}{each.number} {each.kind} {each.law} {elections} {each.until}")
        elif isinstance(each, AmendOption):
            found.append(f"{SEATS[each.seat]} amend {each.law} {VERBS[each.option.type].name}")
    return found


def told(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """Seat, kind and rule of events: `A exchanged R4.3`."""
    return [f"{'-' if each.seat is None else SEATS[each.seat]} {each.kind} {each.rule}" for each in events]


def refusals(game: MutableDeal, word: str) -> list[tuple[str, str, str, Mapping[str, object]]]:
    """Code, rule, place and parameters of the violations of an act."""
    found: tuple[Violation, ...] = game.check(action(word))
    return [(each.code, each.rule, "/".join(map(str, each.path)), each.params) for each in found]
