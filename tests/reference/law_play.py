"""Hands, tricks and points of play that follow from a list of cards, whoever was to play them (docs/law.md, E6, E7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.reference.holdings import RANKS
from tests.reference.position import other
from tests.reference.rules import uncounted


@dataclass
class Card:
    """A card that lies, and the entry that put it there."""

    entry: int
    seat: str
    card: str


@dataclass
class Play:
    """The play so far. `points` are in the order in which the cards fell; `for_cards` come at the end."""

    hands: dict[str, set[str]]
    rules: dict[str, Any]
    tricks: list[tuple[str, list[str], str | None]] = field(default_factory=list)  # leader, cards, winner
    points: list[tuple[str, int]] = field(default_factory=list)
    for_cards: list[tuple[str, int]] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)  # cards of a run of the leader, not yet led
    surplus: list[tuple[str, str]] = field(default_factory=list)  # seats and cards that answer nothing
    run: bool = False  # more than one card was put down to the trick that was led last
    answered_last: str | None = None
    is_over: bool = False
    last_point: int | None = None  # the number of the point of play with which the partie ended (R8.4)

    def counts(self, play: str, card: str) -> int:
        return 0 if uncounted(self.rules, play, card) else 1

    def score(self, seat: str, points: int) -> None:
        if points and not self.is_over:
            self.points.append((seat, points))
            self.is_over = len(self.points) == self.last_point

    def won(self, seat: str) -> int:
        return sum(winner == seat for _, _, winner in self.tricks)

    @property
    def open_trick(self) -> bool:
        return bool(self.tricks) and self.tricks[-1][2] is None

    def turn(self, elder: str) -> str:
        """Who is to lead or to answer."""
        if not self.tricks:
            return elder
        leader, _, winner = self.tricks[-1]
        return other(leader) if winner is None else winner

    def put(self, seat: str, card: str) -> None:
        """A lead, an answer, a card of a run that waits, or one that answers nothing."""
        self.hands[seat].discard(card)
        if self.open_trick and self.tricks[-1][0] != seat:
            self.answer(seat, card)
        elif self.open_trick:
            self.run = True
            self.waiting.append(card)
        elif self.run and self.answered_last == seat != self.tricks[-1][2]:
            self.surplus.append((seat, card))
            self.run_out(str(self.tricks[-1][2]))
        else:
            self.run = False
            self.lead(seat, card)

    @property
    def laid(self) -> list[tuple[str, str]]:
        """The cards that lie before a seat and were not led."""
        return self.surplus + [(self.tricks[-1][0], card) for card in self.waiting]

    def lead(self, seat: str, card: str) -> None:
        self.tricks.append((seat, [card], None))
        self.answered_last = None
        if self.rules["trick_scoring"] != "one_per_trick":
            self.score(seat, self.counts("lead", card))

    def answer(self, seat: str, card: str) -> None:
        leader, (led,), _ = self.tricks[-1]
        takes = card[1] == led[1] and RANKS.index(card[0]) > RANKS.index(led[0])
        winner = seat if takes else leader
        self.tricks[-1] = (leader, [led, card], winner)
        self.answered_last = seat
        if self.rules["trick_scoring"] != "lead_and_capture":
            self.score(winner, 1)
        elif takes:
            self.score(seat, self.counts("capture", card))
        if winner != leader:  # a card of the run has lost: the rest goes back
            self.hands[leader].update(self.waiting)
            self.waiting.clear()
        self.after_trick(winner)
        if self.waiting and not self.is_over:
            self.lead(leader, self.waiting.pop(0))

    def after_trick(self, winner: str) -> None:
        """The bonus of the last trick, the ten at the seventh, and what follows from an empty hand."""
        if self.is_over:
            return
        last = len(self.tricks) == 12 or len(self.empty(winner)) == 2
        if last:
            self.score(winner, self.rules["last_trick_bonus"])
        early = self.rules["cards_counted"] == "seventh_trick"
        if early and self.won(winner) == 7:
            self.score(winner, 10)
        if self.is_over:
            return
        if last:
            self.end()
        else:
            self.run_out(winner)

    def empty(self, winner: str) -> list[str]:
        """The seats without a card in hand; cards of a run that has won so far are still to be led."""
        return [seat for seat in "AB" if not self.hands[seat] and not (self.waiting and seat == winner)]

    def run_out(self, winner: str) -> None:
        """Where one hand is empty, nobody can answer the other (E7)."""
        empty = self.empty(winner)
        if len(empty) == 1:
            self.hands[winner].update(self.waiting)  # nobody is left to answer a run
            self.waiting.clear()
            self.unanswered(other(empty[0]))

    def unanswered(self, seat: str) -> None:
        """The next card that is a trick by itself: spades, hearts, diamonds, clubs, the highest first."""
        card = min(self.hands[seat], key=lambda one: ("SHDC".index(one[1]), -RANKS.index(one[0])))
        self.hands[seat].remove(card)
        self.tricks.append((seat, [card], seat))
        scoring = self.rules["trick_scoring"]
        led = 0 if scoring == "one_per_trick" else self.counts("lead", card)
        taken = 0 if scoring == "lead_and_capture" else 1
        self.score(seat, led + taken)  # one item of R8.4
        self.after_trick(seat)

    def end(self) -> None:
        """R6.3: seven tricks for the cards, twelve for a capot, whatever the hands were."""
        self.is_over = True
        flat, early = self.rules["trick_scoring"] == "one_per_trick", self.rules["cards_counted"] == "seventh_trick"
        for seat in "AB":
            if self.won(seat) == 12:
                self.for_cards.append((seat, 30 if early else 40))
            elif self.won(seat) > 6 and not flat and not early:
                self.for_cards.append((seat, 10))


def play_out(
    owned: dict[str, set[str]], cards: list[Card], rules: dict[str, Any], last_point: int | None = None
) -> Play:
    """The play of these cards, in order, from these hands; to a target it ends with its last point."""
    play = Play({seat: set(hand) for seat, hand in owned.items()}, rules, last_point=last_point)
    for one in cards:
        if not play.is_over:
            play.put(one.seat, one.card)
    return play
