"""What a seat may do: compactly, and spelled out action by action."""

from collections.abc import Sequence
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
from .calling import callable_categories, reply_refusal, tie_break_due
from .cards import cards_of
from .exchange import exchange_bounds, look_refusal, may_claim
from .holdings import POINT, Holding, contains, grade, grades, pieces
from .play import concede_refusals, playable
from .rulesets import Ruleset
from .state import ELDER, NOBODY, YOUNGER, State
from .terms import Terms, terms_of


class Option(NamedTuple):
    """A kind of action that a seat may take, with what is needed to build every legal one of it.

    `cards` with `low` and `high`: discard so many of them. Claim: `low` to `high` cards announced, both 0 where
    none are. `choices`: the replies, the looks, the calls as (length, tie or None), the ties; `terms`: those of a
    reckoning."""

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
    return _OPTIONS[s.phase](rules, s) if s.to_act != NOBODY else ()


def _seat(s: State, role: int) -> int:
    return role ^ 1 ^ s.dealer


def _exchange(rules: Ruleset, s: State) -> tuple[Option, ...]:
    role = s.to_act
    low, high = exchange_bounds(rules, s, role)
    kind = CommitDiscard if s.phase == "commit_discard" else Exchange
    discard = Option(_seat(s, role), kind, cards=s.hands[role], low=low, high=high)
    if s.phase == "commit_discard":
        return (discard,)
    claims = [_claim(rules, s, claimer) for claimer in (ELDER, YOUNGER) if may_claim(rules, s, claimer)]
    return (discard, *claims)


def _claim(rules: Ruleset, s: State, role: int) -> Option:
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    low, high = (rules.elder_min, rules.elder_max) if says else (0, 0)
    return Option(_seat(s, role), ClaimCarteBlanche, low=low, high=high)


def _calling(rules: Ruleset, s: State) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    found = []
    for category in callable_categories(rules, s):
        calls: list[tuple[int, int | None]] = sorted(
            grades(category, s.hands[ELDER], rules.point_minimum), reverse=True
        )
        if not tie_break_due(rules, category):
            calls += [(length, None) for length in sorted({length for length, _ in calls}, reverse=True)]
        if calls:
            found.append(Option(seat, Call, category, choices=tuple(calls)))
        found.append(Option(seat, Pass, category))
    return tuple(found)


def _reply(rules: Ruleset, s: State) -> tuple[Option, ...]:
    replies = tuple(reply for reply in ("good", "not_good", "equal") if not reply_refusal(rules, s, reply))
    return (Option(_seat(s, YOUNGER), Reply, choices=replies),)


def _tie_break(rules: Ruleset, s: State) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    called = s.calls[-1]
    held = grades(called.category, s.hands[ELDER], rules.point_minimum)
    ties = sorted((tie for length, tie in held if length == called.length), reverse=True)
    return Option(seat, StateTieBreak, called.category, choices=tuple(ties)), Option(seat, Decline)


def _reckoning(rules: Ruleset, s: State) -> tuple[Option, ...]:
    return (Option(_seat(s, ELDER), Reckon, terms=terms_of(rules, s, ELDER)),)


def _play(rules: Ruleset, s: State) -> tuple[Option, ...]:
    role = s.to_act
    play = Option(role ^ 1 ^ s.dealer, Play, None, playable(s, role))
    tricks = s.tricks
    if tricks and tricks[0].follow >= 0:
        return (play,)
    found = [play]
    if role == YOUNGER:
        terms = () if s.reckoned else terms_of(rules, s, YOUNGER)
        if terms:
            found.clear()
        if not s.reckoned:
            found.append(Option(play.seat, Reckon, terms=terms))
        if not look_refusal(rules, s):
            found.append(Option(play.seat, LookAtLeft, choices=(True, False)))
    if not concede_refusals(rules, s):
        found += [Option(play.seat, Concede), Option(1 - play.seat, Concede)]
    return tuple(found)


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
