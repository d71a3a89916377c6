"""One deal of `voleur` or `normand`, action by action."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from tests.reference.holdings import CATEGORIES, RANKS, is_carte_blanche
from tests.reference.multiplayer.account import Event
from tests.reference.multiplayer.holdings import (
    Holding,
    best_way,
    grade_in,
    grade_of,
    grades_held,
    in_order,
    listed,
    members_of,
    point_of,
    ways_to_reckon,
    worth,
)
from tests.reference.multiplayer.objections import Objections
from tests.reference.multiplayer.position import Action, Word, winner_of

LOW_CARDS = "789"


class Deal(Objections):
    """A deal in progress: `objections` to an action, `do` it, `options`, and `events`, `score`, `phase`, `to_act`."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.call_automatically()

    def do(self, action: Action) -> list[Event]:
        """Carry out a legal action; the events that it causes, in order."""
        assert not self.objections(action), (action, self.objections(action))
        start = len(self.events)
        self.perform(action)
        self.call_automatically()
        return self.events[start:]

    def perform(self, action: Action) -> None:
        """What an action does, in the game and in the list of what happened."""
        getattr(self, f"do_{action['type']}")(action["seat"], action)
        self.mark()

    def do_claim_carte_blanche(self, seat: str, action: Action) -> None:
        self.claimed.append(seat)
        self.tell("shown", seat, "2.1", cards=in_order(self.dealt[seat]))

    def do_exchange(self, seat: str, action: Action) -> None:
        if self.rules["calling"] == "automatic" and is_carte_blanche(self.dealt[seat]):
            self.do_claim_carte_blanche(seat, action)
        self.put_out = frozenset(action["cards"])
        self.tell("exchanged", seat, "3.1", count=len(self.put_out))

    # -- the calling

    def do_pass(self, seat: str, action: Action) -> None:
        self.say(Word(action["category"], seat, "pass"), "passed", "4.2")

    def do_equal(self, seat: str, action: Action) -> None:
        self.say(Word(action["category"], seat, "equal"), "equal", "4.5")

    def do_call(self, seat: str, action: Action) -> None:
        category, grade = action["category"], grade_in(action)
        cards: frozenset[str] = frozenset()
        if category == "point":
            cards = frozenset(action["cards"]) if "cards" in action else point_of(grade, self.hand(seat))
        word = Word(category, seat, "call", grade, cards)
        self.say(word, "called", "4.2", **members_of(category, grade))

    def say(self, word: Word, kind: str, rule: str, **more: Any) -> None:
        """A word of a round, and what scores when it is the last one."""
        self.words.append(word)
        self.tell(kind, word.seat, rule, category=word.category, **more)
        if word.category == "point" and len(self.round("point")) == len(self.order):
            self.score_cartes_blanches()
            good = self.good("point")
            if good is not None:
                self.score_holding("point", good.seat, good.cards, step=True)

    def score_cartes_blanches(self) -> None:
        """2.2, 2.3."""
        claimants = [seat for seat in self.order if seat in self.claimed]
        opposed = len({self.side_of[seat] for seat in claimants}) > 1
        points = 10 if len(claimants) > 1 else self.rules["single_carte_blanche"]
        if opposed and self.rules["opposed_cartes_blanches"] == "neither":
            points = 0
        for seat in claimants:
            cards = in_order(self.dealt[seat])
            self.tell("carte_blanche", seat, "2.3" if opposed else "2.2", points, cards, step=True)

    def score_holding(self, category: str, seat: str, cards: Holding, **more: Any) -> None:
        """5.1, and of a trio the card that is not in it (R5.9)."""
        grade = grade_of(category, cards)
        more |= members_of(category, grade)
        if category == "set" and grade[0] == 3:
            (more["without"],) = {RANKS[int(grade[1])] + suit for suit in "SHDC"} - cards
        self.tell(category, seat, "5.1", worth(category, cards), in_order(cards), **more)

    def do_reckon(self, seat: str, action: Action) -> None:
        category = str(self.due()[2])
        good = self.good(category)
        assert good is not None
        if "holdings" in action:
            holdings = [frozenset(one["cards"]) for one in action["holdings"]]
        else:
            holdings = self.best_reckoning()
        for cards in holdings:
            self.score_holding(category, seat, cards)
        self.reckoned.append((category, seat))
        rule = "4.7" if seat == good.seat else "4.8"
        self.tell("reckoned", seat, rule, category=category, step=True)

    def reckoning_terms(self) -> tuple[Any, ...]:
        """Of what is reckoned now: category, hand, the call, whether it must be there, the floor."""
        _, seat, category = self.due()
        good = self.good(str(category))
        assert good is not None and seat is not None
        return category, self.hand(seat), good.grade, seat == good.seat, self.rules["point_floor"]

    def best_reckoning(self) -> list[Holding]:
        """What is reckoned where the list is left out."""
        return best_way(*self.reckoning_terms())

    def call_automatically(self) -> None:
        """4.11: each seat says and reckons what it can."""
        if self.rules["calling"] == "automatic":
            self.say_all(claims=True)

    def say_all(self, claims: bool) -> None:
        """Each seat says and reckons what it can, to the end of the calling."""
        while self.phase in ("calling", "reckoning"):
            _, seat, category = self.due()
            assert seat is not None and category is not None
            if self.phase == "reckoning":
                self.perform({"type": "reckon", "seat": seat})
                continue
            claim = {"type": "claim_carte_blanche", "seat": seat}
            if claims and category == "point" and not self.objections_to_claim(claim):
                self.perform(claim)
            self.perform(self.automatic_word(seat, category))

    def automatic_word(self, seat: str, category: str) -> Action:
        """The best grade if it is better than what stands; else equal if that may be said; else a pass."""
        word = {"seat": seat, "category": category}
        held = grades_held(category, self.hand(seat), self.rules["point_floor"])
        stands = self.stands(category)
        if held and (stands is None or max(held) > stands.grade):
            return {"type": "call", **word, **members_of(category, max(held))}
        equal = {"type": "equal", **word}
        return {"type": "pass", **word} if list(self.objections_to_equal(equal)) else equal

    # -- the play

    def do_play(self, seat: str, action: Action) -> None:
        card, leads = action["card"], not self.trick()
        self.played.append((seat, card))
        if leads:
            counts = not (self.rules["low_cards_uncounted"] and card[0] in LOW_CARDS)
            self.tell("lead", seat, "6.2", int(counts), [card], **({"step": True} if counts else {}))
        elif not self.trick():
            self.finish_trick(self.played[-len(self.order) :])

    def finish_trick(self, trick: list[tuple[str, str]]) -> None:
        """6.1 to 6.3."""
        leader, winner = trick[0][0], winner_of(trick)
        self.tell("trick_won", winner, "6.1", cards=[card for _, card in trick])
        (taken_with,) = [card for seat, card in trick if seat == winner]
        by_player = self.rules.get("capture") == "from_other_player"
        captured = winner != leader if by_player else self.side_of[winner] != self.side_of[leader]
        if self.rules["trick_scoring"] == "lead_and_take":
            self.tell("trick", winner, "6.2", 1, step=True)
        elif captured:
            self.tell("capture", winner, "6.2", 1, [taken_with], step=True)
        if len(self.played) == sum(map(len, self.dealt.values())) and self.rules["last_trick_bonus"]:
            self.tell("last_trick", winner, "6.3", self.rules["last_trick_bonus"], step=True)

    # -- all that is legal

    def options(self) -> Iterator[Action]:
        """Every legal action. Calls of points are without `cards`, reckonings with all their holdings."""
        phase, seat, category = self.due()
        if seat is None:
            return
        claim = {"seat": seat, "type": "claim_carte_blanche"}
        if not self.objections(claim):
            yield claim
        if phase == "exchange":
            for count in range(self.rules["dealer_min"], len(self.talon) + 1):
                for cards in itertools.combinations(in_order(self.hand(seat)), count):
                    yield {"seat": seat, "type": "exchange", "cards": list(cards)}
        elif phase == "calling":
            yield from self.words_to_say(seat, str(category))
        elif phase == "reckoning":
            for way in ways_to_reckon(*self.reckoning_terms()):
                holdings = [{"category": category, "cards": in_order(cards)} for cards in listed(str(category), way)]
                yield {"seat": seat, "type": "reckon", "holdings": holdings}
        else:
            for card in in_order(self.hand(seat)):
                play = {"seat": seat, "type": "play", "card": card}
                if not self.objections(play):
                    yield play

    def words_to_say(self, seat: str, category: str) -> Iterator[Action]:
        """The words of a round that are legal."""
        word = {"seat": seat, "category": category}
        for grade in sorted(grades_held(category, self.hand(seat), None), reverse=True):
            call = {"type": "call", **word, **members_of(category, grade)}
            if not self.objections(call):
                yield call
        if not self.objections({"type": "equal", **word}):
            yield {"type": "equal", **word}
        yield {"type": "pass", **word}


__all__ = ["CATEGORIES", "Deal"]
