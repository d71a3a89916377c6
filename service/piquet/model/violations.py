"""Violations: the reasons why an action is illegal or a state is impossible, as data.

Codes are stable. The message of a violation is made from its parameters, so every value in the message is also
available as data.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.piquet.json_types import Json
from service.piquet.suggestions import listed
from service.piquet.toml_tables import load

#: Plain data: what JSON can have. A tuple stands for an array, too.
JsonValue = bool | int | float | str | Sequence["JsonValue"] | Mapping[str, "JsonValue"] | None

#: The place of a value in plain data.
Path = tuple[str | int, ...]


class Code(NamedTuple):
    """A code of violations: its rule, and the template of its message."""

    rule: str
    message: str = ""


#: The codes in their order, by area (`violations.toml`).
CODES: Final = load(__file__, "violations", Code)


@dataclass(frozen=True, slots=True)
class Violation:
    """A reason why something is illegal: its `code`, its `rule` or law, and a `message` with the values in `params`.

    `path` is its place within the action, deal or state.
    """

    code: str
    rule: str
    path: tuple[str | int, ...]
    message: str
    params: Mapping[str, Json]

    def under(self, *path: str | int) -> "Violation":
        """Return the same violation with a longer path."""
        return Violation(self.code, self.rule, (*path, *self.path), self.message, self.params)


_SHOWN = 6  # reasons in the text of an exception


class IllegalAction(ValueError):
    """Raised for an action or a deal that the rules forbid; `violations` has every reason."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        more = [f"and {len(violations) - _SHOWN} more"] if len(violations) > _SHOWN else []
        super().__init__("; ".join([*(violation.message for violation in violations[:_SHOWN]), *more]))
        self.violations = violations


class _Word:
    """A parameter in a message; `{cards:is|are}` is the form that agrees with its number."""

    def __init__(self, value: JsonValue) -> None:
        self._value = value

    def __format__(self, forms: str) -> str:
        value = self._value
        if forms:
            several = value != 1 if isinstance(value, int) else isinstance(value, tuple | list) and len(value) > 1
            return forms.split("|")[several]
        if isinstance(value, tuple | list):
            return listed(list(map(str, value))) or "no card"
        return _JSON[value] if isinstance(value, bool | None) else str(value)


_JSON = {None: "null", True: "true", False: "false"}


def violation(code: str, /, *path: str | int, rule: str | None = None, **params: JsonValue) -> Violation:
    """Return the violation with this code. `rule` replaces the rule of the table, for a code that serves two rules."""
    own, sentence = CODES[code]
    return worded(code, rule or own, path, sentence, params)


def worded(code: str, rule: str, path: Path, sentence: str, params: Mapping[str, JsonValue]) -> Violation:
    """Return the violation with a message made from a template, for tables of codes other than `CODES`."""
    words = {name: _Word(value) for name, value in params.items()}
    return Violation(code, rule, path, sentence.format(**words), params)


def out_of_bounds(count: int, bounds: tuple[int, int], rule: str, member: str) -> tuple[Violation, ...]:
    """Return the violation for exchanging `count` cards outside `bounds` (fewest, most).

    Empty if the count is allowed.
    """
    least, most = bounds
    if count < least:
        return (violation("exchange.too_few", member, rule=rule, count=count, min=least),)
    if count > most:
        return (violation("exchange.too_many", member, rule=rule, count=count, max=most),)
    return ()


# The violations of a list of cards that a repeated card does not cause.
_HOLD_WITH_REPEATS = ("cards.not_held", "exchange.too_many", "exchange.more_than_announced")


def beside_repeats(repeats: Iterable[Violation], found: Iterable[Violation]) -> list[Violation]:
    """Return the violations of an action with each card once that hold for the action as it was sent.

    `repeats` are the violations of its lists that name a card twice.
    """
    lists = {repeat.path for repeat in repeats}
    return [each for each in found if each.path not in lists or each.code in _HOLD_WITH_REPEATS]
