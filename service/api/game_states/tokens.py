"""Concealed states: what a player's program may carry, and cannot read (docs/adr/0009-tokens.md).

A token is `e1.KEY.TEXT`: `KEY` names the secret that made it, `TEXT` is base64 of what AES-SIV (RFC 5297) makes of the
`Charter`, of who has agreed to the next deal, and of the partie so far, in one line (docs/notation.md). Its first 16
bytes depend on every byte of these, and are the `hash` of the position. The cipher takes no random number: the same
position of the same partie has the same token whoever asks for it, and however often.
"""

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_FORM = "e1"
_DIGEST = 32
_HASH = 16
_BOTH = 0b11

# A deal has at most some 400 letters in one line, and how many hangs on the suits of cards that are not to be known. So
# all are as long as the number of deals says, which both players know.
_ROOM = 512


class Charter(NamedTuple):
    """What a concealed partie was begun with: the SHA-256 of each seat's key, and what its decks are drawn from."""

    seats: tuple[bytes, bytes]
    secret: bytes

    def deck_seed(self, number: int) -> str:
        """The seed of the deck of deal `number` (from 1), in hexadecimal.

        It depends on nothing that happens during the partie: what one player can vary would let them try decks."""
        return hmac.new(self.secret, b"%b%b deal %d" % (*self.seats, number), sha256).hexdigest()

    def opened_by(self, seat: int, key: str) -> bool:
        """Whether `key` is that of the seat."""
        return hmac.compare_digest(sha256(key.encode()).digest(), self.seats[seat])


class Viewer(NamedTuple):
    """With whose eyes a concealed state is seen: those of a seat, or nobody's (None).

    `agreed` has the seats that have agreed to the next deal, as bits: 1 << seat."""

    charter: Charter
    seat: int | None
    agreed: int = 0

    def agreeing(self) -> "Viewer":
        """The same after whoever sees it has agreed to the next deal; nobody in particular agrees for both seats."""
        return self._replace(agreed=_BOTH if self.seat is None else self.agreed | 1 << self.seat)

    def awaited(self) -> list[int]:
        """The seats that have not agreed to the next deal."""
        return [seat for seat in (0, 1) if not self.agreed >> seat & 1]


class _Key(NamedTuple):
    cipher: AESSIV
    dealing: bytes


def _derived(secret: bytes) -> _Key:
    """What is drawn from a secret for tokens, so that the key of a seal (`seals`) has no other use."""
    drawn = HKDF(SHA256(), 64 + _DIGEST, salt=None, info=b"piquet-referee tokens 1").derive(secret)
    return _Key(AESSIV(drawn[:64]), drawn[64:])


class Tokens:
    """`keys` are secrets by their ids, those of the seals: the first makes tokens, all read them. Without any there are
    no concealed states."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        self._keys = {name: _derived(key) for name, key in keys.items()}
        self._own = next(iter(self._keys), None)

    def charter(self, seats: tuple[bytes, bytes], line: str, seed: str | None) -> Charter | None:
        """The charter of a partie that begins with the position `line`; None without keys.

        Who knows the `seed` knows no card by it; the same seats, line and seed have the same charter. None is one that
        nobody has had before."""
        if self._own is None:
            return None
        if seed is None:
            return Charter(seats, os.urandom(_DIGEST))
        message = b"%b%b%b\n%b" % (*seats, line.encode(), seed.encode())
        return Charter(seats, hmac.new(self._keys[self._own].dealing, message, sha256).digest())

    def write(self, line: str, charter: Charter, agreed: int = 0) -> str:
        """The token of a position in one line, in which the seats in `agreed` (`Viewer.agreed`) want the next deal."""
        assert self._own is not None
        plain = b"%b%b%b%d%b" % (*charter.seats, charter.secret, agreed, _padded(line).encode())
        cipher = self._keys[self._own].cipher.encrypt(plain, self._bound_to(self._own))
        return f"{_FORM}.{self._own}.{urlsafe_b64encode(cipher).decode()}"

    def read(self, token: str) -> tuple[str, Charter, int] | None:
        """What the token was written with; None if it is not one of ours, or its key is gone."""
        form, _, rest = token.partition(".")
        name, _, text = rest.partition(".")
        if form != _FORM or name not in self._keys:
            return None
        try:
            cipher = urlsafe_b64decode(text)
            plain = self._keys[name].cipher.decrypt(cipher, self._bound_to(name))
        except (NotBase64, ValueError, InvalidTag):
            return None
        if urlsafe_b64encode(cipher).decode() != text:  # letters that base64 passes over
            return None
        a, b, secret = (plain[at : at + _DIGEST] for at in range(0, 3 * _DIGEST, _DIGEST))
        agreed, line = plain[3 * _DIGEST :][:1], plain[3 * _DIGEST + 1 :]
        return line.decode().rstrip(), Charter((a, b), secret), int(agreed)

    @staticmethod
    def _bound_to(name: str) -> list[bytes]:
        return [_FORM.encode(), name.encode()]


def _padded(line: str) -> str:
    """The line with blanks after it, so that its length tells no more than its ruleset and the number of its deals."""
    version, ruleset, dealer, *deals = line.split("~")
    room = len(f"{version}~{ruleset}~{dealer}") + _ROOM * len(deals)
    return line.ljust(room)


def hash_of(token: str) -> str:
    """What stands for the position and everything before it: the first 16 bytes of what is encrypted."""
    start = token.rfind(".") + 1
    return urlsafe_b64encode(urlsafe_b64decode(token[start : start + 24])[:_HASH]).decode().rstrip("=")
