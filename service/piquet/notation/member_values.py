"""The values of the members of an action: readers that refuse anything else, and writers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from service.piquet.cards.cards import BIT, CARD, CARDS, RANKS, SUITS, names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, read_tie
from service.piquet.law.act_members import LAST_POSITION
from service.piquet.message_text import did_you_mean, no_card
from service.piquet.model.violations import violation

Members = dict[str, Any]
_TOPS = (*RANKS, "nought")
MOST = 12  # the most cards in a call or a discard, and the most holdings
HIGHEST = 120  # the highest value of a point
_MOST_UNKNOWN = 20  # the most unknown members that are reported


class Member(NamedTuple):
    """How a member of an action is read and written. It is left out where the action has `absent` for it."""

    read: Callable[..., Any]
    write: Callable[[Any], Any]
    absent: Any = None


def read_members(table: Mapping[str, Member], members: Mapping[str, Any]) -> Members:
    """Return the values of the members of a table that are given. Raises `MembersError`, which has every fault."""
    read: Members = {}
    faults: list[MembersError] = []
    for name, member in table.items():
        if name not in members:
            continue
        try:
            read[name] = member.read(members[name], name)
        except MembersError as error:
            faults.append(error)
    if faults:
        raise refused(faults)
    return read


def write_members(table: Mapping[str, Member], action: Any) -> Members:
    """Return the members of a table that an action has."""
    members: Members = {}
    for name, (_, write, absent) in table.items():
        value = getattr(action, name)
        if value != absent:
            members[name] = write(value)
    return members


class MembersError(ValueError):
    """Members that are not an action.

    `path` is the place of the first fault, and its message continues a sentence that begins "this member". `faults` has
    every path with its message.
    """

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path
        self.faults: list[tuple[tuple[str | int, ...], str]] = [(path, message)]

    def under(self, *path: str | int) -> "MembersError":
        """Return the same faults in an action that is the member at `path`."""
        moved = MembersError(str(self), *path, *self.path)
        moved.faults = [((*path, *place), message) for place, message in self.faults]
        return moved


def wrong_names(action: str, members: Mapping[str, Any], must: Sequence[str], may: Sequence[str]) -> list[MembersError]:
    """Return a fault for each member that an action of this name must have and lacks, or cannot have."""
    unknown = sorted(map(str, members.keys() - {"seat", "type", *must, *may}))
    return [MembersError("is required", name) for name in must if name not in members] + [
        MembersError(f"is not a member of {action}{did_you_mean(name, (*must, *may))}", name)
        for name in unknown[:_MOST_UNKNOWN]
    ]


def one_of(allowed: Sequence[str], value: Any, *path: str | int) -> str:
    """One of these words. Raises `MembersError`, which lists a few words, or names those that are close."""
    # tuple(): "AB" must not match the letters of a string
    if isinstance(value, str) and value in tuple(allowed):
        return value
    listed = allowed if len(allowed) <= MOST else (*allowed[:MOST], "…")
    near = did_you_mean(value, allowed) if isinstance(value, str) else ""
    raise MembersError(f"is not one of {', '.join(listed)}{near}", *path)


def number(value: Any, least: int, most: int, *path: str | int) -> int:
    """Return a whole number within bounds, of which JSON may write `5.0` for 5. Raises `MembersError`."""
    if type(value) not in (int, float) or not least <= value <= most or value % 1:
        raise MembersError(f"is not a whole number from {least} to {most}", *path)
    return int(value)


def count_in(value: Any, *path: str | int) -> int:
    """Return a number of cards that are called or exchanged. Raises `MembersError`."""
    return number(value, 0, MOST, *path)


def truth(value: Any, *path: str | int) -> bool:
    """Return true or false. Raises `MembersError`."""
    if not isinstance(value, bool):
        raise MembersError("is neither true nor false", *path)
    return value


def yes(value: Any, *path: str | int) -> bool:
    """Return true: a member that is left out where it does not apply. Raises `MembersError`."""
    if value is not True:
        raise MembersError("is not true, and is left out otherwise", *path)
    return value


def card_in(value: Any, *path: str | int) -> int:
    """Return a card. Raises `MembersError`."""
    if not isinstance(value, str) or value not in CARD:
        raise MembersError(no_card(value), *path)
    return CARD[value]


def cards_in(value: Any, *path: str | int) -> int:
    """Return a list of different cards, as a hand. Raises `MembersError`."""
    if not isinstance(value, list):
        raise MembersError("is not a list of cards", *path)
    if len(value) > len(CARD):
        raise MembersError("has more cards than there are", *path)
    hand, again = 0, -1
    for at, card in enumerate(value):
        bit = BIT.get(card) if isinstance(card, str) else None
        if bit is None:
            raise MembersError(no_card(card), *path, at)
        if hand & bit and again < 0:
            again = at
        hand |= bit
    if again >= 0:
        raise MembersError(violation("cards.twice", cards=(value[again],)).message, *path, again)
    return hand


def some_cards_in(value: Any, *path: str | int) -> int:
    """Return a list of different cards, at least one, as a hand. Raises `MembersError`."""
    if value == []:
        raise MembersError("has no cards", *path)
    return cards_in(value, *path)


def positions_in(value: Any, *path: str | int, least: int = 0) -> tuple[int, ...]:
    """Return a list of positions in the talon, from 1, in the order given. Raises `MembersError`."""
    if not isinstance(value, list) or not least <= len(value) <= LAST_POSITION:
        raise MembersError(f"is not a list of {least} to {LAST_POSITION} positions", *path)
    return tuple(number(each, 1, LAST_POSITION, *path, at) for at, each in enumerate(value))


def suit_in(value: Any, *path: str | int) -> int:
    """Return a suit. Raises `MembersError`."""
    return SUITS.index(one_of(SUITS, value, *path))


def tie_in(member: str, value: Any) -> int:
    """Return the tie-break that a member states. Raises `MembersError`."""
    if member != "value":
        return read_tie(member, one_of(_TOPS if member == "top" else RANKS, value, member))
    if type(value) not in (int, float) or not 0 <= value <= HIGHEST or value * 2 % 1:
        raise MembersError(f"is not a number of pips from 0 to {HIGHEST}, whole or with a half", member)
    return read_tie(member, value)


def holdings_in(value: Any, *path: str | int) -> tuple[Holding, ...]:
    """Return a list of holdings. Raises `MembersError`."""
    if not isinstance(value, list) or len(value) > MOST:
        raise MembersError(f"is not a list of at most {MOST} holdings", *path)
    found = []
    for at, holding in enumerate(value):
        if not isinstance(holding, Mapping) or holding.keys() != {"category", "cards"}:
            raise MembersError("is not a category with cards", *path, at)
        category = one_of(CATEGORIES, holding["category"], *path, at, "category")
        found.append(Holding(CATEGORIES.index(category), cards_in(holding["cards"], *path, at, "cards")))
    return tuple(found)


def card_list(hand: int) -> list[str]:
    """Return a hand as a list of cards."""
    return list(names(hand))


def holding_list(holdings: Sequence[Holding]) -> list[Members]:
    """Return holdings as a list of members."""
    return [{"category": CATEGORIES[which], "cards": card_list(held)} for which, held in holdings]


SUIT = Member(suit_in, SUITS.__getitem__)
ONE_CARD = Member(card_in, CARDS.__getitem__)
ALL_CARDS = Member(cards_in, card_list)
HOLDINGS = Member(holdings_in, holding_list)


def refused(found: Sequence[MembersError]) -> MembersError:
    """One error with the faults of all."""
    error = MembersError(str(found[0]), *found[0].path)
    error.faults = [fault for each in found for fault in each.faults]
    return error
