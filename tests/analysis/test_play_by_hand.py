"""The play with all cards known: what rules and examples say it comes to, derived by hand; and through the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.analysis.double_dummy import Choice, PlayPosition, SharedSearch, Towards, analyse
from service.analysis.play_position import situation_of
from service.piquet import engine
from service.piquet.cards.cards import CARD, CARDS, SUIT_SIZE, cards_of, hand_of, mask_of
from service.piquet.model import actions
from service.piquet.partie import deal_next, new_partie
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import cards, winner_of

pytestmark = pytest.mark.usefixtures("solver")

SEED = 20260402
PORTLAND = ruleset("portland")
ALL_TRICKS = hand_of(cards("S AKQ H AKQ D AKQ C AKQ")), hand_of(cards("S JT9 H JT9 D JT9 C JT9"))


def at(elder: str, younger: str, leader: int = 0, **more: Any) -> PlayPosition:
    return PlayPosition((hand_of(cards(elder)), hand_of(cards(younger))), leader, **more)


def worth(rules: Any, position: PlayPosition) -> dict[str, int]:
    """The value of each card that may be played."""
    return {CARDS[choice.card]: choice.value for choice in analyse(rules, position)}


# ---------------------------------------------------------------- by hand


@pytest.mark.rule("R6.2")
def test_a_tenace_is_better_led_from_below() -> None:
    """A Q over K J. The ace, then the queen to the king: two and two. The queen first: the king takes it (1 to 1),
    leads the knave (2), and the ace captures it in the last trick (3)."""
    assert worth(PORTLAND, at("S AQ", "S KJ")) == {"AS": 0, "QS": 1}


@pytest.mark.rule("R7.3")
def test_a_pique_that_hangs_on_the_lead_is_led_for() -> None:
    """The same with 28 in hand and play: ace and queen led make thirty before younger's king has taken anything (2 and
    30 to 2). The queen first gives him a point after the 29th."""
    found = analyse(PORTLAND, at("S AQ", "S KJ", pique=Towards(28, in_play=True)))
    assert [(CARDS[one.card], one.value, one.points, one.pique) for one in found] == [
        ("AS", 30, (32, 2), True),
        ("QS", 1, (3, 2), False),
    ]


@pytest.mark.rule("R7.3")
def test_younger_saves_a_pique_with_what_he_can() -> None:
    """Elder has 28; younger, who has led nothing yet, leads a spade: one point to him, and no pique any more."""
    assert worth(PORTLAND, at("S AK", "S 98", leader=1, pique=Towards(28))) == {"9S": 2, "8S": 2}
    # younger 1; elder captures 1, leads 1, last trick 1


@pytest.mark.rule("R6.2")
def test_the_second_card_of_a_trick_is_judged_by_what_is_left_after_it() -> None:
    """The queen has been led and scored. The king takes it, leads the knave, loses it to the ace: 2 to 2. The knave
    under it leaves the king to fall: elder leads the ace for 1 and has the last trick."""
    assert worth(PORTLAND, at("S A", "S KJ", lead=CARD["QS"])) == {"KS": 0, "JS": 2}


@pytest.mark.rule("R6.3", "R7.4")
def test_all_twelve_tricks_with_thirteen_in_hand_make_no_pique() -> None:
    """W14: 26 in hand and play, then capot 40, makes 66 and no pique."""
    found = analyse(PORTLAND, PlayPosition(*[ALL_TRICKS, 0], pique=Towards(13)))
    assert {(one.value, one.points, one.pique) for one in found} == {(53, (53, 0), False)}
    assert 13 + found[0].points[0] == 66


@pytest.mark.rule("R7.3")
@pytest.mark.parametrize(("in_hand", "makes"), [(16, 53), (17, 83), (29, 83)])
def test_the_last_trick_counts_towards_a_pique(in_hand: int, makes: int) -> None:
    """Twelve leads and the last trick are 13: 17 in hand make thirty with it."""
    position = PlayPosition(ALL_TRICKS, 0, pique=Towards(in_hand))
    assert SharedSearch(PORTLAND).best(position).value == makes


@pytest.mark.rule("R6.4")
def test_the_cards_at_the_seventh_trick_count_towards_a_pique() -> None:
    """Denexa: two for each trick, ten at the seventh, so thirty at the tenth with nothing in hand: 24, 10, 30, and 30
    more for capot."""
    position = PlayPosition(ALL_TRICKS, 0, pique=Towards(0))
    assert SharedSearch(ruleset("denexa")).best(position).value == 24 + 10 + 30 + 30


@pytest.mark.rule("R6.2")
def test_low_cards_are_led_and_won_for_nothing_but_the_last_trick() -> None:
    assert worth(ruleset("hoyle"), at("9S", "8S")) == {"9S": 1}
    assert worth(PORTLAND, at("9S", "8S")) == {"9S": 2}
    assert worth(ruleset("hoyle"), at("TS", "9S")) == {"TS": 2}


@pytest.mark.rule("R6.2")
def test_a_capture_with_a_low_card_counts_where_only_leads_do_not() -> None:
    """G: the eight is led for nothing; the nine takes it for 1 and has the last trick, 1."""
    assert worth(ruleset("garraud"), at("8S", "9S")) == {"8S": -2}
    assert worth(ruleset("hoyle"), at("8S", "9S")) == {"8S": -1}
    assert worth(ruleset("garraud"), at("9S", "8S")) == {"9S": 1}


@pytest.mark.rule("R6.2", "R7.3")
def test_uncounted_leads_of_younger_do_not_save_a_pique() -> None:
    """Elder has 29. Younger's nine, which is sure, brings him nothing, and the ten then captures: 1, 30, and the last
    trick. The heart first gives elder the same thirty, and the nine has the last trick."""
    position = at("S 8 H T", "S 9 H 8", leader=1, pique=Towards(29))
    assert worth(ruleset("hoyle"), position) == {"9S": 32, "8H": 30}
    assert SharedSearch(ruleset("hoyle")).best(position).value == 30


@pytest.mark.rule("R6.3")
def test_the_cards_hang_on_the_seventh_trick() -> None:
    """Six to five, and the last trick to come. Elder's ace: 1, 1 for the last, 10. Younger's: 1 for the lead to elder,
    1 and 1 to him, and six each."""
    assert worth(PORTLAND, at("AS", "KS", won=(6, 5))) == {"AS": 12}
    assert worth(PORTLAND, at("KS", "AS", won=(6, 5))) == {"KS": -1}
    assert worth(PORTLAND, at("KS", "AS", won=(7, 4))) == {"KS": 9}
    assert worth(ruleset("denexa"), at("KS", "AS", won=(7, 4))) == {"KS": 0}  # they have been counted


@pytest.mark.rule("R4.5")
def test_a_suit_that_was_named_is_led() -> None:
    assert worth(PORTLAND, at("S A H 7", "S K H 8", may_play=hand_of(cards("H AKQJT987")))).keys() == {"7H"}


# ---------------------------------------------------------------- any deal


def random_hands(rng: random.Random) -> tuple[int, int]:
    pack = rng.sample([card for card in CARDS if card[0] != "6"], 24)
    return hand_of(pack[:12]), hand_of(pack[12:])


@pytest.mark.rule("R6.2", "R6.3")
def test_points_of_play_are_thirteen_and_the_tricks_of_who_did_not_lead() -> None:
    """W18, on the lines of whole deals: 12 leads, the last trick, and the captures; and the cards or capot."""
    print("seed", SEED)
    rng = random.Random(SEED)
    for _ in range(20):
        for choice in analyse(PORTLAND, PlayPosition(random_hands(rng), 0)):
            leader, captures, won = "A", 0, {"A": 0, "B": 0}
            line = [CARDS[card] for card in choice.line]
            for lead, follow in zip(line[::2], line[1::2], strict=True):
                winner = winner_of([lead, follow], leader)
                captures += winner != leader
                won[winner] += 1
                leader = winner
            the_cards = {6: 0, 12: 40}.get(max(won.values()), 10)
            assert sum(choice.points) == 13 + captures + the_cards


def to_play(rules: Any, rng: random.Random) -> engine.State:
    """A deal at some point of its play, after random legal actions; elder often has the better cards, so that there are
    piques."""
    luck = rng.choice([0, 8])
    pack = sorted(cards_of(rules.cards), key=lambda card: luck * (card % SUIT_SIZE) + rng.uniform(0, 30), reverse=True)
    hands = mask_of(pack[:12]), mask_of(pack[12:24])
    table = engine.MutableDeal(rules, deal_next(rules, new_partie(rng.randint(0, 1)), (hands, tuple(pack[24:]))).state)
    played = rng.choice([0, 0, 1, rng.randint(2, 23)])
    while (state := table.state).phase != "play" or played > 0:
        option = rng.choice([each for each in table.options() if each.type is not actions.Concede])
        ways = table.expand(option)
        done = table.do(ways[int(rng.random() * len(ways))])
        if isinstance(done, actions.Play):
            played -= 1
        if played < 2 and table.state.phase != "play" and state.phase == "play":
            return state  # the deal is over
    return table.state


def played_out(rules: Any, state: engine.State, choice: Choice) -> tuple[int, int]:
    """What elder and younger score from a state on, on the line of a choice, with all that younger may reckon."""
    table = engine.MutableDeal(rules, state)
    for card in choice.line:
        if table.state.tricks and not table.state.reckoned:
            table.apply(actions.Reckon(state.dealer))
        table.apply(actions.Play(table.state.to_act ^ 1 ^ state.dealer, card))
    assert table.state.phase in ("deal_over", "partie_over")
    return table.state.score[0] - state.score[0], table.state.score[1] - state.score[1]


PLAYED_OUT = {"target_stop": "end_of_deal"}


@pytest.mark.rule("R5.11", "R6.1", "R7.3")
@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("portland", {}),
        ("portland", {"calling": "automatic", "carte_rouge": 20}),
        ("denexa", {}),
        ("denexa", {"calling": "automatic"}),
        ("wikipedia", {"calling": "automatic"}),
        ("french", PLAYED_OUT),
        ("hoyle", PLAYED_OUT),
        ("old-36", PLAYED_OUT),
        ("portland", {"trick_scoring": "one_per_trick", "calling": "automatic"}),
    ],
)
def test_a_line_played_through_the_engine_makes_what_it_says(name: str, overrides: dict[str, Any]) -> None:
    seed = f"{SEED} {name} {overrides}"
    print("seed", seed)
    rng = random.Random(seed)
    rules = ruleset(name, overrides)
    automatic = rules.calling == "automatic"  # then younger reckons with the lead, and elder has his due
    wanted = {"before the lead", "later", "a pique" if automatic else "to reckon"}
    kinds: set[str] = set()
    for number in range(28):
        if number >= 12 and kinds >= wanted:
            break
        state = to_play(rules, rng)
        position, reckoned, to_reckon, _ = situation_of(rules, state)
        assert to_reckon == (not state.reckoned)
        choices = analyse(rules, position)
        if state.reckoned or not state.tricks:
            (allowed,) = (each.cards for each in engine.options(rules, state) if each.type is actions.Play)
            assert hand_of(CARDS[choice.card] for choice in choices) == allowed
        for choice in choices:
            made = played_out(rules, state, choice)
            assert made == (reckoned[0] + choice.points[0], reckoned[1] + choice.points[1]), (state, choice)
            kinds |= {"a pique"} if choice.pique else set()
        kinds |= {"before the lead" if not state.tricks else "to reckon" if to_reckon else "later"}
    assert kinds >= wanted, "random play has missed some"
