"""The legal actions of a position: the options of a state, and every action that an option describes."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, islice
from math import comb, prod
from typing import Generic, NamedTuple, TypeVar, overload

from service.piquet.cards.cards import cards_of, suit_cards
from service.piquet.cards.holdings import Holding, contains, grades, pieces
from service.piquet.cards.ranking import BEST, NONE, POINT, SET, RankingRules, Said
from service.piquet.model import actions
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Phase, Reader
from service.piquet.rules.calling import better_held, callable_categories, reply_refusal, tie_break_due
from service.piquet.rules.carte_blanche import may_claim
from service.piquet.rules.exchange import exchange_bounds, look_refusal, may_exchange_again, names_suit, naming_refusal
from service.piquet.rules.play import concede_refusals, playable
from service.piquet.rules.reckoning import ReckoningTerms, terms_of
from service.piquet.rulesets.parameters import Ruleset

# Aliases, since `type` is a field of each option.
_ActionType = type[actions.Action]
_DiscardType = type[actions.Exchange] | type[actions.CommitDiscard]
_SimpleType = type[actions.Decline] | type[actions.Concede]


class ExchangeOption(NamedTuple):
    """An exchange, or younger's committed discard: `low` to `high` cards of `cards` (R3.3, R4.1, R4.2, R4.6)."""

    seat: int
    cards: int
    low: int
    high: int
    type: _DiscardType = actions.Exchange


class ClaimOption(NamedTuple):
    """A claim of a carte blanche (R3.1, R3.3).

    `low` and `high` are the fewest and the most cards that may be announced, both 0 if none are announced.
    """

    seat: int
    low: int
    high: int
    type: _ActionType = actions.ClaimCarteBlanche


class LookOption(NamedTuple):
    """Looking at the cards left, or declining to (R4.5). If `suits` is not empty, looking names one of them."""

    seat: int
    suits: tuple[int, ...]
    type: _ActionType = actions.LookAtLeft


class NameSuitOption(NamedTuple):
    """Naming the suit of the first lead, one of `suits` (R4.5)."""

    seat: int
    suits: tuple[int, ...]
    type: _ActionType = actions.NameSuit


class CallOption(NamedTuple):
    """The calls of a category, each as its length and its tie-break, None if withheld (R5.1)."""

    seat: int
    category: int
    calls: tuple[tuple[int, int | None], ...]
    type: _ActionType = actions.Call


class PassOption(NamedTuple):
    """The call of nothing in a category (R5.1)."""

    seat: int
    category: int
    type: _ActionType = actions.Pass


class ReplyOption(NamedTuple):
    """The true replies to a call, and what younger may add to *not good* (R5.2)."""

    seat: int
    category: int
    replies: tuple[str, ...]
    better: tuple[Said, ...]
    type: _ActionType = actions.Reply


class TieBreakOption(NamedTuple):
    """The answers to an equal reply: values of a point, or top ranks of a sequence, best first (R5.3)."""

    seat: int
    category: int
    ties: tuple[int, ...]
    type: _ActionType = actions.StateTieBreak


class ReckonOption(NamedTuple):
    """A reckoning on `terms`, at most one for each category (R5.6, R5.11)."""

    seat: int
    terms: tuple[ReckoningTerms, ...]
    type: _ActionType = actions.Reckon


class PlayOption(NamedTuple):
    """A card to lead or to follow with, one of `cards` (R6.1)."""

    seat: int
    cards: int
    type: _ActionType = actions.Play


class SimpleOption(NamedTuple):
    """An action without a choice: declining to state the tie-break (R5.3), or conceding (R6.5)."""

    seat: int
    type: _SimpleType


class RulingOption(NamedTuple):
    """The elections that the law offers on an irregularity, and until when the first of them may be made."""

    seat: int
    number: int
    kind: str
    law: str
    elections: tuple[str, ...]
    until: str
    type: _ActionType = actions.Ruling


class AmendOption(NamedTuple):
    """A correction: what `option` describes may be said in place of the last word (docs/law.md, A1 to A6)."""

    seat: int
    law: str
    option: "Option"
    type: _ActionType = actions.Amend


#: A type of action that is legal for a seat, with what is needed to build every legal action of that type.
Option = (
    ExchangeOption
    | ClaimOption
    | LookOption
    | NameSuitOption
    | CallOption
    | PassOption
    | ReplyOption
    | TieBreakOption
    | ReckonOption
    | PlayOption
    | SimpleOption
    | RulingOption
    | AmendOption
)


def options(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    """Return the options of a state: those of the seat to act, then those that the other seat has out of turn."""
    return _OPTIONS[s.phase](rules, s) if s.to_act != NOBODY else ()


def _seat(s: Reader, role: int) -> int:
    return role ^ 1 ^ s.dealer


def _exchange(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    role = s.to_act
    low, high = exchange_bounds(rules, s, role)
    kind: _DiscardType = actions.CommitDiscard if s.phase == Phase.COMMIT_DISCARD else actions.Exchange
    discard = ExchangeOption(_seat(s, role), s.hands[role], low, high, kind)
    claims = [_claim(rules, s, claimer) for claimer in (ELDER, YOUNGER) if may_claim(rules, s, claimer)]
    return (discard, *claims)


def _claim(rules: Ruleset, s: Reader, role: int) -> ClaimOption:
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    low, high = (rules.elder_min, rules.elder_max) if says else (0, 0)
    return ClaimOption(_seat(s, role), low, high)


def _windows(rules: Ruleset, s: Reader) -> list[Option]:
    """Return the options beside the calls and before the second card: another exchange, a look at the cards left."""
    found: list[Option] = []
    before_the_lead = s.named is not None or rules.elder_second_exchange
    if not (s.tricks or before_the_lead) and rules.left_cards in ("after_lead_shared", "none"):
        return found  # the usual case
    if may_exchange_again(rules, s):
        low, high = exchange_bounds(rules, s, ELDER)
        found.append(ExchangeOption(_seat(s, ELDER), s.hands[ELDER], low, high))
    found += [_look(rules, s, role) for role in (ELDER, YOUNGER) if not look_refusal(rules, s, role)]
    return found


def _look(rules: Ruleset, s: Reader, role: int) -> LookOption:
    return LookOption(_seat(s, role), _suits(s, role) if names_suit(rules, role) else ())


def _suits(s: Reader, role: int) -> tuple[int, ...]:
    return tuple(suit for suit in range(4) if s.hands[role] & suit_cards(suit))


def _calling(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    found: list[Option] = []
    for category in callable_categories(rules, s):
        calls = _calls(category, s.hands[ELDER], rules.counting, tie_break_due(rules, category))
        if calls:
            found.append(CallOption(seat, category, calls))
        found.append(PassOption(seat, category))
    return (*found, *_windows(rules, s))


@lru_cache(maxsize=1024)
def _calls(category: int, hand: int, how: RankingRules, tie_break_due: bool) -> tuple[tuple[int, int | None], ...]:
    """Every call of a category: each grade held, best first, then the lengths alone if allowed (R5.1, R5.4)."""
    held = [how.said(category, grade) for grade in sorted(grades(category, hand, how), reverse=True)]
    lengths = () if tie_break_due else sorted({length for length, _ in held}, reverse=True)
    return (*held, *((length, None) for length in lengths))


def _reply(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    replies = tuple(reply for reply in ("good", "not_good", "equal") if not reply_refusal(rules, s, reply))
    category = s.calls[-1].category
    better = tuple(better_held(rules, s)) if "not_good" in replies and category != SET else ()
    return (ReplyOption(_seat(s, YOUNGER), category, replies, better), *_windows(rules, s))


def _tie_break(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    called = s.calls[-1]
    how = rules.counting
    held = [how.said(called.category, grade) for grade in grades(called.category, s.hands[ELDER], how)]
    ties = sorted((tie for length, tie in held if length == called.length), reverse=True)
    tie_break = TieBreakOption(seat, called.category, tuple(ties))
    return (tie_break, SimpleOption(seat, actions.Decline), *_windows(rules, s))


def _reckoning(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    return (ReckonOption(_seat(s, ELDER), terms_of(rules, s, ELDER)), *_windows(rules, s))


def _play(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    role = s.to_act
    # Not PlayOption(...), which is slower: this is the most frequent call.
    play: PlayOption = tuple.__new__(PlayOption, (role ^ 1 ^ s.dealer, playable(s, role), actions.Play))
    tricks = s.tricks
    if tricks and tricks[0].follow >= 0:
        return (play,)
    found: list[Option] = [play]
    if role == YOUNGER:
        terms = () if s.reckoned else terms_of(rules, s, YOUNGER)
        if terms:
            found.clear()
        if not s.reckoned:
            found.append(ReckonOption(play.seat, terms))
    elif not naming_refusal(rules, s):
        found.append(NameSuitOption(play.seat, _suits(s, ELDER)))
    found += _windows(rules, s)
    if not concede_refusals(rules, s):
        found += [SimpleOption(play.seat, actions.Concede), SimpleOption(1 - play.seat, actions.Concede)]
    return tuple(found)


_OPTIONS = {
    Phase.ELDER_EXCHANGE: _exchange,
    Phase.COMMIT_DISCARD: _exchange,
    Phase.YOUNGER_EXCHANGE: _exchange,
    Phase.CALLING: _calling,
    Phase.REPLY: _reply,
    Phase.TIE_BREAK: _tie_break,
    Phase.RECKONING: _reckoning,
    Phase.PLAY: _play,
}


# ---------------------------------------------------------------- every legal action of an option

_Item = TypeVar("_Item")


class Choices(Sequence[actions.Action], Generic[_Item]):
    """A sequence of actions of one type, each made when it is read."""

    def __init__(self, items: Sequence[_Item], make: Callable[[_Item], actions.Action]) -> None:
        self._items, self._make = items, make

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> actions.Action: ...
    @overload
    def __getitem__(self, at: slice) -> list[actions.Action]: ...
    def __getitem__(self, at: int | slice) -> actions.Action | list[actions.Action]:
        if isinstance(at, slice):
            return [self._make(item) for item in self._items[at]]
        return self._make(self._items[at])

    def __iter__(self) -> Iterator[actions.Action]:
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

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
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

    @overload
    def __getitem__(self, at: int) -> tuple[Holding, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Holding, ...]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Holding, ...] | list[tuple[Holding, ...]]:
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


def expand(rules: Ruleset, s: Reader, option: Option) -> Sequence[actions.Action]:
    """Every legal action of an option. Calls and tie-breaks leave the choice of cards to the engine."""
    return actions_of(rules.counting, s.hands[option.seat ^ 1 ^ s.dealer], option)


def actions_of(how: RankingRules, hand: int, option: Option) -> Sequence[actions.Action]:
    """Every legal action of an option of a seat with this hand, in any of the games."""
    seat = option.seat
    # The most frequent kinds come first, since the cases are tried in order.
    match option:
        case PlayOption():
            return Choices(cards_of(option.cards), actions.PLAYS[seat].__getitem__)
        case SimpleOption():
            return (option.type(seat),)
        case PassOption():
            return (actions.Pass(seat, option.category),)
        case CallOption():
            return Choices(option.calls, partial(_call, seat, option.category))
        case ReplyOption():
            return Choices(option.replies, partial(actions.Reply, seat))
        case ReckonOption():
            return Choices(Reckonings(how, hand, option.terms), partial(actions.Reckon, seat))
        case ExchangeOption():
            return Choices(Discards(option.cards, option.low, option.high), partial(option.type, seat))
        case LookOption():
            looks = [(True, suit) for suit in option.suits or (None,)]
            return Choices([*looks, (False, None)], partial(_looking, seat))
        case NameSuitOption():
            return Choices(option.suits, partial(actions.NameSuit, seat))
        case TieBreakOption():
            kind = "value" if option.category == POINT else "top"
            return Choices(option.ties, partial(actions.StateTieBreak, seat, kind))
        case ClaimOption():
            counts = range(option.low, option.high + 1) if option.high else (None,)
            return Choices(counts, partial(actions.ClaimCarteBlanche, seat))
        case RulingOption():
            choices = [
                (each, suit) for each in option.elections for suit in (range(4) if each == "demand" else (None,))
            ]
            return Choices(choices, partial(_rule, option))
        case AmendOption():
            return Choices(actions_of(how, hand, option.option), partial(actions.Amend, seat))


def _rule(option: RulingOption, choice: tuple[str, int | None]) -> actions.Ruling:
    election, suit = choice
    return actions.Ruling(
        option.seat, option.number, election, option.kind, suit=suit, untouched=option.until == "untouched"
    )


def _looking(seat: int, choice: tuple[bool, int | None]) -> actions.LookAtLeft:
    return actions.LookAtLeft(seat, *choice)


def _call(seat: int, category: int, said: tuple[int, int | None]) -> actions.Call:
    return actions.Call(seat, category, *said)
