"""How many entries a deal may have in which something is irregular."""

from dataclasses import replace

import pytest

from service.piquet.cards.cards import CARD, hand_of
from service.piquet.law.deal import IrregularDeal
from service.piquet.legal_actions import RulingOption
from service.piquet.model.actions import Action, Exchange, Incident, Ruling
from service.piquet.partie import deal_next, new_partie
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import cards

ELDERS, YOUNGERS = cards("S AKJ H AQJ8 D 98 C J87"), cards("S T7 H T97 D AQJT C KQT")
TALON = cards("S 98 H K C 9 D K S Q C A D 7")
DROPPED = Incident(0, "dropped", cards=1 << CARD["AS"])
EXCHANGE = Exchange(0, hand_of(cards("S K")))
LOOKED = Incident(1, "peeked", positions=(1,))


def started(*entries: Action, to_elder: int = 0) -> IrregularDeal:
    """A deal of B's in which these entries were made; so many cards of younger's were dealt to elder."""
    hands = hand_of([*ELDERS, *YOUNGERS[:to_elder]]), hand_of(YOUNGERS[to_elder:])
    rules = ruleset("portland")
    dealt = deal_next(rules, new_partie(1), (hands, tuple(map(CARD.__getitem__, TALON))), irregular=bool(to_elder))
    return IrregularDeal(rules, dealt.state, entries)


def open_rulings(game: IrregularDeal) -> list[int]:
    return [option.number for option in game.options() if isinstance(option, RulingOption)]


@pytest.mark.rule("E3")
def test_after_a_hundred_and_fifty_entries_nothing_is_elected() -> None:
    game = started(LOOKED, *[DROPPED] * 148)
    enforce = Ruling(0, 1, "enforce")
    assert (open_rulings(game), game.check(enforce)) == ([1], ())
    game.do(DROPPED)
    assert open_rulings(game) == []
    assert [(one.code, one.params) for one in game.check(enforce)] == [("irregular.too_many", {"max": 150})]
    assert game.check(EXCHANGE) == ()


@pytest.mark.rule("E1")
def test_rulings_on_the_deal_itself_are_always_made() -> None:
    game = started(LOOKED, *[DROPPED] * 150, to_elder=1)
    assert set(open_rulings(game)) == {0}
    assert game.check(Ruling(0, 0, "stand")) == ()


@pytest.mark.rule("L59")
def test_after_a_hundred_and_twenty_entries_nothing_irregular_is_entered() -> None:
    game = started(LOOKED, *[DROPPED] * 118)
    assert game.check(DROPPED) == ()
    game.do(DROPPED)
    for act in (DROPPED, replace(EXCHANGE, taken=(6,), irregular=True)):
        assert [(one.code, one.params) for one in game.check(act)] == [("irregular.too_many", {"max": 120})]
    assert game.check(EXCHANGE) == game.check(Ruling(0, 1, "enforce")) == ()
