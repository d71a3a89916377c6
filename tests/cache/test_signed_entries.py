"""An entry is taken only if it is what was put there, under this key, in this form."""

import random
import zlib
from hashlib import blake2b

import pytest

from service.cache.redis_store import LARGEST, VERSION, ZLIB, SignedEntries

KEY, VALUE = b"piquet:1:odds:1:abc", b"a value"
DULL = b"tierce " * 500


@pytest.mark.parametrize("value", [b"", VALUE, DULL, bytes(LARGEST)])
def test_what_was_closed_is_opened(value):
    entry = SignedEntries().encode(KEY, value)
    assert SignedEntries().decode(KEY, entry) == value


def test_an_entry_is_at_most_eighteen_bytes_longer_and_a_dull_one_is_shorter():
    noise = random.Random(1).randbytes(1000)
    assert len(SignedEntries().encode(KEY, noise)) == len(noise) + 18
    assert len(SignedEntries().encode(KEY, DULL)) < len(DULL) / 10


@pytest.mark.parametrize(("length", "coding"), [(255, 0), (256, 1)])
def test_the_first_bytes_are_the_version_of_the_form_and_whether_it_is_packed(length, coding):
    assert SignedEntries().encode(KEY, bytes(length))[:2] == bytes([1, coding])


def test_a_value_is_packed_if_that_saves_an_eighth():
    noise = random.Random(2).randbytes(1000)
    packed = []
    for dull in range(300):
        value = noise[dull:] + bytes(dull)
        packed.append(SignedEntries().encode(KEY, value)[1])
        assert packed[-1] == (len(zlib.compress(value)) <= 875)
    assert packed == sorted(packed) and set(packed) == {0, 1}


@pytest.mark.parametrize("value", [VALUE, DULL])
def test_no_byte_of_an_entry_may_be_changed_added_or_missing(value):
    seal = SignedEntries()
    entry = seal.encode(KEY, value)
    for at in range(len(entry)):
        assert seal.decode(KEY, entry[:at]) is None
        assert seal.decode(KEY, entry[:at] + bytes([entry[at] ^ 1]) + entry[at + 1 :]) is None
    assert seal.decode(KEY, entry + b"\0") is None


def test_an_entry_of_another_key_is_refused():
    assert SignedEntries().decode(KEY + b"d", SignedEntries().encode(KEY, VALUE)) is None


def test_an_entry_of_another_secret_is_refused():
    for other in ("", "other"):
        assert SignedEntries("secret").decode(KEY, SignedEntries(other).encode(KEY, VALUE)) is None
    assert SignedEntries("secret" * 100).decode(KEY, SignedEntries("secret" * 100).encode(KEY, VALUE)) == VALUE


def test_an_entry_of_another_version_of_the_form_is_refused():
    entry = SignedEntries().encode(KEY, VALUE)
    assert entry[0] == VERSION
    assert SignedEntries().decode(KEY, bytes([VERSION + 1]) + entry[1:]) is None


def forged(body: bytes, coding: int = ZLIB, secret: bytes = b"") -> bytes:
    """An entry whose digest is right: what somebody can write who knows the form, and the secret if there is one."""
    covered = len(KEY).to_bytes(4, "big") + KEY + bytes([coding]) + body
    digest = blake2b(covered, digest_size=16, key=secret, person=b"piquet entry").digest()
    return bytes([VERSION, coding]) + digest + body


def test_a_secret_of_any_length_becomes_a_key_of_256_bits():
    """Processes of different releases share a Redis while they are replaced, so the key cannot change unnoticed."""
    for secret in ("s", "secret" * 100):
        key = blake2b(secret.encode(), digest_size=256 // 8).digest()
        assert SignedEntries(secret).encode(KEY, VALUE) == forged(VALUE, 0, key)


@pytest.mark.parametrize(("coding", "value"), [(0, zlib.compress(DULL)), (1, DULL), (2, None), (255, None)])
def test_an_entry_is_plain_or_packed_and_nothing_else(coding, value):
    assert SignedEntries().decode(KEY, forged(zlib.compress(DULL), coding)) == value


def test_what_unpacks_to_more_than_a_value_may_have_is_refused():
    assert SignedEntries().decode(KEY, forged(zlib.compress(bytes(LARGEST)))) == bytes(LARGEST)
    assert SignedEntries().decode(KEY, forged(zlib.compress(bytes(LARGEST + 1)))) is None


@pytest.mark.parametrize("body", [b"", b"no packing", zlib.compress(DULL)[:-1]])
def test_what_does_not_unpack_is_refused(body):
    assert SignedEntries().decode(KEY, forged(body)) is None


def test_a_value_that_is_too_long_is_not_closed():
    assert LARGEST == 1_048_576  # a mebibyte
    assert SignedEntries().encode(KEY, bytes(LARGEST + 1)) is None
