"""Application factory: puts settings, operations, pages and middleware together into one Flask application."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import Flask, Request, Response, current_app, request
from flask.sessions import NullSession, SessionInterface, SessionMixin
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import MapAdapter

from service.api.game_states.codec import StateCodec
from service.api.game_states.seals import Seals
from service.api.game_states.tokens import Tokens
from service.api.http.operation import Operation
from service.api.http.responses import problem_answer
from service.api.http.routing import PostRoute, accept_query, add_operations, near_address
from service.api.operations import operations as operations_of
from service.api.pages import add_documents, add_table
from service.api.probes import add_health, build_info
from service.api.problems import Problem, quote
from service.api.resources.hands import LEAST_HANDS
from service.cache import make_cache
from service.middleware import Admit, install
from service.piquet import ENGINE_VERSION
from service.piquet.suggestions import listed
from service.pool import DeadlineExceeded, Overloaded, make_pool
from service.runtime.package import PACKAGE
from service.runtime.request_context import current
from service.settings.service import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

logger = logging.getLogger("service")

#: The codes of the problems for errors that Flask itself raises.
_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


#: What operators read, and their proxies may hide: only the address as it is written here answers.
_OPERATOR_PATHS = {"/livez", "/readyz", "/metrics"}


class NoSessions(SessionInterface):
    """Null sessions: the service keeps nothing from one request to the next."""

    def open_session(self, app: Flask, request: Request) -> SessionMixin:
        return NullSession()

    def is_null_session(self, obj: object) -> bool:
        return True


class _PathAdapter(MapAdapter):
    """A matcher that rejects paths that begin with several slashes.

    Werkzeug accepts any number of slashes: with `//metrics` a caller could bypass a proxy's rule for `/metrics`. So it
    could with `/%6detrics`: `as_sent` is whether the path stood in the address as it is.
    """

    as_sent: bool

    def match(self, path_info: str | None = None, method: str | None = None, *args: Any, **kwargs: Any) -> Any:
        path = path_info or self.path_info
        if not path.startswith("/") or path.startswith("//") or (path in _OPERATOR_PATHS and not self.as_sent):
            raise NotFound
        return super().match(path_info, method, *args, **kwargs)


class Referee(Flask):
    """A Flask application without sessions, static files, host matching, redirects and HTML."""

    session_interface = NoSessions()
    admit: Admit | None = None
    direct: Mapping[tuple[str, str], PostRoute] = {}
    accept_query: Mapping[str, tuple[str, str]] = {}

    def __init__(self) -> None:
        super().__init__(PACKAGE, static_folder=None)
        self.url_map.merge_slashes = False  # merging would respond with a redirect in HTML

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method only. Reading the host would take a tenth of the time that Flask takes."""
        if request is None:
            return None
        environ = request.environ
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        adapter = _PathAdapter(self.url_map, "", "/", "", environ["wsgi.url_scheme"], path, environ["REQUEST_METHOD"])
        raw = environ.get("RAW_URI", "")
        adapter.as_sent = "#" not in raw and "%" not in raw.partition("?")[0]
        return adapter

    def wsgi_app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer requests to most operations directly, and all others as Flask does.

        Routing by Flask, and its contexts, take longer than checking a card.
        """
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        context = current.get()
        if context is not None and path in self.accept_query:
            context.headers.append(self.accept_query[path])
        route = self.direct.get((method, path))
        length = route.length_of(environ) if route else None
        if route is None or length is None:
            return super().wsgi_app(environ, start_response)
        try:
            if self.admit:
                self.admit(environ, route.name)
            response = route(environ, length)
        except Exception as error:
            response = _error_response(error, f"{method} {path}")
        return response(environ, start_response)

    def full_dispatch_request(self) -> Response:
        """Dispatch as Flask does, without blueprints, signals, coroutines and hooks: the service has none."""
        rule = request.url_rule
        try:
            if self.admit:
                self.admit(request.environ, rule.endpoint if rule else "")
            return self.make_response(self.dispatch_request())
        except Exception as error:
            # Not the path, which may contain cards.
            return _error_response(error, f"{request.method} {rule.rule if rule else '?'}")

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        """Skip teardown functions: there are none."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def make_default_options_response(self) -> Response:
        response = Response(status=204)
        response.headers.remove("Content-Type")
        response.allow.update(_allowed_methods())
        return response


def create_app(settings: Settings | None = None, operations: Iterable[Operation] | None = None) -> Flask:
    """Make the application. The defaults are the settings in the environment and the operations of the service."""
    settings = settings or Settings.from_env(os.environ)
    pool = make_pool(
        settings.analysis_processes,
        settings.analysis_waiting,
        settings.analysis_deadline,
        settings.analysis_joining,
        settings.analysis_cluster,
    )
    cache = make_cache(settings, pool)
    codec = StateCodec(
        settings.state_memory_bytes,
        Seals(settings.seal_keys, settings.require_seal, settings.seal_engines),
        Tokens(settings.token_keys),
        pool,
    )
    operations = tuple(
        operations_of(codec, cache, pool, settings.cache_evaluations) if operations is None else operations
    )
    if not settings.http_query:
        operations = tuple(replace(each, query=False) for each in operations)
    app = Referee()
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.config["COMPRESS_FROM"] = settings.middleware.compress_from
    app.direct, app.accept_query = add_operations(app, operations), accept_query(operations)
    add_health(app, cache.report if settings.middleware.health_details else None, ENGINE_VERSION)
    add_documents(app, ENGINE_VERSION, settings.http_query, settings.base_path)
    add_table(app)
    app.admit = install(app, settings, operations, build_info(ENGINE_VERSION), cache.redis)
    app.extensions["pool"], app.extensions["redis"] = pool, cache.redis
    app.extensions["base_path"] = settings.base_path
    app.extensions["quick_paths"] = frozenset(each.path for each in operations if each.quick)
    app.extensions["longest_body"] = settings.max_body_bytes * max((each.bodies for each in operations), default=1)
    app.extensions["summary"] = partial(summary, settings)
    app.extensions["low_quotas"] = partial(low_quotas, settings, operations)
    app.register_error_handler(Exception, partial(_error_response, where="?"))
    return app


def summary(settings: Settings, workers: int, threads: int) -> str:
    """Return what is on, in one line for the log at the start, which contains no secret."""
    more = settings.middleware
    hands = {"auto": f"from {LEAST_HANDS} on", "on": "always", "off": "never"}
    parts = {
        "workers": f"{workers} of {threads} threads",
        "analysis processes": f"{settings.analysis_processes} a worker",
        "cache": f"Redis, odds of hands {hands[settings.cache_evaluations]}"
        if settings.redis_url
        else "each worker's own",
        "cache secret": "on" if settings.cache_secret else "off",
        "trusted proxies": more.trusted_proxies,
        "API keys": len(more.api_keys) or "none",
        "limits": ", ".join(f"{quota.amount}/{quota.name}" for quota in more.quotas) or "none",
        "seals": "required" if settings.require_seal else "on" if settings.seal_keys else "off",
        "seal keys": ", ".join(settings.seal_keys) or "none",
        "concealed games": "on" if settings.seal_keys else "until the stop" if settings.temporary_key else "off",
        "metrics": f"on, {'with' if more.metrics_token else 'without'} a token" if more.metrics else "off",
    }
    return "; ".join(f"{name}: {value}" for name, value in parts.items())


def low_quotas(settings: Settings, operations: Iterable[Operation]) -> list[str]:
    """Return a sentence about each quota that is less than some requests cost at least, or the largest at most."""
    quotas, sentences = settings.middleware.quotas, []
    largest = max(quotas, key=lambda each: each.amount, default=None)
    for quota in quotas:
        prices = [(each.cost.highest if quota == largest else each.cost.base, each) for each in operations]
        price, operation = max(prices, key=lambda each: each[0])
        if quota.amount < price:
            sentences.append(
                f"RATE_LIMIT: {quota.amount}/{quota.name} is too low, because {operation.method} {operation.path} may "
                f"cost {price} units: it is answered only if the caller has asked nothing else in this {quota.name}"
            )
    return sentences


def _error_response(error: Exception, where: str) -> Response:
    """Return the response to an error. `where` is the method and the route of the request, for the log."""
    match error:
        case Problem():
            return problem_answer(error)
        case Overloaded():
            return problem_answer(Problem("overloaded", str(error), headers={"Retry-After": "1"}))
        case DeadlineExceeded():
            detail = "the analysis was stopped; an exchange with mode plain, or fewer hands or records, takes less time"
            return problem_answer(Problem("deadline_exceeded", detail))
        case HTTPException():
            return _http_error(error)
        case _:
            return _internal_error(error, where)


def _http_error(error: HTTPException) -> Response:
    """Return the problem for an error that Flask or Werkzeug raises before an operation runs."""
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


def _internal_error(error: Exception, where: str) -> Response:
    """Return the problem for an unexpected error. The error is logged; the response contains no internals."""
    instance = uuid4().urn
    logger.error("%s failed (%s)", where, instance, exc_info=error)
    return problem_answer(
        Problem("internal_error", "the error was logged with the id in `instance`", instance=instance)
    )


def _allowed_methods() -> list[str]:
    """Return the methods that the path of this request takes."""
    return sorted(_adapter().allowed_methods())


def _adapter() -> MapAdapter:
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    return adapter
