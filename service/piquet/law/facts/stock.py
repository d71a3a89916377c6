"""What a wrong exchange was, from the positions of the stock that a player took (K7, K10).

Position 1 is the top card. Elder's own are the first `elder_share` of the ruleset; those that elder leaves are
younger's, as the rest.
"""

from typing import Any, Final

from service.piquet.law.facts.questions import Known
from service.piquet.law.facts.standing import talon_of
from service.piquet.law.facts.tables import Reader
from service.piquet.rulesets.parameters import Ruleset


def _first_of_younger(reader: Reader) -> int:
    return reader.rules.elder_share - (reader["leaves"] or 0) + 1


def _due(reader: Reader) -> range:
    """The positions that the player may take."""
    first = _first_of_younger(reader)
    return range(1, first) if reader["side"] == "elder" else range(first, talon_of(reader.rules) + 1)


def _taken(reader: Reader) -> tuple[frozenset[int], frozenset[int]]:
    """The positions taken and those mixed with the hand. Own cards passed over are taken and mixed, too (LR12)."""
    taken, mixed = frozenset(reader["taken"]), frozenset(reader["mixed"])
    due = _due(reader)
    own = taken & frozenset(due)
    passed_over = frozenset(range(due.start, max(own))) - taken if own else frozenset()
    return taken | passed_over, mixed | passed_over if mixed else mixed


def exchange_was(reader: Reader) -> str:
    """The first of the sub-cases of K7 that fits: `i`, `ii`, `iib`, `iii`, `iv`; or `regular`."""
    taken, mixed = _taken(reader)
    due = frozenset(_due(reader))
    # What elder leaves by word is not due to elder any more, but it is no card of the other's until it is mixed.
    own = frozenset(range(1, reader.rules.elder_share + 1)) if reader["side"] == "elder" else due
    discarded = reader["discarded"]
    tests = (
        ("i", mixed - due),
        ("ii", taken - own),
        ("iib", len(taken) > discarded and taken - mixed),
        ("iii", len(mixed) > discarded),
        ("iv", len(taken) < discarded),
    )
    return next((name for name, fits in tests if fits), "regular")


def left_for_adversary(reader: Reader) -> list[int]:
    """The positions that the adversary may still take: what was not mixed (L28, L29).

    Elder may take only their own.
    """
    due = frozenset(_due(reader))
    _, mixed = _taken(reader)
    if reader["side"] == "elder":
        return sorted(frozenset(range(1, talon_of(reader.rules) + 1)) - mixed - due)
    return sorted(frozenset(range(1, _first_of_younger(reader))) - mixed)


def five_taken(reader: Reader) -> bool:
    """Whether younger took as many cards as elder may, although elder had not left two (Hoyle's tenth law)."""
    return len(reader["taken"]) >= reader.rules.elder_share and (reader["leaves"] or 0) < 2


def takes(rules: Ruleset, known: Known) -> tuple[Any, ...]:
    """Positions taken that stand for all others: own cards, fewer and more, and cards of the other player."""
    talon, share = talon_of(rules), rules.elder_share
    elder = ((1,), (1, 2, 3), tuple(range(1, share + 1)), tuple(range(1, share + 2)), (talon,))
    younger = ((talon,), tuple(range(share + 1, talon + 1)), tuple(range(share, talon + 1)), (1,), (1, 2, 3, 4, 5))
    return elder if known.get("side") == "elder" else younger


def mixes(rules: Ruleset, known: Known) -> tuple[Any, ...]:
    """Positions mixed that stand for all others."""
    taken = known["taken"]
    return tuple(dict.fromkeys(((), taken, taken[:-1])))


def discards(rules: Ruleset, known: Known) -> tuple[Any, ...]:
    """Numbers of cards discarded that stand for all others, around the number taken."""
    taken = len(known["taken"])
    return tuple(dict.fromkeys((max(1, taken - 1), taken or 1, taken + 1)))


#: Positions looked at that stand for all others.
PEEKED: Final = ((1,), (5,), (6,))
