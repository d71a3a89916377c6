"""Changes at random: of JSON by its structure, of bytes, of a whole request by its parts."""

import copy
import gzip
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from service.piquet.model.state import PHASES
from tests.fuzz.edits import WORDS
from tests.fuzz.irregular import ACTS
from tests.fuzz.wire import joined, parts

ODD_TEXTS = [
    "", "A", "B", "7S", "AS", "1H", "portland", "x" * 300, "\x00", "\ud800", "\U0001f0a1", "é", "__class__",
    *WORDS, *PHASES,
]  # fmt: skip
ODD_NUMBERS = [
    0, 1, -1, 2, 3, 5, 8, 12, 32, 100, 0.5, 5.0, 1e30, 1 << 63, -(1 << 64), 10**400, float("nan"), float("inf"),
]  # fmt: skip

# Numbers at a boundary, UTF-8 that is none or looks like other letters, and what means something to somebody.
ODD_BYTES = [
    b"0", b"-1", b"1e999", b"-0.0", b"2147483648", b"9223372036854775808", b"9" * 400, b"NaN", b"0x1f", b"1_000",
    b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xf0\x9f\x82\xa1",
    b"\xd0\x90", b"\xef\xbc\xa1", b"e\xcc\x81", b"\\u0000", b"\\ud800", b"%00", b"%ff", b"%2F", b"%", b"+", b"&", b"=",
    b"..", b"//", b"\x00", b"\t", b"\n", b"\r\n", b'"', b"\\", b"[" * 200, b'{"a":' * 100, b"null", b"{}", b"[]", b",",
]  # fmt: skip

# What gateways and browsers put before a request, as it should be; it is damaged with the rest.
HEADERS = [
    b"Accept: application/json", b"Accept: */*;q=0.5, text/html", b"Accept-Encoding: gzip",
    b"Accept-Encoding: br;q=0.7", b"Accept-Encoding: zstd, *;q=0", b"If-None-Match: *",
    b'If-None-Match: W/"abc", "def"', b"X-Request-ID: table-7",
    b"traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", b"tracestate: a=1,b=2",
    b"Origin: https://play.example", b"Origin: null", b"Access-Control-Request-Method: POST",
    b"Access-Control-Request-Headers: content-type,x-api-key", b"Idempotency-Key: 8e03978e-40d5-43dd-bc93-6894a57f9324",
    b"Authorization: Bearer a-key-that-nobody-has", b"X-Forwarded-For: 192.0.2.1, 2001:db8::1", b"Expect: 100-continue",
    b"Forwarded: for=192.0.2.1;proto=https", b"Content-Type: application/json; charset=utf-8", b"Range: bytes=0-9",
    b"Content-Type: application/x-ndjson", b"Content-Type: text/plain; charset=latin-1", b"Content-Encoding: identity",
    b"Transfer-Encoding: chunked", b"Content-Length: 10", b"Cookie: a=b", b"Host: piquet.example", b"Referer: /",
    b"If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT", b"Accept-Charset: utf-8", b"Accept-Language: fr",
]  # fmt: skip
METHODS = [b"GET", b"POST", b"QUERY", b"HEAD", b"OPTIONS", b"PUT", b"DELETE", b"PATCH", b"TRACE", b"get"]


def anything(rng: random.Random, depth: int = 0) -> Any:
    """Some JSON value or other, now and then one that JSON does not have."""
    kinds: list[Callable[[], Any]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice(ODD_NUMBERS),
        lambda: rng.choice(ODD_TEXTS),
        lambda: copy.deepcopy(rng.choice(ACTS)),  # what is put in may be changed
    ]
    if depth < 3:
        kinds += [
            lambda: [anything(rng, depth + 1) for _ in range(rng.randrange(4))],
            lambda: {rng.choice(ODD_TEXTS): anything(rng, depth + 1) for _ in range(rng.randrange(4))},
        ]
    return rng.choice(kinds)()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in `value`."""
    yield path
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in below:
        yield from places(item, (*path, token))


def mutated(rng: random.Random, value: Any) -> Any:
    """A copy of `value` with something changed, taken out, doubled, swapped or put in."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        all_places = [path for path in places(value) if path]
        if not all_places:
            return anything(rng)
        *above, token = rng.choice(all_places)
        parent = value
        for step in above:
            parent = parent[step]
        match rng.randrange(5):
            case 0:
                parent[token] = anything(rng)
            case 1:
                del parent[token]
            case 2 if isinstance(parent, list):
                parent.insert(rng.randrange(len(parent) + 1), parent[token])
            case 3 if isinstance(parent, list):
                rng.shuffle(parent)
            case 4 if isinstance(parent, dict):
                parent[rng.choice(ODD_TEXTS)] = anything(rng)
            case _:
                other = value
                for step in rng.choice(all_places):
                    other = other[step]
                parent[token] = json.loads(json.dumps(other))
    return value


def nested(rng: random.Random, value: Any) -> bytes:
    """`value` as JSON, in which some list or object contains itself, up to deeper than functions can be called."""
    holders = [path for path in places(value) if path]
    if not holders:
        return b"[" * 1100 + b"]" * 1100
    *above, token = rng.choice(holders)
    mark = "a mark that nothing else has"
    whole = [json.loads(json.dumps(value))]
    holder: Any = whole
    for step in (0, *above):
        outer, last, holder = holder, step, holder[step]
    item, holder[token] = json.dumps(holder[token]).encode(), mark
    before, _, after = json.dumps(holder).encode().partition(json.dumps(mark).encode())
    times = min(rng.choice((2, 30, 300, 500, 700, 850, 950, 1000, 1100)), 200_000 // len(before + after))
    outer[last] = mark
    deep = before * times + item + after * times
    return json.dumps(whole[0]).encode().replace(json.dumps(mark).encode(), deep)


def corrupted(rng: random.Random, content: bytes, other: bytes = b"") -> bytes:
    """`content` with some of its bytes changed, cut off, doubled, or from `other`."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 5))):
        at = rng.randrange(len(content) + 1)
        upto = min(len(content), at + rng.choice((0, 1, 1, 2, 5, 20, 100)))
        match rng.randrange(10):
            case 0:
                content = content[:at] + rng.randbytes(rng.randrange(1, 4)) + content[at:]
            case 1:
                content = content[:at] + content[upto:]
            case 2:
                content = content[:upto] + content[at:upto] * rng.choice((1, 1, 2, 50)) + content[upto:]
            case 3:
                content = content[:at] + rng.choice(ODD_BYTES) + content[upto:]
            case 4:
                content = content[:at] + rng.choice(b'{}[]",:\\0-e.\xff %/?&=').to_bytes() + content[at + 1 :]
            case 5 if at < len(content):
                content = content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
            case 6 if rng.random() < 0.3:
                content = content[:at]
            case 7 if other:
                content = content[:at] + other[rng.randrange(len(other)) :]
            case 8:
                words = content.split(b" ")
                at = rng.randrange(len(words))
                content = b" ".join([*words[:at], *[words[at][:100]] * rng.choice((1, 2, 50, 1000)), *words[at:]])
            case _:
                middle = rng.randrange(len(content) + 1)
                at, middle, upto = sorted((at, middle, upto))
                content = content[:at] + content[middle:upto] + content[at:middle] + content[upto:]
    return content


def sometimes_as_query(rng: random.Random, raw: bytes) -> bytes:
    """A request, of which a POST is now and then sent as QUERY."""
    return b"QUERY " + raw[len(b"POST ") :] if raw.startswith(b"POST ") and rng.random() < 0.25 else raw


def dressed(rng: random.Random, raw: bytes) -> bytes:
    """A request with some of the headers that gateways and browsers add."""
    line, headers, body = parts(raw)
    more = rng.sample(HEADERS, rng.choice((0, 0, 1, 1, 2, 4)))
    return joined(line, b"\r\n".join([*filter(None, [headers]), *more]), body)


def damaged(rng: random.Random, raw: bytes, other: bytes) -> bytes:
    """A request whose bytes have been damaged: in its first line, its headers, its body or anywhere."""
    raw = dressed(rng, raw)
    line, headers, body = parts(raw)
    its_line, its_headers, its_body = parts(other)
    match rng.randrange(10):
        case 0 | 1 | 2 if b"?" in line or b"hands/" in line or b"rulesets/" in line:
            line = corrupted(rng, line, its_line)
        case 0:
            line = corrupted(rng, line, its_line)
        case 1:
            line = rng.choice(METHODS) + b" " + line.partition(b" ")[2]
        case 2 | 3 if headers:
            headers = corrupted(rng, headers, its_headers)
        case 4:
            return corrupted(rng, raw, other)
        case 5 if body and rng.random() < 0.2:
            headers += b"\r\nContent-Encoding: gzip"
            body = gzip.compress(corrupted(rng, body, its_body) if rng.random() < 0.5 else body)
        case 5 if body and rng.random() < 0.2:
            headers += b"\r\nContent-Length: %d" % max(0, len(body) + rng.choice((-1, 1, 100)))
        case _ if body:
            body = corrupted(rng, body, its_body)
        case _:
            line = corrupted(rng, line, its_line)
    return joined(line, headers, body)


def with_odd_headers(rng: random.Random, raw: bytes) -> bytes:
    """A request with headers put together from what headers are made of, beside its own or instead of them."""
    names = ("Accept", "Content-Type", "If-None-Match", "Content-Encoding", "Host", "Accept-Charset", "Accept-Encoding",
             "X-Request-ID", "traceparent", "tracestate", "Origin", "X-Forwarded-For", "Authorization", "X-API-Key",
             "Access-Control-Request-Method", "Access-Control-Request-Headers", "Idempotency-Key")  # fmt: skip
    texts = ("", ",", ";", "=", "q", "q=", ";q=1", "*", "/", "*/*", '"', "\\", "application/", "json", "charset=", "\t",
             "é", "W/", "00-", "0" * 32, "gzip", "br", "zstd", "Bearer ", "https://", "play.example")  # fmt: skip
    line, headers, body = parts(raw)
    odd = [f"{name}: {''.join(rng.choices(texts, k=rng.randrange(6)))}" for name in names if rng.random() < 0.2]
    if headers and rng.random() < 0.7:
        odd.append(headers.decode())
    if rng.random() < 0.3:
        line = rng.choice(METHODS[:5]) + b" " + line.partition(b" ")[2]
    return joined(line, "\r\n".join(odd).encode(), body)


def with_mutated_json(rng: random.Random, raw: bytes) -> bytes:
    """A request with a body of the same structure but for some places, of which some bytes are damaged as well; now and
    then with any JSON whatever, or with no more than bytes. One without JSON is damaged in its address."""
    line, headers, body = parts(raw)
    try:
        value = json.loads(body)
    except ValueError:
        return joined(corrupted(rng, line), headers, body)
    match rng.randrange(9):
        case 0:
            body = rng.randbytes(rng.randrange(60))
        case 8:
            body = nested(rng, value)
        case kind:
            other = anything(rng) if kind == 1 else mutated(rng, value)
            body = json.dumps(other, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
            if kind in (2, 3):
                body = corrupted(rng, body)
    return joined(line, headers, body)
