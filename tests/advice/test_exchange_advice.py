"""Advice on the exchange: against discards that an author recommends, and on a carte blanche."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.advice.advising import advise
from service.advice.exchanging import exchange_options
from service.advice.values import EFFORTS, Effort
from service.piquet import engine
from service.piquet.cards.cards import cards_of, hand_of, mask_of
from service.piquet.model.actions import ClaimCarteBlanche, Exchange
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.advice.random_deals import Position, random_start
from tests.advice.told_deals import ELDERS, ToldDeal
from tests.helpers import http
from tests.helpers.cards import PACK, cards
from tests.helpers.random_cases import SCALE, generator

#: One recommendation for each player in each example; those that only a state of the partie explains are left out.
PUBLISHED: list[dict[str, str]] = json.loads(Path(__file__).with_name("published_discards.json").read_text("utf-8"))
#: With PROPERTY_SCALE=10, all examples are tried with the effort `full`, which takes half a minute. `quick` is tried
#: with those whose best discard is clear.
CLEAR = [("Example 1", "younger"), ("Example 6", "elder"), ("Example 19", "elder")]
SMALL = Effort("small", 15_000, 4)


def before_exchange(rules: Ruleset, hand: str, player: str) -> Position:
    """The position in which a player with this hand is to exchange; elder has taken five."""
    if player == "elder":
        return ToldDeal(rules, hand, "", "").position
    told = ToldDeal(rules, "", hand, "")
    return told.do(Exchange(ELDERS, mask_of(cards_of(told.table.state.hands[0])[:5]))).position


def rank_of(one: dict[str, str], effort: Effort) -> int:
    """The rank of the author's choice by value, printed as a row of the table of the documents."""
    position, discards = (
        before_exchange(ruleset("portland"), one["dealt"], one["player"]),
        hand_of(cards(one["discards"])),
    )
    found, _ = exchange_options(position.known(position.seat), effort, "published", [discards])
    rank = [getattr(option.action, "cards", None) for option in found].index(discards) + 1
    chosen = found[rank - 1]
    behind = f"{chosen.behind:.1f} ± {chosen.behind_error:.1f}"
    print(f"| {one['source']} | {one['player']} | {one['discards']} | {rank} of {len(found)} | {behind} |")
    return rank


@pytest.mark.parametrize(("example", "player"), CLEAR)
def test_what_an_author_puts_away_is_among_the_best_three_where_that_is_clear(example: str, player: str) -> None:
    (one,) = (each for each in PUBLISHED if each["source"].endswith(f", {example}") and each["player"] == player)
    assert rank_of(one, EFFORTS["quick"]) <= 3


@pytest.mark.skipif(SCALE < 10, reason="takes half a minute: PROPERTY_SCALE=10 runs it")
def test_what_an_author_puts_away_is_among_the_best_three_in_seven_of_ten_examples() -> None:
    """In an example for both players, for one of them at least."""
    among = {one["source"]: False for one in PUBLISHED}
    for one in PUBLISHED:
        among[one["source"]] |= rank_of(one, EFFORTS["full"]) <= 3
    assert len(among) == 10
    assert sum(among.values()) >= 7, among


@pytest.mark.rule("R3.1", "R3.2", "R3.3")
@pytest.mark.parametrize(("name", "player"), [("portland", "elder"), ("portland", "younger"), ("parlett", "younger")])
def test_a_carte_blanche_is_claimed_for_its_ten_points(name: str, player: str) -> None:
    """It brings ten, and may save from a repique or make one; nothing speaks against it."""
    position = before_exchange(ruleset(name), "AS TS 9S 8S 7S AH TH 9H 8H AD TD 9D", player)
    claim, best, *others = advise(position.known(position.seat), SMALL, seed="blanche").options
    assert isinstance(best.action, Exchange)
    announces = player == "elder" and name == "portland"
    assert claim.action == ClaimCarteBlanche(position.seat, best.action.cards.bit_count() if announces else None)
    assert claim.behind == 0
    assert best.behind >= 10 - 1e-9
    assert claim.value == pytest.approx(best.value + best.behind)
    assert all(isinstance(each.action, Exchange) for each in others)


@pytest.mark.rule("R3.3", "R4.1", "R4.2")
@pytest.mark.parametrize(
    ("name", "player"),
    [("portland", "elder"), ("portland", "younger"), ("au-cent", "younger"), ("german", "elder"), ("old-36", "elder")],
)
def test_every_discard_that_is_ranked_is_legal_and_its_parts_add_up(name: str, player: str) -> None:
    rules = ruleset(name)
    start = random_start(rules, generator(f"discards {name}"), "plain")
    table = engine.MutableDeal(rules, start)
    if player == "younger":
        table.apply(Exchange(table.state.dealer ^ 1, mask_of(cards_of(start.hands[0])[:4])))
    position = Position(rules, start, (), table.state, table.events)
    advice = advise(position.known(position.seat), SMALL, seed="legal")
    assert advice.basis is not None
    assert not advice.basis.exact
    assert advice.options[0].behind == 0
    for option in advice.options:
        assert not engine.check(rules, position.state, option.action)
        assert sum(option.parts.values()) == pytest.approx(option.value)


@pytest.mark.rule("R4.1", "R5.12")
def test_of_eight_spades_seven_are_kept_at_least_with_the_points_that_they_are_certain_of() -> None:
    """Point 7 and septième 17 cannot be beaten, whatever is drawn. Younger, without a card of spades, can have no
    quatorze and at most four trios: elder is 12 ahead in hand at the least. The lowest spade may make room for a card
    more of the talon (Cavendish, Example 6)."""
    position = before_exchange(ruleset("portland"), "AS KS QS JS TS 9S 8S 7S 9H 8D 7C 7D", "elder")
    best = advise(position.known(ELDERS), SMALL, seed="eight").options[0]
    assert isinstance(best.action, Exchange)
    assert not best.action.cards & hand_of(cards("S AKQJT98"))
    assert best.parts["in_hand"] >= 24 - 12


@pytest.mark.rule("R3.3", "R4.2")
def test_elder_may_have_exchanged_fewer_cards_than_were_announced_with_a_carte_blanche() -> None:
    """Elder announced five and took four, so that younger finds four cards in the talon."""
    blank = [f"{rank}{suit}" for suit, ranks in (("S", "T987"), ("H", "T987"), ("D", "T987")) for rank in ranks]
    mine = ["AS", "KS", "AH", "KH", "AD", "KD", "AC", "KC", "QC", "JC", "TC", "9C"]
    talon = [card for card in PACK if card not in (*blank, *mine)]
    hands = {"ruleset": "portland", "dealer": "B", "hands": {"A": blank, "B": mine}, "talon": talon}
    state = http.post("/v1/deals", hands)["state"]
    for action in (
        {"seat": "A", "type": "claim_carte_blanche", "exchange": 5},
        {"seat": "B", "type": "commit_discard", "cards": ["9C"]},
        {"seat": "A", "type": "exchange", "cards": ["7S", "7H", "7D", "8S"]},
    ):
        state = http.post("/v1/actions/check", {"state": state, "action": action})["state"]
    options = http.post("/v1/advice", {"state": state, "seat": "B", "limit": 60})["options"]
    assert {len(option["action"]["cards"]) for option in options} <= {1, 2, 3, 4}
    assert 4 in {len(option["action"]["cards"]) for option in options}
