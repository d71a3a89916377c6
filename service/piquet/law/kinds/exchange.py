"""Irregular exchanges, and looks at cards of the talon (K7 to K12).

Position 1 of the talon is the top card. Elder's own are the first `elder_share` of the ruleset; those that elder leaves
are younger's, as the rest.
"""

from collections.abc import Iterable
from typing import Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds import tables
from service.piquet.law.kinds.dealing import standing_of, talon_of
from service.piquet.law.kinds.tables import GivenFacts, Reader, table
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- positions of the talon


def _due(rules: Ruleset, side: str, leaves: int | None) -> range:
    """Return the positions that a player may take of a talon of the right number, of which no card has been taken."""
    first = _first_of_younger(rules, leaves)
    return range(1, first) if side == "elder" else range(first, talon_of(rules) + 1)


def _first_of_younger(rules: Ruleset, leaves: int | None) -> int:
    return rules.elder_share - (leaves or 0) + 1


_Positions = frozenset[int]


def _due_to(reader: Reader) -> _Positions:
    """Return the positions that the player may take."""
    given = reader["due"]
    if given is not None:
        return frozenset(tables.as_numbers(given))
    return frozenset(_due(reader.rules, reader.word("side"), reader.optional_number("leaves")))


def _with_passed_over(due: _Positions, taken: _Positions, mixed: _Positions) -> tuple[_Positions, _Positions]:
    """Return the positions taken and mixed. Own cards that were passed over are taken, too, and mixed (LR12)."""
    own = taken & due
    passed_over = frozenset(each for each in due if each < max(own)) - taken if own else frozenset()
    return taken | passed_over, mixed | passed_over if mixed else mixed


def _exchange_was(reader: Reader) -> str:
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
    return standing_of(reader.counts("dealt")).more[reader["side"] == "younger"] if reader["dealt"] else 0


def _left_for_adversary(reader: Reader) -> list[int] | None:
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


def _five_taken(reader: Reader) -> bool:
    """Whether younger took as many cards as elder may, although elder had not left two (Hoyle's tenth law)."""
    return len(reader.numbers("taken")) >= reader.rules.elder_share and (reader.optional_number("leaves") or 0) < 2


# ---------------------------------------------------------------- values that stand for all others


def _leavings(rules: Ruleset, known: GivenFacts) -> tuple[int | None, ...]:
    """Numbers of cards left: all, if it is known which cards were taken; else enough for `_takes` to build on."""
    return (None, *range(1, rules.elder_share + 1)) if {"taken", "mixed", "positions"} & known.keys() else (None, 2)


def _known_due(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    """Return the positions that were the player's to take, by facts that are known."""
    given = known.get("due")
    if given is not None:
        return tables.as_numbers(given)
    return tuple(_due(rules, tables.as_word(known["side"]), tables.as_optional_number(known["leaves"])))


def _takes(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions taken: own cards, fewer and more than were discarded, and cards of the other player."""
    talon, discarded = talon_of(rules), tables.as_number(known.get("discarded", 3))
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
    mixed = frozenset(tables.as_numbers(known.get("mixed", ())))
    return tuple(dict.fromkeys(tuple(sorted(mixed.union(each))) for each in positions))


def _mixes(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions mixed: none, all, all but the last, own ones, and those of the other."""
    taken = tables.as_numbers(known["taken"])
    due = _known_due(rules, known)
    own = tuple(position for position in taken if position in due)
    return tuple(dict.fromkeys(((), taken, taken[:-1], own, tuple(each for each in taken if each not in due))))


def _discards(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    """Numbers of cards discarded: around the numbers taken and mixed."""
    due, taken, mixed = _known_due(rules, known), tables.as_numbers(known["taken"]), tables.as_numbers(known["mixed"])
    counts = map(len, _with_passed_over(frozenset(due), frozenset(taken), frozenset(mixed)))
    around = {count + more for count in counts for more in (-1, 0, 1)}
    return tuple(sorted(count for count in around if 0 <= count <= HAND_SIZE))


def _looks(rules: Ruleset, known: GivenFacts) -> tuple[tuple[int, ...], ...]:
    """Positions looked at: the first, the last of elder's share and the next; those due, and each that was not."""
    share = rules.elder_share
    found: list[tuple[int, ...]] = [(1,), (share,), (share + 1,)]
    if known.get("due") is not None:
        due = tables.as_numbers(known["due"])
        found += [due, *((each,) for each in range(1, talon_of(rules) + 1) if each not in due)]
    return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------- a wrong exchange (K7)


_E3_ALONE: Final = ("E3", "E12")


def _loss(reader: Reader) -> tuple[str, ...]:
    """Return the loss of a game; where no games are played, the great penalty takes its place."""
    return _E3_ALONE if reader.rules.target is None else ("E10",)


def _lifting(reader: Reader) -> tuple[str, ...]:
    """Return the penalty for taking up or showing a card of the other's."""
    lost = reader["law_stock_shown"] == "younger_loses_game" and reader["side"] == "younger"
    return _loss(reader) if lost else _E3_ALONE


def _mixing(reader: Reader) -> tuple[str, ...]:
    """Return the penalty for mixing a card of the other's."""
    word = reader["law_stock_mixed"]
    if word == "elder_or_five_loses_game":
        lost = reader["side"] == "elder" or _five_taken(reader)
    else:
        lost = word == "loses_game"
    return _loss(reader) if lost else _E3_ALONE


WRONG_EXCHANGE: Final = table(
    "wrong_exchange",
    {
        "was": _exchange_was,
        "five_taken": _five_taken,
        "mixing": _mixing,
        "lifting": _lifting,
        "left_for_adversary": _left_for_adversary,
    },
    samples={"leaves": _leavings, "taken": _takes, "mixed": _mixes, "discarded": _discards},
)


# ---------------------------------------------------------------- discards altered after drawing (K8, K9)


def _final(reader: Reader) -> bool:
    """Whether the discard could no longer be altered (L24)."""
    word = reader["law_discard_final"]
    if reader["stock"] == "touched":
        return word == "touched" or (word == "touched_with_exceptions" and not reader["freed"])
    return bool(reader["stock"] == "taken")


RECOVERED: Final = table("recovered", {"final": _final})

BURIED: Final = table("buried", {"final": _final})


# ---------------------------------------------------------------- looks at cards of the talon (K10)


def _others(reader: Reader) -> bool:
    """Whether a card looked at belonged to the other player. Elder may look at what elder left (R4.4)."""
    share = reader.rules.elder_share
    if reader["due"] is not None:
        return not set(reader.numbers("positions")) <= set(reader.numbers("due"))
    if reader["side"] == "elder":
        return any(position > share for position in reader.numbers("positions"))
    lowest = min(reader.numbers("positions"), default=share + 1)
    # Elder takes at least so many of them, whatever they leave (R4.1).
    return lowest <= reader.rules.elder_min or lowest <= share - (reader.optional_number("leaves") or 0)


PEEKED: Final = table(
    "peeked",
    {
        "others": _others,
        "lifting": _lifting,
        "leads": lambda reader: len(reader.numbers("positions")),
        "seen_by": lambda reader: ["elder", "younger"] if reader["shown"] else [reader.word("side")],
    },
    samples={"leaves": _leavings, "positions": _looks},
)

DEALER_SAW: Final = table(
    "dealer_saw",
    {
        "side": lambda reader: "younger",
        "leaves": lambda reader: None,
        "due": lambda reader: None,
        "others": _others,
        "lifting": _lifting,
        "leads": lambda reader: len(reader.numbers("positions")),
    },
)


# ---------------------------------------------------------------- cards that were left (K11, K12)


def _taken_by_elder(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    return rules.elder_max - 1, rules.elder_max


# When younger may alter a discard, by the word of the row `discard_final`; under the second L32 is an exception.
_FREE: Final = {
    "taken_up": ("untouched", "touched"),
    "touched_with_exceptions": ("untouched", "touched"),
    "touched": ("untouched",),
}

UNDECLARED: Final = table(
    "undeclared",
    {
        "all_taken": lambda reader: reader.number("taken") >= reader.rules.elder_max,
        "free": lambda reader: reader["stock"] in _FREE[reader.word("law_discard_final")],
        "left": lambda reader: talon_of(reader.rules) - reader.number("taken"),
    },
    samples={"taken": _taken_by_elder},
)

LOOKED: Final = table("looked")


TABLES: Final = (WRONG_EXCHANGE, RECOVERED, BURIED, PEEKED, DEALER_SAW, UNDECLARED, LOOKED)
