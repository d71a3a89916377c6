"""One deal, action by action: what happens, and what it scores."""

from __future__ import annotations

from typing import Any

from tests.reference.holdings import (
    CATEGORIES,
    PACKS,
    RANKS,
    Collection,
    Holding,
    best_way,
    grade,
    holdings,
    said,
    strength,
    strongest,
    tie_break,
    worth,
)
from tests.reference.ledger import Entry, reached, verdicts
from tests.reference.objections import Objections
from tests.reference.position import TALON, Action, Event, other
from tests.reference.rules import uncounted
from tests.reference.terms import Call

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
        if seat is not None and points and kind not in ("repique", "pique", "cards", "capot", "uncounted"):
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
        ended = {call.category: call.status for call in self.calls}
        equal = {category for category, status in ended.items() if status == "equal"}
        unsettled = {name for name in CATEGORIES if ended.get(name, "called") in ("called", "asked", "stated")}
        open_steps = (
            set() if self.finished else {name for name in CATEGORIES if ended.get(name) not in ("good", "equal")}
        )
        if open_steps and self.rules["carte_rouge"]:
            open_steps.add("carte_rouge")
        for verdict in verdicts(self.ledger, self.elder, self.younger, open_steps, equal, unsettled, self.rules):
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
        """Ten, unless the other may have one too: in the pack of 36 elder's waits for younger's word (old-36)."""
        self.carte_blanche[seat] = "shown"
        if self.rules["pack"] == 32 or (seat == self.younger and self.carte_blanche[self.elder] is None):
            self.tell(seat, "carte_blanche", 10, self.dealt[seat])
            return
        self.tell(seat, "shown", 0, self.dealt[seat])
        if seat == self.younger:
            self.ledger += [Entry("carte_blanche", one, 0, barred=True) for one in "AB"]

    def do_commit_discard(self, action: Action) -> None:
        self.committed = set(action["cards"])
        self.tell(self.younger, "committed", count=len(self.committed))
        self.show_carte_blanche(self.elder)

    def do_exchange(self, action: Action) -> None:
        seat, again = action["seat"], self.has_exchanged[action["seat"]]
        self.exchange(seat, set(action["cards"]))
        self.exchanged_again = again
        if seat == self.elder and not again:
            if self.carte_blanche[self.younger] == "announced":
                self.show_carte_blanche(self.younger)
            if self.announced and len(action["cards"]) == self.announced:
                self.exchange(self.younger, self.committed)
            self.committed = set()
        alone = self.carte_blanche[self.elder] == "shown" and self.carte_blanche[self.younger] is None
        if self.rules["pack"] == 36 and alone and self.has_exchanged[self.younger] and not again:
            self.tell(self.elder, "carte_blanche", 10, self.dealt[self.elder])
        self.declare()

    def declare(self, waived: bool = False) -> None:
        """R5.14: what is declared is recorded once the exchange is over and nothing may come before."""
        due = self.automatic and self.has_exchanged[self.younger] and not self.calls
        if due and (waived or not self.declaration_waits):
            self.settle_calls()

    def exchange(self, seat: str, cards: set[str]) -> None:
        """Put cards away, and draw as many from the top of the talon."""
        self.hand[seat] -= cards
        self.discards[seat] |= cards
        drawn, self.talon = self.talon[: len(cards)], self.talon[len(cards) :]
        self.drawn[seat] = self.drawn[seat] + drawn
        self.hand[seat] |= set(drawn)
        self.tell(seat, "exchanged", count=len(cards))
        if seat == self.elder and not self.has_exchanged[seat]:
            left = TALON[self.rules["pack"]][0] - len(cards)
            self.looked[seat] = self.talon[:left]  # R4.4
        else:
            left = len(self.talon)
        self.has_exchanged[seat] = True
        if left:
            self.tell(seat, "left", count=left)

    def do_pass(self, action: Action) -> None:
        self.calls.append(Call(action["category"], status="passed"))
        self.tell(self.elder, "passed", category=action["category"])
        self.finish_calling()
        self.tell_bonuses()

    def finish_calling(self) -> None:
        """Elder has reckoned all that he will: his carte rouge, if he has one."""
        if len(self.calls) == 3 and self.phase == "play":
            self.tell_carte_rouge(self.elder)

    def tell_carte_rouge(self, seat: str) -> None:
        if self.rules["carte_rouge"] and self.counted[seat] == self.hand[seat]:
            self.tell(seat, "carte_rouge", self.rules["carte_rouge"], self.hand[seat])

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
        better = {name: action[name] for name in ("length", "value", "top") if name in action}
        self.tell(self.younger, "replied", category=call.category, reply=action["reply"], **better)
        if action["reply"] == "equal" and call.tie is None:
            call.asked, call.status = True, "asked"
            return
        call.status = action["reply"]
        if call.status == "equal":
            self.tell(self.elder, "equal", 0, list(call.meant), category=call.category)
        if call.status != "good":
            self.finish_calling()
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
        self.finish_calling()
        self.tell_bonuses()

    def do_reckon(self, action: Action) -> None:
        named = [(one["category"], frozenset(one["cards"])) for one in action["holdings"]]
        if action["seat"] == self.elder:
            self.calls[-1].reckoned = True
        for category, holding in named:
            self.reckon(action["seat"], category, holding)
        if action["seat"] == self.elder:
            self.finish_calling()
            self.tell_bonuses()
        else:
            self.reckoned_all()

    def reckoned_all(self) -> None:
        """Younger has said what he has; to a target the hands may decide (R8.4)."""
        self.tell_carte_rouge(self.younger)
        self.reckoned = True
        self.tell(self.younger, "reckoned")
        self.finish_reckoning()
        self.tell_bonuses()
        self.decide_hands()

    @property
    def target(self) -> int | None:
        """What is played to, where reaching it ends the deal (R8.4)."""
        return self.rules["target"] if self.rules["target_stop"] == "at_once" else None

    def decide_hands(self) -> None:
        """Whether what was reckoned, and elder's first lead, decide: then what comes later in the order is void."""
        if self.target is None:
            return
        counted = reached(self.ledger, self.verdicts, self.elder, self.younger, self.before, self.target)
        if counted is None:
            return
        for seat in (self.elder, self.younger):
            void = self.score[seat] - counted[seat]
            if void:
                self.tell(seat, "uncounted", -void)
        self.end()

    def decide_play(self) -> None:
        """Whether a point of play, or one for the cards, decides."""
        if self.target is None or not self.finished or self.is_over:
            return
        if any(self.before[seat] + self.score[seat] >= self.target for seat in "AB"):
            self.end()

    def reckon(self, seat: str, category: str, holding: Any) -> None:
        """One holding, scored or stated equal; `holding` may be a list: any of them."""
        one = holding[0] if isinstance(holding, list) else holding
        if any(call.category == category and call.status == "equal" for call in self.calls):
            self.tell(seat, "equal", 0, holding, category=category)
            return
        size, tie = grade(category, one)
        self.counted[seat] |= one
        names = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}[category]
        words = {names[0]: size, names[1]: said(category, tie)}
        if category == "set" and size == 3 and not isinstance(holding, list):
            (words["without"],) = {card for card in PACKS[36] if card[0] == RANKS[int(tie)]} - holding
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
        seat, suit = action["seat"], action.get("suit")
        self.looks[seat] = action["look"]
        privately = self.rules["left_cards"] == "private_named_suit"
        if action["look"]:
            for one in seat if privately else "AB":
                self.looked[one] = self.looked[one] + [card for card in self.talon if card not in self.looked[one]]
            self.named_suit = suit or self.named_suit
            self.tell(seat, "looked", 0, () if privately else frozenset(self.talon), **({"suit": suit} if suit else {}))
        else:
            self.tell(seat, "not_looked")
        self.declare()

    def do_name_suit(self, action: Action) -> None:
        self.named_suit = action["suit"]
        self.tell(self.elder, "suit_named", suit=self.named_suit)
        self.declare(waived=True)

    def do_play(self, action: Action) -> None:
        seat, card = action["seat"], action["card"]
        if self.trick_is_open:
            self.follow(seat, card)
        else:
            self.lead(seat, card)

    def lead(self, seat: str, card: str) -> None:
        if not self.tricks:
            self.declare(waived=True)
        self.tricks.append({"leader": seat, "cards": [card], "winner": None})
        self.hand[seat].remove(card)
        counts = self.rules["trick_scoring"] != "one_per_trick" and not uncounted(self.rules, "lead", card)
        self.score_play(seat, "lead", int(counts), {card})
        if self.automatic and len(self.tricks) == 1:
            self.reckon_automatically()

    def score_play(self, seat: str, kind: str, points: int, cards: Any = ()) -> None:
        self.tell(seat, kind, points, cards)
        self.tell_bonuses()
        self.decide_play()

    def follow(self, seat: str, card: str) -> None:
        if not self.finished:
            self.finish_reckoning()
            self.tell_bonuses()
            self.decide_hands()
            if self.is_over:
                return  # his card does not count
        self.hand[seat].remove(card)
        trick = self.tricks[-1]
        (led,) = trick["cards"]
        trick["cards"].append(card)
        takes = card[1] == led[1] and RANKS.index(card[0]) > RANKS.index(led[0])
        winner = trick["winner"] = seat if takes else trick["leader"]
        self.tell(winner, "trick_won", 0, {led, card})
        if self.rules["trick_scoring"] == "lead_and_capture":
            if takes and not uncounted(self.rules, "capture", card):
                self.score_play(winner, "capture", 1, {card})
        else:
            self.score_play(winner, "trick", 1)
        bonus = self.rules["last_trick_bonus"]
        if len(self.tricks) == 12 and bonus and not self.is_over:
            self.score_play(winner, "last_trick", bonus)
        early = self.rules["cards_counted"] == "seventh_trick" and self.tricks_of(winner) == 7
        if early and not self.is_over:
            self.tell_the_cards(winner)  # R8.4: after all points of play of the trick
        if len(self.tricks) == 12 and not self.is_over:
            self.finish_play()

    def tricks_of(self, seat: str) -> int:
        return sum(trick["winner"] == seat for trick in self.tricks)

    def tell_the_cards(self, seat: str) -> None:
        """Ten at the seventh trick, which count towards a pique (R6.4)."""
        self.tell(seat, "cards", 10)
        self.ledger.append(Entry("play", seat, 10))
        self.tell_bonuses()
        self.decide_play()

    def finish_play(self) -> None:
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
        self.decide_hands()
        loser, winner = action["seat"], other(action["seat"])
        each = {"lead_and_capture": 12, "lead_and_take": 24, "one_per_trick": 12}[self.rules["trick_scoring"]]
        made_up = [(winner, "concession", each + self.rules["last_trick_bonus"] - self.points_of_play[winner])]
        if self.rules["trick_scoring"] != "one_per_trick":
            made_up.append((winner, "cards", 10))
        made_up.append((loser, "concession", self.rules["concession_score"] - self.points_of_play[loser]))
        for seat, kind, points in made_up:
            if points > 0 and not self.is_over:
                self.tell(seat, kind, points)
                self.decide_play()
        if not self.is_over:
            self.end()

    def end(self) -> None:
        self.is_over = True
        self.tell(None, "deal_ended")

    # -- calling without words (R5.14)

    def settle_calls(self) -> None:
        """Both hands declare all they have: elder's best against younger's, category by category."""
        for category in CATEGORIES:
            held = holdings(category, self.hand[self.elder], self.rules)
            if not held:
                self.do_pass({"category": category})
                continue
            number, tie = max(
                (grade(category, one) for one in held), key=lambda one: strength(category, one, self.rules)
            )
            size = "count" if category == "set" else "length"
            name = {"point": "value", "sequence": "top", "set": "rank"}[category]
            self.do_call({"category": category, size: number, name: said(category, tie)})
            best = strongest(category, holdings(category, self.hand[self.younger], self.rules), self.rules)
            mine = strength(category, (number, tie), self.rules)
            answer = "good" if best < mine else "equal" if best == mine else "not_good"
            self.do_reply({"reply": answer})
            if answer == "good":
                self.reckon_best(self.elder, category, self.terms_of_elder()[0])
                self.calls[-1].reckoned = True
                self.finish_calling()
                self.tell_bonuses()

    def reckon_automatically(self) -> None:
        for category, terms in self.terms_of_younger().items():
            if terms.scores:
                self.reckon_best(self.younger, category, terms.collections)
            elif not terms.nothing:
                self.reckon(self.younger, category, [one for some in terms.collections for one in some])
        self.reckoned_all()

    def reckon_best(self, seat: str, category: str, collections: set[Collection]) -> None:
        """The most that can be reckoned, in the fewest holdings; the best first."""
        most = best_way(category, collections, self.rules)
        ways = [some for some in collections if sum(worth(category, one, self.rules) for one in some) == most]
        fewest = min(map(len, ways))
        ways = [some for some in ways if len(some) == fewest]
        if category == "point" and most:
            said_of = [grade(category, one) for (one,) in ways]
            best = max(said_of, key=lambda one: (strength(category, one, self.rules), one))  # the longer, if equal
            choice: list[Holding] = [one for (one,) in ways if grade(category, one) == best]
            choice.sort(key=lambda one: ["SHDC".index(card[1]) for card in one])
            self.reckon(seat, category, choice if len(choice) > 1 else choice[0])
            return
        (way,) = ways
        for holding in sorted(way, key=lambda one: (grade(category, one), sorted(one)), reverse=True):
            self.reckon(seat, category, holding)


def replay(
    dealt: dict[str, Any],
    dealer: str,
    history: list[Action],
    ruleset: Any = "portland",
    last: bool = False,
    before: dict[str, int] | None = None,
) -> Deal:
    """A deal from its history."""
    deal = Deal(dealt, dealer, ruleset, last, before)
    for action in history:
        deal.do(action)
    return deal
