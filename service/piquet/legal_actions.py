"""The legal actions of a state, as options: one for each type of action."""

from functools import lru_cache
from typing import Any, NamedTuple

from service.piquet.cards.cards import suit_cards
from service.piquet.cards.holdings import grades
from service.piquet.cards.ranking import SET, RankingRules, Said
from service.piquet.model.actions import (
    Action,
    Call,
    ClaimCarteBlanche,
    CommitDiscard,
    Concede,
    Decline,
    Exchange,
    LookAtLeft,
    NameSuit,
    Pass,
    Play,
    Reckon,
    Reply,
    StateTieBreak,
)
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Phase, State
from service.piquet.rules.calling import better_held, callable_categories, reply_refusal, tie_break_due
from service.piquet.rules.carte_blanche import may_claim
from service.piquet.rules.exchange import exchange_bounds
from service.piquet.rules.left_cards import look_refusal, may_exchange_again, names_suit, naming_refusal
from service.piquet.rules.play import concede_refusals, playable
from service.piquet.rules.reckoning_terms import ReckoningTerms, terms_of
from service.piquet.rulesets.parameters import Ruleset

Reader = State | MutableState


class Option(NamedTuple):
    """A type of action that is legal for a seat, with what is needed to build every legal action of that type.

    * `category`: of a call, a pass or a tie-break.
    * `cards`: the cards to play, or to discard from; then `low` and `high` are the fewest and the most cards.
    * `low`, `high` of a claim: the fewest and the most cards to announce, both 0 if none are announced.
    * `choices`: the replies, the looks, the suits to name, the calls as (length, tie or None), or the tie-breaks.
    * `terms`: the terms of a reckoning.
    * `better`: what younger may add to *not good*.
    """

    seat: int
    type: type[Action]
    category: int | None = None
    cards: int = 0
    low: int = 0
    high: int = 0
    choices: tuple[Any, ...] = ()
    terms: tuple[ReckoningTerms, ...] = ()
    better: tuple[Said, ...] = ()


def options(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    """The options of a state: those of the seat to act, then those that the other seat has out of turn."""
    return _OPTIONS[s.phase](rules, s) if s.to_act != NOBODY else ()


def _seat(s: Reader, role: int) -> int:
    return role ^ 1 ^ s.dealer


def _exchange(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    role = s.to_act
    low, high = exchange_bounds(rules, s, role)
    kind = CommitDiscard if s.phase == Phase.COMMIT_DISCARD else Exchange
    discard = Option(_seat(s, role), kind, cards=s.hands[role], low=low, high=high)
    claims = [_claim(rules, s, claimer) for claimer in (ELDER, YOUNGER) if may_claim(rules, s, claimer)]
    return (discard, *claims)


def _claim(rules: Ruleset, s: Reader, role: int) -> Option:
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    low, high = (rules.elder_min, rules.elder_max) if says else (0, 0)
    return Option(_seat(s, role), ClaimCarteBlanche, low=low, high=high)


def _windows(rules: Ruleset, s: Reader) -> list[Option]:
    """The options beside the calls and before the second card: a second exchange, and looking at the cards left."""
    found: list[Option] = []
    before_the_lead = s.named is not None or rules.elder_second_exchange
    if not (s.tricks or before_the_lead) and rules.left_cards in ("after_lead_shared", "none"):
        return found  # the usual case
    if may_exchange_again(rules, s):
        low, high = exchange_bounds(rules, s, ELDER)
        found.append(Option(_seat(s, ELDER), Exchange, cards=s.hands[ELDER], low=low, high=high))
    for role in (ELDER, YOUNGER):
        if not look_refusal(rules, s, role):
            looks = tuple((True, suit) for suit in _suits(s, role)) if names_suit(rules, role) else ((True, None),)
            found.append(Option(_seat(s, role), LookAtLeft, choices=(*looks, (False, None))))
    return found


def _suits(s: Reader, role: int) -> tuple[int, ...]:
    return tuple(suit for suit in range(4) if s.hands[role] & suit_cards(suit))


def _calling(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    found = []
    for category in callable_categories(rules, s):
        calls = _calls(category, s.hands[ELDER], rules.counting, tie_break_due(rules, category))
        if calls:
            found.append(Option(seat, Call, category, choices=calls))
        found.append(Option(seat, Pass, category))
    return (*found, *_windows(rules, s))


@lru_cache(maxsize=1024)
def _calls(category: int, hand: int, how: RankingRules, tie_break_due: bool) -> tuple[tuple[int, float | None], ...]:
    """Every call of a category: each grade held, best first, then the lengths alone if allowed (R5.1, R5.4)."""
    held = [how.said(category, grade) for grade in sorted(grades(category, hand, how), reverse=True)]
    lengths = () if tie_break_due else sorted({length for length, _ in held}, reverse=True)
    return (*held, *((length, None) for length in lengths))


def _reply(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    replies = tuple(reply for reply in ("good", "not_good", "equal") if not reply_refusal(rules, s, reply))
    better = tuple(better_held(rules, s)) if "not_good" in replies and s.calls[-1].category != SET else ()
    return (Option(_seat(s, YOUNGER), Reply, choices=replies, better=better), *_windows(rules, s))


def _tie_break(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    seat = _seat(s, ELDER)
    called = s.calls[-1]
    how = rules.counting
    held = [how.said(called.category, grade) for grade in grades(called.category, s.hands[ELDER], how)]
    ties = sorted((tie for length, tie in held if length == called.length), reverse=True)
    tie_break = Option(seat, StateTieBreak, called.category, choices=tuple(ties))
    return (tie_break, Option(seat, Decline), *_windows(rules, s))


def _reckoning(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    return (Option(_seat(s, ELDER), Reckon, terms=terms_of(rules, s, ELDER)), *_windows(rules, s))


def _play(rules: Ruleset, s: Reader) -> tuple[Option, ...]:
    role = s.to_act
    # Twice as fast as Option(...): this is the most frequent call.
    play: Option = tuple.__new__(Option, (role ^ 1 ^ s.dealer, Play, None, playable(s, role), 0, 0, (), (), ()))
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
    elif not naming_refusal(rules, s):
        found.append(Option(play.seat, NameSuit, choices=_suits(s, ELDER)))
    found += _windows(rules, s)
    if not concede_refusals(rules, s):
        found += [Option(play.seat, Concede), Option(1 - play.seat, Concede)]
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
