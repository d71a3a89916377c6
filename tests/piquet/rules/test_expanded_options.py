"""Options spelled out are sequences like any other: by number, from the end, and in slices (R5.6, R5.11)."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from service.piquet import legal_actions as options
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.cards.ranking import PLAIN, POINT, SEQUENCE, SET
from service.piquet.engine import MutableDeal
from service.piquet.legal_actions import actions_of
from service.piquet.model.actions import (
    Action,
    Amend,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Decline,
    Exchange,
    LookAtLeft,
    NameSuit,
    Pass,
    Play,
    Reckon,
    Reply,
    Ruling,
    StateTieBreak,
)
from service.piquet.partie import deal_next, new_partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import PACK, cards

# Elder ends up with a tierce to the ace in each suit.
ELDER, AWAY = cards("S AKQ H AKQ D AKQ C AKQ"), cards("S 7")

#: Parts of a list of options.
PARTS = [slice(2, 5), slice(-3, None), slice(None, None, -1), slice(-2, 1, -3), slice(5, 2), slice(0, 99)]


def expanded(kind: type[Action]) -> Sequence[Action]:
    """The options of that kind once elder's sequence is good."""
    rules: Ruleset = ruleset("portland")
    rest = [card for card in PACK if card not in [*ELDER, *AWAY]]
    hands = hand_of([*ELDER[1:], *AWAY]), hand_of(rest[:12])
    talon = tuple(map(CARD.__getitem__, [ELDER[0], *rest[12:]]))
    table = MutableDeal(rules, deal_next(rules, new_partie(1), (hands, talon)).state)
    for action in (
        Exchange(0, hand_of(AWAY)),
        Exchange(1, hand_of(rest[:1])),
        Pass(0, 0),
        Call(0, 1, 3),
        Reply(1, "good"),
    ):
        table.apply(action)
    (option,) = [option for option in table.options() if option.type is kind]
    return table.expand(option)


@pytest.mark.rule("R5.6")
def test_a_reckoning_is_read_from_either_end():
    ways = expanded(Reckon)
    listed = list(ways)
    # Four tierces to the ace, of which one at least is reckoned.
    assert len(ways) == len(listed) == 2**4 - 1
    assert ways[-1] == listed[-1] != ways[0]
    assert ways[-len(ways)] == ways[0] == listed[0]
    for beyond in (len(ways), -len(ways) - 1):
        with pytest.raises(IndexError):
            ways[beyond]


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize("part", PARTS, ids=str)
def test_a_reckoning_is_sliced_as_a_list_is(part):
    ways = expanded(Reckon)
    assert ways[part] == list(ways)[part]


ACE, SEVEN = hand_of(["AS"]), hand_of(["7C"])
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ANOTHER = options.PassOption(1, SET)
# What docs/reference/actions.md says of each option: the actions that it stands for, in order.
OPTIONS: list[tuple[options.Option, list[Action]]] = [
    (options.PlayOption(1, ACE | SEVEN), [Play(1, CARD["AS"]), Play(1, CARD["7C"])]),
    (options.SimpleOption(0, Decline), [Decline(0)]),
    (options.SimpleOption(1, Concede), [Concede(1)]),
    (options.PassOption(0, SET), [Pass(0, SET)]),
    (options.CallOption(0, POINT, ((5, 98), (5, None))), [Call(0, POINT, 5, 98), Call(0, POINT, 5)]),
    (options.ReplyOption(1, POINT, ("good", "equal"), ()), [Reply(1, "good"), Reply(1, "equal")]),
    (
        options.ExchangeOption(0, ACE | SEVEN, 0, 2),
        [Exchange(0, 0), Exchange(0, ACE), Exchange(0, SEVEN), Exchange(0, ACE | SEVEN)],
    ),
    (
        options.ExchangeOption(1, ACE | SEVEN, 1, 1, CommitDiscard),
        [CommitDiscard(1, ACE), CommitDiscard(1, SEVEN)],
    ),
    (options.LookOption(1, ()), [LookAtLeft(1, True), LookAtLeft(1, False)]),
    (
        options.LookOption(0, (SPADES, CLUBS)),
        [LookAtLeft(0, True, SPADES), LookAtLeft(0, True, CLUBS), LookAtLeft(0, False)],
    ),
    (options.NameSuitOption(0, (HEARTS,)), [NameSuit(0, HEARTS)]),
    (options.TieBreakOption(0, POINT, (98, 62)), [StateTieBreak(0, "value", tie) for tie in (98, 62)]),
    (options.TieBreakOption(0, SEQUENCE, (16,)), [StateTieBreak(0, "top", 16)]),
    (options.ClaimOption(1, 0, 0), [ClaimCarteBlanche(1)]),
    (options.ClaimOption(0, 1, 3), [ClaimCarteBlanche(0, count) for count in (1, 2, 3)]),
    (
        options.RulingOption(0, 7, "revoke", "L59", ("waive", "demand"), "next_deal"),
        [Ruling(0, 7, "waive", "revoke")]
        + [Ruling(0, 7, "demand", "revoke", suit=suit) for suit in (SPADES, HEARTS, DIAMONDS, CLUBS)],
    ),
    (
        options.RulingOption(1, 0, "deal_out_of_turn", "L16", ("void",), "untouched"),
        [Ruling(1, 0, "void", "deal_out_of_turn", untouched=True)],
    ),
    (options.AmendOption(1, "L52", ANOTHER), [Amend(1, Pass(1, SET))]),
]


@pytest.mark.parametrize(("option", "actions"), OPTIONS, ids=[type(option).__name__ for option, _ in OPTIONS])
def test_an_option_stands_for_these_actions(option: options.Option, actions: list[Action]):
    assert list(actions_of(PLAIN, ACE | SEVEN, option)) == actions


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("part", [*PARTS, slice(1580, 1590), slice(4, None, 500)], ids=str)
def test_the_discards_of_an_exchange_are_sliced_as_a_list_is(part: slice):
    """Elder puts away from one to five of twelve cards: 12 + 66 + 220 + 495 + 792."""
    exchange = options.ExchangeOption(0, hand_of(ELDER), 1, 5)
    ways = actions_of(PLAIN, exchange.cards, exchange)
    listed = [Exchange(0, hand_of(some)) for count in range(1, 6) for some in combinations(ELDER, count)]
    assert list(ways) == listed and len(ways) == 1585
    assert ways[part] == listed[part]
    assert (ways[0], ways[1000], ways[-1]) == (listed[0], listed[1000], listed[-1])
    for beyond in (len(ways), -len(ways) - 1):
        with pytest.raises(IndexError):
            ways[beyond]
