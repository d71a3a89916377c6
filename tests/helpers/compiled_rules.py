"""Rules of addresses that are compiled once for all applications of a process.

The tests make hundreds of applications, and werkzeug compiles, for each rule of each of them, a function that builds
addresses. That takes half of the time in which an application is made. With this plugin of pytest, rules that are the
same share it.
"""

from collections.abc import Callable
from typing import Any

from werkzeug.routing import Rule

_compile = Rule._compile_builder
_compiled: dict[Any, Callable[..., Any]] = {}


def _compiled_once(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
    """The function, which takes the rule as its first argument. Nothing but this makes one differ from another."""
    key = rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown
    if key not in _compiled:
        _compiled[key] = _compile(rule, append_unknown)
    return _compiled[key]


def pytest_configure() -> None:
    Rule._compile_builder = _compiled_once  # type: ignore[method-assign]
