"""Random parties as records: played by the engine, written down with every running total."""

from __future__ import annotations

import random
from collections.abc import Iterator

from service.piquet import engine
from service.piquet.actions import members_of
from service.piquet.cards.cards import CARDS, cards_of, names
from service.piquet.partie import Partie
from service.piquet.rules.dealing import deal as dealt_from
from service.piquet.rulesets.parameters import PARAMETERS, Ruleset, RulesetError, Value
from service.piquet.rulesets.published import RULESETS, ruleset
from service.piquet.scoring.settlement import by_seat, settle, totals
from service.records.model import Deal, Record, Result, Step
from tests.helpers.random_cases import SEED, scale
from tests.piquet.rulesets.test_random_parties import an_action

OVERRIDES: tuple[dict[str, Value], ...] = (
    {},
    {"partie_deals": 4},
    {"calling": "automatic"},
    {"carte_rouge": 20, "concession": "any_deal"},
    {"left_cards": "private_named_suit", "elder_second_exchange": True, "carte_blanche_protocol": "show"},
    {"nought": True, "left_cards": "revealed_by_dealer"},
)


def _go_together(which: str, overrides: dict[str, Value]) -> bool:
    try:
        ruleset(which, overrides)
    except RulesetError:
        return False
    return True


def random_overrides(which: str, rng: random.Random) -> dict[str, Value]:
    """Some parameters of a ruleset changed at random; what cannot go together is drawn again."""
    while True:
        chosen = rng.sample(list(PARAMETERS), rng.randint(1, 8))
        overrides = {name: rng.choice(PARAMETERS[name].values) for name in chosen}
        if _go_together(which, overrides):
            return overrides


def seeded(name: str, number: int) -> Iterator[tuple[str, dict[str, Value], random.Random]]:
    """So many parties for every published ruleset: name, overrides, and randomness whose seed is printed. The first is
    played without overrides, every other one with random ones."""
    for which in RULESETS:
        listed = [overrides for overrides in OVERRIDES if _go_together(which, overrides)]
        for count in range(scale(number)):
            seed = f"{SEED}:{name}:{which}:{count}"
            print("seed", seed)
            rng = random.Random(seed)
            if count % 2:
                yield which, random_overrides(which, rng), rng
            else:
                yield which, dict(listed[count // 2 % len(listed)]), rng


def random_deal(rules: Ruleset, first_dealer: int, finished: tuple[tuple[int, int], ...], rng: random.Random) -> Deal:
    """A deal of random cards and random legal actions, with every running total. The score is elder's and younger's."""
    pack = list(cards_of(rules.cards))
    rng.shuffle(pack)
    if rng.random() < 0.15:  # a carte blanche for one of the two
        blank = [card for card in pack if CARDS[card][0] not in "JQK"][:12]
        pack = (blank + [card for card in pack if card not in blank]) if rng.random() < 0.5 else pack
    hands, talon = dealt_from(rules, pack)
    state = Partie(rules, first_dealer, finished).deal((hands, talon)).state
    table = engine.MutableDeal(rules, state)
    deal = Deal("AB"[state.dealer])
    deal.hands = [list(names(hand)) for hand in by_seat(state.dealer, hands)]
    deal.talon = [CARDS[card] for card in talon]
    while table.options():
        done = table.apply(an_action(table, rng))
        deal.steps.append(Step(members_of(done), by_seat(state.dealer, table.state.score)))
    deal.score = by_seat(state.dealer, table.state.score)
    return deal


def random_record(which: str, overrides: dict[str, Value], rng: random.Random, most: int = 12) -> Record:
    """A whole partie, or its first deals where it has more than `most`."""
    rules = ruleset(which, overrides)
    record = Record({"event": "Random play"}, ["Alice", "Bob"], which, dict(overrides), rng.choice("AB"))
    finished: tuple[tuple[int, int], ...] = ()
    while len(finished) < most and not (finished and settle(rules, finished).over):
        deal = random_deal(rules, "AB".index(record.first_dealer or ""), finished, rng)
        assert deal.score is not None
        finished = (*finished, (deal.score[0] or 0, deal.score[1] or 0))
        deal.totals = totals(rules, finished)
        record.deals.append(deal)
    settled = settle(rules, finished)
    if settled.over:
        winner = "none" if settled.winner is None else "AB"[settled.winner]
        record.result = Result(settled.totals, winner, settled.rubicon, settled.points)
    return record
