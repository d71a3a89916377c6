"""Inference of unknown cards: a choice of cards that fit everything that the record says.

A deal puts each card of the pack into one place: dealt to a player and kept, dealt and discarded, or in the talon,
where the exchange says who drew it. What is known of a card limits its possible places. Choosing cards is a matching of
cards with places. If there is none, the record contradicts itself.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.piquet.cards.cards import names
from service.piquet.model.state import SEATS
from service.piquet.rulesets.parameters import Ruleset
from service.records.model import UNKNOWN, Deal, Members

HAND = 12
KEPT, AWAY, TALON = range(3)


class Filled(NamedTuple):
    """A deal with every card known: the hands by seat, the talon, and the actions with their cards."""

    hands: tuple[list[str], list[str]]
    talon: list[str]
    actions: list[Members]


#: Tries for one record; a deal uses about fourteen at most.
OF_A_RECORD = 200


@dataclass(slots=True)
class Tries:
    """A budget: how many times unknown cards may still be filled in. It may be a part of a larger one."""

    left: int = OF_A_RECORD
    of: "Tries | None" = None

    def take(self) -> bool:
        """Use one try. Returns False if none is left."""
        if self.left <= 0:
            return False
        self.left -= 1
        if self.of is not None:
            self.of.left -= 1
        return True

    def of_a_record(self) -> "Tries":
        """Return the part of the budget that one record may use."""
        return Tries(min(OF_A_RECORD, self.left), self)


class _Place(NamedTuple):
    kind: int
    owner: int  # the seat that is dealt or draws the card; -1 if nobody draws it
    at: int = 0  # index in the talon


def as_dealt(rules: Ruleset, deal: Deal) -> Filled | None:
    """Return the cards of a deal, without actions.

    None unless all cards of the pack are known, and no other was written.
    """
    (a_hand, b_hand), talon = deal.hands, deal.talon
    if a_hand is None or b_hand is None or talon is None or unknown_cards(rules, deal):
        return None
    return None if any(UNKNOWN in cards for cards in (a_hand, b_hand, talon)) else Filled((a_hand, b_hand), talon, [])


def unknown_cards(rules: Ruleset, deal: Deal) -> int:
    """How many of the cards dealt are unknown."""
    known = [card for cards in (*deal.hands, deal.talon) for card in cards or () if card != UNKNOWN]
    return max(0, rules.pack - len(set(known)))


def completions(
    rules: Ruleset, deal: Deal, dealer: int, actions: Sequence[Members], most: int, tries: Tries
) -> Iterator[Filled]:
    """Up to `most` ways in which the cards may have been dealt; they may repeat.

    The cards fit `actions`, in which only cards of a discard may be unknown. Each way uses one of the `tries`.
    """
    history = _History(rules, deal, dealer, actions)
    pack = list(names(rules.cards))
    for attempt in range(most):
        if not tries.take():
            return
        shift = attempt * 7 % len(pack)
        matched = _match([*pack[shift:], *pack[:shift]], history.places, history.allows)
        if matched is None:
            return
        yield history.fill(matched)


def seen(actions: Sequence[Members]) -> tuple[set[str], set[str]]:
    """Return the cards that each seat's actions, in which all of these are known, have shown after the exchange."""
    found: tuple[set[str], set[str]] = (set(), set())
    for action in actions:
        cards = found[SEATS.index(action["seat"])]
        kind = action["type"]
        if kind == "play":
            cards.add(action["card"])
        elif kind in ("call", "state_tie_break"):
            cards.update(action.get("cards", ()))
        elif kind == "reckon":
            for holding in action.get("holdings", ()):
                cards.update(holding["cards"])
    return found


def held(deal: Deal, dealer: int, actions: Sequence[Members]) -> tuple[set[str], set[str]]:
    """Return the known cards of each seat after the exchange: shown since, or dealt or drawn and not discarded."""
    found = seen(actions)
    talon = deal.talon or []
    top = 0
    drawn: tuple[list[str], list[str]] = ([], [])
    away: tuple[list[str], list[str]] = ([], [])
    turns = [0, 0]
    for seat, cards in _exchanges(actions, 1 - dealer):
        drawn[seat].extend(talon[top : top + len(cards)])
        top += len(cards)
        away[seat].extend(cards)
        turns[seat] += 1
    for seat in (0, 1):
        if UNKNOWN not in away[seat]:
            found[seat].update(deal.hands[seat] or ())
        if UNKNOWN not in away[seat] or turns[seat] == 1:  # cards drawn first may be discarded later
            found[seat].update(drawn[seat])
        found[seat].difference_update(away[seat])
        found[seat].discard(UNKNOWN)
    return found


def _exchanges(actions: Sequence[Members], elder: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the exchanges in order, as seat and cards.

    If younger committed a discard for a carte blanche and elder took as many cards as announced, younger's exchange
    follows without an action (R3.3).
    """
    committed: list[str] | None = None
    announced = None
    for action in actions:
        seat = SEATS.index(action["seat"])
        match action["type"]:
            case "claim_carte_blanche":
                announced = action.get("exchange", announced)
            case "commit_discard":
                committed = action["cards"]
            case "exchange":
                yield seat, action["cards"]
                if seat == elder and committed is not None:
                    if len(action["cards"]) == announced:
                        yield 1 - seat, committed
                    committed = None


class _History:
    """What the steps of a deal say about the places of its cards."""

    def __init__(self, rules: Ruleset, deal: Deal, dealer: int, actions: Sequence[Members]) -> None:
        self._actions = actions
        self._seen = seen(actions)
        self._discards: list[list[str]] = [[], []]  # the known discards of the first exchange
        self._again: set[str] = set()
        self._counts = [0, 0]
        self._hidden = [0, 0]  # how many cards of the second exchange are unknown
        self._again_from = rules.pack  # index in the talon where its draw begins
        self._blank = {SEATS.index(each["seat"]) for each in actions if each["type"] == "claim_carte_blanche"}
        drawn = [-1] * (rules.pack - 2 * HAND)
        top = 0
        done = [False, False]
        for seat, cards in _exchanges(actions, 1 - dealer):
            drawn[top : top + len(cards)] = [seat] * len(drawn[top : top + len(cards)])
            top += len(cards)
            if done[seat]:
                self._again.update(cards)
                self._hidden[seat] += cards.count(UNKNOWN)
                self._again_from = top - len(cards)
            else:
                self._discards[seat] = [card for card in cards if card != UNKNOWN]
                self._counts[seat] = len(cards)
                done[seat] = True
        self.places = [
            _Place(kind, seat)
            for seat in (0, 1)
            for kind, count in ((KEPT, HAND - self._counts[seat]), (AWAY, self._counts[seat]))
            for _ in range(count)
        ]
        self.places += [_Place(TALON, seat, at) for at, seat in enumerate(drawn)]
        self._hands = [set(hand or ()) - {UNKNOWN} for hand in deal.hands]
        self._talon = {card: at for at, card in enumerate(deal.talon or ()) if card != UNKNOWN}

    def allows(self, card: str, place: _Place) -> bool:
        """Whether the card may have been in the place."""
        kind, owner, at = place
        if card in self._talon and (kind != TALON or at != self._talon[card]):
            return False
        dealt = card in self._hands[0] or card in self._hands[1]
        if dealt and (kind == TALON or card not in self._hands[owner]):
            return False
        if card in self._discards[0] or card in self._discards[1]:
            return kind == AWAY and card in self._discards[owner] and not self._is_seen(card)
        if kind == AWAY:
            full = len(self._discards[owner]) == self._counts[owner]
            return not full and not self._is_seen(card) and self._may_be_dealt(card, owner)
        if owner < 0:
            return not self._is_seen(card)
        if self._is_seen(card):
            return card in self._seen[owner] and (kind == TALON or self._may_be_dealt(card, owner))
        whole = len(self._seen[owner]) == HAND and card not in self._again
        # The card may have been discarded in the second exchange, unless it was drawn there.
        whole = whole and not (self._hidden[owner] and not (kind == TALON and at >= self._again_from))
        return not whole and (kind == TALON or self._may_be_dealt(card, owner))

    def _is_seen(self, card: str) -> bool:
        return card in self._seen[0] or card in self._seen[1]

    def _may_be_dealt(self, card: str, seat: int) -> bool:
        return not (seat in self._blank and card[0] in "JQK")

    def fill(self, matched: dict[str, _Place]) -> Filled:
        """Return the deal of a matching."""
        hands: list[list[str]] = [[], []]
        away: list[list[str]] = [[], []]
        drawn: list[list[str]] = [[], []]
        talon: dict[int, str] = {}
        for card, (kind, owner, at) in matched.items():
            if kind == TALON:
                talon[at] = card
                if owner >= 0 and at < self._again_from:
                    drawn[owner].append(card)
                continue
            hands[owner].append(card)
            if kind == AWAY:
                away[owner].append(card)
        actions = []
        done = [False, False]
        for action in self._actions:
            seat = SEATS.index(action["seat"])
            if action["type"] in ("exchange", "commit_discard") and UNKNOWN in action["cards"]:
                others = [*away[seat], *hands[seat]]
                if done[seat]:  # discard the cards that are not seen later
                    held_ = [card for card in (*hands[seat], *drawn[seat]) if card not in away[seat]]
                    others = sorted(held_, key=self._seen[seat].__contains__)
                known = [card for card in action["cards"] if card != UNKNOWN]
                chosen = dict.fromkeys([*known, *others])
                action = {**action, "cards": list(chosen)[: len(action["cards"])]}
            done[seat] = done[seat] or action["type"] == "exchange"
            actions.append(action)
        return Filled((hands[0], hands[1]), [talon[at] for at in sorted(talon)], actions)


def _match(
    cards: Sequence[str], places: Sequence[_Place], allows: Callable[[str, _Place], bool]
) -> dict[str, _Place] | None:
    """Return a place for each card (augmenting paths); None if there is no matching."""
    if len(cards) != len(places):
        return None
    may = {card: [at for at, place in enumerate(places) if allows(card, place)] for card in cards}
    holder: dict[int, str] = {}

    def settle(card: str, tried: set[int]) -> bool:
        for at in may[card]:
            if at not in tried:
                tried.add(at)
                if at not in holder or settle(holder[at], tried):
                    holder[at] = card
                    return True
        return False

    if not all(settle(card, set()) for card in cards):
        return None
    return {card: places[at] for at, card in holder.items()}
