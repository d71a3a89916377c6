"""Deals as tests tell them: cards as text, and actions one after the other."""

from __future__ import annotations

from service.piquet import engine
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.cards.ranking import CATEGORIES, SAID_MEMBERS, read_tie
from service.piquet.model.actions import Action, Call, Exchange, Pass, Play, Reckon, Reply, StateTieBreak
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.rulesets.parameters import Ruleset
from tests.advice.random_deals import Position, start_of
from tests.helpers.cards import PACK, cards, complete, rest_of

ELDERS, YOUNGERS = 0, 1  # the seats: B deals


class ToldDeal:
    """A deal in which A is elder, played action by action."""

    def __init__(self, rules: Ruleset, elder: str, younger: str, talon: str) -> None:
        hands = complete(elder, younger, talon)
        self.rules = rules
        self.start = start_of(rules, 1, hand_of(hands[0]), hand_of(hands[1]), tuple(CARD[card] for card in hands[2]))
        self.table = engine.MutableDeal(rules, self.start)

    @classmethod
    def exchanged(
        cls, rules: Ruleset, elder: str, younger: str, away: str, put_away: str, *, left: str = ""
    ) -> ToldDeal:
        """Elder and younger hold these twelve each after the exchange, and have put these cards away."""
        hands, gone = [cards(elder), cards(younger)], [cards(away), cards(put_away)]
        kept = [hand[: 12 - len(some)] + some for hand, some in zip(hands, gone, strict=True)]
        drawn = [hand[12 - len(some) :] for hand, some in zip(hands, gone, strict=True)]
        assert not rest_of(elder, younger, away, put_away, left, pack=PACK), "every card has a place"
        told = cls(rules, " ".join(kept[0]), " ".join(kept[1]), " ".join([*drawn[0], *drawn[1], *cards(left)]))
        told.do(Exchange(ELDERS, hand_of(gone[0])), Exchange(YOUNGERS, hand_of(gone[1])))
        return told

    def do(self, *actions: Action) -> ToldDeal:
        """Do these actions, which are legal."""
        violations = self.table.apply_all(actions)
        assert not violations, violations
        return self

    def calls(self, category: str, length: int, tie: float | str | None = None) -> ToldDeal:
        """Elder calls."""
        number = CATEGORIES.index(category)
        read = None if tie is None else read_tie(SAID_MEMBERS[number][1], tie)
        return self.do(Call(ELDERS, number, length, read))

    def states(self, tie: float | str) -> ToldDeal:
        """Elder states the tie-break that younger has asked for."""
        kind = "top" if isinstance(tie, str) else "value"
        return self.do(StateTieBreak(ELDERS, kind, read_tie(kind, tie)))

    def passes(self, *categories: str) -> ToldDeal:
        """Elder passes."""
        return self.do(*[Pass(ELDERS, CATEGORIES.index(each)) for each in categories])

    def replies(self, reply: str) -> ToldDeal:
        """Younger replies; elder reckons all that they may if it is good."""
        self.do(Reply(YOUNGERS, reply))
        return self.do(Reckon(ELDERS)) if reply == "good" else self

    def plays(self, some: str) -> ToldDeal:
        """These cards, each by the role whose turn it is."""
        for card in cards(some):
            self.do(Play(self.table.state.to_act ^ ELDERS, CARD[card]))
        return self

    @property
    def position(self) -> Position:
        """Where the deal has come to."""
        return Position(self.rules, self.start, tuple(self.table.done), self.table.state, self.table.events)


assert (ELDER, YOUNGER) == (ELDERS, YOUNGERS)  # with B as the dealer, seats and roles are the same
