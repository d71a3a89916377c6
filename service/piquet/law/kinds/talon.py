"""What a wrong exchange was, from the positions of the talon that a player took (K7, K10).

Position 1 is the top card. Elder's own are the first `elder_share` of the ruleset; those that elder leaves are
younger's, as the rest.
"""

from collections.abc import Iterable
from typing import Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds.dealing import standing_of, talon_of
from service.piquet.law.kinds.tables import (
    GivenFacts,
    Question,
    Reader,
    as_number,
    as_numbers,
    as_optional_number,
    as_word,
    number,
)
from service.piquet.rulesets.parameters import Ruleset


def _due(rules: Ruleset, side: str, leaves: int | None) -> range:
    """Return the positions that a player may take of a talon of the right number, of which no card has been taken."""
    first = _first_of_younger(rules, leaves)
    return range(1, first) if side == "elder" else range(first, talon_of(rules) + 1)


def _first_of_younger(rules: Ruleset, leaves: int | None) -> int:
    return rules.elder_share - (leaves or 0) + 1


Positions = frozenset[int]


def _due_to(reader: Reader) -> Positions:
    """Return the positions that the player may take."""
    given = reader["due"]
    if given is not None:
        return frozenset(as_numbers(given))
    return frozenset(_due(reader.rules, reader.word("side"), reader.optional_number("leaves")))


def _with_passed_over(due: Positions, taken: Positions, mixed: Positions) -> tuple[Positions, Positions]:
    """Return the positions taken and mixed. Own cards that were passed over are taken, too, and mixed (LR12)."""
    own = taken & due
    passed_over = frozenset(each for each in due if each < max(own)) - taken if own else frozenset()
    return taken | passed_over, mixed | passed_over if mixed else mixed


def exchange_was(reader: Reader) -> str:
    """Return the first of the sub-cases of K7 that fits: `i`, `ii`, `iib`, `iii`, `iv`; or `regular`."""
    side = reader.word("side")
    due = _due_to(reader)
    taken, mixed = _with_passed_over(due, frozenset(reader.numbers("taken")), frozenset(reader.numbers("mixed")))
    # What elder leaves by word is not due to elder any more, but it is no card of the other's until it is mixed.
    own = frozenset(range(1, reader.rules.elder_share + 1)) if side == "elder" else due
    if mixed - due:
        return "i"
    if taken - own:
        return "ii"
    discarded = reader.number("discarded") - _excess(reader)
    tests = (
        ("iib", len(taken) > discarded and taken - mixed),
        ("iii", len(mixed) > discarded),
        ("iv", len(taken) < discarded),
    )
    return next((name for name, fits in tests if fits), "regular")


def _excess(reader: Reader) -> int:
    """How many more cards the player has to discard than they take, since a wrong deal stands (E11)."""
    standing = standing_of(reader.counts("dealt")) if reader["dealt"] else None
    if standing is None:
        return 0
    return standing.elder if reader["side"] == "elder" else standing.younger


def left_for_adversary(reader: Reader) -> list[int] | None:
    """Return the positions that the adversary may still take: what was not mixed (L28, L29).

    Elder may take only their own. None if something of the talon had been taken before.
    """
    if reader["due"] is not None:
        return None
    rules, side, leaves = reader.rules, reader.word("side"), reader.optional_number("leaves")
    taken, mixed = frozenset(reader.numbers("taken")), frozenset(reader.numbers("mixed"))
    _, mixed = _with_passed_over(_due_to(reader), taken, mixed)
    end = talon_of(rules) + 1 if side == "elder" else _first_of_younger(rules, leaves)
    return [position for position in range(1, end) if position not in mixed]


def five_taken(reader: Reader) -> bool:
    """Whether younger took as many cards as elder may, although elder had not left two (Hoyle's tenth law)."""
    return len(reader.numbers("taken")) >= reader.rules.elder_share and (reader.optional_number("leaves") or 0) < 2


# ---------------------------------------------------------------- values that stand for all others


def leavings(rules: Ruleset, known: GivenFacts) -> tuple[int | None, ...]:
    """Numbers of cards left: all, if it is known which cards were taken; else enough for `takes` to build on."""
    return (None, *range(1, rules.elder_share + 1)) if {"taken", "mixed", "positions"} & known.keys() else (None, 2)


def _known_due(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    """Return the positions that were the player's to take, by facts that are known."""
    given = known.get("due")
    if given is not None:
        return as_numbers(given)
    return tuple(_due(rules, as_word(known["side"]), as_optional_number(known["leaves"])))


def takes(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions taken: own cards, fewer and more than were discarded, and cards of the other player."""
    talon, discarded = talon_of(rules), as_number(known.get("discarded", 3))
    due = _known_due(rules, known)
    first = min(due, default=1)
    counts = {discarded - 1, discarded, discarded + 1, len(due), len(due) + 1, rules.elder_share}
    ends = [min(first + count, talon + 1) for count in sorted(counts)]
    nothing_more: list[tuple[int, ...]] = [()] if "mixed" in known else []
    positions: list[Iterable[int]] = [
        *nothing_more,
        *(range(first, end) for end in ends),
        (talon,),
        (1,),
        range(max(1, first - 1), talon + 1),
    ]
    mixed = frozenset(as_numbers(known.get("mixed", ())))
    return tuple(dict.fromkeys(tuple(sorted(mixed.union(each))) for each in positions))


def mixes(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions mixed: none, all, all but the last, own ones, and those of the other."""
    taken = as_numbers(known["taken"])
    due = _known_due(rules, known)
    own = tuple(position for position in taken if position in due)
    return tuple(dict.fromkeys(((), taken, taken[:-1], own, tuple(each for each in taken if each not in due))))


def discards(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    """Numbers of cards discarded: around the numbers taken and mixed."""
    due, taken, mixed = _known_due(rules, known), as_numbers(known["taken"]), as_numbers(known["mixed"])
    counts = map(len, _with_passed_over(frozenset(due), frozenset(taken), frozenset(mixed)))
    around = {count + more for count in counts for more in (-1, 0, 1)}
    return tuple(sorted(count for count in around if 0 <= count <= HAND_SIZE))


def looks(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions looked at: the first, the last of elder's share and the next; those due, and each that was not."""
    share = rules.elder_share
    found: list[tuple[int, ...]] = [(1,), (share,), (share + 1,)]
    if known.get("due") is not None:
        due = as_numbers(known["due"])
        found += [due, *((each,) for each in range(1, talon_of(rules) + 1) if each not in due)]
    return tuple(dict.fromkeys(found))


LEAVES: Final = number(
    "leaves",
    "How many cards of their share of the talon did elder say that they leave? If elder said nothing, there is no "
    "number. In younger's exchange the cards that elder left in silence count, too.",
    0,
    8,
    leavings,
    null=True,
)

DUE: Final = Question(
    "due",
    "Which positions of the talon were theirs to take? Left out: those that the rules give them, less those that elder "
    "left.",
    "positions",
    optional=True,
)
DEALT: Final = Question(
    "dealt",
    "How many cards were dealt to elder, to younger, and to the talon, if the numbers were wrong and the deal stands?",
    "counts",
    optional=True,
)
