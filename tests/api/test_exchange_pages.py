"""Pages of a remembered analysis of an exchange: short ones are written at once, long ones in a turn."""

import pytest

from service.api.game_states.codec import StateCodec
from service.api.operations import operations
from service.api.resources import exchanges
from service.app import create_app
from service.cache import Cache, make_cache
from service.cache.single_flight import InProcessStore
from service.settings.service import Settings
from tests.api.test_long_states import Counted
from tests.cache.test_analyses import HAND, TURNED

ASKED = {"side": "elder", "hand": HAND, "at_most": 3, "mode": "plain"}
ROWS = 12 + 66 + 220


@pytest.fixture
def pool():
    return Counted()


@pytest.fixture
def ask(pool):
    cache = Cache(InProcessStore(1 << 24), pool=pool)
    client = create_app(Settings(), operations(StateCodec(0), cache, pool)).test_client()

    def ask(limit, hand=HAND):
        response = client.post("/v1/exchanges/analyse", json={**ASKED, "limit": limit, "hand": hand})
        assert response.status_code == 200
        return response.json

    return ask


def test_a_page_of_few_rows_takes_no_turn_once_the_analysis_is_known(ask, pool):
    first = ask(10)
    assert pool.taken == 1
    assert ask(exchanges.FEW)["rows"][:10] == first["rows"]
    assert first["discards"] == ROWS and len(first["rows"]) == 10
    assert pool.taken == 1


def test_a_page_of_many_rows_takes_a_turn_and_is_kept_as_it_was_written(ask, pool):
    ask(10)
    whole = ask(5000)
    assert pool.taken == 2
    assert ask(5000) == whole == ask(ROWS), "and no more are asked for than there are"
    assert pool.taken == 2
    assert len({tuple(row["discard"]) for row in whole["rows"]}) == ROWS


def test_a_page_is_written_for_the_suits_that_were_asked_for(ask, pool):
    whole = ask(5000)["rows"]
    turned = [card.translate(TURNED) for card in HAND]
    other = ask(5000, turned)["rows"]
    assert pool.taken == 3, "one analysis, and two pages"
    assert {frozenset(card.translate(TURNED) for card in row["discard"]) for row in whole} == {
        frozenset(row["discard"]) for row in other
    }
    assert [row["worth"] for row in whole] == [row["worth"] for row in other]


def test_the_longest_page_of_all_is_kept_in_a_cache_of_the_default_size(pool):
    """Elder of `old-36` exchanges one to eight of twelve cards: 12 + 66 + 220 + 495 + 792 + 924 + 792 + 495."""
    settings = Settings()
    client = create_app(settings, operations(StateCodec(0), make_cache(settings, pool), pool)).test_client()
    request = {"ruleset": "old-36", "side": "elder", "hand": ["6S", *HAND[1:]], "limit": 5000}
    first, second = (client.post("/v1/exchanges/analyse", json=request) for _ in range(2))
    assert first.data == second.data and len(first.json["rows"]) == 3796
    assert pool.taken == 2, "the analysis, and its page once"
