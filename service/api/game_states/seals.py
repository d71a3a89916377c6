"""Seals: HMACs over states, which prove that the service wrote a state and make its replay unnecessary.

A sealed state has a last member `seal`: `s1.KEY.STATE.MAC`. `STATE` is the engine's own form of the state, opaque to
the caller. `MAC` is an HMAC-SHA256 over it, over the version of the engine, and over the rest of the state's JSON as
the service encodes it.

A seal of another engine version, or of a key that is no longer configured, is ignored: the service replays the state,
or rejects it if it accepts only sealed states. During an upgrade the settings may name other engine versions whose
seals still count. The service replays these states, too, because engine versions may judge differently.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping

import msgspec

from service.api.schemas import state as structs
from service.piquet import ENGINE_VERSION
from service.piquet.model.state import State

_FORM = "s1"

# Python releases the GIL to hash more than this at once, and gets it back from other threads of the worker too late.
_PIECE = 2047

_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(State).decode


class Seals:
    """The maker and verifier of seals.

    `keys` are secrets by their ids: the first makes seals, all verify them. Without keys no state is sealed. `required`
    says that only sealed states are accepted. `engines` are other engine versions whose seals count then.
    """

    def __init__(self, keys: Mapping[str, bytes], required: bool = False, engines: Iterable[str] = ()) -> None:
        self._keys = {name: hmac.new(key, digestmod="sha256") for name, key in keys.items()}
        self._own = next(iter(self._keys), None)
        self.required = required
        self._engines = tuple(engines) if required else ()

    def write(self, state: Mapping[str, object], inner: State) -> bytes:
        """Return a state as JSON, with a seal if there is a key."""
        written: bytes = _encode(state)
        if self._own is None:
            return written
        packed = urlsafe_b64encode(_pack(inner)).rstrip(b"=")
        mac = self._mac(ENGINE_VERSION, self._own, packed, written)
        return b'%b,"seal":"%b.%b.%b.%b"}' % (written[:-1], _FORM.encode(), self._own.encode(), packed, mac)

    def read(self, state: structs.State) -> tuple[bool, State | None]:
        """Whether the seal is valid, and the engine's form of the state if this engine version made the seal."""
        if state.seal is msgspec.UNSET:
            return False, None
        seal, state.seal = state.seal, msgspec.UNSET
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
