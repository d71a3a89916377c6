"""What a card is worth from what a seat knows, against trying everything in every layout."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from math import factorial
from typing import Any, NamedTuple

import pytest

from service.advice.advising import advise
from service.advice.hidden_hands import layouts_of
from service.advice.values import Effort
from service.piquet.cards.cards import CARDS, names
from service.piquet.model.actions import Play
from service.piquet.model.state import ELDER, YOUNGER, Phase, State
from service.piquet.rules.play import playable
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.account import PIQUE
from tests.advice.random_deals import Placing, Position, random_positions, replayed, true_placing
from tests.analysis.exhaustive import Scoring, Tally, after, after_follow, after_lead, legal, other
from tests.analysis.random_positions import SIDES
from tests.helpers.random_cases import SCALE, seeds

ALL = Effort("all", 10**9, 1)
#: The most plays that are tried for one position, about.
MOST = round(500 * SCALE)
RULES: list[tuple[str, dict[str, Any]]] = [
    ("portland", {}),
    ("denexa", {}),
    ("hoyle", {"target_stop": "end_of_deal"}),
    ("portland", {"trick_scoring": "one_per_trick", "last_trick_bonus": 10}),
    ("portland", {"calling": "automatic"}),
]


def scoring_of(rules: Ruleset) -> Scoring:
    return Scoring(
        rules.trick_scoring,
        rules.last_trick_bonus,
        rules.low_cards_uncounted,
        rules.uncounted_plays,
        rules.cards_counted,
    )


def tally_of(rules: Ruleset, state: State) -> Tally:
    """What each side has, and whether elder may still make a pique (R7.3, R7.6)."""
    younger_has = any(state.in_hand[YOUNGER]) or state.play[YOUNGER] or state.barred
    seventh = rules.cards_counted == "seventh_trick"
    return Tally(
        in_hand={side: sum(state.in_hand[role]) for role, side in enumerate(SIDES)},
        play={side: state.play[role] for role, side in enumerate(SIDES)},
        cards={side: 10 * (seventh and state.won[role] >= 7) for role, side in enumerate(SIDES)},
        tricks={side: state.won[role] for role, side in enumerate(SIDES)},
        pique_lost=bool(younger_has or state.bonus[ELDER] or (PIQUE, ELDER) in state.settled),
    )


class Table(NamedTuple):
    """The cards and points in the middle of a deal, in the words of the rules."""

    hands: dict[str, frozenset[str]]
    leader: str
    tally: Tally
    lead: str | None

    @property
    def to_act(self) -> str:
        return self.leader if self.lead is None else other(self.leader)

    def worths(self, scoring: Scoring) -> dict[str, int]:
        """The difference at the end after each card that may be played, with all cards known."""
        cards = sorted(legal(self.hands[self.to_act], self.lead), key=CARDS.index)
        return {card: after(scoring, self.hands, self.leader, self.tally, self.lead, card) for card in cards}

    def played(self, scoring: Scoring, card: str) -> Table:
        """The table after a card."""
        left = {**self.hands, self.to_act: self.hands[self.to_act] - {card}}
        if self.lead is None:
            return Table(left, self.leader, after_lead(scoring, self.tally, self.leader, card), card)
        tally, winner = after_follow(scoring, self.tally, self.leader, self.lead, card, last=not left[self.to_act])
        return Table(left, winner, tally, None)


def table_of(rules: Ruleset, state: State) -> Table:
    on_table = state.tricks[-1].follow < 0
    return Table(
        {side: frozenset(names(state.hands[role])) for role, side in enumerate(SIDES)},
        SIDES[state.tricks[-1].leader if on_table else state.to_act],
        tally_of(rules, state),
        CARDS[state.tricks[-1].lead] if on_table else None,
    )


def until_own(scoring: Scoring, table: Table, card: str, tie: int) -> tuple[tuple[str, ...], dict[str, int]]:
    """What a side sees until its next card, and the difference at the end after each of these; or at the end.

    The other plays what is best with all cards known, and of several such cards the lowest or the highest (`tie`).
    """
    own, seen = table.to_act, list[str]()
    table = table.played(scoring, card)
    while table.hands[table.to_act] and table.to_act != own:
        worths = table.worths(scoring)
        best = (max if table.to_act == "elder" else min)(worths.values())
        seen.append([each for each, worth in worths.items() if worth == best][tie])
        table = table.played(scoring, seen[-1])
    return tuple(seen), table.worths(scoring) if table.hands[own] else {"": table.tally.difference()}


class Means(NamedTuple):
    """What a card brings the seat to act: with all cards known after it, and with the next card chosen as blindly."""

    bound: Fraction
    worth: Fraction


def means(position: Position, placings: list[tuple[Placing, int]]) -> dict[str, Means]:
    """The means of what each card brings, over placings with their counts."""
    rules, seat, sign = position.rules, position.seat, 1 if position.state.to_act == ELDER else -1
    scoring, made = scoring_of(rules), tally_of(rules, position.state).difference()
    bounds: Counter[str] = Counter()
    seen: dict[str, dict[tuple[str, ...], Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for placing, count in placings:
        there = replayed(position, seat, placing)
        assert there is not None
        table = table_of(rules, there.state)
        for card, worth in table.worths(scoring).items():
            bounds[card] += sign * (worth - made) * 2 * count
            for tie in (0, -1):
                sight, then = until_own(scoring, table, card, tie)
                seen[card][sight].update({each: sign * (worth - made) * count for each, worth in then.items()})
    layouts = 2 * sum(count for _, count in placings)
    return {
        card: Means(
            Fraction(bound, layouts), Fraction(sum(max(each.values()) for each in seen[card].values()), layouts)
        )
        for card, bound in bounds.items()
    }


def placings_of(position: Position) -> list[tuple[Placing, int]]:
    """One placing of each hand that the other may have, with the number of layouts it stands for."""
    layouts, true = layouts_of(position.known(position.seat)), true_placing(position, position.seat)
    unseen = true.hand | true.discards | true.left
    found = []
    for hand, count in zip(layouts.hands.tolist(), layouts.counts.tolist(), strict=True):
        rest, discards = unseen & ~hand, 0
        for card in [card for card in range(36) if rest >> card & 1][: true.discards.bit_count()]:
            discards |= 1 << card
        found.append((Placing(hand, discards, rest & ~discards), count))
    return found


def is_small(position: Position) -> bool:
    """Whether there is a choice among cards, and everything can be tried: there are few cards and layouts."""
    state = position.state
    cards = min(hand.bit_count() for hand in state.hands)
    if state.phase != Phase.PLAY or cards > 6 or playable(state, state.to_act).bit_count() < 2:
        return False
    known = position.known(position.seat)
    if known.said.against or known.blanche:  # what is discarded matters
        return False
    return len(layouts_of(known).hands) * factorial(cards) ** 2 <= MOST


@pytest.mark.rule("R6.1", "R6.2", "R6.3", "R6.4", "R7.3")
@pytest.mark.parametrize("number", range(len(RULES)), ids=[f"{name} {more}" for name, more in RULES])
def test_a_card_is_worth_what_it_brings_with_the_next_one_chosen_as_blindly(number: int) -> None:
    """A card that cannot be the best keeps the mean with all cards known, which is an upper bound."""
    name, overrides = RULES[number]
    rules, sizes, found = ruleset(name, overrides), Counter[int](), Counter[str]()
    for _, rng in seeds(f"values {number}", 20, enough=10):
        position = small_position(rules, rng)
        expected = means(position, placings_of(position))
        advice = advise(position.known(position.seat), ALL, seed="any")
        told = (position.state, position.events)
        assert advice.basis is not None, told
        assert advice.basis.exact, told
        assert advice.basis.layouts == advice.basis.of, told
        best = max(each.worth for each in expected.values())
        for option in advice.options:
            assert isinstance(option.action, Play), told
            bound, worth = expected.pop(CARDS[option.action.card])
            value = worth if bound >= best or option.value == pytest.approx(float(worth), abs=1e-9) else bound
            assert option.value == pytest.approx(float(value), abs=1e-9), told
            assert sum(option.parts.values()) == pytest.approx(option.value, abs=1e-9), told
            assert option.behind == pytest.approx(float(best - value), abs=1e-9), told
            assert option.error == option.behind_error == 0, told
            found["lower"] += value < bound
            found["bound"] += value != worth
        assert not expected, told
        behind = [option.behind for option in advice.options]
        assert behind[0] == 0, told
        assert behind == pytest.approx(sorted(behind), abs=1e-9), told
        sizes[position.state.hands[position.state.to_act].bit_count()] += 1
    print(sizes, found)
    assert sizes.keys() >= {2, 3}


def small_position(rules: Ruleset, rng: random.Random) -> Position:
    """A position late in a deal in which there is a choice."""
    while True:
        late = [each for each in random_positions(rules, rng) if len(each.state.tricks) >= 7 and is_small(each)]
        if late:
            return rng.choice(late[:3])
