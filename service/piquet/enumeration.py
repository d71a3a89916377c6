"""The expansion of an option into every legal action that it describes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice
from math import comb, prod
from typing import Any, Generic, TypeVar

from service.piquet import legal_actions
from service.piquet.cards.cards import cards_of
from service.piquet.cards.holdings import Holding, contains, pieces
from service.piquet.cards.ranking import BEST, NONE, POINT, RankingRules
from service.piquet.model.actions import (
    PLAYS,
    Action,
    Amend,
    Call,
    ClaimCarteBlanche,
    LookAtLeft,
    NameSuit,
    Pass,
    Reckon,
    Reply,
    Ruling,
    StateTieBreak,
)
from service.piquet.model.state import Reader
from service.piquet.rules.reckoning import ReckoningTerms
from service.piquet.rulesets.parameters import Ruleset

_Item = TypeVar("_Item")


class Choices(Sequence[Action], Generic[_Item]):
    """A sequence of actions of one type, each made when it is read."""

    def __init__(self, items: Sequence[_Item], make: Callable[[_Item], Action]) -> None:
        self._items, self._make = items, make

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self._make(item) for item in self._items[at]]
        return self._make(self._items[at])

    def __iter__(self) -> Iterator[Action]:
        return map(self._make, self._items)


class Discards(Sequence[int]):
    """Every choice of `low` to `high` cards of a hand.

    Requests read a page of the list, so that only the choices of that page are made into masks.
    """

    def __init__(self, hand: int, low: int, high: int) -> None:
        self._bits = [1 << card for card in cards_of(hand)]
        self._sizes = range(low, high + 1)

    def __len__(self) -> int:
        return sum(comb(len(self._bits), size) for size in self._sizes)

    def __getitem__(self, at: Any) -> Any:
        wanted = range(len(self))[at]
        if isinstance(wanted, int):
            return next(self._choices(wanted))
        if wanted.step == 1:
            return [*self._choices(wanted.start, wanted.stop)]
        return [*self][at]

    def __iter__(self) -> Iterator[int]:
        return self._choices(0)

    def _choices(self, start: int, stop: int | None = None) -> Iterator[int]:
        chosen = chain.from_iterable(combinations(self._bits, size) for size in self._sizes)
        return map(sum, islice(chosen, start, stop))


class Reckonings(Sequence[tuple[Holding, ...]]):
    """Every way to reckon: the product of the ways in each category.

    Each way is computed from its index and the list is never built, since there can be millions.
    """

    def __init__(self, how: RankingRules, hand: int, terms: tuple[ReckoningTerms, ...]) -> None:
        self._ways = [(each.category, _collections(each, hand, how)) for each in terms]
        self._count = prod([len(ways) for _, ways in self._ways])

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(self._count)[at]]
        at = range(self._count)[at]
        chosen: list[Holding] = []
        for category, ways in self._ways:
            at, which = divmod(at, len(ways))
            way = ways[which]
            chosen += [Holding(category, cards) for cards in ((way,) if isinstance(way, int) else way)]
        return tuple(chosen)


def _collections(terms: ReckoningTerms, hand: int, how: RankingRules) -> list[int | tuple[int, ...]]:
    """Everything that may be reckoned in one category: one holding, or holdings that share no card."""
    category, low, high, needs, must = terms[:5]
    allowed = pieces(category, hand, how)
    if (low, high) != (NONE, BEST):
        allowed = [(held, cards) for held, cards in allowed if low <= held <= high]
    if category == POINT or terms.equal:
        # At most one holding; the bounds of a point already include what `needs` requires.
        one = [cards for _, cards in allowed]
        return [*one] if must else [(), *one]
    found: list[tuple[int, ...]] = [()]
    for _, cards in allowed:
        found += [(*others, cards) for others in found if not any(cards & other for other in others)]
    if needs is None:
        return [*found]
    needed = {cards for held, cards in allowed if contains(category, held, *needs)}
    return [some for some in found if not needed.isdisjoint(some) or not (some or must)]


def expand(rules: Ruleset, s: Reader, option: legal_actions.Option) -> Sequence[Action]:
    """Every legal action of an option. Calls and tie-breaks leave the choice of cards to the engine."""
    return actions_of(rules.counting, s.hands[option.seat ^ 1 ^ s.dealer], option)


def actions_of(how: RankingRules, hand: int, option: legal_actions.Option) -> Sequence[Action]:
    """Every legal action of an option of a seat with this hand, in any of the games."""
    seat = option.seat
    # The most frequent kinds come first, since the cases are tried in order.
    match option:
        case legal_actions.PlayOption():
            return Choices(cards_of(option.cards), PLAYS[seat].__getitem__)
        case legal_actions.SimpleOption():
            return (option.type(seat),)
        case legal_actions.PassOption():
            return (Pass(seat, option.category),)
        case legal_actions.CallOption():
            return Choices(option.calls, partial(_call, seat, option.category))
        case legal_actions.ReplyOption():
            return Choices(option.replies, partial(Reply, seat))
        case legal_actions.ReckonOption():
            return Choices(Reckonings(how, hand, option.terms), partial(Reckon, seat))
        case legal_actions.ExchangeOption():
            return Choices(Discards(option.cards, option.low, option.high), partial(option.type, seat))
        case legal_actions.LookOption():
            looks = [(True, suit) for suit in option.suits or (None,)]
            return Choices([*looks, (False, None)], partial(_look, seat))
        case legal_actions.NameSuitOption():
            return Choices(option.suits, partial(NameSuit, seat))
        case legal_actions.TieBreakOption():
            kind = "value" if option.category == POINT else "top"
            return Choices(option.ties, partial(StateTieBreak, seat, kind))
        case legal_actions.ClaimOption():
            counts = range(option.low, option.high + 1) if option.high else (None,)
            return Choices(counts, partial(ClaimCarteBlanche, seat))
        case legal_actions.RulingOption():
            return Choices([(each, suit) for each in option.elections for suit in _suits(each)], partial(_rule, option))
        case legal_actions.AmendOption():
            return Choices(actions_of(how, hand, option.option), partial(Amend, seat))


def _suits(election: str) -> Sequence[int | None]:
    return range(4) if election == "demand" else (None,)


def _rule(option: legal_actions.RulingOption, choice: tuple[str, int | None]) -> Ruling:
    election, suit = choice
    return Ruling(option.seat, option.number, election, option.kind, suit=suit, untouched=option.until == "untouched")


def _look(seat: int, choice: tuple[bool, int | None]) -> LookAtLeft:
    return LookAtLeft(seat, *choice)


def _call(seat: int, category: int, said: tuple[int, int | None]) -> Call:
    return Call(seat, category, *said)
