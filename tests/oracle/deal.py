"""One deal, action by action: what happens, and what it scores."""

from __future__ import annotations

from typing import Any

from tests.oracle.holdings import (
    CATEGORIES,
    PACK,
    RANKS,
    Collection,
    Holding,
    best_way,
    grade,
    holdings,
    said,
    tie_break,
    worth,
)
from tests.oracle.ledger import IN_HAND, Entry, verdicts
from tests.oracle.objections import Objections
from tests.oracle.position import Action, Event, other
from tests.oracle.terms import Call

STEP_OF_PLAY = {"lead": "play", "capture": "play", "trick": "play", "last_trick": "play", "concession": "conceded"}


class Deal(Objections):
    """A deal in progress. `objection` says what is wrong with an action; `do` carries it out and gives its events.

    Events have the members of the service's, but `cards` is a frozenset. Where a player has left it open which of
    several holdings he means, `cards` is a list of frozensets: any of them.
    """

    def do(self, action: Action) -> list[Event]:
        """Carry out a legal action; the events that it causes, in order."""
        reason = self.objection(action)
        assert reason is None, (action, reason)
        start = len(self.events)
        getattr(self, f"do_{action['type']}")(action)
        return self.events[start:]

    def tell(self, seat: str | None, kind: str, points: int = 0, cards: Any = frozenset(), **more: Any) -> None:
        """Something happens, and may score."""
        if seat is not None:
            self.score[seat] += points
        if seat is not None and points and kind not in ("repique", "pique", "cards", "capot"):
            step = STEP_OF_PLAY.get(kind, kind)
            if step == "play":
                self.points_of_play[seat] += points
            self.ledger.append(Entry(step, seat, points))
        cards = cards if isinstance(cards, list) else frozenset(cards)
        self.events.append(
            {"seat": seat, "kind": kind, "points": points, "cards": cards, "deal_score": dict(self.score), **more}
        )

    def tell_bonuses(self) -> None:
        """Award what has become certain (R7.7), and tell of what was prevented; each once."""
        open_steps = set()
        equalities = {call.category for call in self.calls if call.status == "equal"}
        if not self.finished:
            settled = {call.category for call in self.calls if call.status in ("good", "equal")}
            open_steps = set(IN_HAND[1:]) - settled
            equalities |= open_steps - {call.category for call in self.calls}
        for verdict in verdicts(self.ledger, self.elder, self.younger, open_steps, equalities, self.rules):
            if verdict in self.verdicts:
                continue
            self.verdicts.append(verdict)
            if verdict.by is None:
                self.tell(verdict.seat, verdict.bonus, {"repique": 60, "pique": 30}[verdict.bonus])
            else:
                self.tell(verdict.seat, "saved", bonus=verdict.bonus, by=verdict.by)

    def do_claim_carte_blanche(self, action: Action) -> None:
        seat = action["seat"]
        self.carte_blanche[seat] = "announced"
        if seat == self.elder and "exchange" in action:
            self.announced = action["exchange"]
            self.tell(seat, "announced", exchange=self.announced)
        elif seat == self.younger and not self.has_exchanged[self.elder]:
            self.tell(seat, "announced")
        else:
            self.show_carte_blanche(seat)

    def show_carte_blanche(self, seat: str) -> None:
        self.carte_blanche[seat] = "shown"
        self.tell(seat, "carte_blanche", 10, self.dealt[seat])

    def do_commit_discard(self, action: Action) -> None:
        self.committed = set(action["cards"])
        self.tell(self.younger, "committed", count=len(self.committed))
        self.show_carte_blanche(self.elder)

    def do_exchange(self, action: Action) -> None:
        self.exchange(action["seat"], set(action["cards"]))
        if action["seat"] == self.elder:
            if self.carte_blanche[self.younger] == "announced":
                self.show_carte_blanche(self.younger)
            if self.committed and len(action["cards"]) == self.announced:
                self.exchange(self.younger, self.committed)
            self.committed = set()
        if self.automatic and self.has_exchanged[self.younger]:
            self.settle_calls()

    def exchange(self, seat: str, cards: set[str]) -> None:
        """Put cards away, and draw as many from the top of the talon."""
        self.hand[seat] -= cards
        self.discards[seat] = set(cards)
        self.drawn[seat], self.talon = self.talon[: len(cards)], self.talon[len(cards) :]
        self.hand[seat] |= set(self.drawn[seat])
        self.has_exchanged[seat] = True
        self.tell(seat, "exchanged", count=len(cards))
        left = 5 - len(cards) if seat == self.elder else len(self.talon)
        if left:
            self.tell(seat, "left", count=left)

    def do_pass(self, action: Action) -> None:
        self.calls.append(Call(action["category"], status="passed"))
        self.tell(self.elder, "passed", category=action["category"])

    def do_call(self, action: Action) -> None:
        category = action["category"]
        number = action["count"] if category == "set" else action["length"]
        call = Call(category, number)
        self.calls.append(call)
        words = {name: action[name] for name in ("length", "value", "top", "count", "rank") if action.get(name)}
        self.tell(self.elder, "called", category=category, **words)
        tie = action.get({"point": "value", "sequence": "top", "set": "rank"}[category])
        self.name(call, tie, action.get("cards"))

    def name(self, call: Call, tie: Any, cards: Any) -> None:
        call.meant = tuple(self.meant(call.category, call.number, tie))
        if tie is not None:
            call.tie = tie_break(call.category, tie)
        if cards is not None:
            call.meant = (frozenset(cards),)

    def do_reply(self, action: Action) -> None:
        call = self.calls[-1]
        self.tell(self.younger, "replied", category=call.category, reply=action["reply"])
        if action["reply"] == "equal" and call.tie is None:
            call.asked, call.status = True, "asked"
            return
        call.status = action["reply"]
        if call.status == "equal":
            self.tell(self.elder, "equal", 0, list(call.meant), category=call.category)
        self.tell_bonuses()

    def do_state_tie_break(self, action: Action) -> None:
        call = self.calls[-1]
        tie = action["value"] if call.category == "point" else action["top"]
        self.name(call, tie, action.get("cards"))
        call.status = "stated"
        member = "value" if call.category == "point" else "top"
        self.tell(self.elder, "tie_break", category=call.category, **{member: tie})

    def do_decline(self, action: Action) -> None:
        self.calls[-1].status = "declined"
        self.tell(self.elder, "declined", category=self.calls[-1].category)

    def do_reckon(self, action: Action) -> None:
        named = [(one["category"], frozenset(one["cards"])) for one in action["holdings"]]
        if action["seat"] == self.elder:
            self.calls[-1].reckoned = True
        for category, holding in named:
            self.reckon(action["seat"], category, holding)
        if action["seat"] == self.younger:
            self.reckoned = True
            self.tell(self.younger, "reckoned")
            self.finish_reckoning()
        self.tell_bonuses()

    def reckon(self, seat: str, category: str, holding: Any) -> None:
        """One holding, scored or stated equal; `holding` may be a list: any of them."""
        one = holding[0] if isinstance(holding, list) else holding
        if any(call.category == category and call.status == "equal" for call in self.calls):
            self.tell(seat, "equal", 0, holding, category=category)
            return
        size, tie = grade(category, one)
        names = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}[category]
        words = {names[0]: size, names[1]: said(category, tie)}
        if category == "set" and size == 3 and not isinstance(holding, list):
            (words["without"],) = {card for card in PACK if card[0] == RANKS[tie]} - holding
        self.tell(seat, category, worth(category, one, self.rules), holding, **words)

    def finish_reckoning(self) -> None:
        """Younger has said what he had, or has nothing: a good point that may not score saves all the same (R7.6)."""
        if self.finished:
            return
        for category, terms in self.terms_of_younger().items():
            if terms.barred:
                self.ledger.append(Entry(category, self.younger, 0, barred=True))
        self.finished = True

    def do_look_at_left(self, action: Action) -> None:
        self.look = action["look"]
        if self.look:
            self.tell(self.younger, "looked", 0, frozenset(self.talon))
        else:
            self.tell(self.younger, "not_looked")

    def do_play(self, action: Action) -> None:
        seat, card = action["seat"], action["card"]
        if not self.trick_is_open:
            self.tricks.append({"leader": seat, "cards": [card], "winner": None})
            self.hand[seat].remove(card)
            leads_score = self.rules["trick_scoring"] != "one_per_trick"
            self.tell(seat, "lead", self.counts(card) if leads_score else 0, {card})
            self.tell_bonuses()
            if self.automatic and len(self.tricks) == 1:
                self.reckon_automatically()
                self.tell_bonuses()
            return
        self.finish_reckoning()
        self.tell_bonuses()
        self.hand[seat].remove(card)
        trick = self.tricks[-1]
        (led,) = trick["cards"]
        trick["cards"].append(card)
        takes = card[1] == led[1] and RANKS.index(card[0]) > RANKS.index(led[0])
        winner = trick["winner"] = seat if takes else trick["leader"]
        self.tell(winner, "trick_won", 0, {led, card})
        if self.rules["trick_scoring"] == "lead_and_capture":
            if takes and self.counts(card):
                self.tell(winner, "capture", 1, {card})
        else:
            self.tell(winner, "trick", 1)
        self.tell_bonuses()
        if self.rules["cards_counted"] == "seventh_trick" and self.tricks_of(winner) == 7:
            self.tell_the_cards(winner)
        if len(self.tricks) == 12:
            self.finish_play(winner)

    def counts(self, card: str) -> int:
        return 0 if self.rules["low_cards_uncounted"] and card[0] in "789" else 1

    def tricks_of(self, seat: str) -> int:
        return sum(trick["winner"] == seat for trick in self.tricks)

    def tell_the_cards(self, seat: str) -> None:
        """Ten at the seventh trick, which count towards a pique (R6.4)."""
        self.tell(seat, "cards", 10)
        self.ledger.append(Entry("play", seat, 10))
        self.tell_bonuses()

    def finish_play(self, winner: str) -> None:
        if self.rules["last_trick_bonus"]:
            self.tell(winner, "last_trick", self.rules["last_trick_bonus"])
            self.tell_bonuses()
        flat, early = self.rules["trick_scoring"] == "one_per_trick", self.rules["cards_counted"] == "seventh_trick"
        for seat in "AB":
            if self.tricks_of(seat) == 12:
                self.tell(seat, "capot", 30 if early else 40)
            elif self.tricks_of(seat) > 6 and not flat and not early:
                self.tell(seat, "cards", 10)
        self.end()

    def do_concede(self, action: Action) -> None:
        self.finish_reckoning()
        self.tell_bonuses()
        loser, winner = action["seat"], other(action["seat"])
        each = {"lead_and_capture": 12, "lead_and_take": 24, "one_per_trick": 12}[self.rules["trick_scoring"]]
        self.tell(winner, "concession", each + self.rules["last_trick_bonus"] - self.points_of_play[winner])
        if self.rules["trick_scoring"] != "one_per_trick":
            self.tell(winner, "cards", 10)
        made_up = self.rules["concession_score"] - self.points_of_play[loser]
        if made_up > 0:
            self.tell(loser, "concession", made_up)
        self.end()

    def end(self) -> None:
        self.is_over = True
        self.tell(None, "deal_ended")

    # -- calling without words (R5.14)

    def settle_calls(self) -> None:
        """Both hands declare all they have: elder's best against younger's, category by category."""
        for category in CATEGORIES:
            held = holdings(category, self.hand[self.elder], self.rules["point_minimum"])
            if not held:
                self.do_pass({"category": category})
                continue
            number, tie = max(grade(category, one) for one in held)
            size = "count" if category == "set" else "length"
            name = {"point": "value", "sequence": "top", "set": "rank"}[category]
            self.do_call({"category": category, size: number, name: said(category, tie)})
            against = holdings(category, self.hand[self.younger], self.rules["point_minimum"])
            best = max((grade(category, one) for one in against), default=(0, 0))
            answer = "good" if best < (number, tie) else "equal" if best == (number, tie) else "not_good"
            self.do_reply({"reply": answer})
            if answer == "good":
                self.reckon_best(self.elder, category, self.terms_of_elder()[0])
                self.calls[-1].reckoned = True
                self.tell_bonuses()

    def reckon_automatically(self) -> None:
        for category, terms in self.terms_of_younger().items():
            if terms.scores:
                self.reckon_best(self.younger, category, terms.collections)
            elif not terms.nothing:
                self.reckon(self.younger, category, [one for some in terms.collections for one in some])
        self.tell(self.younger, "reckoned")
        self.finish_reckoning()

    def reckon_best(self, seat: str, category: str, collections: set[Collection]) -> None:
        """The most that can be reckoned, in the fewest holdings; the best first."""
        most = best_way(category, collections, self.rules)
        ways = [some for some in collections if sum(worth(category, one, self.rules) for one in some) == most]
        fewest = min(map(len, ways))
        ways = [some for some in ways if len(some) == fewest]
        if category == "point" and most:
            best = max(grade(category, one) for (one,) in ways)
            choice: list[Holding] = [one for (one,) in ways if grade(category, one) == best]
            self.reckon(seat, category, choice if len(choice) > 1 else choice[0])
            return
        (way,) = ways
        for holding in sorted(way, key=lambda one: (grade(category, one), sorted(one)), reverse=True):
            self.reckon(seat, category, holding)


def replay(
    dealt: dict[str, Any], dealer: str, history: list[Action], ruleset: Any = "portland", last: bool = False
) -> Deal:
    """A deal from its history."""
    deal = Deal(dealt, dealer, ruleset, last)
    for action in history:
        deal.do(action)
    return deal
