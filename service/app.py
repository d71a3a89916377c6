"""The composition root: settings, operations and pages put together into one Flask application."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any
from uuid import uuid4

from flask import Flask, Request, Response, current_app, request
from flask.sessions import NullSession, SessionInterface, SessionMixin
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import MapAdapter, Rule

from service.api.game_states.codec import StateCodec
from service.api.game_states.seals import Seals
from service.api.game_states.tokens import Tokens
from service.api.http.operation import Operation
from service.api.http.path_suggestions import near_address
from service.api.http.responses import problem_answer
from service.api.http.routing import add_operations
from service.api.operations import operations as operations_of
from service.api.pages.contract import add_documents
from service.api.probes import add_health
from service.api.problems import Problem, quote
from service.cache import make_cache
from service.middleware import install
from service.piquet import ENGINE_VERSION
from service.piquet.message_text import listed
from service.pool import DeadlineExceeded, Overloaded, make_pool
from service.settings.service import Settings

logger = logging.getLogger("service")

#: The codes of what Flask itself refuses.
_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


class NoSessions(SessionInterface):
    """Nothing is kept from one request to the next."""

    def open_session(self, app: Flask, request: Request) -> SessionMixin:
        return NullSession()

    def is_null_session(self, obj: object) -> bool:
        return True


class _Addresses(MapAdapter):
    """Finds an address without variables in a table, by path and method; Werkzeug would take any number of slashes
    before it, and with `//metrics` a caller would be past what a proxy says of `/metrics`."""

    exact: Mapping[tuple[str, str], Rule]

    def match(self, path_info: str | None = None, method: str | None = None, *given: Any, **more: Any) -> Any:
        path = path_info or self.path_info
        if not path.startswith("/") or path.startswith("//"):
            raise NotFound
        rule = self.exact.get((path, method or self.default_method))
        return (rule, {}) if rule else super().match(path_info, method, *given, **more)


class Referee(Flask):
    """A Flask application without what this service has no use for: sessions, files, hosts, redirects, HTML."""

    session_interface = NoSessions()

    def __init__(self) -> None:
        super().__init__("service", static_folder=None)
        self.url_map.merge_slashes = False  # an address is found or not; the redirect would be HTML

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Finds addresses by path and method alone: the host is the proxy's business, and reading it costs a tenth of
        the whole way through Flask."""
        if request is None:
            return None
        environ = request.environ
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        found = _Addresses(self.url_map, "", "/", "", environ["wsgi.url_scheme"], path, environ["REQUEST_METHOD"])
        found.exact = self._exact
        return found

    @cached_property
    def _exact(self) -> Mapping[tuple[str, str], Rule]:
        rules = [rule for rule in self.url_map.iter_rules() if not rule.arguments]
        return {(rule.rule, method): rule for rule in rules for method in rule.methods or ()}

    def full_dispatch_request(self) -> Response:
        """As Flask does it, without blueprints, signals, coroutines and hooks after the answer: there are none, and
        to look for them takes as long as to judge a card."""
        try:
            for admit in self.before_request_funcs.get(None, ()):
                admit()
            return self.make_response(self.dispatch_request())
        except Exception as error:
            return self.make_response(self.handle_user_exception(error))

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Nothing is left to be done."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def make_default_options_response(self) -> Response:
        response = Response(status=204)
        response.headers.remove("Content-Type")
        response.allow.update(_allowed_methods())
        return response


def create_app(settings: Settings | None = None, operations: Iterable[Operation] | None = None) -> Flask:
    """The application. `settings` are the environment's and `operations` the service's unless they are given."""
    settings = settings or Settings.from_env(os.environ)
    pool = make_pool(
        settings.analysis_processes, settings.analysis_waiting, settings.analysis_deadline, settings.analysis_joining
    )
    cache = make_cache(settings, pool)
    keys = settings.seal_keys
    codec = StateCodec(
        settings.state_memory_bytes, Seals(keys, settings.require_seal, settings.seal_engines), Tokens(keys), pool
    )
    operations = tuple(
        operations_of(codec, cache, pool, settings.cache_evaluations) if operations is None else operations
    )
    app = Referee()
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.config["COMPRESS_FROM"] = settings.middleware.compress_from
    add_operations(app, operations)
    add_health(app, cache.report if settings.middleware.health_details else None, ENGINE_VERSION)
    add_documents(app, ENGINE_VERSION)
    install(app, settings, operations)
    app.extensions["pool"] = pool
    app.extensions["longest_body"] = settings.max_body_bytes * max((each.bodies for each in operations), default=1)
    app.register_error_handler(Problem, problem_answer)
    app.register_error_handler(Overloaded, _busy)
    app.register_error_handler(DeadlineExceeded, _overdue)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Exception, _mistaken)
    return app


def _refused(error: HTTPException) -> Response:
    """What Flask or Werkzeug refuses before an operation sees it, as a problem."""
    status = error.code or 500
    code = _CODES.get(status, "bad_request" if status < 500 else "internal_error")
    path = f"{request.method} {quote(request.path)}"
    match code:
        case "not_found":
            near = near_address(request.path, current_app.url_map.iter_rules(), _adapter())
            return problem_answer(Problem(code, f"{quote(request.path)} is not an address of this service{near}"))
        case "method_not_allowed":
            allowed = _allowed_methods()
            detail = f"{path} is not possible; this address takes {listed(allowed)}"
            return problem_answer(Problem(code, detail, headers={"Allow": ", ".join(allowed)}))
        case "body_too_large":
            return problem_answer(Problem(code, f"a body may have {request.max_content_length} bytes"))
        case _:
            return problem_answer(Problem(code, error.description or ""))


def _busy(error: Overloaded) -> Response:
    return problem_answer(Problem("overloaded", str(error), headers={"Retry-After": "1"}))


def _overdue(error: DeadlineExceeded) -> Response:
    detail = "it was given up; an exchange in the mode plain, and fewer hands or records at once, take much less"
    return problem_answer(Problem("deadline_exceeded", detail))


def _mistaken(error: Exception) -> Response:
    """What nobody expected: logged whole, and told without a word about the inside of the service."""
    instance = uuid4().urn
    address = request.url_rule.rule if request.url_rule else "?"  # as it was sent it may tell cards
    logger.error("%s %s failed (%s)", request.method, address, instance, exc_info=error)
    return problem_answer(Problem("internal_error", "the mistake has been logged under `instance`", instance=instance))


def _allowed_methods() -> list[str]:
    """The methods that the address of this request takes."""
    return sorted(_adapter().allowed_methods())


def _adapter() -> MapAdapter:
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    return adapter
