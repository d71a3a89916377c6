"""Whose turn it is, and for what: read off what was said and played (V4, V6, N4, N6)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.reference.holdings import CATEGORIES, RANKS, Grade
from tests.reference.multiplayer.account import ALL_PLAYED, CALLING_OVER, Account, Event
from tests.reference.multiplayer.tables import LETTER, SIDE_OF, in_order_of_speaking, rules_of

Action = dict[str, Any]


class Word(NamedTuple):
    """What a seat said in a round: `call`, `equal` or `pass`. A call has its grade, a point's also its cards."""

    category: str
    seat: str
    said: str
    grade: Grade = (0, 0)
    cards: frozenset[str] = frozenset()


class Position:
    """A deal as far as it has gone. A game, its parameters, the dealer, the cards dealt, and the totals before."""

    def __init__(
        self,
        game: str,
        parameters: dict[str, Any],
        dealer: str,
        hands: dict[str, list[str]],
        talon: list[str] | None = None,
        before: dict[str, int] | None = None,
        number: int = 1,
    ) -> None:
        self.game, self.rules, self.dealer = game, rules_of(game, parameters), dealer
        self.order = in_order_of_speaking(game, dealer)
        self.side_of = SIDE_OF[game]
        self.dealt = {seat: frozenset(cards) for seat, cards in hands.items()}
        self.talon = list(talon or [])
        self.before = [before] if before else []
        self.facts: list[Event] = []
        self.accounted: tuple[int, Account] | None = None
        self.found_due: tuple[Any, tuple[str, str | None, str | None]] | None = None
        self.words: list[Word] = []
        self.claimed: list[str] = []
        self.reckoned: list[tuple[str, str]] = []
        self.put_out: frozenset[str] | None = None if game == "normand" else frozenset()
        self.played: list[tuple[str, str]] = []
        self.tell("dealt", dealer, "1.3", deal=number)
        self.mark()

    # -- what has happened

    def tell(self, kind: str, seat: str, rule: str, points: int = 0, cards: Any = (), **more: Any) -> None:
        """Write down what a seat has done."""
        place = {"seat": seat} | ({"side": self.side_of[seat]} if self.game == "voleur" else {})
        self.facts.append(
            {"kind": kind, **place, "points": points, "cards": list(cards), "rule": LETTER[self.game] + rule, **more}
        )

    def mark(self) -> None:
        """Write down that the calling is over, or the play, once each."""
        marks = [fact["kind"] for fact in self.facts]
        if self.phase == "play" and CALLING_OVER not in marks:
            self.facts.append({"kind": CALLING_OVER})
        if len(self.played) == sum(map(len, self.dealt.values())) and ALL_PLAYED not in marks:
            self.facts.append({"kind": ALL_PLAYED})

    def account(self) -> Account:
        """Everything that the deal has scored. It is made anew when something has happened since."""
        if self.accounted is None or self.accounted[0] != len(self.facts):
            account = Account(self.game, self.rules, self.dealer, self.before, self.facts)
            self.accounted = len(self.facts), account
        return self.accounted[1]

    @property
    def events(self) -> list[Event]:
        """The events of the deal, with bonuses and the end."""
        return self.account().events

    @property
    def score(self) -> dict[str, int]:
        """The points of the deal by side."""
        return self.account().score()

    # -- what follows from it

    def hand(self, seat: str) -> frozenset[str]:
        """The cards that a seat holds."""
        cards = self.dealt[seat]
        if seat == self.dealer and self.put_out is not None:
            cards = (cards - self.put_out) | frozenset(self.talon[: len(self.put_out)])
        return cards - {card for player, card in self.played if player == seat}

    def round(self, category: str) -> list[Word]:
        """The words of a round, in order."""
        return [word for word in self.words if word.category == category]

    def stands(self, category: str) -> Word | None:
        """The call that stands: the last, since each is better than the one before it (4.2)."""
        calls = [word for word in self.round(category) if word.said == "call"]
        return calls[-1] if calls else None

    def is_equal(self, category: str) -> bool:
        """Whether somebody has said equal to the call that stands (4.5)."""
        said = [word.said for word in self.round(category) if word.said != "pass"]
        return said[-1:] == ["equal"]

    def good(self, category: str) -> Word | None:
        """The call that is good, once the round is over (4.6)."""
        over = len(self.round(category)) == len(self.order)
        return self.stands(category) if over and not self.is_equal(category) else None

    def reckoners(self, category: str) -> list[str]:
        """Who reckons in a category after its round: the caller, then the partner (4.7, V4.8)."""
        good = self.good(category)
        if good is None:
            return []
        partners = [seat for seat in self.order if self.side_of[seat] == self.side_of[good.seat] and seat != good.seat]
        if category == "point":
            return partners if self.rules.get("partner_point") else []
        return [good.seat, *partners]

    def due(self) -> tuple[str, str | None, str | None]:
        """The phase, the seat to act, and the category of which it is to speak. Kept until something has happened."""
        happened = len(self.facts), len(self.words), len(self.reckoned), len(self.played), self.put_out
        if self.found_due is None or self.found_due[0] != happened:
            self.found_due = happened, self.find_due()
        return self.found_due[1]

    def find_due(self) -> tuple[str, str | None, str | None]:
        """The same, from the beginning."""
        account = self.account()
        if account.over:
            assert account.result is not None
            return "partie_over" if account.result.over else "deal_over", None, None
        if self.put_out is None:
            return "exchange", self.dealer, None
        for category in CATEGORIES:
            said = len(self.round(category))
            if said < len(self.order):
                return "calling", self.order[said], category
            for seat in self.reckoners(category):
                if (category, seat) not in self.reckoned:
                    return "reckoning", seat, category
        trick = self.trick()
        if not trick:
            return "play", self.leader(), None
        seats = in_order_of_speaking(self.game, trick[-1][0])
        return "play", seats[0], None

    @property
    def phase(self) -> str:
        """The phase."""
        return self.due()[0]

    @property
    def to_act(self) -> str | None:
        """The seat to act."""
        return self.due()[1]

    def trick(self) -> list[tuple[str, str]]:
        """The cards of the trick that is not complete, with who played them."""
        return self.played[len(self.played) - len(self.played) % len(self.order) :]

    def leader(self) -> str:
        """Who leads: eldest, then who won the last trick (6.1)."""
        return winner_of(self.played[-len(self.order) :]) if self.played else self.order[0]

    def calls(self) -> list[dict[str, Any]]:
        """What was said, by category: status, who is good, who has reckoned."""
        found = []
        for category in CATEGORIES:
            words = self.round(category)
            if not words:
                continue
            good = self.good(category)
            over = len(words) == len(self.order)
            ended = "good" if good else "equal" if self.is_equal(category) else "nobody"
            found.append(
                {
                    "category": category,
                    "words": words,
                    "status": ended if over else "open",
                    "good": good,
                    "reckoned": [seat for of, seat in self.reckoned if of == category],
                }
            )
        return found


def winner_of(trick: list[tuple[str, str]]) -> str:
    """Who wins a trick: the highest card of the suit led (6.1)."""
    suit = trick[0][1][1]
    return max((RANKS.index(card[0]), seat) for seat, card in trick if card[1] == suit)[1]
