"""Bounds and prices of states by their bytes, each on both sides: what is replayed in the pool, what is refused, and
what is cached (docs/reference/, docs/configuration.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from service.api.game_states import codec
from service.api.game_states.checks import check_many, expanded
from service.api.game_states.codec import StateCodec, VerifiedStateCache
from service.api.game_states.seals import Seals
from service.api.game_states.tokens import Charter, Tokens, Viewer
from service.api.game_states.verification import Verified
from service.api.problems import Problem
from service.api.resources.actions import Item, proceed
from service.piquet import engine
from tests.api.test_long_states import KEY, Counted, as_json, as_token, line
from tests.helpers.request_contexts import in_request

KIB = 1024
SECRETS = {"one": b"1" * 32}


def padded(state: bytes, size: int) -> msgspec.Raw:
    """The JSON with blanks before its last character, so that it has `size` bytes."""
    return msgspec.Raw(state[:-1] + b" " * (size - len(state)) + state[-1:])


# ---------------------------------------------------------------- replays


@pytest.mark.parametrize(("beyond", "turns_taken"), [(0, 0), (1, 1)])
def test_a_state_of_more_than_32_kib_is_replayed_in_the_pool(beyond: int, turns_taken: int) -> None:
    pool = Counted()
    StateCodec(0, pool=pool).read(padded(as_json(1), 32 * KIB + beyond), "state")
    assert pool.taken == turns_taken


@pytest.mark.parametrize("beyond", [0, 1])
def test_states_of_more_than_32_kib_together_are_replayed_in_the_pool(beyond: int) -> None:
    """Those that are replayed in place are replayed one by one, so one that comes again is in the cache by then."""
    pool, half = Counted(), padded(as_json(1), 16 * KIB)
    given = [(half, ("items", 0, "state")), (padded(as_json(1), 16 * KIB + beyond), ("items", 1, "state"))]
    first, second = StateCodec(1 << 24, pool=pool).read_many(given)
    assert first == second
    assert pool.taken == beyond


def test_a_state_that_comes_twice_in_a_request_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state, played, replay = padded(as_json(1), 16 * KIB), [], engine.replay
    monkeypatch.setattr(engine, "replay", lambda *given: played.append(1) or replay(*given))
    first, second = StateCodec(1 << 24).read_many([(state, ("items", at, "state")) for at in (0, 1)])
    assert first == second
    assert len(played) == 1


@pytest.mark.parametrize(("unsent", "units"), [(8 * KIB, 1), (8 * KIB + 1, 2), (16 * KIB, 2)])
def test_a_line_that_is_replayed_in_the_pool_costs_a_unit_for_each_8_kib_that_were_not_sent(
    unsent: int, units: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A character of a line counts as ten bytes of JSON, and blanks before the line as none. JSON itself is sent."""
    text, charged = line(16), []
    assert 10 * len(text) > 32 * KIB
    monkeypatch.setattr(codec, "surcharge", charged.append)
    quoted = b'"%b"' % text.encode()
    given = [msgspec.Raw(quoted.rjust(10 * len(text) - unsent)), padded(as_json(1), 8 * KIB)]
    StateCodec(0).read_many([(state, ("items", at, "state")) for at, state in enumerate(given)])
    assert charged == [units]


def test_a_token_counts_as_four_times_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[int] = []
    monkeypatch.setattr(codec, "surcharge", charged.append)
    for deals, turns_taken in ((8, 0), (16, 1)):
        pool, given = Counted(), as_token(Tokens(SECRETS), line(deals))
        size = len(msgspec.json.decode(given)["token"])
        assert (4 * size > 32 * KIB) == bool(turns_taken)
        StateCodec(0, tokens=Tokens(SECRETS), pool=pool).read(msgspec.Raw(given), "state")
        assert pool.taken == turns_taken
    assert charged == [-(-3 * size // (8 * KIB))]


# ---------------------------------------------------------------- states of a response


def many(form: str, size: int, codec: StateCodec) -> Any:
    """The judgements of actions in states of `size` bytes together."""
    if form == "items":
        sizes = (2048 * KIB, size - 2048 * KIB)
        return check_many(proceed, codec, {"items": [Item(padded(as_json(1), each), "A.AS") for each in sizes]})
    return check_many(proceed, codec, {"state": padded(as_json(1), size // 64), "actions": ["A.AS"] * 64})


@pytest.mark.parametrize(("form", "least"), [("items", 1), ("actions", 64)])
def test_the_states_of_a_response_have_at_most_4_mib(form: str, least: int) -> None:
    codec, limit = StateCodec(0), 4 * KIB * KIB
    judged = many(form, limit, codec)["items"]
    assert [msgspec.json.decode(each)["legal"] for each in judged] == ([False] * 2 if form == "items" else [False])
    with pytest.raises(Problem) as refused:
        many(form, limit + least, codec)
    (fault,) = refused.value.errors
    assert (refused.value.code, fault.pointer) == ("invalid_request", f"/{form}")
    assert fault.message.endswith("would need about 4 MiB of states in the response; the limit is 4 MiB")


def test_a_page_of_actions_is_a_slice_of_all_of_them() -> None:
    lists = [[0, 1, 2], [], [3], [4, 5, 6, 7]]
    whole = [str(number) for number in range(8)]
    for offset in range(10):
        for limit in range(1, 10):
            page = expanded({"expand": True, "offset": offset, "limit": limit}, [], lists, str)
            assert page == {"total": 8, "actions": whole[offset : offset + limit]}, (offset, limit)


# ---------------------------------------------------------------- the cache

READ: dict[str, Callable[[], bytes]] = {
    "JSON as it was written": lambda: as_json(1),
    "JSON with blanks": lambda: as_json(1) + b" ",
    "JSON with a seal": lambda: Seals(SECRETS).write(verified().written(), verified().state),
    "a line": lambda: b'"%b"' % line(1).encode(),
    "a token": lambda: as_token(Tokens(SECRETS), line(1)),
}


def verified() -> Verified:
    return StateCodec(0).read(msgspec.Raw(as_json(1)), "state")


@pytest.mark.parametrize("form", READ)
def test_a_state_that_was_read_is_cached(form: str) -> None:
    state = msgspec.Raw(READ[form]())
    codec = StateCodec(1 << 20, Seals(SECRETS, required=form == "JSON with a seal"), Tokens(SECRETS))
    with in_request() as context:
        first, second = (codec.read(state, "state").state for _ in range(2))
    assert first is second
    assert context.recorded["ruleset"] == {"parlett@1": 2}
    first_time = {"JSON with a seal": "sealed", "a token": "concealed"}.get(form, "miss")
    assert context.recorded["cache"].items() >= {f"states {first_time}": 1, "states hit": 1}.items()


@pytest.mark.parametrize("form", ["json", "concealed", "text"])
def test_a_state_that_was_written_is_cached(form: str) -> None:
    codec, before = StateCodec(1 << 20, Seals(SECRETS), Tokens(SECRETS)), verified()
    if form == "json":
        sent = codec.write(before)["state"]
    elif form == "text":
        sent = msgspec.json.encode(codec.text_like(msgspec.Raw(b'""'), before))
    else:
        charter = Charter((sha256(KEY.encode()).digest(), bytes(32)), bytes(32))
        token = codec.write(before._replace(viewer=Viewer(charter, None)))["concealed"].token
        sent = msgspec.json.encode({"token": token, "keys": {"A": KEY}})
    assert codec.read(msgspec.Raw(sent), "state").state is before.state


@dataclass
class Judged:
    """A verified state, as far as the cache looks at it."""

    events: list[int]
    choice: str = "portland@1"


SIZES = [
    # The bytes that were sent, the line, the events; and the memory that counts for them: the bytes, 4 KiB, and four
    # more for each byte of JSON, or thirty for each character of a line and 480 for each event.
    (1000, 0, 7, 1000 + 4 * KIB + 4 * 1000),
    (1002, 1000, 0, 1002 + 4 * KIB + 30 * 1000),
    (1002, 1000, 7, 1002 + 4 * KIB + 30 * 1000 + 480 * 7),
]


@pytest.mark.parametrize(("sent", "characters", "events", "memory"), SIZES)
def test_a_state_is_cached_where_there_is_memory_for_it(sent: int, characters: int, events: int, memory: int) -> None:
    for room, kept in ((memory, True), (memory - 1, False)):
        cache: VerifiedStateCache[Any] = VerifiedStateCache(room)
        state = Judged([1] * events)
        cache.put(b"x" * sent, state, "y" * characters)
        assert (cache.find(b"x" * sent) is state) == kept


def test_the_oldest_state_leaves_the_cache_when_there_is_no_room_for_two() -> None:
    size = 100 + 4 * KIB + 4 * 100
    for room, kept in ((2 * size, 2), (2 * size - 1, 1)):
        cache: VerifiedStateCache[Any] = VerifiedStateCache(room)
        for sent in (b"a" * 100, b"b" * 100):
            cache.put(sent, Judged([]))
        assert [cache.find(sent) is not None for sent in (b"a" * 100, b"b" * 100)] == [kept == 2, True]


def test_a_state_that_would_take_more_than_256_kib_is_not_cached() -> None:
    # Five bytes for each that was sent, and 4 KiB: 51,609 bytes take one less than 256 KiB, one more takes too much.
    cache: VerifiedStateCache[Any] = VerifiedStateCache(1 << 30)
    for sent, kept in ((51_609, True), (51_610, False)):
        assert (5 * sent + 4 * KIB <= 256 * KIB) == kept
        cache.put(b"x" * sent, Judged([]))
        assert (cache.find(b"x" * sent) is not None) == kept
