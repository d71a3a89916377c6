"""Each value of each parameter of a ruleset, with the fewest and the most cards exchanged, at every analysis."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from typing import Any

from service.advice.advising import advise
from service.advice.knowledge import ImpossibleError, Knowledge, knowledge_of
from service.advice.values import Effort
from service.piquet.actions import members_of
from service.piquet.cards.cards import cards_of, mask_of, names
from service.piquet.engine import MutableDeal
from service.piquet.legal_actions import ExchangeOption
from service.piquet.model.actions import Action, Concede
from service.piquet.model.state import OVER, Phase
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset, RulesetError
from service.piquet.rulesets.published import RULESETS
from service.piquet.table import Table
from service.piquet.views import view_of
from tests.helpers.http import client
from tests.helpers.random_cases import generator, scale

FEW = Effort("few", 800, 4)
#: Besides, so many parameters of each ruleset have other values.
OTHERS = 3
EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE)


def corners(rng: random.Random) -> Iterator[Table]:
    """A table for each value of each parameter, of any ruleset that may have it."""
    about = {each.name: each.metadata["about"].values for each in fields(Ruleset) if "about" in each.metadata}
    for name, value in [(name, value) for name, values in about.items() for value in values]:
        made = None
        while made is None:
            others = {each: rng.choice(about[each]) for each in rng.sample(sorted(about), OTHERS)}
            with suppress(RulesetError):
                made = Table(rng.choice(sorted(RULESETS)), {**others, name: value}, first_dealer=rng.choice("AB"))
        yield made


def positions(table: Table, rng: random.Random) -> Iterator[MutableDeal]:
    """The positions of a deal in which as few or as many cards are exchanged as may be, and all is declared."""
    pack = list(names(table.rules.cards))
    rng.shuffle(pack)
    table.deal(hands={"A": pack[:12], "B": pack[12:24]}, talon=pack[24:])
    deal = MutableDeal(table.rules, table.state)
    while deal.state.phase not in OVER:
        yield deal
        table.apply(members_of(deal.do(some_action(deal, rng))))


def some_action(deal: MutableDeal, rng: random.Random) -> Action:
    option = rng.choice([each for each in deal.options() if each.type is not Concede])
    if isinstance(option, ExchangeOption):
        chosen = rng.sample(cards_of(option.cards), rng.choice((option.low, option.high)))
        return option.type(option.seat, mask_of(chosen))
    return rng.choice(deal.expand(option))


def known_to(rules: Ruleset, deal: MutableDeal, *, candid: bool) -> Knowledge:
    state = deal.state
    partie = Partie(rules, state.first_dealer, state.finished, state.dealers)
    seat = state.to_act ^ 1 ^ state.dealer
    return knowledge_of(rules, view_of(rules, state, seat), deal.events, partie, candid=candid)


def advised(rules: Ruleset, deal: MutableDeal, weights: str, *, candid: bool) -> str:
    """What becomes of advice with little effort."""
    try:
        options = advise(known_to(rules, deal, candid=candid), FEW, weights=weights).options
    except ImpossibleError:
        assert candid, "a position that was reached is possible"
        return "not candid"
    assert options
    return "advised"


def requests(line: str, seat: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The analyses of a position, and what else is computed of it."""
    for at_most in (0, 1):
        members = {"mode": "plain", "limit": 1, "at_most": at_most}
        yield "/v1/exchanges/analyse", {"state": line, "seat": seat, **members}
    yield "/v1/hands/evaluate", {"state": line, "seat": seat}
    yield "/v1/states/view", {"state": line, "seat": seat}
    yield "/v1/actions/options", {"state": line}
    if seat == "B":  # for the sake of time
        yield "/v1/play/analyse", {"state": line}


def test_no_analysis_fails_at_the_corners_of_a_ruleset() -> None:
    rng, tried = generator("corners"), Counter[str]()
    for table in corners(rng):
        for deal in positions(table, rng):
            rare = deal.state.phase in EXCHANGES or len(deal.state.tricks) > 2
            if rng.random() < (0.01 if rare else 0.1):
                weights, candid = rng.choice(("equal", "likely", "discards", "discards")), rng.random() < 0.3
                tried[advised(table.rules, deal, weights, candid=candid)] += 1
            if rng.random() < 0.015:
                for path, body in requests(table.line, table.to_act or "A"):
                    status = client().post(path, json=body).status_code
                    assert status < 500, (path, body)
                    tried[str(status)] += 1
            tried["kept all"] += 0 in deal.state.exchanged
    print(tried)
    assert min(tried[name] for name in ("advised", "not candid", "200", "kept all")) >= scale(10, enough=5)
