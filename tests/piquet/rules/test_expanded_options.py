"""Options spelled out are sequences like any other: by number, from the end, and in slices (R5.6, R5.11)."""

from collections.abc import Sequence

import pytest

from service.piquet.cards.cards import CARD, hand_of
from service.piquet.engine import MutableDeal, deal, new_partie
from service.piquet.model import actions as a
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import PACK, cards

# Elder ends up with a tierce to the ace in each suit.
ELDER, AWAY = cards("S AKQ H AKQ D AKQ C AKQ"), cards("S 7")


def expanded(kind: type[a.Action]) -> Sequence[a.Action]:
    """The options of that kind once elder's sequence is good."""
    rules: Ruleset = ruleset("portland")
    rest = [card for card in PACK if card not in [*ELDER, *AWAY]]
    hands = hand_of([*ELDER[1:], *AWAY]), hand_of(rest[:12])
    talon = tuple(map(CARD.__getitem__, [ELDER[0], *rest[12:]]))
    table = MutableDeal(rules, deal(rules, new_partie(1), (hands, talon)).state)
    for action in (
        a.Exchange(0, hand_of(AWAY)),
        a.Exchange(1, hand_of(rest[:1])),
        a.Pass(0, 0),
        a.Call(0, 1, 3),
        a.Reply(1, "good"),
    ):
        table.apply(action)
    (option,) = [option for option in table.options() if option.type is kind]
    return table.expand(option)


@pytest.mark.rule("R5.6")
def test_a_reckoning_is_read_from_either_end():
    ways = expanded(a.Reckon)
    listed = list(ways)
    # Four tierces to the ace, of which one at least is reckoned.
    assert len(ways) == len(listed) == 2**4 - 1
    assert ways[-1] == listed[-1] != ways[0]
    assert ways[-len(ways)] == ways[0] == listed[0]
    for beyond in (len(ways), -len(ways) - 1):
        with pytest.raises(IndexError):
            ways[beyond]


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize(
    "part", [slice(2, 5), slice(-3, None), slice(None, None, -1), slice(-2, 1, -3), slice(5, 2), slice(0, 99)], ids=str
)
def test_a_reckoning_is_sliced_as_a_list_is(part):
    ways = expanded(a.Reckon)
    assert ways[part] == list(ways)[part]
