"""The ruleset of a request: its schema, its parameters, and what belongs to another game or is not in its pack."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec

from service.api.http.request_body import Decoded
from service.api.problems import Fault, Problem, pointer, tokens_of
from service.api.schemas import scalars
from service.api.validation.validation_errors import Path
from service.multiplayer.games import GAMES
from service.piquet.cards.cards import BIT
from service.piquet.rulesets.parameters import PARAMETERS, Ruleset, RulesetError
from service.piquet.rulesets.published import RULESETS, code_of, ruleset as find_ruleset
from service.runtime.request_context import record

# No more than there are, so that any further one is unknown.
Overrides = Annotated[dict[scalars.Word, scalars.Parameter], msgspec.Meta(max_length=len(PARAMETERS))]


class RulesetChoice(scalars.Model):
    """A ruleset with some parameters changed."""

    name: scalars.Word
    overrides: Overrides = msgspec.field(default_factory=dict)


RulesetName = scalars.Word | RulesetChoice

R = TypeVar("R")
#: Finds the ruleset with a name and overrides, and its name with the version. Raises `RulesetError`.
Find = Callable[[str, Mapping[str, Any]], tuple[R, str]]


class RulesetMember(Decoded):
    """The member with the ruleset of a request.

    Whether there is such a ruleset is reported together with other faults of the request; alone, it is a problem of its
    own. `choose` finds the ruleset of a choice, and raises a `Problem`.
    """

    def __init__(self, choose: Callable[..., Any] | None = None, **settings: Any) -> None:
        super().__init__(RulesetName, **settings)
        self._choose = choose or chosen_ruleset

    def faults(self, value: msgspec.Raw, *path: str | int) -> Iterator[tuple[Path, str]]:
        """All faults of the member, of its form or of the ruleset that it names."""
        found = list(super().faults(value, *path))
        yield from found
        if found:
            return
        try:
            self._choose(self.decode(value), *path)
        except Problem as problem:
            for fault in problem.errors:
                unknown = problem.code == "unknown_ruleset"
                yield tokens_of(fault.pointer), problem.detail if unknown else fault.message


class ChosenRuleset(NamedTuple, Generic[R]):
    """The ruleset of a request: its parameters, and its name with the version, as responses have it."""

    rules: R
    named: RulesetName


def record_ruleset(named: RulesetName) -> None:
    """Record the name of the ruleset for the access log and the metrics, without its overrides."""
    record("ruleset", named if isinstance(named, str) else named.name)


def ruleset_of(choice: RulesetName, *path: str | int) -> ChosenRuleset[Ruleset]:
    """Return the ruleset of a request.

    `path` is the place of the ruleset in the request. Raises a `Problem`: `unknown_ruleset` or `invalid_ruleset`.
    """
    return recorded(chosen_ruleset(choice, *path))


def recorded(chosen: ChosenRuleset[R]) -> ChosenRuleset[R]:
    """Return the ruleset, whose name is recorded."""
    record_ruleset(chosen.named)
    return chosen


def chosen_ruleset(choice: RulesetName, *path: str | int) -> ChosenRuleset[Ruleset]:
    """Return the ruleset of a request as `ruleset_of` does, without recording its name."""
    return chosen_by(_published, choice, *path)


def chosen_by(find: Find[R], choice: RulesetName, *path: str | int) -> ChosenRuleset[R]:
    """Return the ruleset of a request in the game whose rulesets `find` finds.

    `path` is its place. Raises a `Problem` for a ruleset that does not exist, or that cannot have an override.
    """
    try:
        if isinstance(choice, str):
            return ChosenRuleset(*_found(find, choice, ()))
        # The type is part of the key, because 1 and true would otherwise be the same key.
        typed = ((name, (type(value), value)) for name, value in choice.overrides.items())
        rules, label = _found(find, choice.name, tuple(sorted(typed, key=lambda item: item[0])))
        return ChosenRuleset(rules, RulesetChoice(label, choice.overrides))
    except RulesetError as error:
        path = path or ("ruleset",)
        if not error.parameters:
            where = path if isinstance(choice, str) else (*path, "name")
            unknown = Fault(pointer(*where), "is not the name of a ruleset")
            raise Problem("unknown_ruleset", str(error), [unknown]) from None
        faults = [Fault(pointer(*path, "overrides", name), why) for name, why in error.faults.items()]
        raise Problem("invalid_ruleset", str(error), faults, parameters=list(error.parameters)) from None


@lru_cache(maxsize=512)
def _found(find: Find[R], name: str, overrides: tuple[tuple[str, tuple[type, Any]], ...]) -> tuple[R, str]:
    return find(name, {parameter: value for parameter, (_, value) in overrides})


def _published(name: str, overrides: Mapping[str, Any]) -> tuple[Ruleset, str]:
    return find_ruleset(name, overrides), code_of(name).label


def card_faults(rules: Ruleset, listed: Iterable[tuple[str, str]], pack: str = "") -> Iterator[Fault]:
    """Yield a fault for each card that is listed twice, or is not in the pack, which a message calls `pack`.

    `listed` are the cards, each with the pointer to it.
    """
    seen = 0
    for where, card in listed:
        if seen & BIT[card]:
            yield Fault(where, f"is {card}, which is listed twice")
        elif not rules.cards & BIT[card]:
            yield Fault(where, f"is {card}, which is not in {pack or f'a pack of {rules.pack}'}")
        seen |= BIT[card]


# ---------------------------------------------------------------- states of another game


class _NamedRuleset(msgspec.Struct):
    name: str


class _StateWithRuleset(msgspec.Struct):
    ruleset: str | _NamedRuleset


_decode_ruleset = msgspec.json.Decoder(_StateWithRuleset).decode


def of_another_game(own: str = "") -> msgspec.Meta:
    """Mark the states of a game: a fault of one that belongs to another game says only that.

    `own` is the name of a game of several seats; empty for the game for two.
    """
    return msgspec.Meta(extra={"elsewhere": lambda sent: _elsewhere(sent, own)})


def _elsewhere(sent: bytes, own: str) -> str:
    try:
        ruleset = _decode_ruleset(sent).ruleset
    except msgspec.DecodeError:
        return ""
    name = (ruleset if isinstance(ruleset, str) else ruleset.name).partition("@")[0]
    if name in GAMES and name != own:
        return f"is a state of {name}; send it to the operations under /v1/{name}/"
    return "is a state of the game for two; send it to the operations under /v1/" if own and name in RULESETS else ""
