"""What a seat may do: compactly, and spelled out action by action."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any, NamedTuple, overload

from .actions import (
    Action,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Decline,
    Exchange,
    LookAtLeft,
    Pass,
    Play,
    Reckon,
    Reply,
    StateTieBreak,
)
from .calling import callable_categories, check_reply, tie_break_due
from .cards import cards_of
from .exchange import check_look, exchange_bounds, may_claim
from .holdings import POINT, Holding, contains, grade, grades, pieces
from .play import check_concede, must_reckon_first, playable
from .rulesets import Ruleset
from .state import ELDER, NOBODY, YOUNGER, State
from .terms import Terms, terms_of


class Option(NamedTuple):
    """A kind of action that a seat may take, with what is needed to build every legal one of it.

    `cards` with `low` and `high`: discard so many of them. Claim: `low` to `high` cards announced, both 0 where none are.
    `choices`: the replies, the looks, the calls as (length, tie or None), the ties; `terms`: those of a reckoning.
    """

    seat: int
    type: type[Action]
    category: int | None = None
    cards: int = 0
    low: int = 0
    high: int = 0
    choices: tuple[Any, ...] = ()
    terms: tuple[Terms, ...] = ()


def options(rules: Ruleset, s: State) -> tuple[Option, ...]:
    """What may be done in a state: by the seat to act, then by the other where it may act out of its turn."""
    if s.to_act == NOBODY:
        return ()
    return tuple(_OPTIONS[s.phase](rules, s))


def _seat(s: State, role: int) -> int:
    return 1 - s.dealer if role == ELDER else s.dealer


def _exchange(rules: Ruleset, s: State) -> Iterator[Option]:
    role = s.to_act
    kind = CommitDiscard if s.phase == "commit_discard" else Exchange
    low, high = exchange_bounds(rules, s, role)
    yield Option(_seat(s, role), kind, cards=s.hands[role], low=low, high=high)
    if s.phase == "commit_discard":
        return
    for claimer in (ELDER, YOUNGER):
        if not may_claim(rules, s, claimer) and not (claimer == ELDER and s.phase == "younger_exchange"):
            says = claimer == ELDER and rules.carte_blanche_protocol == "discard_first"
            bounds = (rules.elder_min, rules.elder_max) if says else (0, 0)
            yield Option(_seat(s, claimer), ClaimCarteBlanche, low=bounds[0], high=bounds[1])


def _calling(rules: Ruleset, s: State) -> Iterator[Option]:
    seat = _seat(s, ELDER)
    for category in callable_categories(rules, s):
        calls: list[tuple[int, int | None]] = sorted(
            grades(category, s.hands[ELDER], rules.point_minimum), reverse=True
        )
        if not tie_break_due(rules, category):
            calls += [(length, None) for length in sorted({length for length, _ in calls}, reverse=True)]
        if calls:
            yield Option(seat, Call, category, choices=tuple(calls))
        yield Option(seat, Pass, category)


def _reply(rules: Ruleset, s: State) -> Iterator[Option]:
    seat = _seat(s, YOUNGER)
    replies = ("good", "not_good", "equal")
    yield Option(seat, Reply, choices=tuple(r for r in replies if not check_reply(rules, s, YOUNGER, Reply(seat, r))))


def _tie_break(rules: Ruleset, s: State) -> Iterator[Option]:
    seat = _seat(s, ELDER)
    called = s.calls[-1]
    held = grades(called.category, s.hands[ELDER], rules.point_minimum)
    ties = sorted((tie for length, tie in held if length == called.length), reverse=True)
    yield Option(seat, StateTieBreak, called.category, choices=tuple(ties))
    yield Option(seat, Decline)


def _reckoning(rules: Ruleset, s: State) -> Iterator[Option]:
    yield Option(_seat(s, ELDER), Reckon, terms=terms_of(rules, s, ELDER))


def _play(rules: Ruleset, s: State) -> Iterator[Option]:
    role = s.to_act
    tricks = s.tricks
    opening = not tricks or tricks[0].follow < 0
    if role == YOUNGER and opening:
        if not s.reckoned:
            yield Option(_seat(s, YOUNGER), Reckon, terms=terms_of(rules, s, YOUNGER))
        if not check_look(rules, s, YOUNGER, LookAtLeft(0, True)):
            yield Option(_seat(s, YOUNGER), LookAtLeft, choices=(True, False))
    if not (role == YOUNGER and must_reckon_first(rules, s)):
        yield Option(_seat(s, role), Play, cards=playable(s, role))
    if opening and not check_concede(rules, s, role, Concede(0)):
        yield Option(_seat(s, role), Concede)
        yield Option(_seat(s, 1 - role), Concede)


_OPTIONS = {
    "elder_exchange": _exchange,
    "commit_discard": _exchange,
    "younger_exchange": _exchange,
    "calling": _calling,
    "reply": _reply,
    "tie_break": _tie_break,
    "reckoning": _reckoning,
    "play": _play,
}


# ---------------------------------------------------------------- spelled out


class Reckonings(Sequence[Action]):
    """Every reckoning under some terms: the product of what may be reckoned in each category, found by its number and
    never listed, since there may be millions."""

    def __init__(self, rules: Ruleset, s: State, option: Option) -> None:
        self._seat = option.seat
        hand = s.hands[ELDER if option.seat == 1 - s.dealer else YOUNGER]
        self._ways = [_collections(terms, hand, rules.point_minimum) for terms in option.terms]

    def __len__(self) -> int:
        return prod(map(len, self._ways))

    @overload
    def __getitem__(self, at: int) -> Action: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Action]: ...
    def __getitem__(self, at: int | slice) -> Action | Sequence[Action]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        chosen: list[Holding] = []
        for ways in self._ways:
            at, which = divmod(at, len(ways))
            chosen += ways[which]
        return Reckon(self._seat, tuple(chosen))


@lru_cache(maxsize=64)
def _collections(terms: Terms, hand: int, point_minimum: int) -> tuple[tuple[Holding, ...], ...]:
    """Everything that may be reckoned in one category: collections of holdings that share no card."""
    category = terms.category
    allowed = [cards for held, cards in pieces(category, hand, point_minimum) if terms.low <= held <= terms.high]
    if category == POINT or terms.equal:
        found: list[tuple[int, ...]] = [(), *((cards,) for cards in allowed)]
    else:
        found = [()]
        for cards in allowed:
            found += [(*others, cards) for others in found if not any(cards & other for other in others)]

    def fits(collection: tuple[int, ...]) -> bool:
        if terms.needs is None or not (collection or terms.must):
            return True
        return any(contains(category, grade(category, cards), *terms.needs) for cards in collection)

    return tuple(tuple(Holding(category, cards) for cards in collection) for collection in found if fits(collection))


def _discards(hand: int, low: int, high: int) -> list[int]:
    bits = [1 << card for card in cards_of(hand)]
    return [sum(chosen) for count in range(low, high + 1) for chosen in combinations(bits, count)]


def expand(rules: Ruleset, s: State, option: Option) -> Sequence[Action]:
    """Every legal action of an option. Calls and tie-breaks leave to the service which cards are meant."""
    seat, kind = option.seat, option.type
    if kind is Play:
        return [Play(seat, card) for card in cards_of(option.cards)]
    if kind is Reckon:
        return Reckonings(rules, s, option)
    if kind is Exchange:
        return [Exchange(seat, cards) for cards in _discards(option.cards, option.low, option.high)]
    if kind is CommitDiscard:
        return [CommitDiscard(seat, cards) for cards in _discards(option.cards, option.low, option.high)]
    if kind is ClaimCarteBlanche:
        counts = range(option.low, option.high + 1) if option.high else (None,)
        return [ClaimCarteBlanche(seat, count) for count in counts]
    if kind is Call:
        assert option.category is not None
        return [Call(seat, option.category, length, tie) for length, tie in option.choices]
    if kind is Pass:
        assert option.category is not None
        return [Pass(seat, option.category)]
    if kind is StateTieBreak:
        member = "value" if option.category == POINT else "top"
        return [StateTieBreak(seat, member, tie) for tie in option.choices]
    if kind is Reply:
        return [Reply(seat, reply) for reply in option.choices]
    if kind is LookAtLeft:
        return [LookAtLeft(seat, look) for look in option.choices]
    return [kind(seat)]
