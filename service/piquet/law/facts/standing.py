"""How both players exchange when a deal with wrong numbers stands (E11, L40 to L43)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from service.piquet.law.facts.tables import Reader
from service.piquet.rulesets.parameters import Ruleset

HAND: Final = 12


class _Bounds(NamedTuple):
    """How a code bounds the exchange: whether a player may take no card, and what elder leaves or discards."""

    elder_takes_none: bool = False
    younger_takes_none: bool = False
    leaves_rest: bool = False
    elder_discards_one: bool = False


_BOUNDS: Final[Mapping[str, _Bounds]] = {
    "twelve_each": _Bounds(),
    "one_more_discarded": _Bounds(),
    "elder_leaves_three": _Bounds(leaves_rest=True),
    "elder_may_take_none": _Bounds(elder_takes_none=True, younger_takes_none=True, leaves_rest=True),
    "younger_may_take_none": _Bounds(younger_takes_none=True, leaves_rest=True, elder_discards_one=True),
}


def talon_of(rules: Ruleset) -> int:
    """The number of cards in the talon of a right deal."""
    return rules.pack - 2 * HAND


def row_of(rules: Ruleset, dealt: tuple[int, int, int]) -> tuple[str, str] | None:
    """The law on which a deal with these numbers stands, and the row that changes it; None if no law has them."""
    talon = talon_of(rules)
    return {
        (13, 11, talon): ("L40", "stand_13"),
        (13, 12, talon - 1): ("L41", "stand_13"),
        (11, 13, talon): ("L42", "stand_11"),
        (12, 13, talon - 1): ("L43", "stand_7"),
    }.get(dealt)


def exchanges(reader: Reader) -> tuple[dict[str, Any], ...] | None:
    """What each player may discard if the deal stands: a row for each number of cards that elder may take.

    None if no law says how a deal with these numbers is played on.
    """
    rules, dealt = reader.rules, reader["dealt"]
    row = row_of(rules, dealt)
    if row is None:
        return None
    bounds = _BOUNDS[reader[f"law_{row[1]}"]]
    elder_more, younger_more, talon = dealt[0] - HAND, dealt[1] - HAND, dealt[2]
    least = 0 if bounds.elder_takes_none else rules.elder_min
    if bounds.elder_discards_one:
        least = max(least, 1 - elder_more)
    most = min(rules.elder_max, talon - 1)
    if bounds.leaves_rest:
        most = min(most, talon - (talon_of(rules) - rules.elder_share))
    return tuple(
        {
            "elder_takes": takes,
            "elder_discards": takes + elder_more,
            "younger_takes": list(_younger(rules, bounds, younger_more, talon - takes)),
            "younger_discards": [
                count + younger_more for count in _younger(rules, bounds, younger_more, talon - takes)
            ],
        }
        for takes in range(max(least, -elder_more), most + 1)
    )


def _younger(rules: Ruleset, bounds: _Bounds, more: int, left: int) -> tuple[int, int]:
    """The fewest and the most cards that younger may take."""
    most = left if rules.younger_max is None else min(left, rules.younger_max)
    least = 0 if bounds.younger_takes_none else rules.younger_min
    return min(max(least, -more), most), most
