"""The play with all cards known: against exhaustive search, against the engine, and by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from service.analysis import double_dummy_search
from service.analysis.double_dummy import PlayPosition, Towards, analyse, value
from service.piquet.cards.cards import CARD, CARDS, hand_of
from service.piquet.rulesets.published import ruleset
from tests.analysis.exhaustive import Scoring, Tally, after, after_lead, legal, other

SEED = 20260401
SIDES = ("elder", "younger")

# The parameters that the play goes by, one way of scoring after the other, with what each brings of its own.
RULES = {
    "portland": {},
    "last trick ten": {"last_trick_bonus": 10},
    "low cards": {"low_cards_uncounted": True},
    "low leads": {"low_cards_uncounted": True, "uncounted_plays": "leads"},
    "denexa": {"trick_scoring": "lead_and_take", "last_trick_bonus": 0, "cards_counted": "seventh_trick"},
    "take, low cards": {"trick_scoring": "lead_and_take", "last_trick_bonus": 0, "low_cards_uncounted": True},
    "flat": {"trick_scoring": "one_per_trick", "last_trick_bonus": 10},
    "seventh, low cards": {"low_cards_uncounted": True, "cards_counted": "seventh_trick"},
}


def random_tally(rng: random.Random, size: int, scoring: Scoring) -> Tally:
    """So many tricks are still to be played: what may have been made before, a pique often being within reach.

    Half of the time the deal has had no trick but these; otherwise one side or both have won some of the rest."""
    tricks = {"elder": 0, "younger": 0}
    if rng.random() < 0.5:
        won = rng.choice([0, 12 - size, rng.randint(0, 12 - size)])
        tricks = {"elder": won, "younger": 12 - size - won}
    younger = rng.choice([0, 0, 0, 1])
    within = rng.randint(30 - 2 * size - 11, 29)
    in_play = rng.randint(0, 9) if rng.random() < 0.8 else 0
    tally = Tally(in_hand={"elder": max(0, within - in_play), "younger": 0}, tricks=tricks)
    tally = replace(tally, play={"elder": in_play, "younger": younger}, pique_lost=bool(younger))
    if scoring.cards_counted == "seventh_trick":
        had = {side: 10 if won >= 7 else 0 for side, won in tricks.items()}
        tally = replace(tally, cards=had)
        if not younger and had["elder"] + max(within, in_play) >= 30 and in_play:
            tally = replace(tally, pique_lost=True)
    return tally


def position_of(scoring: Scoring, hands: dict[str, frozenset[str]], leader: str, tally: Tally, lead: str | None):
    """The same for the analysis."""
    pique = None
    if not tally.pique_lost and not tally.play["younger"]:
        early = 10 if scoring.cards_counted == "seventh_trick" and tally.tricks["elder"] >= 7 else 0
        pique = Towards(tally.in_hand["elder"] + tally.play["elder"] + early, tally.play["elder"] > 0)
    return PlayPosition(
        (hand_of(hands["elder"]), hand_of(hands["younger"])),
        SIDES.index(leader),
        -1 if lead is None else CARD[lead],
        (tally.tricks["elder"], tally.tricks["younger"]),
        pique,
    )


def compare(rng: random.Random, name: str, most: int, pack: list[str]) -> None:
    """One random deal, before or within a trick: every legal card's value, and the best."""
    scoring, rules = Scoring(**RULES[name]), replace(ruleset("portland"), **RULES[name])
    size = rng.randint(1, most)
    cards = rng.sample(pack, 2 * size)
    hands = {"elder": frozenset(cards[:size]), "younger": frozenset(cards[size:])}
    leader, tally, lead = rng.choice(SIDES), random_tally(rng, size, scoring), None
    if rng.random() < 0.3:
        lead = rng.choice(sorted(hands[leader]))
        hands = {**hands, leader: hands[leader] - {lead}}
        tally = after_lead(scoring, tally, leader, lead)
    to_play = leader if lead is None else other(leader)
    made = tally.difference()
    expected = {card: after(scoring, hands, leader, tally, lead, card) - made for card in legal(hands[to_play], lead)}
    position = position_of(scoring, hands, leader, tally, lead)
    found = analyse(rules, position)
    told = (name, {side: sorted(hand) for side, hand in hands.items()}, leader, lead, tally)
    assert {CARDS[choice.card]: choice.value for choice in found} == expected, told
    assert value(rules, position) == (max if to_play == "elder" else min)(expected.values()), told
    assert all(choice.points[0] - choice.points[1] == choice.value for choice in found), told


@pytest.mark.rule("R6.1", "R6.2", "R6.3", "R6.4", "R7.3", "R7.4")
@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_trying_everything(name: str) -> None:
    """Three hundred deals for each way of scoring, of up to eight cards and of both packs."""
    seed = f"{SEED} {name}"
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(300):
        compare(rng, name, 4, rng.choice([list(CARDS), [card for card in CARDS if card[0] != "6"]]))


@pytest.mark.parametrize("name", RULES)
def test_it_agrees_with_trying_everything_in_one_or_two_suits(name: str) -> None:
    """Five cards each: few suits and high cards on both sides, so that much hangs on which card is played."""
    seed = f"{SEED} suits {name}"
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(40):
        suits = rng.sample("SHDC", rng.choice([2, 3]))
        compare(rng, name, 5, [card for card in CARDS if card[1] in suits])


def test_a_table_that_is_full_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, rules = random.Random(SEED), ruleset("portland")
    pack = rng.sample([card for card in CARDS if card[0] != "6"], 16)
    position = PlayPosition((hand_of(pack[:8]), hand_of(pack[8:])), 0, won=(2, 2))
    expected = analyse(rules, position)
    monkeypatch.setattr(double_dummy_search, "REMEMBERED", 7)
    assert analyse(rules, position) == expected
