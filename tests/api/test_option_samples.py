"""`sample` of the options: different legal actions, each as likely as any other, the same for the same seed."""

from collections import Counter
from typing import Any

import pytest

from service import Table
from service.piquet.sampling import sample
from tests.api.multiplayer.deals import SEATS
from tests.helpers.http import post

Json = Any

#: W1 before elder's exchange; then with two cards of B and of the talon in each other's place.
W1 = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
OTHER_HAND_OF_B = "1~portland@1~B~SAKJHAQJ8D98CJ87_S97HT97DAKJTCKQT_TS8SKH9CQDQSAC7D"
BEFORE_B_PLAYS = f"{W1}_AxSKD98C87_BxS7H97_Ap5_Be_Av49_Bg_Ar_As4-A_Bg_Ar_At3-J_Bn_A.AH"


def sampled(state: Json, path: str = "/v1/actions/options", **members: Json) -> Json:
    return post(path, {"state": state, **members})


def frozen(action: Json) -> str:
    return repr({**action, "cards": sorted(action["cards"])} if "cards" in action else action)


@pytest.mark.rule("R4.1")
def test_a_sample_has_different_actions_of_all_that_may_be_done() -> None:
    """Elder exchanges one to five of twelve cards: 12 + 66 + 220 + 495 + 792 ways."""
    pages = [sampled(W1, expand=True, offset=at, limit=1000)["actions"] for at in (0, 1000)]
    legal = {frozen(action) for page in pages for action in page}
    answer = sampled(W1, sample=1000, seed="any")
    drawn = [frozen(action) for action in answer["actions"]]
    assert (answer["total"], len(legal), len(set(drawn))) == (1585, 1585, 1000)
    assert set(drawn) < legal
    assert [frozen(action) for action in pages[0]] != drawn


def test_a_sample_that_is_larger_than_the_options_has_each_once() -> None:
    listed = sampled(BEFORE_B_PLAYS, expand=True)["actions"]
    orders = {tuple(map(frozen, sampled(BEFORE_B_PLAYS, sample=1000, seed=seed)["actions"])) for seed in "abc"}
    assert len(orders) > 1
    assert {frozenset(order) for order in orders} == {frozenset(map(frozen, listed))}


def test_the_same_seed_draws_the_same_and_another_hand_draws_anew() -> None:
    answer = sampled(W1, sample=3, seed="x", expand=True, limit=1)
    assert len(answer["actions"]) == 3
    assert answer == sampled(W1, sample=3, seed="x")
    assert answer["actions"] != sampled(W1, sample=3, seed="y")["actions"]
    hands = [post("/v1/deals", {"dealer": "B", "seed": f"{number}"})["state"] for number in range(5)]
    drawn = [(state["dealt"]["hands"]["A"], sampled(state, sample=1)["actions"][0]["cards"]) for state in hands]
    assert len({frozenset(map(hand.index, cards)) for hand, cards in drawn}) > 1


def test_a_sample_reveals_nothing_of_the_hand_of_the_opponent() -> None:
    drawn = [sampled(state, sample=5, seed="x", seat="A")["actions"] for state in (W1, OTHER_HAND_OF_B)]
    assert drawn[0] == drawn[1]


def test_each_action_is_equally_likely_whatever_the_size_of_its_option() -> None:
    """Options of 1, 0, 90 and 9 actions, drawn 20,000 times: 200 times each; by chi-square with 99 degrees of freedom.

    Values above 149 have a chance of one in a thousand; the seeds are fixed, so that the value is the same each time.
    """
    lists = [range(1), range(1, 1), range(1, 91), range(91, 100)]
    counts = Counter(next(sample([], lists, 1, f"{seed}")) for seed in range(20_000))
    assert set(counts) == set(range(100))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 149


def test_the_library_draws_what_the_service_draws() -> None:
    table = Table.from_line(W1)
    assert table.options().sample(4, seed="x") == sampled(W1, sample=4, seed="x")["actions"]
    assert all(action in table.options() for action in table.options().sample(4))
    assert table.options().sample(20) != table.options().sample(20)


@pytest.mark.parametrize("game", SEATS)
def test_the_games_for_three_and_four_draw_likewise(game: str) -> None:
    state = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "seed": "samples"})["state"]
    path = f"/v1/{game}/actions/options"
    listed = sampled(state, path, expand=True, limit=1000)
    drawn = sampled(state, path, sample=1000, seed="x")
    assert drawn["total"] == listed["total"] == len(drawn["actions"])
    assert {*map(frozen, drawn["actions"])} == {*map(frozen, listed["actions"])}


def test_where_nothing_may_be_done_a_sample_is_empty() -> None:
    answer = sampled("1~portland@1~B", sample=5)
    assert (answer["total"], answer["actions"]) == (0, [])
