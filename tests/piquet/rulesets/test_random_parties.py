"""Random parties, played to their end under every ruleset and under random legal overrides of each.

What must hold of every deal and of every partie is asked with as little of the rules as will do. `PROPERTY_SEED` sets
the seed, `PROPERTY_SCALE` multiplies the parties.
"""

from __future__ import annotations

import collections
import functools
import itertools
import operator
import random

import pytest

from service.piquet import engine
from service.piquet.cards.cards import CARDS, PACKS, RANKS, cards_of, mask_of
from service.piquet.model.actions import Action, Concede, Pass
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, State
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal as dealt_from
from service.piquet.rulesets.parameters import LAW_PREFIX, PARAMETERS, Ruleset, RulesetError
from service.piquet.rulesets.published import RULESETS, ruleset
from service.piquet.scoring.settlement import by_seat, settle
from tests.helpers.random_cases import generator, scale

PARTIES = max(6, scale(12, enough=6))  # for each ruleset
OVER = ("deal_over", "partie_over")
# The law says what follows when something irregular happened; nothing here is, so it decides nothing.
OF_THE_LAW = [name for name in PARAMETERS if name == "law" or name.startswith(LAW_PREFIX)]
OF_THE_GAME = [name for name in PARAMETERS if name not in OF_THE_LAW]


def overridden(name: str, rng: random.Random) -> Ruleset:
    """The ruleset with some parameters changed at random. What cannot go together is drawn again."""
    while True:
        names = rng.sample(OF_THE_GAME, rng.randint(1, 8)) + rng.sample(OF_THE_LAW, rng.randint(0, 3))
        try:
            return ruleset(name, {each: rng.choice(PARAMETERS[each].values) for each in names})
        except RulesetError as error:
            if not error.parameters:  # a refusal says which parameters it is about
                raise


def an_action(table: engine.MutableDeal, rng: random.Random) -> Action:
    """One of the actions that the options come to: first a kind, then one of that kind."""
    offered = table.options()
    weights = [{Concede: 0.05, Pass: 0.3}.get(option.type, 1) for option in offered]
    (option,) = rng.choices(offered, weights)
    actions = table.expand(option)
    assert len(actions) > 0, option
    return actions[rng.randrange(len(actions))]


def play_deal(rules: Ruleset, state: State, rng: random.Random, strict: bool) -> tuple[State, int]:
    """Play a dealt deal to its end: what it comes to, and how many actions it took. Where `strict`, each action is
    also asked about and applied to the state before it."""
    table = engine.MutableDeal(rules, state)
    events = [Event(state.dealer, "dealt", 0, (), "R2.2", (0, 0))]
    for count in itertools.count(1):
        assert count < 200
        action = an_action(table, rng)
        if strict:
            before = table.state
            assert engine.check(rules, before, action) == ()
            outcome = engine.apply(rules, before, action)
            table.apply(action)
            state = table.state
            assert outcome.state == state
            assert table.events[len(events) - 1 :] == outcome.events
            assert_every_card_is_in_one_place(rules, state)
            events += outcome.events
        else:
            table.apply(action)
        if not table.options():
            break
    state = table.state
    running = [0, 0]
    for event in table.events:
        if event.points:
            assert event.seat is not None
            running[event.seat] += event.points
        assert tuple(event.score) == tuple(running), event
    assert tuple(running) == by_seat(state.dealer, state.score)
    assert state.phase in OVER and state.to_act == NOBODY
    assert_every_card_is_in_one_place(rules, state)
    assert_the_tricks_are_right(state)
    assert_the_score_is_right(rules, state, table.events)
    return state, count


def assert_every_card_is_in_one_place(rules: Ruleset, state: State) -> None:
    played = [card for trick in state.tricks for card in (trick.lead, trick.follow) if card >= 0]
    drawn = max(state.exchanged[0], 0) + max(state.exchanged[1], 0) + state.again
    places = (*state.hands, *state.discards, mask_of(played), mask_of(state.talon[drawn:]))
    assert sum(place.bit_count() for place in places) == rules.pack
    assert functools.reduce(operator.or_, places) == PACKS[rules.pack]
    # Nobody has more or fewer cards than he has tricks to play, nor has drawn more or fewer than he discarded.
    for role in (ELDER, YOUNGER):
        out = sum(
            1
            for trick in state.tricks
            for who, card in ((trick.leader, trick.lead), (1 - trick.leader, trick.follow))
            if card >= 0 and who == role
        )
        assert state.hands[role].bit_count() == 12 - out


def assert_the_tricks_are_right(state: State) -> None:
    """R6.1, by the text of the cards."""
    leader = ELDER
    for at, trick in enumerate(state.tricks):
        assert trick.leader == leader
        if trick.follow < 0:
            assert at == len(state.tricks) - 1
            return
        lead, follow = CARDS[trick.lead], CARDS[trick.follow]
        taken = lead[1] == follow[1] and RANKS.index(follow[0]) > RANKS.index(lead[0])
        if lead[1] != follow[1]:  # he had none of the suit that was led
            later = [
                CARDS[card]
                for after in state.tricks[at + 1 :]
                for who, card in ((after.leader, after.lead), (1 - after.leader, after.follow))
                if who != leader and card >= 0
            ]
            assert lead[1] not in {card[1] for card in later}
        leader = 1 - leader if taken else leader
        assert trick.winner == leader


def assert_the_score_is_right(rules: Ruleset, state: State, events: tuple[Event, ...]) -> None:
    kinds = collections.Counter(event.kind for event in events)
    points = collections.Counter()
    for event in events:
        points[event.kind] += event.points
    # R7.2, R7.3: a repique for one at the most, and a pique only without one.
    assert kinds["repique"] + kinds["pique"] <= 1
    assert points["repique"] == 60 * kinds["repique"] and points["pique"] == 30 * kinds["pique"]
    assert all(event.seat != state.dealer for event in events if event.kind == "pique")
    if rules.repique_by == "elder":  # neither bonus is younger's, nor saved for younger
        assert all(event.seat != state.dealer for event in events if event.kind in ("repique", "saved"))
    stopped = rules.target is not None and rules.target_stop == "at_once" and state.phase == "partie_over"
    assert stopped or not kinds["uncounted"]
    if stopped or kinds["concession"]:
        return
    # R6.2, and W18 where leads and captures are counted: who leads has one, who takes the other's lead has one.
    assert len(state.tricks) == 12 and state.hands == (0, 0)
    taken = sum(trick.winner != trick.leader for trick in state.tricks)
    in_play = sum(points[kind] for kind in ("lead", "capture", "trick", "last_trick"))
    each = {"lead_and_capture": 12 + taken, "lead_and_take": 24, "one_per_trick": 12}[rules.trick_scoring]
    # What low cards do not score, by the text of the cards.
    low_leads = sum(CARDS[trick.lead][0] in "6789" for trick in state.tricks)
    low_captures = sum(CARDS[trick.follow][0] in "6789" for trick in state.tricks if trick.winner != trick.leader)
    if rules.low_cards_uncounted and rules.trick_scoring != "one_per_trick":
        each -= low_leads
    if rules.low_captures_uncounted and rules.trick_scoring == "lead_and_capture":
        each -= low_captures
    assert in_play == each + rules.last_trick_bonus
    # R6.3: the cards to who has more than six tricks, capot for all twelve.
    most = max(sum(trick.winner == role for trick in state.tricks) for role in (ELDER, YOUNGER))
    ten = 0 if rules.trick_scoring == "one_per_trick" else 10
    assert points["cards"] + points["capot"] == (40 if most == 12 else ten if most > 6 else 0)


def play_partie(rules: Ruleset, rng: random.Random, strict: bool = False) -> tuple[int, int]:
    """Play a partie to its end: how many deals and actions it took."""
    first_dealer = rng.randrange(2)
    state = new_partie(first_dealer)
    deals: list[tuple[int, int]] = []
    actions = 0
    while state.phase != "partie_over":
        assert len(deals) < 400
        deck = list(cards_of(PACKS[rules.pack]))
        rng.shuffle(deck)
        state = deal_next(rules, state, dealt_from(rules, deck)).state
        assert state.dealer == (first_dealer + len(deals)) % 2  # R2.4
        state, count = play_deal(rules, state, rng, strict)
        actions += count
        deals.append(by_seat(state.dealer, state.score))
        before = settle(rules, deals[:-1])
        assert not before.over
        assert settle(rules, deals).over == (state.phase == "partie_over")
    assert_the_partie_is_right(rules, deals)
    return len(deals), actions


def assert_the_partie_is_right(rules: Ruleset, deals: list[tuple[int, int]]) -> None:
    outcome = settle(rules, deals)
    times = [2 if rules.target is None and rules.partie_deals == 4 and at in (0, 3) else 1 for at in range(len(deals))]
    both = tuple(sum(deal[seat] * twice for deal, twice in zip(deals, times, strict=True)) for seat in (0, 1))
    high, low = max(both), min(both)
    assert tuple(outcome.totals) == both and outcome.due == 0
    assert outcome.winner == (None if high == low else both.index(high))
    if rules.target is not None:
        assert high >= rules.target and high != low
        if rules.target_stop == "at_once":
            assert low < rules.target
        assert outcome.points == (2 if rules.double_below is not None and low < rules.double_below else 1)
        assert not outcome.rubicon
        return
    extra = len(deals) - rules.partie_deals
    assert extra >= 0 and extra % 2 == 0
    if rules.tie == "one_each_then_drawn":
        assert extra <= 2
    else:
        assert high != low
    assert outcome.rubicon == (high != low and low < 100)
    assert outcome.points == (0 if high == low else rules.partie_bonus + (high + low if low < 100 else high - low))


@pytest.mark.parametrize("name", RULESETS)
def test_random_parties_come_to_their_end(name, tell):
    rng = generator(f"parties of {name}")
    deals = actions = 0
    for number in range(PARTIES):
        # The first as it stands, in every other way; then with some parameters changed.
        rules = ruleset(name) if number % 3 == 0 else overridden(name, rng)
        try:
            played = play_partie(rules, rng, strict=number % 6 < 2)
        except Exception as error:
            error.add_note(f"partie {number} of {name}: {rules}")
            raise
        deals, actions = deals + played[0], actions + played[1]
    tell(f"{name}: {PARTIES} random parties, {deals} deals, {actions} actions")


def test_every_value_of_every_parameter_comes_up():
    rng = generator("values of parameters")
    left = {each: set(about.values) for each, about in PARAMETERS.items()}
    for name in itertools.islice(itertools.cycle(RULESETS), 20_000):
        rules = overridden(name, rng)
        for each in list(left):
            left[each].discard(getattr(rules, each))
            if not left[each]:
                del left[each]
        if not left:
            break
    assert not left
