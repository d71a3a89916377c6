"""The actions that are compared when a seat is to act, the candid one first."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from service.advice.discard_policy import thrown
from service.piquet import legal_actions as o
from service.piquet.cards.cards import cards_of
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import SET
from service.piquet.model import actions as a
from service.piquet.model.state import State
from service.piquet.rules.reckonable_holdings import ReckoningTerms, best_choice, check_holdings
from service.piquet.rulesets.parameters import Ruleset

_TRUTH = ("not_good", "equal", "good")


def candidates(rules: Ruleset, state: State, options: Iterable[o.Option]) -> tuple[a.Action, ...]:
    """Return the actions that may be worth doing, without discards, in the order in which a candid player prefers them.

    Of calls there is one for each number of cards, with the tie-break withheld where that is possible; of reckonings
    everything, and everything without one category or more; nothing is added to *not good*.
    """
    found = [list(_of(rules, state, option)) for option in sorted(options, key=_order)]
    return tuple(action for some in found for action in some)


def alike(one: a.Action, other: a.Action) -> bool:
    """Whether two actions differ at most in the cards that the engine may choose, and in the order of holdings."""
    return _without_choices(one) == _without_choices(other)


def _without_choices(action: a.Action) -> a.Action:
    match action:
        case a.Call() | a.StateTieBreak():
            return replace(action, cards=0)
        case a.Reckon(holdings=tuple(holdings)):
            return replace(action, holdings=tuple(sorted(holdings)))
        case a.ClaimCarteBlanche():
            return replace(action, exchange=None)
    return action


def _order(option: o.Option) -> int:
    """Return the place of an option: what is claimed or said first, and a pass or a concession last."""
    kinds = (o.ClaimOption, o.CallOption, o.ReplyOption, o.TieBreakOption, o.ReckonOption, o.LookOption, o.PlayOption)
    place = next((at for at, kind in enumerate(kinds) if isinstance(option, kind)), len(kinds))
    return len(kinds) + 1 if isinstance(option, o.SimpleOption) else place


def _of(rules: Ruleset, state: State, option: o.Option) -> Iterator[a.Action]:
    seat = option.seat
    match option:
        case o.ClaimOption():
            yield a.ClaimCarteBlanche(seat, option.high or None)
        case o.CallOption():
            yield from _calls(rules, state, option)
        case o.PassOption():
            yield a.Pass(seat, option.category)
        case o.ReplyOption():
            yield from (a.Reply(seat, reply) for reply in _TRUTH if reply in option.replies)
        case o.TieBreakOption():
            kind = "top" if option.category else "value"
            yield from (a.StateTieBreak(seat, kind, tie) for tie in sorted(option.ties, reverse=True))
        case o.ReckonOption() if option.terms:
            yield from _reckonings(rules, state, option)
        case o.LookOption():
            yield from (a.LookAtLeft(seat, True, suit) for suit in option.suits or (None,))
            yield a.LookAtLeft(seat, False)
        case o.NameSuitOption():
            yield from (a.NameSuit(seat, suit) for suit in option.suits)
        case o.ExchangeOption():  # a second one (R4.6)
            role = seat ^ 1 ^ state.dealer
            counts = range(option.low, option.high + 1)
            yield from (a.Exchange(seat, thrown(rules, role, option.cards, count)) for count in counts)
        case o.PlayOption():
            yield from (a.Play(seat, card) for card in cards_of(option.cards))
        case o.SimpleOption():
            yield option.type(seat)


def _calls(rules: Ruleset, state: State, option: o.CallOption) -> Iterator[a.Action]:
    """Yield the calls of a category, the best first: of each number of cards the one that says least.

    A set is called by its rank, and a tie-break that must be said is the best of its number.
    """
    how, category = rules.counting, option.category
    said: dict[object, tuple[int, int | None]] = {}
    for length, tie in option.calls:
        key: object = (length, tie) if category == SET else length
        known = said.get(key)
        if known is None or tie is None or (known[1] is not None and tie > known[1]):
            said[key] = (length, tie)
    calls = sorted(said.values(), key=lambda call: how.alike(category, *call)[1], reverse=True)
    yield from (a.Call(option.seat, category, *call) for call in calls)


def _reckonings(rules: Ruleset, state: State, option: o.ReckonOption) -> Iterator[a.Action]:
    """Yield the reckoning of everything, then those that sink one category or more, or all but what was called."""
    how, hand = rules.counting, state.hands[option.seat ^ 1 ^ state.dealer]
    ways = [[*_ways(rules, terms, hand)] for terms in option.terms]
    for chosen in product(*ways):
        holdings = tuple(holding for some in chosen for holding in some)
        if not check_holdings(how, hand, option.terms, holdings, own_call=len(ways) == 1 and option.terms[0].must):
            yield a.Reckon(option.seat, holdings)


def _ways(rules: Ruleset, terms: ReckoningTerms, hand: int) -> Iterator[tuple[Holding, ...]]:
    every = tuple(best_choice(rules.counting, terms, hand))
    yield every
    yield from ((one,) for one in every if len(every) > 1)
    if every:
        yield ()
