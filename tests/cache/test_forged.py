"""Whatever somebody writes into a Redis without a secret, with a checksum that is right: no mistake, and no answer out
of shape."""

import random
import struct
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest
import zstandard
from flask.testing import FlaskClient

from service.advice.values import EFFORTS, Effort
from service.analysis.double_dummy import PlayPosition, Towards, analyse as analyse_play, can_be_of
from service.analysis.exchange import analysed, compressed_page, first_rows, is_of, row_count
from service.analysis.exchange_knowledge import ExchangeKnowledge
from service.analysis.suit_symmetry import canonical
from service.app import create_app
from service.cache import Cache, Region
from service.cache.redis_store import SignedEntries
from service.cache.single_flight import InProcessStore
from service.piquet.cards.cards import cards_of, hand_of, mask_of
from service.piquet.rulesets.published import RULESETS
from service.piquet.table import Table
from service.settings.service import Settings
from tests.cache.helpers import PATIENT, ROOT, Once, question, squares
from tests.cache.test_analyses import ASKED, HAND, ask, service

SEAL, PORTLAND = SignedEntries(), RULESETS["portland"].ruleset
#: Numbers that are none of a card, a count, a chance.
ODD = [-1, 0, 1, 2, 35, 36, 37, 64, 255, 10**6, 2**31, 2**53, 2**63 - 1, -(2**63), 1.5, None, True, "", "AS", [], {}]


class Asked(NamedTuple):
    """A request whose answer is kept in the Redis, and how many entries are forged: what is rejected is computed."""

    path: str
    body: dict[str, Any]
    tried: int = 40


CALLING = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D_AxSKD98C87_BxS7H97"
TO_LEAD = (ROOT / "examples" / "w1.piquet").read_text().partition("A call")[0]


def late() -> str:
    """The same deal with three tricks left."""
    table = Table.from_line(CALLING)
    while len(table.view(table.to_act)["hand"]) > 3:
        table.apply(table.options()[0])
    return table.line


#: A request for each region of the shared cache.
ASKED_OF: dict[str, list[Asked]] = {
    "exchange": [
        Asked("/v1/exchanges/analyse", {"side": "younger", "hand": HAND, "at_most": 1}, 12),
        Asked("/v1/exchanges/analyse", {"side": "younger", "hand": HAND, "mode": "plain", "limit": 50}, 12),
    ],
    "exchange_first_rows": [Asked("/v1/exchanges/analyse", {"side": "younger", "hand": HAND, "limit": 100})],
    "play": [
        Asked(
            "/v1/play/analyse",
            {"ruleset": "portland", "hands": {"elder": ["AS", "KH"], "younger": ["QS", "AH"]}, "leader": "younger"},
        )
    ],
    "odds": [Asked("/v1/hands/evaluate", {"hands": [{"cards": HAND}]})],
    "advice": [
        Asked("/v1/advice", {"state": CALLING, "limit": 100}),
        Asked("/v1/advice", {"state": late(), "limit": 100}),
        Asked("/v1/exchanges/analyse", {"side": "younger", "hand": HAND, "play": True, "limit": 1}, 20),
    ],
    "review": [Asked("/v1/records/review", {"record": TO_LEAD})],
}


def mutated(value: Any, rng: random.Random) -> Any:
    """The same structure with something else in one place of it, or a place more or less."""
    if isinstance(value, list) and value and rng.random() < 0.9:
        changed, at = list(value), rng.randrange(len(value))
        match rng.randrange(8):
            case 0:
                del changed[at]
            case 1:
                changed.append(changed[at])
            case 2:
                return changed[::-1]
            case _:
                changed[at] = mutated(changed[at], rng)
        return changed
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return max(min(value + rng.choice([-1, 1, 36, -36, 1 << 40]), 2**63 - 1), -(2**63))
    return rng.choice(ODD)


def numbers_changed(packed: bytes, rng: random.Random) -> bytes:
    """Eight bytes of it something else, or cut off, or doubled."""
    at = rng.randrange(0, len(packed), 8)
    match rng.randrange(5):
        case 0:
            return packed[: rng.randrange(len(packed))]
        case 1:
            return packed + packed[at:]
        case 2:
            return packed[:at] + rng.randbytes(8) + packed[at + 8 :]
        case _:
            odd = [each for each in ODD if type(each) is int]
            return packed[:at] + struct.pack("<q", rng.choice(odd)) + packed[at + 8 :]


def forged(value: bytes, rng: random.Random) -> bytes:
    """An entry's value with something else in it, still MessagePack unless it is not that which was changed."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(len(value)))
    read = msgspec.msgpack.decode(value)
    changed = numbers_changed(read, rng) if isinstance(read, bytes) and rng.random() < 0.95 else mutated(read, rng)
    return msgspec.msgpack.encode(changed)


def every(wrong: object) -> Callable[[bytes], bytes]:
    """The same entry with something else in place of each text, number and truth in it."""

    def turned(value: Any) -> Any:
        if isinstance(value, list):
            return [turned(each) for each in value]
        if isinstance(value, dict):
            return {name: turned(each) for name, each in value.items()}
        return wrong

    return lambda packed: msgspec.msgpack.encode(turned(msgspec.msgpack.decode(packed)))


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = {"seat": [value]}
    return value


#: What turns an entry into one that nothing can be made of.
WRONG: list[Callable[[bytes], bytes]] = [
    every(7),
    every("<b>"),
    every(nested(300)),
    every(float("nan")),
    lambda packed: packed + b"\0",
    lambda packed: b"",
    lambda packed: msgspec.msgpack.encode(nested(300)),
    lambda packed: b"\x91" * 100_000 + b"\0",
]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice and reviews of few layouts: what is rejected is computed."""
    monkeypatch.setitem(EFFORTS, "quick", Effort("quick", 500, 2))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "request_"), [(name, each) for name, some in ASKED_OF.items() for each in some])
def test_an_entry_that_somebody_forged_is_never_a_mistake_and_its_answer_has_the_form_of_one(server, name, request_):
    settings = Settings(redis_url=server.url, redis_timeout=PATIENT, cache_memory_bytes=0, cache_evaluations="on")
    client, redis, rng = create_app(settings).test_client(), server.client, random.Random(f"forged {name}")
    right = asked(client, request_)
    (key,) = redis.keys(f"*:{name}:*")
    value = SEAL.decode(key, redis.get(key))
    assert value is not None
    believed = 0
    for wrong in [*(each(value) for each in WRONG), *(forged(value, rng) for _ in range(request_.tried))]:
        redis.set(key, SEAL.encode(key, wrong))
        believed += asked(client, request_) != right
    assert believed < request_.tried * 2 // 3, "most of it can be told"


def test_every_region_of_the_shared_cache_is_tried():
    modules = [module for name, module in sys.modules.items() if name.startswith("service.")]
    regions = {each.name for module in modules for each in vars(module).values() if isinstance(each, Region)}
    assert ASKED_OF.keys() == regions - {"exchange_rows", "exchange_page"}, "which only the process keeps"


def asked(client: FlaskClient, request_: Asked) -> dict[str, Any]:
    response = client.post(request_.path, json=request_.body)  # this client holds it against the contract
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json


@pytest.mark.parametrize("full", [True, False])
def test_no_packed_analysis_of_an_exchange_that_was_changed_is_a_mistake(full):
    rng, sets = random.Random(f"packed {full}"), canonical(hand_of(HAND))
    position = ExchangeKnowledge(PORTLAND, sets.sets[0], 1, 2, elder=False)
    right = analysed(position, full)
    rows = row_count(position)
    assert is_of(position, full, rows, right)
    believed = 0
    for _ in range(1000):
        changed = numbers_changed(right, rng)
        try:
            fits = is_of(position, full, rows, changed)
        except ValueError:
            fits = False
        if fits:
            believed += 1
            for row in msgspec.json.decode(zstandard.decompress(compressed_page(position, full, changed, sets, 5000))):
                assert len(set(row["discard"])) in (1, 2) and {*row["discard"]} < {*HAND}
                chances = [row["repique"], row["pique"]]
                chances += [each[of] for each in row["categories"] for of in ("good", "equal", "beaten")]
                assert all(0 <= each["decimal"] <= 1 for each in chances if each is not None)
    assert believed < 500


@pytest.mark.parametrize("name", RULESETS)
def test_whatever_is_computed_fits_its_question(name):
    rules, rng = RULESETS[name].ruleset, random.Random(name)
    cards = sorted(cards_of(rules.cards))
    rng.shuffle(cards)
    hand, other = mask_of(cards[:12]), mask_of(cards[12:24])
    low, high = rules.younger_min, max(rules.younger_min, 2)
    for full, held, blanche in ((True, 0, None), (True, mask_of(cards[12:15]), False), (False, other, None)):
        exchange = ExchangeKnowledge(rules, hand, low, high, False, held=held, carte_blanche=blanche)
        analysis, rows = analysed(exchange, full), row_count(exchange)
        assert is_of(exchange, full, rows, analysis)
        assert is_of(exchange, full, 5, first_rows(full, analysis, 5))
        assert not is_of(exchange, full, rows, first_rows(full, analysis, 5))
    few = mask_of(cards[:4]), mask_of(cards[12:16])
    for leader, pique in ((0, None), (1, Towards(29, in_play=True))):
        play = PlayPosition(few, leader, pique=pique)
        assert can_be_of(play, analyse_play(rules, play))
    led = PlayPosition((few[0], few[1] & ~(1 << cards[12])), 1, lead=cards[12])
    assert can_be_of(led, analyse_play(rules, led))


def test_an_answer_that_does_not_fit_its_question_is_computed():
    cache, compute = Cache(InProcessStore(1 << 20)), Once(squares(3))
    encode, decode = msgspec.json.Encoder().encode, msgspec.json.decode
    believing = Region("fitting", 1, encode, decode)
    cache.get_or_create(believing, question(3), lambda: squares(4))

    def raises(answer):
        raise IndexError

    for doubting in (raises, lambda answer: answer["number"] == 3):
        assert cache.get_or_create(
            Region("fitting", 1, encode, decode, fits=doubting), question(3), compute
        ) == squares(3)
        cache = Cache(InProcessStore(1 << 20))
        cache.get_or_create(believing, question(3), lambda: squares(4))
    assert compute.times == 2


def test_what_is_kept_of_an_analysis_fits_what_is_asked_the_next_time(server):
    """Otherwise nothing would ever be found."""
    client = service(server.url)
    first = ask(client)
    entries = {key: server.client.get(key) for key in server.client.scan_iter()}
    assert len(entries) == len(ASKED)
    for key in entries:
        server.client.expire(key, 1000)
    assert ask(service(server.url)) == first
    assert all(server.client.ttl(key) <= 1000 for key in entries), "nothing was written again"
