"""What is done to a request that is answered: to the values in its JSON, and to its bytes."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

Json = Any

ODD_TEXTS = [
    "", "A", "B", "7S", "AS", "1H", "portland", "play", "x" * 300, "\x00", "\ud800", "\U0001f0a1", "é", "__class__",
]  # fmt: skip
ODD_NUMBERS = [0, 1, -1, 2, 12, 32, 100, 0.5, 5.0, 1e30, 1 << 63, -(1 << 64), 10**400, float("nan"), float("inf")]

# What stands in requests for no good reason: ends of lines, of texts, of numbers; letters of many bytes, and halves.
ODD_BYTES = [
    b"\r\n", b"\n", b"\r", b"\0", b"\t", b" ", b"  ", b"%00", b"%", b"%2", b"%ff", b"%c3%28", b"+", b"&", b"=", b"?",
    b"#", b"/", b"//", b"/../", b";", b",", b":", b'"', b"\\", b"\\u", b"\\ud800", b"\\u0000", b"{", b"}", b"[", b"]",
    b"[" * 500, b'{"a":' * 300, b"-", b"-0", b"1e999", b"9" * 400, b"0x10", b"1_0", b"NaN", b"null", b"true", b"\xff",
    b"\xc3", b"\xc3\xa9", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x82\xa1", b"~", b"_", b"1~",
    b"chunked", b"gzip", b"*", b"q=", b"A" * 5000, b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n",
]  # fmt: skip


def anything(rng: random.Random, depth: int = 0) -> Json:
    """Some JSON value or other, now and then one that JSON does not have."""
    kinds: list[Callable[[], Json]] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice(ODD_NUMBERS),
        lambda: rng.choice(ODD_TEXTS),
    ]
    if depth < 3:
        kinds += [
            lambda: [anything(rng, depth + 1) for _ in range(rng.randrange(4))],
            lambda: {rng.choice(ODD_TEXTS): anything(rng, depth + 1) for _ in range(rng.randrange(4))},
        ]
    return rng.choice(kinds)()


def places(value: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in `value`."""
    yield path
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in below:
        yield from places(item, (*path, token))


def mutated(rng: random.Random, value: Json) -> Json:
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


def encoded(rng: random.Random, value: Json) -> bytes:
    """`value` as JSON, its letters escaped or not."""
    return json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def corrupted(rng: random.Random, whole: bytes, other: bytes = b"") -> bytes:
    """`whole` with some of its bytes changed, cut off, doubled or put in, or with a piece of `other`."""
    noise = bytearray(whole)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        at = rng.randrange(len(noise) + 1)
        match rng.randrange(8):
            case 0:
                noise[at:at] = rng.randbytes(rng.randrange(1, 4))
            case 1:
                del noise[at : at + rng.randrange(1, 20)]
            case 2:
                noise[at : at + 1] = rng.choice(b'{}[]",:\\0-e.\xff').to_bytes()
            case 3:
                noise[at:at] = noise[at : at + rng.randrange(1, 50)]
            case 4 if at < len(noise):
                noise[at] ^= 1 << rng.randrange(8)
            case 5:
                noise[at : at + rng.choice((0, 0, 1, 4))] = rng.choice(ODD_BYTES)
            case 6 if rng.random() < 0.3:
                del noise[at:]
            case _ if other:
                start = rng.randrange(len(other))
                noise[at:at] = other[start : start + rng.randrange(1, 200)]
    return bytes(noise)
