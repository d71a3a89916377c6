"""Parsers of environment variables: text, lists, booleans, whole numbers, choices, and the address of a scheduler.

Each function reads one variable and raises `SettingsError` if its value cannot be used. An empty variable counts as
unset.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Self, TypeVar

T = TypeVar("T")
Choice = TypeVar("Choice", bound=str)

_BOOLEANS = {"": False, "0": False, "off": False, "no": False, "false": False} | dict.fromkeys(
    ("1", "on", "yes", "true"), True
)


class SettingsError(ValueError):
    """A setting has a value that cannot be used. The message names the variable and the values that it takes."""


def text(environ: Mapping[str, str], name: str) -> str:
    """Return the value without surrounding white space; empty if the variable is unset."""
    return environ.get(name, "").strip()


def entries(environ: Mapping[str, str], name: str) -> list[str]:
    """Return the entries of a comma-separated list, without empty ones."""
    return [entry.strip() for entry in text(environ, name).split(",") if entry.strip()]


def boolean(environ: Mapping[str, str], name: str) -> bool:
    """Return a boolean in any usual spelling; False if the variable is unset."""
    value = text(environ, name).lower()
    if value not in _BOOLEANS:
        raise SettingsError(f"{name} takes on or off, not {value!r}")
    return _BOOLEANS[value]


def whole_number(
    environ: Mapping[str, str], name: str, *, default: int, minimum: int, maximum: int, unit: str = "", also: str = ""
) -> int:
    """Return a whole number from `minimum` to `maximum`; `default` if the variable is unset.

    `unit` is for the error message, and `also` what else the variable takes. The default is checked, too, because
    the range may depend on other settings.
    """
    value = text(environ, name) or str(default)
    if not (value.isascii() and value.isdigit() and len(value) < 20 and minimum <= int(value) <= maximum):
        number = f"a whole number of {unit}" if unit else "a whole number"
        raise SettingsError(f"{name} takes {number} from {minimum} to {maximum}{also}, not {value!r}")
    return int(value)


def one_of(environ: Mapping[str, str], name: str, *choices: Choice, default: Choice | None = None) -> Choice:
    """One of `choices`, in upper or lower case; `default`, or the first choice, if the variable is unset."""
    value = text(environ, name)
    found = {choice.lower(): choice for choice in choices}.get(value.lower()) if value else default or choices[0]
    if found is None:
        raise SettingsError(f"{name} takes one of {', '.join(choices)}, not {value!r}")
    return found


# ---------------------------------------------------------------- misspelt names


# How near a name has to be, and how long, so that few names of other programs are. Of OpenTelemetry not all are known.
_LIKENESS, _LENGTH = 0.84, 6
_OTHERS = ("OTEL_", "PIQUET_API_KEY")

# Variables that do nothing where another one is unset or off.
_PARTNERS = {
    "LOG_CARDS": "ACCESS_LOG",
    "METRICS_TOKEN": "METRICS",
    "SEAL_ENGINES": "REQUIRE_SEAL",
    **dict.fromkeys(("CACHE_SECRET", "CACHE_TTL_SECONDS", "REDIS_TIMEOUT_MS"), "REDIS_URL"),
}


class Environment(Mapping[str, str]):
    """Variables of the environment, of which it is known which have been `asked` for."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.asked = set[str]()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def misspelt(self) -> list[str]:
        """Return a sentence about each variable that was not asked for and whose name is near to one that was."""
        names = [name for name in self.asked if not name.startswith(_OTHERS)]
        without = {re.sub("_(SECONDS|BYTES|MS|MB)$", "", name): name for name in names}
        known = {_letters(short): name for short, name in without.items() if "_" in short}
        known |= {_letters(name): name for name in names}
        long = [letters for letters in known if len(letters) >= _LENGTH]
        found = []
        for name in sorted(self.keys() - self.asked):
            letters = _letters(name)
            near = [letters] if letters in known else get_close_matches(letters, long, 1, _LIKENESS)
            # Kubernetes sets such a PORT for each of its services.
            linked = name.endswith("_PORT") and f"{name.removesuffix('PORT')}SERVICE_HOST" in self._variables
            if near and not linked and not name.startswith(_OTHERS):
                found.append(f"{name} is not a setting (did you mean {known[near[0]]}?)")
        return found

    def without_partner(self) -> list[str]:
        """Return a sentence about each variable that does nothing, because another one is unset or off."""
        names = {*_PARTNERS, *_PARTNERS.values()}
        on = {name for name in names if _BOOLEANS.get(text(self, name).lower(), True)}
        alone = [name for name in _PARTNERS if name in on and _PARTNERS[name] not in on]
        return [f"{name} does nothing without {_PARTNERS[name]}" for name in alone]


def _letters(name: str) -> str:
    return re.sub("^PIQUET_(REFEREE_)?|_", "", name.upper())


# ---------------------------------------------------------------- settings as fields of a dataclass


def setting(default: T, read: Callable[[Mapping[str, str]], T], *, secret: bool = False) -> T:
    """Return a field for a setting: its default, and how it is read from the environment. A `secret` is never shown."""
    made: T = field(default=default, repr=not secret, metadata={"read": read})
    return made


@dataclass(frozen=True, slots=True)
class FromEnvironment:
    """Settings that are read from the environment, in the order of the fields."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Self:
        """Read the settings from `environ`. Raises `SettingsError`. An empty variable counts as unset."""
        return cls(**{each.name: each.metadata["read"](environ) for each in fields(cls)})


# ---------------------------------------------------------------- the address of a Dask scheduler


#: The forms of the address, for messages.
FORMS = "tcp://host:port or tls://host:port"

_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-f:.]+\]|[^\s:/@?#\[\]]+):([0-9]{1,5})", re.I)


def parse_cluster_address(text: str) -> str:
    """Return the address of a scheduler. Raises `ValueError`."""
    found = _ADDRESS.fullmatch(text)
    if found is None or not 0 < int(found[3]) < 1 << 16:
        raise ValueError(f"the address of a Dask scheduler is {FORMS}")
    return text
