"""Tokens: encrypted states that a player's program holds but cannot read (docs/adr/0009-tokens.md).

A token is `e1.KEY.TEXT`. `KEY` is the id of the secret that made it. `TEXT` is the base64 of the AES-SIV (RFC 5297)
encryption of the `Charter`, of the seats that have agreed to the next deal, and of the partie so far in one line
(docs/notation.md). The first 16 bytes of the ciphertext depend on every byte of the plaintext, and are the `hash` of
the position. The encryption is deterministic: the same position of the same partie always has the same token.
"""

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.api.problems import quote

_FORM = "e1"
_DIGEST = 32
_HASH = 16
_BOTH = 0b11

# A deal has up to about 400 characters in one line, and their number depends on the suits of concealed cards. So lines
# are padded to a length that depends only on the numbers of deals and actions, which both players know.
_ROOM = 512
_SHORTEST = _HASH + 3 * _DIGEST + 1
_ACTIONS = 64  # of a deal that has so much room; a deal with more, such as incidents and rulings, has more room


class Charter(NamedTuple):
    """The constants of a concealed partie: the SHA-256 of each seat's key, and the secret of its decks."""

    seats: tuple[bytes, bytes]
    secret: bytes

    def deck_seed(self, number: int) -> str:
        """Return the seed of the deck of deal `number` (from 1), in hexadecimal.

        It does not depend on the course of the partie. If a player could influence it, they could try out decks.
        """
        return hmac.new(self.secret, b"%b%b deal %d" % (*self.seats, number), sha256).hexdigest()

    def opened_by(self, seat: int, key: str) -> bool:
        """Whether `key` is the key of the seat."""
        return hmac.compare_digest(sha256(key.encode()).digest(), self.seats[seat])


class Viewer(NamedTuple):
    """The viewer of a concealed state: a seat, or None for no seat in particular.

    `agreed` has the seats that have agreed to the next deal, as bits: 1 << seat.
    """

    charter: Charter
    seat: int | None
    agreed: int = 0

    def agreeing(self) -> "Viewer":
        """Return the viewer after they have agreed to the next deal; without a seat they agree for both."""
        return self._replace(agreed=_BOTH if self.seat is None else self.agreed | 1 << self.seat)

    def awaiting(self) -> str | None:
        """Return the seat that has not agreed to the next deal, if the other one has."""
        return {1: "B", 2: "A"}.get(self.agreed)


class _Key(NamedTuple):
    cipher: AESSIV
    dealing: bytes


def _derived(secret: bytes) -> _Key:
    """Return the keys for tokens, derived from a secret of `seals`, so that no key has two uses."""
    drawn = HKDF(SHA256(), 64 + _DIGEST, salt=None, info=b"piquet-referee tokens 1").derive(secret)
    return _Key(AESSIV(drawn[:64]), drawn[64:])


class Tokens:
    """The maker and reader of tokens.

    `keys` are the secrets of the seals by their ids: the first makes tokens, all read them. Without keys there are no
    concealed states.
    """

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        self._keys = {name: _derived(key) for name, key in keys.items()}
        self._own = next(iter(self._keys), None)

    def charter(self, seats: tuple[bytes, bytes], line: str, seed: str | None) -> Charter | None:
        """Return the charter of a partie that begins with the position `line`; None without keys.

        The same seats, line and seed give the same charter. The `seed` alone reveals no card. Without a seed the
        charter is random.
        """
        if self._own is None:
            return None
        if seed is None:
            return Charter(seats, os.urandom(_DIGEST))
        message = b"%b%b%b\n%b" % (*seats, line.encode(), seed.encode())
        return Charter(seats, hmac.new(self._keys[self._own].dealing, message, sha256).digest())

    def write(self, line: str, charter: Charter, agreed: int = 0) -> str:
        """Return the token of a position in one line.

        `agreed` has the seats that agree to the next deal, as in `Viewer`.
        """
        assert self._own is not None
        plain = b"%b%b%b%d%b" % (*charter.seats, charter.secret, agreed, _padded(line).encode())
        cipher = self._keys[self._own].cipher.encrypt(plain, _bound_to(self._own))
        return f"{_FORM}.{self._own}.{urlsafe_b64encode(cipher).decode()}"

    def read(self, token: str) -> tuple[str, Charter, int]:
        """Return the line, charter and agreed seats of a token. Raises `ValueError` if it cannot be opened."""
        name, _, text = token.removeprefix(f"{_FORM}.").partition(".")
        if text and name not in self._keys:
            raise ValueError(f"was made with the key {quote(name)!r}, which is not configured here")
        try:
            cipher = urlsafe_b64decode(text)
        except ValueError:
            cipher = b""
        # The decoder ignores characters outside the alphabet.
        if len(cipher) < _SHORTEST or urlsafe_b64encode(cipher).decode() != text:
            raise ValueError("is cut off or damaged: send it whole, as it was returned")
        try:
            plain = self._keys[name].cipher.decrypt(cipher, _bound_to(name))
        except InvalidTag:
            raise ValueError(
                f"was cut off or changed on the way, or made with another key of the id {name!r}"
            ) from None
        a, b, secret = (plain[at : at + _DIGEST] for at in range(0, 3 * _DIGEST, _DIGEST))
        agreed, line = plain[3 * _DIGEST :][:1], plain[3 * _DIGEST + 1 :]
        return line.decode().rstrip(), Charter((a, b), secret), int(agreed)


def _bound_to(name: str) -> list[bytes]:
    return [_FORM.encode(), name.encode()]


def _padded(line: str) -> str:
    """Return the line padded with blanks.

    Its length then depends only on its ruleset and on how many deals and actions it has.
    """
    version, ruleset, dealer, *deals = line.split("~")
    room = len(f"{version}~{ruleset}~{dealer}") + sum(_ROOM * (1 + deal.count("_") // _ACTIONS) for deal in deals)
    return line.ljust(room)


def hash_of(token: str) -> str:
    """Return the hash of the position and its history: the first 16 bytes of the ciphertext."""
    start = token.rfind(".") + 1
    return urlsafe_b64encode(urlsafe_b64decode(token[start : start + 24])[:_HASH]).decode().rstrip("=")
