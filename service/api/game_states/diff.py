"""Differences between a state and the state that its history leads to, as violations."""

from collections.abc import Iterator
from typing import Any

import msgspec

from service.piquet.model.violations import Path, Violation, violation

# The code of the violation by the member that differs.
_CODES = {
    "partie": "state.partie",
    "phase": "state.turn",
    "to_act": "state.turn",
    "hands": "state.hand",
    "dealt": "state.hand",
    "discards": "state.hand",
    "drawn": "state.hand",
    "looked": "state.hand",
    "left": "state.hand",
    "talon": "state.talon",
    "calls": "state.call",
    "shown": "state.call",
    "tricks": "state.trick",
    "score": "state.score",
    "events": "state.event",
}

# Lists of cards whose order does not matter.
_SETS = ("hands", "discards", "committed", "shown", "looked", "dealt/hands", "seen")


def differences(expected: Any, given: Any) -> Iterator[Violation]:
    """Yield a violation for every place where a state differs from the state that its history leads to.

    Both are structs of the contract, or plain data with the same members.
    """
    yield from _differ(msgspec.to_builtins(expected), msgspec.to_builtins(given), ())


def _differ(expected: Any, given: Any, path: Path) -> Iterator[Violation]:
    """Yield a violation for every place where two values of the same schema differ."""
    if expected == given:
        return
    if isinstance(expected, dict) and isinstance(given, dict):
        for name in expected | given:
            if (name in expected) != (name in given):
                yield _difference(expected.get(name), given.get(name), (*path, name))
            else:
                yield from _differ(expected[name], given[name], (*path, name))
    elif isinstance(expected, list) and isinstance(given, list):
        if _is_set(path):
            yield from _differ_as_sets(expected, given, path)
            return
        for at, (should, is_) in enumerate(zip(expected, given, strict=False)):
            yield from _differ(should, is_, (*path, at))
        for at in range(len(expected), len(given)):
            yield _surplus(given[at], (*path, at))
        if len(given) < len(expected):
            yield _lacking(expected[len(given)], path)
    else:
        yield _difference(expected, given, path)


def _is_set(path: Path) -> bool:
    whole = "/".join(map(str, path))
    return any(whole == name or whole.startswith(name + "/") for name in _SETS)


def _differ_as_sets(expected: list[str], given: list[str], path: Path) -> Iterator[Violation]:
    missing = list(expected)
    for at, card in enumerate(given):
        if card in missing:
            missing.remove(card)
        else:
            yield _surplus(card, (*path, at))
    if missing:
        yield _lacking(missing, path)


def _surplus(given: Any, path: Path) -> Violation:
    return violation("state.surplus", *path, member="/".join(map(str, path[:-1])), given=_short(given))


def _lacking(expected: Any, path: Path) -> Violation:
    return violation("state.lacking", *path, member="/".join(map(str, path)), expected=_short(expected))


def _difference(expected: Any, given: Any, path: Path) -> Violation:
    code = _CODES.get(str(path[0]), "state.unexpected")
    member = "/".join(map(str, path))
    return violation(code, *path, member=member, given=_short(given), expected=_short(expected))


def _short(value: Any) -> Any:
    """Return a value for a message and its parameters, without the nested values of an object."""
    if isinstance(value, dict):
        return {name: inner for name, inner in value.items() if not isinstance(inner, dict | list)}
    return value
