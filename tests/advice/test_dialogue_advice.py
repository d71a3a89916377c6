"""What a call, a reply, a look and a suit named are worth, derived by hand.

Every difference here is the same in each layout, so that its error is 0 however few layouts are used."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.advice.advising import Advice, advise
from service.advice.values import Effort
from service.piquet import engine, legal_actions as o
from service.piquet.cards.cards import suit_cards
from service.piquet.model.actions import Action, Call, LookAtLeft, NameSuit, Pass, Play, Reply
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.rulesets.published import ruleset
from tests.advice.random_deals import Position, random_positions
from tests.advice.told_deals import ToldDeal
from tests.helpers.random_cases import seeds

PORTLAND = ruleset("portland")
SOME = Effort("some", 15_000, 1)

# Elder wins every trick, and has put away so many knaves and tens that younger has no set.
MASTER = "S AKQ H AKQ D AKQ C AKQ"
UNDER = "S T987 H T987 D J98 C J"
MASTER_AWAY, UNDER_AWAY = "S J H J D T7 C T", "C 987"


def advised(position: Position) -> Advice:
    return advise(position.known(position.seat), SOME, seed="dialogue")


def behind(advice: Advice) -> dict[Action, float]:
    """How much each action is behind, which is the same in every layout."""
    assert {each.behind_error for each in advice.options} == {0}
    return {each.action: each.behind for each in advice.options}


@pytest.mark.rule("R5.1", "R5.8", "R5.12")
def test_what_cannot_be_beaten_is_called_and_sinking_it_costs_what_it_scores() -> None:
    """Four aces score 14, and kings and queens with them as much; younger has no set. Sinking them costs 42. Four kings
    called are good against the cards, for no quatorze of knaves or tens can be formed: all three are reckoned (R5.8).

    Younger has a point, which elder has passed, so that there is no repique."""
    told = ToldDeal.exchanged(PORTLAND, MASTER, UNDER, MASTER_AWAY, UNDER_AWAY)
    advice = advised(told.passes("point", "sequence").position)
    found = behind(advice)
    aces, kings, queens = (Call(0, 2, 4, rank) for rank in (8, 7, 6))
    assert advice.options[0].action == aces
    assert found[aces] == found[kings] == found[queens] == 0
    assert found[Pass(0, 2)] == 42


@pytest.mark.rule("R5.2", "R5.6", "R7.2")
def test_good_where_not_good_would_score_costs_both_points_and_the_repique() -> None:
    """Younger holds a point of seven, a sequence of seven (17) and four aces (14): 38, and with it a repique. *Good*
    gives elder 5 for the point, which save from the repique, and younger loses 7: 72. *Equal* to a bare number asks for
    the value, and younger may then score no longer point than elder's (Law 46): five of the spades, 2 less."""
    younger = "S AKQJT98 H A D A C A H 98"
    told = ToldDeal.exchanged(PORTLAND, "H KQJT7 D KQJ C KQJ T", younger, "D T987 C 9", "S 7 C 87")
    advice = advised(told.calls("point", 5).position)
    found = behind(advice)
    assert advice.options[0].action == Reply(1, "not_good")
    assert found == {
        Reply(1, "not_good"): 0,
        Reply(1, "equal"): 7 - 5,
        Reply(1, "good"): 5 + 7 + 60,
    }


@pytest.mark.rule("R5.2", "R5.6")
def test_good_where_equal_is_true_gives_elder_the_point() -> None:
    """Five of 48 each: *equal*, neither reckons; *good*, elder reckons 5, and the rest is as it was."""
    elder, younger = "S AKT98 H KQ9 D J7 C K8", "D AKT98 H AJT S Q7 C QJ"
    told = ToldDeal.exchanged(PORTLAND, elder, younger, "H 87 C 97 D Q", "S J C AT")
    advice = advised(told.calls("point", 5, 48).position)
    assert behind(advice) == {Reply(1, "equal"): 0, Reply(1, "good"): 5}


def instead_of_a_card(name: str, number: int) -> Iterator[Position]:
    """Positions in which elder or younger may look at the cards left, or name a suit, instead of playing a card."""
    for _, rng in seeds(f"instead {name}", number):
        found = []
        while not found:
            for position in random_positions(ruleset(name), rng):
                options = engine.options(position.rules, position.state)
                own = {type(each) for each in options if each.seat == position.seat}
                if o.PlayOption in own and own & {o.LookOption, o.NameSuitOption}:
                    found.append(position)
        yield rng.choice(found)


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("portland", {(NameSuit, ELDER), (LookAtLeft, YOUNGER)}),
        ("french", {(LookAtLeft, ELDER), (LookAtLeft, YOUNGER)}),
    ],
)
def test_to_look_or_to_name_a_suit_is_worth_what_the_best_card_is_that_may_follow(
    name: str, kinds: set[tuple[type, int]]
) -> None:
    found = set()
    for position in instead_of_a_card(name, 6):
        options = advised(position).options
        worth = {each.action.card: each for each in options if isinstance(each.action, Play)}
        for at, option in enumerate(options):
            if isinstance(option.action, LookAtLeft | NameSuit):
                suit = option.action.suit
                may_follow = [each for card, each in worth.items() if suit is None or suit_cards(suit) >> card & 1]
                best = max(may_follow, key=lambda each: each.value)
                assert (option.value, option.behind) == pytest.approx((best.value, best.behind))
                assert option.parts == best.parts
                assert options.index(best) < at
                found.add((type(option.action), position.state.to_act))
    assert found
    assert found <= kinds


def test_the_only_action_needs_no_search() -> None:
    """The last card, or the only card of the suit led."""
    lone = 0
    for _, rng in seeds("lone", 6):
        for position in random_positions(PORTLAND, rng):
            left = position.state.hands[position.state.to_act].bit_count()
            if left == 1:
                advice = advise(position.known(position.seat), Effort("none", 0, 0))
                assert (len(advice.options), advice.basis) == (1, None)
                only = advice.options[0]
                assert (only.value, only.error, only.behind, only.behind_error) == (0, 0, 0, 0)
                lone += 1
    assert lone >= 12
