"""Attacks: the most expensive known requests, for the starvation benchmark, `make stress` and the tests.

`SERVER` attacks the reading of requests and the sending of responses. The requests in `COST` cause more work than their
size suggests. `ORDINARY` contains equally many harmless requests, for comparison. The name of an attack is the name of
its scenario and of its row. `stress.attackers` sends them.
"""

import itertools
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

#: The API key of the checks, for services that require one. Attackers send another one.
API_KEY = "the-key-of-the-checks"

_CHECK, _VERIFY, _CONVERT = "/v1/actions/check", "/v1/records/verify", "/v1/records/convert"
_JSON, _NDJSON = "application/json", "application/x-ndjson"
_MEBIBYTE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack.

    - `request(n)`: the bytes of the n-th request.
    - `drip`: bytes that are sent repeatedly after a request.
    - `reads`: how much of a response is read: `all`, `nothing`, or a few bytes at a time (`slowly`).
    - `sockets`: sockets for each requested connection.
    - `settings`, `open_files`: the settings of the service, and its limit of file descriptors.
    - `remembered`: whether the result must be cached first.
    - `starves`: which requests it delays, `checks` or `analyses`.
    """

    about: str
    request: Callable[[int], bytes]
    drip: bytes = b""
    reads: str = "all"
    sockets: int = 1
    settings: Mapping[str, str] = field(default_factory=dict)
    open_files: int | None = None
    remembered: bool = False
    starves: str = "checks"


def post(path: str, body: bytes, *headers: str, media_type: str = _JSON) -> bytes:
    """The bytes of a POST request."""
    return _head(path, *headers, f"Content-Length: {len(body)}", media_type=media_type) + body


def chunked(body: bytes, *headers: str) -> bytes:
    """A check with `body` in chunks of one byte."""
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in body)
    return _head(_CHECK, *headers, "Transfer-Encoding: chunked") + pieces + b"0\r\n\r\n"


def _head(path: str, *headers: str, media_type: str = _JSON) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Type: {media_type}", *headers, "", "")
    return "\r\n".join(lines).encode()


def get(target: str, *headers: str) -> bytes:
    """The bytes of a GET request."""
    return "\r\n".join((f"GET {target} HTTP/1.1", "Host: 127.0.0.1", *headers, "", "")).encode()


def _always(build: Callable[[], bytes]) -> Callable[[int], bytes]:
    """The same request every time, built when it is sent first."""
    built = cache(build)
    return lambda number: built()


# ---------------------------------------------------------------- states that are in no cache

_ELDER, _YOUNGER = "SAKJHAQJ8D98CJ87", "ST7HT97DAQJTCKQT"
_TALON = ("9S", "8S", "KH", "9C", "KD"), ("QS", "AC", "7D")  # what elder draws, what younger draws
_DEAL = (
    "AxSKD98C87_BxS7H97_Ap5_Be_Av49_Bg_Ar_As4-A_Bg_Ar_At3-J_Bn_A.AH_Br_B.TH_A.KH_B.7D_A.QH_B.TD_A.JH_B.JD_A.8H_B.QD"
    "_A.KD_B.AD_B.AC_A.9C_B.KC_A.JC_B.QC_A.8S_B.TC_A.9S_B.QS_A.AS_A.JS_B.TS"
)
_FIRST, _SECOND = "AxSKD98C87", "BxSKD98C87"  # elder's exchange, in a deal with A or B as elder
_DEALS = 100  # the maximum number of finished deals in a line
_CLUBS, _REVOKES = ("AC", "KC", "QC", "TC"), 46  # what younger plays instead of the ace of diamonds, and how often


@cache
def _talons() -> list[str]:
    """The orders of the talon that give both players the same cards."""
    draws = (map("".join, itertools.permutations(drawn)) for drawn in _TALON)
    return ["".join(both) for both in itertools.product(*draws)]


@cache
def _deal(elder: str) -> tuple[str, str]:
    """The cards and the actions of a deal as text. Elder wins every deal by the same score, so that a partie with
    alternating dealers never ends."""
    if elder == "A":
        return f"{_ELDER}_{_YOUNGER}", _DEAL
    seats = str.maketrans("AB", "BA")
    actions = (action[0].translate(seats) + action[1:] for action in _DEAL.split("_"))
    return f"{_YOUNGER}_{_ELDER}", "_".join(actions)


def long_line(number: int, deals: int = _DEALS) -> str:
    """A state as text with `deals` finished deals. Each `number` gives a different state of the same cost."""
    talons = _talons()
    first, second = talons[number % len(talons)], talons[number // len(talons) % len(talons)]
    written = []
    for at in range(deals):
        cards, actions = _deal("AB"[at % 2])
        written.append(f"{cards}_{(first, second)[at % 2]}_{actions}")
    cards, _ = _deal("AB"[deals % 2])
    return "~".join(("1", "portland@1.tie-two_more_until_broken", "B", *written, f"{cards}_{talons[0]}"))


def _check(line: str) -> dict[str, str]:
    return {"state": line, "action": _FIRST}


def _check_long_line(number: int) -> bytes:
    return post(_CHECK, json.dumps(_check(long_line(number))).encode())


def _check_and_leave(number: int) -> bytes:
    """A check that takes as long as one that the event loop answers itself may, on a connection that ends with it."""
    return post(_CHECK, json.dumps(_check(long_line(number, 60))).encode(), "Connection: close")


def _check_short_line(number: int) -> bytes:
    return post(_CHECK, json.dumps(_check(long_line(number, 0))).encode())


def revokes(number: int, times: int = _REVOKES) -> str:
    """A state as text in which younger revokes so often, and elder has it played again each time (docs/law.md, L59).

    Each `number` gives a different state of the same cost.
    """
    before = _DEAL.partition("_B.AD")[0].split("_")
    clubs = (_CLUBS[number // len(_CLUBS) ** at % len(_CLUBS)] for at in range(times))
    acts = [(f"B@.{card}", f"Au{len(before) + 2 * at + 1}-replay") for at, card in enumerate(clubs)]
    return "_".join(
        ("1~portland@1~B~" + _deal("A")[0], "".join(itertools.chain(*_TALON)), *before, *itertools.chain(*acts))
    )


def _check_revokes(number: int) -> bytes:
    return post(_CHECK, json.dumps({"state": revokes(number), "action": "B.AD"}).encode())


def _check_many_long_lines(number: int) -> bytes:
    each = len(json.dumps(_check(long_line(0)))) + 2
    many = (_MEBIBYTE - 100) // each
    items = [_check(long_line(number * many + at)) for at in range(many)]
    return post("/v1/actions/check-many", json.dumps({"items": items}).encode())


def _answer(path: str, body: dict[str, Any]) -> dict[str, Any]:
    """The answer of a service in this process."""
    from service.app import create_app
    from service.settings.service import Settings

    response = create_app(Settings()).test_client().post(path, json=body)
    assert response.status_code == 200, response.json
    return response.json


@cache
def _refused_deals() -> tuple[bytes, bytes]:
    """A check of a state with a long, impossible finished deal, as the bytes before and after the talon of that
    deal."""
    talon = json.dumps(["talon"])
    body = {"state": long_line(0, 1), "action": _SECOND}
    state = _answer(_CHECK, body)["state"]
    reckoned = {"category": "point", "cards": ["AS"] * 36}
    earlier = state["partie"]["deals"][0]
    earlier["history"] = [{"seat": "A", "type": "reckon", "holdings": [reckoned] * 12}] * 100
    earlier["dealt"]["talon"] = ["talon"]
    before, after = json.dumps({"state": state, "action": body["action"]}).split(talon)
    return before.encode(), after.encode()


def _check_refused_deal(number: int) -> bytes:
    talon = _talons()[number % len(_talons())]
    before, after = _refused_deals()
    cards = json.dumps([talon[at : at + 2] for at in range(0, len(talon), 2)]).encode()
    return post(_CHECK, before + cards + after)


# ---------------------------------------------------------------- the tables

_EXCHANGE = {
    "ruleset": "old-36",
    "side": "elder",
    "hand": ["AS", "KS", "JS", "AH", "QH", "JH", "8H", "JC", "8C", "7C", "9D", "8D"],
    "limit": 5000,
}


def _whole_exchange() -> bytes:
    return json.dumps(_EXCHANGE, separators=(",", ":")).encode()


def _picture(coding: str, number: int) -> bytes:
    """A picture that is in no cache: each `number` has cards of its own."""
    cards, _ = _deal("A")
    line = f"1~portland@1~B~{cards}_{_talons()[number % len(_talons())]}"
    return get(f"/v1/states/picture?state={line}", *([f"Accept-Encoding: {coding}"] if coding else []))


def _verify_nodes() -> bytes:
    before, after = b'{"records":[{"x":[', b"[]]}]}"
    return post(_VERIFY, before + b"[]," * ((4 * _MEBIBYTE - len(before + after)) // 3) + after)


def _convert_lines() -> bytes:
    return post(_CONVERT, json.dumps({"record": "x\n" * 340_000}).encode())


def unnumbered_rulings() -> str:
    """A record of 2 KB with 46 rulings that do not name their entries."""
    state = _answer("/v1/states/validate", {"state": revokes(0)})["state"]
    deal = {"dealt": state["dealt"], "steps": [{"action": action} for action in state["history"]]}
    record = {"piquet_record": 1, "ruleset": "portland@1", "first_dealer": "B", "deals": [deal]}
    text = _answer(_CONVERT, {"record": record})["record"]
    return re.sub(r"(?<=ruling )\d+ ", "", text)


def _convert_unnumbered() -> bytes:
    return post(_CONVERT, json.dumps({"record": unnumbered_rulings()}).encode())


#: A pack of 36 in which elder has called three queens and reckoned three aces, too: younger takes into account with
#: which of two million layouts that agrees.
LOW_CALL = (
    "1~portland@1.elder_max-8.pack-36~B~SAQ8HAQ76DAQ96C8_ST96HJTDKT8CAKQ9_KSKHJCTC7S8HJD7DJS6C7C9H_AxS8H76D96C8_BxDK_Ap0"
    "_As0_At3-Q_Bg_ArtSQHQDQ-tSAHADA_A.8H"
)


def _advice_after_low_call(number: int) -> bytes:
    return post("/v1/advice", json.dumps({"state": LOW_CALL, "seed": str(number)}).encode())


@cache
def _played_deal() -> dict[str, Any]:
    """The deal of `_deal` as that of a record in JSON."""
    state = _answer("/v1/states/validate", {"state": long_line(0, 1)})["state"]
    played = state["partie"]["deals"][0]
    return {"dealt": played["dealt"], "steps": [{"action": action} for action in played["history"]]}


def _review(number: int) -> bytes:
    """The review of a deal that is in no cache: each `number` has a talon of its own."""
    deal, talon = _played_deal(), _talons()[number % len(_talons())]
    cards = [talon[at : at + 2] for at in range(0, len(talon), 2)]
    record = {"piquet_record": 1, "ruleset": "portland@1", "first_dealer": "B"}
    record["deals"] = [{**deal, "dealt": {**deal["dealt"], "talon": cards}}]
    return post("/v1/records/review", json.dumps({"record": record}).encode())


def _empty_records(count: int) -> Callable[[int], bytes]:
    return _always(lambda: post(_VERIFY, b"{}\n" * count, media_type=_NDJSON))


def _unfinished(head: str, body: bytes = b"") -> Callable[[int], bytes]:
    return _always(lambda: _head(_CHECK, head) + body)


_CHUNKED = "Transfer-Encoding: chunked"
_KEYS = {"API_KEYS": f"checks:{API_KEY}"}
_WRONG_KEY = "X-API-Key: not-the-key-of-the-checks"


def _one_byte_chunks() -> dict[str, Attack]:
    """Attacks with bodies in chunks of one byte, each of which takes six bytes on the wire."""
    found = {}
    for kibibytes in (234, 585, 937):
        chunks = math.ceil(kibibytes * 1024 / 6)
        about = f"a body in chunks of one byte, {kibibytes} KiB on the wire"
        found[f"chunks-{kibibytes}"] = Attack(about=about, request=_always(partial(chunked, b" " * chunks)))
        found[f"chunks-{kibibytes}-wrong-key"] = Attack(
            about=about + ", with a wrong API key",
            request=_always(partial(chunked, b" " * chunks, _WRONG_KEY)),
            settings=_KEYS,
        )
    return found


SERVER: dict[str, Attack] = {
    "length-zeros": Attack(
        about="a length of 17 digits with leading zeros, and a body that never ends",
        request=_unfinished("Content-Length: 00000000000001000"),
        drip=b" ",
    ),
    "chunk-zeros": Attack(
        about="a chunk size of eleven digits with leading zeros, and a chunk that never ends",
        request=_unfinished(_CHUNKED, b"000000001f4\r\n\r\n"),
        drip=b" ",
    ),
    "chunk-extension": Attack(
        about="a chunk extension of 300 letters, and a chunk that never ends",
        request=_unfinished(_CHUNKED, b"1f4;" + b"a" * 300 + b"\r\n"),
        drip=b" ",
    ),
    "trailers": Attack(
        about="more than 64 KiB of trailers, without an end",
        request=_unfinished(_CHUNKED, b"2\r\n{}\r\n0\r\n" + b"X-Trailer: %s\r\n" % (b"a" * 1000) * 66),
        drip=b"X-Trailer: a\r\n",
    ),
    **_one_byte_chunks(),
    "unread-answer": Attack(
        about="answers of half a megabyte that are never read, more of them than the kernel takes",
        request=_always(lambda: get("/openapi.yaml") * 12),
        reads="nothing",
        sockets=2,
    ),
    "idle-connections": Attack(
        about="more connections than the service keeps, which say nothing", request=_always(bytes), sockets=150
    ),
    "open-files": Attack(
        about="more connections than the service may have open files",
        request=_always(bytes),
        sockets=40,
        open_files=256,
    ),
}

COST: dict[str, Attack] = {
    "verify-nodes": Attack(
        about="the check of a record of 4 MiB that is nothing but empty lists", request=_always(_verify_nodes)
    ),
    "long-line": Attack(
        about="the check of an action in a partie of a hundred deals, 23 KB in one line", request=_check_long_line
    ),
    "new-connections": Attack(
        about="the check of an action in a partie of sixty deals, 14 KB in one line, on a new connection each time",
        request=_check_and_leave,
    ),
    "revokes": Attack(
        about="the check of an action after 46 revokes that are played again, 1 KB in one line", request=_check_revokes
    ),
    "many-long-lines": Attack(about="1 MiB of these checks in one request", request=_check_many_long_lines),
    "refused-deals": Attack(
        about="states of 300 KB with an earlier deal that cannot have been played", request=_check_refused_deal
    ),
    "convert-lines": Attack(about="the conversion of 1 MB of lines that say nothing", request=_always(_convert_lines)),
    "unnumbered-rulings": Attack(
        about="the conversion of a record of 2 KB with 46 rulings that do not name their entries",
        request=_always(_convert_unnumbered),
    ),
    "empty-records": Attack(
        about="a stream of 300,000 empty records, 900 KB that make 86 MB of answer", request=_empty_records(300_000)
    ),
    "remembered-exchange": Attack(
        about="an analysis that is remembered, whose answer of 5.8 MB is asked for again and again",
        request=_always(lambda: post("/v1/exchanges/analyse", _whole_exchange())),
        remembered=True,
    ),
    "remembered-exchange-compressed": Attack(
        about="the same, compressed",
        request=_always(lambda: post("/v1/exchanges/analyse", _whole_exchange(), "Accept-Encoding: gzip")),
        remembered=True,
    ),
    **{
        f"picture-{coding or 'plain'}": Attack(
            about=f"a picture of 200 KB, {'compressed with ' + coding if coding else 'not compressed'}",
            request=partial(_picture, coding),
        )
        for coding in ("br", "gzip", "")
    },
    "contract-3.2": Attack(
        about="the contract in OpenAPI 3.2, not compressed", request=_always(lambda: get("/openapi-3.2.json"))
    ),
    "reference": Attack(
        about="the reference of the API, compressed",
        request=_always(lambda: get("/docs/reference", "Accept: text/html", "Accept-Encoding: br")),
    ),
    "advice": Attack(
        about="advice after a call below elder's best holding, with two million layouts", request=_advice_after_low_call
    ),
    "abandoned-review": Attack(
        about="the review of a deal, from clients that leave before the answer", request=_review, reads="nothing"
    ),
    "slow-stream": Attack(
        about="a stream of 60 KB that makes 6 MB of answer, which is read a few bytes at a time",
        request=_empty_records(20_000),
        reads="slowly",
        starves="analyses",
    ),
}

#: Requests that cost no more than they must, for comparison.
ORDINARY: dict[str, Attack] = {
    "checks": Attack(about="the check of an action in a short partie", request=_check_short_line),
    "wrong-key": Attack(
        about="a body of 1 MiB with a wrong API key",
        request=_always(lambda: post(_CHECK, b" " * _MEBIBYTE, _WRONG_KEY)),
        settings=_KEYS,
    ),
    "no-json": Attack(
        about="a body of 1 MiB that is no JSON",
        request=_always(lambda: post(_CHECK, b"[" + b"1," * (_MEBIBYTE // 2 - 1))),
    ),
    "too-long": Attack(about="a body of 2 MiB", request=_always(lambda: post(_CHECK, b" " * 2 * _MEBIBYTE))),
}

ATTACKS = {**SERVER, **COST}
