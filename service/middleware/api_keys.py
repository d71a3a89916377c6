"""Authentication of callers by API key."""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from service.api.problems import Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_REALM = 'Bearer realm="piquet"'


class ApiKeys:
    """API keys with the names of their callers. A caller may have several, so that a key can be replaced."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        self._digests = [(name, _digest(key)) for name, key in keys]

    def authenticate(self, environ: "WSGIEnvironment") -> str:
        """Return the name of the caller of a request. Raises the problem `unauthorized`.

        The time that it takes says nothing about a wrong key: digests are compared, and always all of them.
        """
        sent = sent_key(environ)
        digest = _digest(sent)
        found = [name for name, known in self._digests if compare_digest(digest, known)]
        if sent and found:
            return found[0]
        why, challenge = "the API key is not known here", f'{_REALM}, error="invalid_token"'
        if not sent:
            why, challenge = "this operation takes an API key, as Authorization: Bearer or as X-API-Key", _REALM
        raise Problem("unauthorized", why, headers={"WWW-Authenticate": challenge})


def sent_key(environ: "WSGIEnvironment") -> str:
    """Return the key that a request carries.

    It is in Authorization, or in X-API-Key if a gateway uses Authorization itself.
    """
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key: str = token if scheme.lower() == "bearer" else environ.get("HTTP_X_API_KEY", "")
    return key.strip()


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogateescape")).digest()
