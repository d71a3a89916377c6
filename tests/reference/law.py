"""A deal with irregular acts, counted again from the list of its acts and the cards dealt (docs/law.md).

Nothing is refused here: every act has the consequences that the law gives it, and after each one the account is drawn
up from what then stands. What is claimed, struck, withheld or late are items; what was played is a list of cards, from
which hands, tricks and points of play follow. Of the second implementation of the rules it uses what judges holdings
and calls, and the account of bonuses. Not covered: a target that ends the partie with the deal, carte rouge, the
nought, concession.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.reference.holdings import CATEGORIES, tie_break, worth
from tests.reference.law_elections import Elections, Item
from tests.reference.law_play import Card, Play, play_out
from tests.reference.law_terms import Claim, undue
from tests.reference.ledger import Entry, Verdict, in_order_of_reckoning, verdicts
from tests.reference.position import TALON, Action, other
from tests.reference.rules import rules_of
from tests.reference.terms import Call, is_better, youngers_terms


@dataclass
class Recount(Elections):
    """A deal in progress; `do` adds an act, `score` is the account of what stands.

    `before` are the totals of the deals before this one, by seat.
    """

    dealt: dict[str, Any]
    dealer: str
    ruleset: Any = "portland"
    history: list[Action] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})

    def __post_init__(self) -> None:
        self.rules = rules_of(self.ruleset)
        self.younger, self.elder = self.dealer, other(self.dealer)
        self.owned = {seat: set(self.dealt["hands"][seat]) for seat in "AB"}  # in hand, if nothing had been played
        self.held = {seat: set(self.owned[seat]) for seat in "AB"}  # the hand that was reckoned from
        self.lying = dict(enumerate(self.dealt["talon"], 1))  # positions of the stock
        self.discards: dict[str, set[str]] = {"A": set(), "B": set()}
        self.exchanged = {"A": False, "B": False}
        self.calls: dict[str, Call] = {}
        self.entry_of_call: dict[str, int] = {}
        self.replied = Call("point")  # the call that was answered last
        self.items: list[Item] = []
        self.finished = False  # younger has reckoned, or played a card
        self.open_again: str | None = None  # the category that a correction has opened to younger again (A1 to A5)
        self.played_by_younger = False  # even if that card went back: times that were past stay past
        self.barred_point = False
        self.cards_played: list[Card] = []
        self.forfeits: set[str] = set()
        self.savers = {"A", "B"}  # those whose holdings save them, though they reckon nothing
        self.annulled = False
        self.lost: str | None = None  # who lost the game by a ruling (E10)
        self.wrongs: dict[int, str] = {}  # by entry: cards of the other's were mixed, among five taken, or lifted
        self.reached: dict[str, int] | None = None  # the score when the target was reached (R8.4)
        self.last_point: int | None = None  # the number of the point of play that reached it, if one did
        self.points_before = 0  # how many points of play there were before this act
        self.most_late = None
        self.relead = False  # elder has first to say whether another card is led (A4)
        self.decided: list[Verdict] = []
        self.kept_back: dict[int, list[str]] = {}  # by entry, where younger was silent after a true not good (K16)

    def do(self, action: Action) -> None:
        self.history.append(action)
        self.points_before = len(self.play.points)
        getattr(self, f"do_{action['type']}", lambda _: None)(action)
        self.decide(anew=action["type"] == "amend" or (action["type"] == "ruling" and self.draws_up_anew(action)))
        self.decide_target()

    @property
    def number(self) -> int:
        return len(self.history)

    # -- the cards

    @property
    def is_put_right(self) -> bool:
        """Whether the exchanges bring both hands to twelve cards, if the deal stands: its numbers are those of E11."""
        numbers = [len(self.dealt["hands"][seat]) for seat in (self.elder, self.younger)]
        return numbers in ([13, 11], [13, 12], [11, 13], [12, 13])

    def dealt_too_many(self, seat: str) -> int:
        """How many cards more a seat discards than it takes (E11)."""
        return len(self.dealt["hands"][seat]) - 12 if self.is_put_right else 0

    def due(self, seat: str) -> list[int]:
        """The positions that are a seat's own, in order: elder's five, then all that lies (R4.3, LR11)."""
        elders = TALON[self.rules["pack"]][0]
        if seat == self.elder:
            return [place for place in self.lying if place <= elders]
        return [place for place in self.lying if place > elders or self.exchanged[self.elder]]

    def do_exchange(self, action: Action) -> None:
        """R4.3, E11, K7: whoever is dealt too many takes so many fewer, unless it was said what was taken."""
        seat, cards = action["seat"], set(action["cards"])
        many = len(cards)
        if not action.get("irregular") and not self.exchanged[seat]:  # a second one is even (R4.6)
            many -= self.dealt_too_many(seat)
        taken = action.get("taken")
        taken = list(self.lying)[:many] if taken is None else list(taken)
        mixed = list(taken) if action.get("mixed") is None else list(action["mixed"])
        own = [place for place in taken if place in self.due(seat)]
        self.note_wrong(seat, taken, mixed)
        passed_over = [place for place in self.due(seat) if own and place < max(own) and place not in taken]
        self.owned[seat] -= cards
        self.discards[seat] |= cards
        for place in passed_over + mixed:  # LR12
            self.owned[seat].add(self.lying.pop(place))
        self.exchanged[seat] = True
        self.held = {one: set(self.owned[one]) for one in "AB"}

    def do_incident(self, action: Action) -> None:
        """K8 and K9 move cards; nothing else that is reported moves any."""
        seat, cards = action["seat"], set(action.get("cards", ()))
        if action["kind"] == "peeked":
            self.note_wrong(seat, action["positions"], [])
        if action["kind"] == "recovered":
            self.discards[seat] -= cards
            self.owned[seat] |= cards
        if action["kind"] == "buried":
            self.owned[seat] -= cards
            self.lying = {place: card for place, card in self.lying.items() if card not in cards}
            self.discards[seat] |= cards
        self.held = {one: set(self.owned[one]) for one in "AB"}

    def note_wrong(self, seat: str, taken: list[int], mixed: list[int]) -> None:
        """Whether cards of the other's were mixed with the hand, or only lifted (K7, K10); five are elder's share."""
        due = self.due(seat)
        if any(place not in due for place in mixed):
            self.wrongs[self.number] = "five taken" if len(taken) >= TALON[self.rules["pack"]][0] else "mixed"
        elif any(place not in due for place in taken):
            self.wrongs[self.number] = "lifted"

    def do_claim_carte_blanche(self, action: Action) -> None:
        """Only claims that are shown at once are covered."""
        self.items.append(Item(action["seat"], "carte_blanche", 10, frozenset(), self.number))

    # -- what is said

    def do_pass(self, action: Action) -> None:
        self.calls[action["category"]] = Call(action["category"], status="passed")

    def do_call(self, action: Action) -> None:
        category = action["category"]
        if category != "point" and "point" not in self.calls:  # K14
            self.calls["point"] = Call("point", status="passed")
        call = Call(category, action["count"] if category == "set" else action["length"])
        said = action.get({"point": "value", "sequence": "top", "set": "rank"}[category])
        call.tie = None if said is None else tie_break(category, said)
        call.cards = frozenset(action.get("cards", ()))
        self.calls[category] = call
        self.entry_of_call[category] = self.number

    @property
    def last_call(self) -> Call:
        return list(self.calls.values())[-1]

    def do_reply(self, action: Action, amended: Call | None = None) -> None:
        pending = [one for one in self.calls.values() if one.status in ("called", "stated")]
        call = amended or (pending[-1] if pending else self.last_call)
        self.replied = call
        if action["reply"] == "equal" and call.tie is None:
            call.asked, call.status = True, "asked"
            return
        call.status = action["reply"]
        if call.status in ("good", "equal"):  # by A5 a call may come after younger has reckoned
            self.strike(self.younger, call.category)
            if call.status == "good" and self.open_again == call.category:
                self.open_again = None

    def do_state_tie_break(self, action: Action) -> None:
        call = next(one for one in self.calls.values() if one.status == "asked")
        said = action["value"] if call.category == "point" else action["top"]
        call.tie, call.status = tie_break(call.category, said), "stated"
        call.cards = frozenset(action.get("cards", ()))

    def do_decline(self, _: Action) -> None:
        next(one for one in self.calls.values() if one.status == "asked").status = "declined"

    def do_reckon(self, action: Action) -> None:
        seat = action["seat"]
        if seat == self.younger and self.open_again:  # the list of this category is made anew
            self.strike(seat, self.open_again)
        again = seat == self.younger and self.finished and not self.open_again
        for one in action["holdings"]:
            category, cards = one["category"], frozenset(one["cards"])
            call = self.calls.get(category)
            if seat == self.younger and call is not None and call.status == "equal":
                continue  # stated, not reckoned
            points = worth(category, cards, self.rules)
            if category == "point" and self.rules["point_score"] == "pips" and call and seat == self.elder and call.tie:
                points = int(call.tie + 5) // 10  # a false call scores as it was called
            item = Item(seat, category, points, cards, self.number)
            earlier = [
                other.cards for other in self.items if (other.seat, other.step) == (seat, category) and not other.struck
            ]
            item.undue = undue(seat == self.elder, call, cards, earlier, self) or again
            self.items.append(item)
        if seat == self.younger:
            self.open_again = None
            self.note_silence()
            self.finish()
        elif self.calls:
            self.replied.reckoned = True  # the next call may wait for its reply (A2)

    def note_silence(self) -> None:
        """What younger refused, holds better than, and does not reckon, if the call was true (K18, K16)."""
        found = []
        for category, call in self.calls.items():
            if call.status != "not_good" or youngers_terms(call, self.held[self.younger], self.rules).nothing:
                continue
            instances = Claim(category, call.number, call.tie).instances(self.rules)
            reckoned = [one.cards for one in self.items if (one.seat, one.step) == (self.younger, category)]
            beaten = any(is_better(call, one, self.rules) for one in reckoned)
            if any(one <= self.held[self.elder] for one in instances) and not beaten:
                found.append(category)
        self.kept_back[self.number] = found

    def finish(self) -> None:
        """Younger has reckoned or played: a longer point than was asked for does not score, and saves (R5.3, R7.6)."""
        if self.finished:
            return
        self.finished = True
        call = self.calls.get("point")
        if call and call.status == "not_good" and call.asked:
            held = self.held[self.younger]
            longer = any(sum(card[1] == suit for card in held) > call.number for suit in "SHDC")
            scored = any((item.seat, item.step) == (self.younger, "point") for item in self.items)
            self.barred_point = longer and not scored and youngers_terms(call, held, self.rules).barred

    def strike(self, seat: str, category: str) -> None:
        for item in self.items:
            if (item.seat, item.step) == (seat, category):
                item.struck = True

    # -- corrections (A1 to A6)

    def do_amend(self, action: Action) -> None:
        inner = {"seat": action["seat"], **action["action"]}
        if self.finished and inner["type"] in ("call", "pass", "reply"):
            self.open_again = self.open_again or inner.get("category", self.replied.category)
        if inner["type"] in ("call", "pass"):
            self.strike(self.elder, inner["category"])
            self.calls.pop(inner["category"], None)
            getattr(self, f"do_{inner['type']}")(inner)
            return
        if inner["type"] == "reply":  # the last one; another call may wait for its own
            call = self.calls[self.replied.category]
            self.strike(self.elder, call.category)
            call.status, call.reckoned = "called" if call.tie is None else "stated", False
            self.do_reply(inner, call)
            return
        if inner["type"] == "state_tie_break":
            self.last_call.status = "asked"
        if inner["type"] == "reckon":
            last = [item for item in self.items if item.seat == self.younger and not item.struck]
            self.relead = inner["seat"] == self.younger and any(not item.cards <= self.held[item.seat] for item in last)
            categories = CATEGORIES if inner["seat"] == self.younger else (self.last_call.category,)
            for category in categories:
                self.strike(inner["seat"], category)
        getattr(self, f"do_{inner['type']}")(inner)

    # -- the play

    def do_play(self, action: Action) -> None:
        seat = action["seat"]
        if seat == self.younger and not self.cards_played:
            return  # LR20: it is simply taken up
        if seat == self.elder:
            for category in self.says("must_show"):  # LA1: what is good and was not shown is lost
                call = self.calls.get(category)
                if call is not None and call.status == "good" and not call.reckoned:
                    self.calls[category] = Call(category, status="passed")
        for category in CATEGORIES:  # K18: what was not called is passed, what was asked is declined
            call = self.calls.setdefault(category, Call(category, status="passed"))
            if call.status == "asked":
                call.status = "declined"
        if seat == self.younger and self.cards_played:
            self.open_again = None
            self.note_silence()
            self.finish()
            self.decide(anew=False)
            self.decide_target()
            if self.reached:
                return  # the hands decide, and the card does not count
            self.played_by_younger = True
        self.cards_played.append(Card(self.number, seat, action["card"]))

    @property
    def play(self) -> Play:
        """Hands, tricks and points of play, from the list of cards."""
        return play_out(self.owned, self.cards_played, self.rules, self.last_point)

    # -- the account

    def entries(self) -> list[Entry]:
        """What stands, in the terms of the account; what is withheld has no points, and bars all the same (E3)."""
        found = self.hand() + self.points()
        if self.barred_point:
            found.append(Entry("point", self.younger, 0, barred=True))
        return [entry for entry in found if entry.points or entry.seat in self.savers]

    def hand(self) -> list[Entry]:
        """What was reckoned in hand and stands."""
        standing = [item for item in self.items if not item.struck]
        return [Entry(item.step, item.seat, self.due_to(item.seat, item.step, item.points)) for item in standing]

    def points(self) -> list[Entry]:
        """The points of play, in the order in which their cards fell."""
        return [Entry("play", seat, self.due_to(seat, "play", points)) for seat, points in self.play.points]

    def decide(self, anew: bool) -> None:
        """Bonuses that are certain (R7.7). What was decided stays, unless the account is drawn up anew (E12)."""
        statuses = {name: call.status for name, call in self.calls.items()}
        settled = CATEGORIES if self.finished else [name for name in statuses if statuses[name] in ("good", "equal")]
        equal = {name for name in statuses if statuses[name] == "equal"}
        unsettled = {name for name in CATEGORIES if statuses.get(name, "called") in ("called", "asked", "stated")}
        open_steps = {name for name in CATEGORIES if name not in settled or name == self.open_again}
        if anew:
            self.decided = []
        for verdict in verdicts(self.entries(), self.elder, self.younger, open_steps, equal, unsettled, self.rules):
            known = any((one.seat, one.bonus) == (verdict.seat, verdict.bonus) for one in self.decided)
            repique = any(one.bonus == "repique" and one.by is None for one in self.decided)
            if not known and not (verdict.bonus == "pique" and repique):
                self.decided.append(verdict)

    def decide_target(self) -> None:
        """Whether the target is reached at once, in the order of reckoning (R8.4). A game that is over stays over."""
        target = self.rules["target"] if self.rules["target_stop"] == "at_once" else None
        if target is None or not self.finished or self.open_again or self.reached or self.annulled or self.lost:
            return
        running, plays = {"A": 0, "B": 0}, 0
        for step, seat, points in in_order_of_reckoning(self.hand(), self.points(), self.decided, self.elder):
            running[seat] += points
            plays += step == "play"
            if self.before[seat] + running[seat] >= target:
                self.reached = running
                self.last_point = plays if plays > self.points_before else None
                return
        for seat, points in self.play.for_cards:  # they come last
            running[seat] += self.due_to(seat, "cards", points)
        if any(self.before[seat] + running[seat] >= target for seat in "AB"):
            self.reached = running

    @property
    def score(self) -> dict[str, int]:
        """What stands, the bonuses that were decided, and the cards."""
        if self.annulled or self.lost:
            return {"A": 0, "B": 0}
        if self.reached:
            return self.reached
        entries = self.entries()
        score = {seat: sum(entry.points for entry in entries if entry.seat == seat) for seat in "AB"}
        for verdict in self.decided:
            if verdict.by is None:
                score[verdict.seat] += {"repique": 60, "pique": 30}[verdict.bonus]
        for seat, points in self.play.for_cards:
            score[seat] += self.due_to(seat, "cards", points)
        return score

    def due_to(self, seat: str, step: str, points: int) -> int:
        """E3: all but a carte blanche is withheld, and bars all the same."""
        return 0 if seat in self.forfeits and step != "carte_blanche" else points
