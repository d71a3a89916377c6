"""Reading one setting from the environment: what it takes, or a `SettingsError` that says so.

A variable that is empty counts as one that is not set.
"""

from collections.abc import Mapping
from typing import TypeVar

Choice = TypeVar("Choice", bound=str)

_SWITCH = {"": False, "0": False, "off": False, "no": False, "false": False} | dict.fromkeys(
    ("1", "on", "yes", "true"), True
)


class SettingsError(ValueError):
    """A setting cannot be used; the message names the variable and says what it takes."""


def text(environ: Mapping[str, str], name: str) -> str:
    """What the variable holds, or nothing."""
    return environ.get(name, "").strip()


def entries(environ: Mapping[str, str], name: str) -> list[str]:
    """What stands between its commas."""
    return [entry.strip() for entry in text(environ, name).split(",") if entry.strip()]


def switch(environ: Mapping[str, str], name: str) -> bool:
    """Whether it is switched on."""
    said = text(environ, name).lower()
    if said not in _SWITCH:
        raise SettingsError(f"{name} takes on or off, not {said!r}")
    return _SWITCH[said]


def whole_number(
    environ: Mapping[str, str], name: str, *, default: int, least: int = 0, most: int, of: str = ""
) -> int:
    """A number from `least` to `most` of what `of` says; `default` if nothing is set, which must be in the range, too:
    the range may depend on other settings."""
    said = text(environ, name) or str(default)
    if not (said.isascii() and said.isdigit() and len(said) < 20 and least <= int(said) <= most):
        what = f"a whole number of {of}" if of else "a whole number"
        raise SettingsError(f"{name} takes {what} from {least} to {most}, not {said!r}")
    return int(said)


def one_of(environ: Mapping[str, str], name: str, *choices: Choice, default: Choice | None = None) -> Choice:
    """One of the words `choices`, in whatever case it is written; `default`, or the first, if nothing is set."""
    said = text(environ, name)
    found = {choice.lower(): choice for choice in choices}.get(said.lower()) if said else default or choices[0]
    if found is None:
        raise SettingsError(f"{name} takes one of {', '.join(choices)}, not {said!r}")
    return found
