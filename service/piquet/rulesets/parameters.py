"""The parameters of a ruleset, and the values that each may have.

A variant of the game is data: the engine reads parameters and never the name of a ruleset. `law` names a code of law
(docs/law.md). Each of the `LAW_ROWS` in which the codes differ may be taken from another code, by the parameter
`law_<row>`.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from service.piquet.cards.cards import CARDS, PACKS
from service.piquet.cards.ranking import RankingRules, counting
from service.piquet.suggestions import LOOKED_UP, did_you_mean, listed
from service.piquet.toml_tables import load

#: The codes of law: the Portland Club's of 1882, piquet au cent, Hoyle's, the French one, and that of 1651.
LAW_CODES: Final = ("portland", "au-cent", "hoyle", "french", "old")
#: The value of `law` under which no irregularity is known.
NO_LAW: Final = "none"
LAW_PREFIX: Final = "law_"

_LAW: Final = "the code of law that says what follows when something irregular happened; none: there is no law"
#: The reading that the parameter `law` rests on: nothing follows from an irregularity until somebody raises it.
LAW_RULE: Final = "LR1"


class LawRow(NamedTuple):
    """A question that the codes of law answer differently: the laws it belongs to, and what it decides.

    `said` has by code the word and the sentence of what the code itself says; or the code that it falls back to, if
    that is not its parent.
    """

    laws: tuple[str, ...]
    meaning: str
    said: Mapping[str, tuple[str, str] | str]


def _law_row(laws: tuple[str, ...], meaning: str, **said: tuple[str, str] | str) -> LawRow:
    return LawRow(laws, meaning, said)


#: The rows by name.
LAW_ROWS: Final = load(__file__, "law_rows", _law_row)


if TYPE_CHECKING:

    class LawParameters:
        """The base of a ruleset: for each row the code that it is taken from instead of the code of law, or None."""

else:
    LawParameters = make_dataclass(
        "LawParameters",
        [(LAW_PREFIX + row, str | None, None) for row in LAW_ROWS],
        frozen=True,
        slots=True,
        kw_only=True,
    )


_LOW_RANKS: Final = "6789"


class PlayPoints(NamedTuple):
    """What a lead and a capture score, by card: a capture is a trick that the other player led."""

    lead: tuple[int, ...]
    capture: tuple[int, ...]


@cache  # a few combinations of values
def points_by_card(trick_scoring: str, low_leads_uncounted: bool, low_captures_uncounted: bool) -> PlayPoints:
    """Return the points for each card, computed once, because the engine reads them with every card played."""
    leads_score = trick_scoring != "one_per_trick"
    captures_score = trick_scoring == "lead_and_capture"
    low = [name[0] in _LOW_RANKS for name in CARDS]
    return PlayPoints(
        tuple(int(leads_score and not (is_low and low_leads_uncounted)) for is_low in low),
        tuple(int(captures_score and not (is_low and low_captures_uncounted)) for is_low in low),
    )


Value = str | int | bool | None
_Default = TypeVar("_Default", bound=Value)


class RulesetError(ValueError):
    """An unknown ruleset, or parameters that are invalid.

    `faults` has the fault of each parameter, as the end of a sentence that begins "this parameter". It is empty for an
    unknown name.
    """

    def __init__(self, message: str, faults: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.faults = dict(faults or {})

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the invalid parameters."""
        return tuple(self.faults)


def invalid(faults: Mapping[str, str]) -> RulesetError:
    """Return the error for parameters that are invalid on their own."""
    return RulesetError("; ".join(f"{name} {why}" for name, why in faults.items()), faults)


def _contradict(first: str, second: str, why: str, message: str = "") -> RulesetError:
    """Return the error for two parameters that conflict."""
    faults = {name: f"conflicts with {other}: {why}" for name, other in ((first, second), (second, first))}
    return RulesetError(message or f"{first} and {second}: {why}", faults)


@dataclass(frozen=True, slots=True)
class Parameter:
    """The published description of a parameter. `values` are those that this release supports."""

    meaning: str
    rule: str
    values: tuple[Value, ...]

    def fault(self, value: Value) -> str:
        """Return the fault of a value that the parameter cannot have; empty for one that it can."""
        if any(type(value) is type(offered) and value == offered for offered in self.values):
            return ""
        return f"cannot be {json.dumps(value)}; it can be {listed([*map(json.dumps, self.values)], 'or')}"


def _parameter(default: _Default, meaning: str, rule: str, *others: Value) -> _Default:
    about = Parameter(meaning, rule, (default, *others))
    return field(default=default, metadata={"about": about})


# Values of two parameters that conflict, and why.
_CONTRADICTIONS = (
    (
        ("point_comparison", ("pips",)),
        ("tie_break_call", "when_asked"),
        "points compared by value are called by value",
    ),
    (
        ("point_ending_in_four", (True,)),
        ("point_score", "pips"),
        "a point scored by its value has no such deduction",
    ),
    (
        ("elder_max", (8,)),
        ("pack", 32),
        "three cards of a talon of eight are younger's",
    ),
    (
        ("trick_scoring", ("one_per_trick",)),
        ("cards_counted", "seventh_trick"),
        "the bonus for the last trick replaces the cards",
    ),
)


# Parameters that require a target, and why.
_NEEDS_A_TARGET = {
    "double_below": "without a target nothing is doubled",
    "match_games": "without a target there are no games to count",
}


@dataclass(frozen=True, slots=True)
class Ruleset(LawParameters):
    """The parameters of a game of Piquet, each as a member (docs/rulesets.md).

    The defaults are `portland`, the Portland Club's rules of 1882.
    Raises `RulesetError` for a value that a parameter cannot have, or for two parameters that conflict.
    """

    name: str = "portland"
    law: str = "portland"
    calling: str = _parameter(
        "dialogue", "whether the players call in turn, or both hands declare everything", "R5.14", "automatic"
    )
    first_deal: str = _parameter(
        "high_cut_chooses", "what the cut for the first deal decides", "R2.4", "high_cut_deals", "low_cut_deals"
    )
    pack: int = _parameter(32, "the number of cards in the pack: from the sevens up, or from the sixes", "R2.1", 36)
    deal_packet: int | str = _parameter(2, "how many cards are dealt at a time", "R2.3", 3, "alternating")
    elder_min: int = _parameter(1, "the fewest cards that elder may exchange", "R4.1", 2, 3)
    elder_max: int = _parameter(5, "the most cards that elder may exchange", "R4.1", 3, 4, 8)
    younger_min: int = _parameter(1, "the fewest cards that younger may exchange", "R4.2", 0, 2, 3)
    younger_max: int | None = _parameter(
        None, "the most cards that younger may exchange; null: what is left in the talon", "R4.2", 3, 4, 5, 6
    )
    elder_second_exchange: bool = _parameter(False, "whether elder may exchange what younger left", "R4.6", True)
    left_cards: str = _parameter(
        "after_lead_shared",
        "how the cards that younger left may be looked at",
        "R4.5",
        "revealed_by_dealer",
        "private_named_suit",
        "none",
    )
    carte_blanche_points: int = _parameter(10, "what a carte blanche scores", "R3.1")
    carte_blanche_protocol: str = _parameter("discard_first", "how a carte blanche is claimed", "R3.3", "show")
    call_order: str = _parameter(
        "point_first", "the order of the categories: point first, or point, sequence, set", "R5", "fixed"
    )
    tie_break_call: str = _parameter(
        "when_asked", "when the value of a point or the top of a sequence is said", "R5.4", "point", "always"
    )
    point_minimum: int = _parameter(3, "the fewest cards that make a point", "R5.5", 4)
    abide_by_call: str = _parameter(
        "unless_good_against_the_cards", "whether a call below elder's best holding binds elder", "R5.8", "always"
    )
    point_comparison: str = _parameter(
        "cards", "how points are compared: by number of cards, then value; or by value alone", "R1", "pips"
    )
    point_score: str = _parameter(
        "cards",
        "what a point scores: one for each card, or the tens of its value, five and more counting up",
        "R5.12",
        "pips",
    )
    point_ending_in_four: bool = _parameter(
        False, "a point whose value ends in four scores one less than its cards", "R5.12", True
    )
    repique_test: str = _parameter(
        "before_in_order", "which scores of the other hand save a repique", "R7.2", "opponent_scores_nothing"
    )
    repique_by: str = _parameter("either", "who can make a repique: either player, or only elder", "R7.2", "elder")
    equality_saves_repique: bool = _parameter(False, "whether an equal point or sequence saves a repique", "R7.5", True)
    trick_scoring: str = _parameter(
        "lead_and_capture", "what leads and tricks score", "R6.2", "lead_and_take", "one_per_trick"
    )
    last_trick_bonus: int = _parameter(1, "the extra points for the last trick", "R6.2", 0, 10)
    low_cards_uncounted: bool = _parameter(False, "leads and captures with a 9 or less score nothing", "R6.2", True)
    uncounted_plays: str = _parameter(
        "leads_and_captures",
        "which plays of a low card score nothing where `low_cards_uncounted` is true",
        "R6.2",
        "leads",
    )
    cards_counted: str = _parameter("end_of_deal", "when the ten for the cards are scored", "R6.4", "seventh_trick")
    concession: str = _parameter("last_deal", "in which deals a hand may be thrown down", "R6.5", "any_deal", "none")
    concession_score: int = _parameter(2, "the points of play of the player who concedes", "R6.5", 0)
    carte_rouge: int = _parameter(0, "what a carte rouge scores; 0: there is none", "R7.1", 10, 20, 40, 50)
    nought: bool = _parameter(False, "whether a void counts as a point and a quint", "R5.1", True)
    partie_deals: int = _parameter(6, "deals in a partie; of four the first and the last count double", "R8.1", 4)
    rubicon: int = _parameter(100, "the total below which the loser is rubiconed", "R8.2")
    partie_bonus: int = _parameter(
        100,
        "the points that the winner of a partie gets in addition to the difference, or the sum, of the totals",
        "R8.2",
        50,
        0,
    )
    tie: str = _parameter(
        "one_each_then_drawn", "what follows equal totals after the last deal", "R8.3", "two_more_until_broken"
    )
    target: int | None = _parameter(
        None, "the total that wins; null: the partie has a fixed number of deals", "R8.4", 100, 101, 150, 220, 221
    )
    target_stop: str = _parameter(
        "at_once", "whether reaching the target ends the partie at once or with the deal", "R8.4", "end_of_deal"
    )
    double_below: int | None = _parameter(
        None, "the total below which the loser of a game to a target loses it double", "R8.5", 50, 51
    )
    match_games: int | None = _parameter(
        None,
        "the number of games of a match, of which more than half win it; a double game counts as two; null: no matches",
        "R8.5",
        3,
        5,
    )
    belle_target: int | None = _parameter(
        None, "the total that wins the third game of a match of three; null: the same as in the others", "R8.4", 221
    )

    counting: RankingRules = field(init=False, repr=False, compare=False)  # how holdings count under these parameters
    play_points: PlayPoints = field(init=False, repr=False, compare=False)  # what leads and captures score (R6.2)
    doubled: tuple[int, ...] = field(init=False, repr=False, compare=False)  # the deals that count double (R8.1)
    _hash: int = field(init=False, repr=False, compare=False)  # a ruleset is the key of many tables

    def __post_init__(self) -> None:
        faults = {}
        for name, about in PARAMETERS.items() if PARAMETERS else ():
            value = getattr(self, name)
            if value is about.values[0]:  # as most are
                continue
            if fault := about.fault(value):
                faults[name] = fault
        if faults:
            raise invalid(faults)
        for (first, value), (second, other), why in _CONTRADICTIONS:
            if getattr(self, first) in value and getattr(self, second) == other:
                raise _contradict(first, second, why, f"{first} ({getattr(self, first)}) and {second} ({other}): {why}")
        for name, why in _NEEDS_A_TARGET.items():
            if self.target is None and getattr(self, name) is not None:
                raise _contradict(name, "target", why)
        if self.belle_target is not None and self.match_games != 3:
            raise _contradict("belle_target", "match_games", "only a match of three games has a belle")
        if self.target is not None and self.partie_deals == 4:
            raise _contradict("partie_deals", "target", "a partie to a target has no fixed number of deals")
        changed = next((row for row in LAW_ROWS if getattr(self, LAW_PREFIX + row) is not None), None)
        if changed and self.law == NO_LAW:
            raise _contradict(
                "law", LAW_PREFIX + changed, "without a law there is nothing that another code can change"
            )
        how = counting(
            self.point_minimum, self.point_comparison, self.point_score, self.point_ending_in_four, self.nought
        )
        object.__setattr__(self, "counting", how)
        played = points_by_card(self.trick_scoring, self.low_cards_uncounted, self.low_captures_uncounted)
        object.__setattr__(self, "play_points", played)
        object.__setattr__(self, "doubled", (1, self.partie_deals) if self.partie_deals == 4 else ())
        object.__setattr__(self, "_hash", hash(self._values()))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[[tuple[Value, ...]], "Ruleset"], tuple[tuple[Value, ...]]]:
        """Have it made again when it is unpickled: in another process strings have other hashes."""
        return _made, (self._values(),)

    def _values(self) -> tuple[Value, ...]:
        return tuple(getattr(self, name) for name in _GIVEN)

    @property
    def cards(self) -> int:
        """The cards of the pack, as a hand."""
        return PACKS[self.pack]

    @property
    def elder_share(self) -> int:
        """How many cards of the talon elder has a right to: five of eight, eight of twelve (R4.4, R4.6)."""
        return {32: 5, 36: 8}[self.pack]

    @property
    def both_may_be_blank(self) -> bool:
        """Whether both hands can be a carte blanche, which takes enough blank cards in the pack (R3.1, old-36)."""
        return self.pack == 36

    @property
    def low_captures_uncounted(self) -> bool:
        """Whether a capture with a low card scores nothing (R6.2)."""
        return self.low_cards_uncounted and self.uncounted_plays == "leads_and_captures"

    @property
    def play_in_full(self) -> int:
        """The points of play for leading and winning every trick (R6.2, R6.5)."""
        per_trick = 2 if self.trick_scoring == "lead_and_take" else 1
        return 12 * per_trick + self.last_trick_bonus


def _made(values: tuple[Value, ...]) -> Ruleset:
    return Ruleset(**dict(zip(_GIVEN, values, strict=True)))  # type: ignore[arg-type]


def unknown_parameters(names: Sequence[str]) -> RulesetError:
    """Return the error for parameters that do not exist, with the nearest ones for the first of them."""
    near = [did_you_mean(name, PARAMETERS) for name in names[:LOOKED_UP]]
    return invalid({name: f"is not a parameter{ending}" for name, ending in zip_longest(names, near, fillvalue="")})


def _about_the_law() -> Iterable[tuple[str, Parameter]]:
    yield "law", Parameter(_LAW, LAW_RULE, (*LAW_CODES, NO_LAW))
    for name, row in LAW_ROWS.items():
        meaning = f"the code that says {row.meaning}; null: the one that `law` names"
        yield LAW_PREFIX + name, Parameter(meaning, row.laws[0], (None, *LAW_CODES))


_GIVEN = tuple(each.name for each in fields(Ruleset) if each.init)
PARAMETERS: dict[str, Parameter] = {}
PARAMETERS |= {f.name: f.metadata["about"] for f in fields(Ruleset) if "about" in f.metadata} | dict(_about_the_law())
