"""The facts that a ruling without a state may rest on: what each means, and the values that it may have."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.piquet.rulesets.parameters import Ruleset

#: Facts by name. Lists are tuples, and lists of roles are in the order elder, younger.
Known = Mapping[str, Any]
#: Values of a fact that stand for all others, given the ruleset and other facts.
Samples = Callable[[Ruleset, Known], tuple[Any, ...]]

ROLES: Final = ("elder", "younger")


@dataclass(frozen=True, slots=True)
class Question:
    """A fact: its name, the question that it answers, and its type.

    `form` is the type: `flag`, `choice` (one of `values`), `number` (from `least` to `most`), `choices` (some of
    `values`), `cards`, `positions` (of the stock), `counts` (cards of elder, of younger and in the stock), `amount` (a
    number, or cards), `proof` (cards `missing` and `double`), `packets` (the sizes of two) or `sheets` (scores by seat
    on the sheet of each seat). A fact that is `optional` is never asked for: its absence has a meaning. `samples`
    are values that stand for all others; the default is `values`.
    """

    name: str
    text: str
    form: str
    values: tuple[Any, ...] = ()
    least: int = 0
    most: int = 36
    null: bool = False
    optional: bool = False
    samples: Samples | None = None

    def sampled(self, rules: Ruleset, known: Known) -> tuple[Any, ...]:
        """Values that stand for all that the fact may have, given other facts."""
        return self.samples(rules, known) if self.samples else self.values


def flag(name: str, text: str) -> Question:
    """A fact that is true or false."""
    return Question(name, text, "flag", (True, False))


def choice(name: str, text: str, *values: str) -> Question:
    """A fact with one of some values."""
    return Question(name, text, "choice", values)


def number(name: str, text: str, least: int, most: int, samples: Samples, **more: Any) -> Question:
    """A fact that is a number within bounds."""
    values = tuple(range(least, most + 1))
    return Question(name, text, "number", values, least, most, samples=samples, **more)


def some_of(name: str, text: str, *values: str, **more: Any) -> Question:
    """A fact that is a list of some values."""
    subsets = ((), *((value,) for value in values), values)
    return Question(name, text, "choices", values, samples=lambda _, known: subsets, **more)


def told(name: str, text: str, form: str, **more: Any) -> Question:
    """A fact that is repeated in the ruling and decides nothing."""
    return Question(name, text, form, optional=True, **more)


SIDE: Final = choice("side", "Who did it?", *ROLES)
CATEGORY: Final = choice("category", "In which category?", "point", "sequence", "set")
CARDS: Final = told("cards", "Which cards?", "cards")
TAKEN_UP: Final = some_of("taken_up", "Which players had taken up their hands?", *ROLES)
STOCK: Final = choice(
    "stock",
    "Had the player who exchanges left the stock alone, touched it, or taken up a card?",
    "untouched",
    "touched",
    "taken",
)
LEAVES: Final = number(
    "leaves",
    "How many of their own cards of the stock does elder leave, as they said? In elder's exchange null: nothing was "
    "said. After it, count what was left in silence, too (LR11).",
    0,
    8,
    lambda _, known: (None, 0, 2),
    null=True,
)
FIRST_CARD_PLAYED: Final = flag("first_card_played", "Has younger played a card?")
ELDER_LED: Final = flag("elder_led", "Has elder led to the first trick?")
ANSWERED: Final = flag("answered", "Has the trick been played to?")
PLAYED_SINCE: Final = told("played_since", "How many cards have been played since?", "number", most=24)
