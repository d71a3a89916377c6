"""The facts that a ruling without a state may rest on: what each means, and the values that it may have."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from service.piquet.law.elections import ELECTIONS
from service.piquet.rulesets.parameters import Ruleset

#: Facts by name. Lists are tuples, and lists of roles are in the order elder, younger.
Known = Mapping[str, Any]


class Facts(Protocol):
    """Facts by name, wherever they are known from."""

    def __contains__(self, name: object, /) -> bool:
        """Whether a fact is known."""
        ...

    def __getitem__(self, name: str, /) -> Any:
        """Return the value of a fact that is known."""
        ...


#: Values of a fact that stand for all others, given the ruleset and other facts.
Samples = Callable[[Ruleset, Known], tuple[Any, ...]]

ROLES: Final = ("elder", "younger")


@dataclass(frozen=True, slots=True)
class Question:
    """A fact: its name, the question that it answers, and its type.

    `form` is the type: `flag`, `choice` (one of `values`), `number` (from `least` to `most`), `choices` (some of
    `values`), `cards`, `positions` (of the talon), `counts` (cards of elder, of younger and in the talon), `amount` (a
    number, or cards), `proof` (cards `missing` and `double`), `packets` (the sizes of two) or `sheets` (scores by seat
    on the sheet of each seat). A fact that is `optional` is never asked for: left out, it is `absent`. `samples` are
    values that stand for all others; the default is `values`.
    """

    name: str
    text: str
    form: str
    values: tuple[Any, ...] = ()
    least: int = 0
    most: int = 36
    null: bool = False
    optional: bool = False
    absent: Any = None
    samples: Samples | None = None

    def sampled(self, rules: Ruleset, known: Known) -> tuple[Any, ...]:
        """Values that stand for all that the fact may have, given other facts."""
        return self.samples(rules, known) if self.samples else self.values


def flag(name: str, text: str, absent: bool | None = None) -> Question:
    """Return a fact that is true or false, and never asked for if it has a value where it is left out."""
    return Question(name, text, "flag", (True, False), optional=absent is not None, absent=absent)


def choice(name: str, text: str, *values: str, **more: Any) -> Question:
    """Return a fact with one of some values."""
    return Question(name, text, "choice", values, **more)


def number(name: str, text: str, least: int, most: int, samples: Samples, **more: Any) -> Question:
    """Return a fact that is a number within bounds."""
    values = tuple(range(least, most + 1))
    return Question(name, text, "number", values, least, most, samples=samples, **more)


def some_of(name: str, text: str, *values: str, **more: Any) -> Question:
    """Return a fact that is a list of some values."""
    subsets = ((), *((value,) for value in values), values)
    return Question(name, text, "choices", values, samples=lambda _, known: subsets, **more)


def told(name: str, text: str, form: str, **more: Any) -> Question:
    """Return a fact that is repeated in the ruling and decides nothing."""
    return Question(name, text, form, optional=True, **more)


SIDE: Final = choice("side", "Who did it?", *ROLES)
CATEGORY: Final = choice("category", "In which category?", "point", "sequence", "set")
CARDS: Final = told("cards", "Which cards?", "cards")
TAKEN_UP: Final = some_of("taken_up", "Which players had taken up their hands?", *ROLES)
STOCK: Final = choice(
    "stock",
    "Had the player who exchanges left the talon alone, touched it, or taken up a card?",
    "untouched",
    "touched",
    "taken",
)
FIRST_CARD_PLAYED: Final = flag("first_card_played", "Has younger played a card?")
ELDER_LED: Final = flag("elder_led", "Has elder led to the first trick?")
ANSWERED: Final = flag("answered", "Has the trick been played to?")
PLAYED_SINCE: Final = told("played_since", "How many cards have been played since?", "number", most=24)
TAKEN_BACK: Final = flag(
    "taken_back", "Has play gone back to a card before it, so that it was taken back?", absent=False
)

#: What may have closed all rights in a deal: it was annulled, the game was lost by a ruling or ended by its target, or
#: the history has no room for another ruling.
CLOSED: Final = ("annulment", "loss_of_game", "end_of_game", "full_history")
#: What may have come of any irregularity that stands in a history.
OUTCOME: Final = choice("outcome", "What came of it?", *ELECTIONS, *CLOSED, optional=True)


def normal(question: Question, value: Any) -> Any:
    """Return a value as the tables take it: a list as a tuple, and a list of choices in the order of the choices."""
    if question.form == "choices":
        return tuple(each for each in question.values if each in value)
    return tuple(value) if isinstance(value, list) else value


def contradictions(rules: Ruleset, facts: Known) -> Iterator[tuple[str, str]]:
    """Yield what contradicts the rules or another fact: the name of the fact, and the end of a sentence about it."""
    talon = 15 if "due" in facts else rules.pack - 24  # what was due may be told of a deal with wrong numbers
    for name in ("taken", "mixed", "positions", "due"):
        positions = facts.get(name, ())
        if not isinstance(positions, tuple):
            continue
        if len(set(positions)) < len(positions):
            yield name, "names a position twice"
        if max(positions, default=1) > talon:
            yield name, f"names a position below the last of the {talon} cards"
    if isinstance(facts.get("taken"), tuple) and not set(facts.get("mixed", ())) <= set(facts["taken"]):
        yield "mixed", "names a position that was not taken"
    for name in ("dealt", "sizes"):
        if name in facts and sum(facts[name]) != rules.pack:
            yield name, f"adds up to {sum(facts[name])} cards; the pack has {rules.pack}"
    if (facts.get("leaves") or 0) > rules.elder_share:
        yield "leaves", f"is more than elder's {rules.elder_share} cards of the talon"
    if facts.get("deals") is not None and facts.get("deal", 1) > facts["deals"]:
        yield "deal", f"is greater than the number of deals, {facts['deals']}"
