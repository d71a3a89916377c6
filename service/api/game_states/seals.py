"""Seals: that a state is one that the service wrote, so that it need not be played again.

A sealed state has a last member `seal`: `s1.KEY.STATE.MAC`. `STATE` is the state as the engine has it, of which the
caller need know nothing; `MAC` is an HMAC-SHA256 over it, over the version of the engine, and over everything else in
the JSON of the state, in the form in which the service writes it. A seal of another engine, or of a key that is gone,
counts for nothing: the state is then played again, unless only sealed states are taken. Then a seal of an engine that
the settings name still counts (during an upgrade), but its state is played again: engines may judge differently.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET

from service.api.schemas import state as m
from service.piquet import ENGINE_VERSION
from service.piquet.model.state import State

_FORM = "s1"

# What is longer than this is hashed while another thread of the worker runs, and one's turn comes back too late.
_PIECE = 2047

_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(State).decode


class Seals:
    """`keys` are secrets by their ids: the first seals, all are recognised. Without any nothing is sealed.

    `required` says that only sealed states are to be taken, `engines` of which other engines' seals count, too."""

    def __init__(self, keys: Mapping[str, bytes], required: bool = False, engines: Iterable[str] = ()) -> None:
        self._keys = {name: hmac.new(key, digestmod="sha256") for name, key in keys.items()}
        self._own = next(iter(self._keys), None)
        self.required = required
        self._engines = tuple(engines) if required else ()

    def write(self, state: m.State, inner: State) -> bytes:
        """A state as JSON, sealed if there is a key."""
        state.seal = UNSET
        written: bytes = _encode(state)
        if self._own is None:
            return written
        packed = urlsafe_b64encode(_pack(inner)).rstrip(b"=")
        mac = self._mac(ENGINE_VERSION, self._own, packed, written)
        return b'%b,"seal":"%b.%b.%b.%b"}' % (written[:-1], _FORM.encode(), self._own.encode(), packed, mac)

    def read(self, state: m.State) -> tuple[bool, State | None]:
        """Whether the seal is one that counts, and the state as the engine has it, if this engine sealed it."""
        if state.seal is UNSET:
            return False, None
        seal, state.seal = state.seal, UNSET
        form, _, rest = seal.partition(".")
        key, _, rest = rest.partition(".")
        packed, _, mac = rest.partition(".")
        if form != _FORM or key not in self._keys or not seal.isascii():
            return False, None
        written = _encode(state)
        for engine in (ENGINE_VERSION, *self._engines):
            if hmac.compare_digest(self._mac(engine, key, packed.encode(), written), mac.encode()):
                own = engine == ENGINE_VERSION
                return True, _unpack(urlsafe_b64decode(packed + "=" * (-len(packed) % 4))) if own else None
        return False, None

    def _mac(self, engine: str, key: str, packed: bytes, written: bytes) -> bytes:
        message = b"%b\n%b\n%b\n%b" % (engine.encode(), key.encode(), packed, written)
        mac = self._keys[key].copy()
        for at in range(0, len(message), _PIECE):
            mac.update(message[at : at + _PIECE])
        return urlsafe_b64encode(mac.digest()).rstrip(b"=")
