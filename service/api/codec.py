"""Between the JSON of the contract and the values of `service.piquet`, both ways."""

from functools import lru_cache
from typing import Any

from msgspec import UNSET

from service.api import models as m
from service.api.problems import Fault, Problem, pointer
from service.piquet import actions as a
from service.piquet import exchange
from service.piquet.cards import BIT, CARD, CARDS, RANKS, names
from service.piquet.events import Event
from service.piquet.holdings import CATEGORIES, POINT, SET, Holding
from service.piquet.reckoning import grade_members
from service.piquet.rulesets import Ruleset, RulesetError
from service.piquet.rulesets import ruleset as find_ruleset
from service.piquet.settlement import Settlement, by_seat, settle, totals
from service.piquet.state import ELDER, SEATS, YOUNGER, Called, State
from service.piquet.violations import Violation, violation

SEAT = {"A": 0, "B": 1}
CATEGORY = {name: category for category, name in enumerate(CATEGORIES)}
RANK = {text: rank for rank, text in enumerate(RANKS)}


# ---------------------------------------------------------------- rulesets


@lru_cache(maxsize=256)
def _ruleset(name: str, overrides: tuple[tuple[str, tuple[type, Any]], ...]) -> Ruleset:
    return find_ruleset(name, {parameter: value for parameter, (_, value) in overrides})


def ruleset_of(choice: m.RulesetName, *place: str | int) -> Ruleset:
    """The ruleset that is meant, which stands at `place` in the request; a `Problem` if there is none such."""
    try:
        if isinstance(choice, str):
            return _ruleset(choice, ())
        # The type is part of the key, since 1 and true are one key otherwise.
        typed = ((name, (type(value), value)) for name, value in choice.overrides.items())
        return _ruleset(choice.name, tuple(sorted(typed, key=lambda item: item[0])))
    except RulesetError as error:
        place = place or ("ruleset",)
        if not error.parameters:
            where = pointer(*place) if isinstance(choice, str) else pointer(*place, "name")
            raise Problem("unknown_ruleset", str(error), [Fault(where, "names no ruleset")]) from None
        faults = [Fault(pointer(*place, "overrides", name), "cannot be so") for name in error.parameters]
        raise Problem("invalid_ruleset", str(error), faults, parameters=list(error.parameters)) from None


# ---------------------------------------------------------------- reading


class RepeatedCard(ValueError):
    """A card named twice in one list of an action, which as a hand would count once."""

    def __init__(self, reason: Violation) -> None:
        super().__init__(reason.message)
        self.reason = reason


def hand_of(cards: list[m.Card]) -> int:
    """A list of cards as a hand; a card that is there twice counts once."""
    hand = 0
    for card in cards:
        hand |= BIT[card]
    return hand


def _distinct(cards: list[m.Card], *place: str | int) -> int:
    """A list of cards as a hand. Raises `RepeatedCard`."""
    hand = hand_of(cards)
    if hand.bit_count() < len(cards):
        again = tuple(sorted({card for card in cards if cards.count(card) > 1}))
        raise RepeatedCard(violation("cards.twice", *place, "cards", cards=again))
    return hand


def _call(action: m.Call) -> a.Call:
    category = CATEGORY[action.category]
    seat, cards = SEAT[action.seat], 0 if action.cards is UNSET else _distinct(action.cards)
    if category == SET:
        return a.Call(seat, SET, action.count, RANK[action.rank])  # type: ignore[arg-type, index]
    tie: int | None = None
    if action.value is not UNSET:
        tie = action.value
    elif action.top is not UNSET:
        tie = RANK[action.top]
    return a.Call(seat, category, action.length, tie, cards)  # type: ignore[arg-type]


def _tie_break(action: m.StateTieBreak) -> a.StateTieBreak:
    cards = 0 if action.cards is UNSET else _distinct(action.cards)
    if action.value is not UNSET:
        return a.StateTieBreak(SEAT[action.seat], "value", action.value, cards)
    return a.StateTieBreak(SEAT[action.seat], "top", RANK[action.top], cards)  # type: ignore[index]


def _reckon(action: m.Reckon) -> a.Reckon:
    if action.holdings is UNSET:
        return a.Reckon(SEAT[action.seat])
    holdings = tuple(
        Holding(CATEGORY[holding.category], _distinct(holding.cards, "holdings", at))
        for at, holding in enumerate(action.holdings)
    )
    return a.Reckon(SEAT[action.seat], holdings)


_READ: dict[type, Any] = {
    m.Play: lambda action: a.Play(SEAT[action.seat], CARD[action.card]),
    m.Exchange: lambda action: a.Exchange(SEAT[action.seat], _distinct(action.cards)),
    m.Call: _call,
    m.Pass: lambda action: a.Pass(SEAT[action.seat], CATEGORY[action.category]),
    m.Reply: lambda action: a.Reply(SEAT[action.seat], action.reply),
    m.StateTieBreak: _tie_break,
    m.Decline: lambda action: a.Decline(SEAT[action.seat]),
    m.Reckon: _reckon,
    m.ClaimCarteBlanche: lambda action: a.ClaimCarteBlanche(
        SEAT[action.seat], None if action.exchange is UNSET else action.exchange
    ),
    m.CommitDiscard: lambda action: a.CommitDiscard(SEAT[action.seat], _distinct(action.cards)),
    m.LookAtLeft: lambda action: a.LookAtLeft(SEAT[action.seat], action.look),
    m.Concede: lambda action: a.Concede(SEAT[action.seat]),
}


def read_action(action: m.Action) -> a.Action:
    """An action of the contract as one of the engine. Raises `RepeatedCard`."""
    read: a.Action = _READ[type(action)](action)
    return read


# ---------------------------------------------------------------- writing


def card_list(hand: int) -> list[Any]:
    """A hand as a list of cards, in the order in which the service writes them."""
    return list(names(hand))


def _write_call(action: a.Call) -> m.Call:
    members: dict[str, Any] = grade_members(action.category, (action.length, action.tie or 0))
    if action.tie is None:
        del members["value" if action.category == POINT else "top"]
    if action.cards:
        members["cards"] = card_list(action.cards)
    return m.Call(seat=SEATS[action.seat], category=CATEGORIES[action.category], **members)  # type: ignore[arg-type]


def _write_tie_break(action: a.StateTieBreak) -> m.StateTieBreak:
    said: dict[str, Any] = {action.kind: RANKS[action.tie] if action.kind == "top" else action.tie}
    if action.cards:
        said["cards"] = card_list(action.cards)
    return m.StateTieBreak(seat=SEATS[action.seat], **said)  # type: ignore[arg-type]


def _write_reckon(action: a.Reckon) -> m.Reckon:
    holdings = [m.Holding(CATEGORIES[category], card_list(cards)) for category, cards in action.holdings or ()]  # type: ignore[arg-type]
    return m.Reckon(seat=SEATS[action.seat], holdings=holdings)  # type: ignore[arg-type]


_WRITE: dict[type, Any] = {
    a.Play: lambda action: m.Play(SEATS[action.seat], CARDS[action.card]),  # type: ignore[arg-type]
    a.Exchange: lambda action: m.Exchange(SEATS[action.seat], card_list(action.cards)),  # type: ignore[arg-type]
    a.Call: _write_call,
    a.Pass: lambda action: m.Pass(SEATS[action.seat], CATEGORIES[action.category]),  # type: ignore[arg-type]
    a.Reply: lambda action: m.Reply(SEATS[action.seat], action.reply),  # type: ignore[arg-type]
    a.StateTieBreak: _write_tie_break,
    a.Decline: lambda action: m.Decline(SEATS[action.seat]),  # type: ignore[arg-type]
    a.Reckon: _write_reckon,
    a.ClaimCarteBlanche: lambda action: m.ClaimCarteBlanche(
        SEATS[action.seat],  # type: ignore[arg-type]
        UNSET if action.exchange is None else action.exchange,
    ),
    a.CommitDiscard: lambda action: m.CommitDiscard(SEATS[action.seat], card_list(action.cards)),  # type: ignore[arg-type]
    a.LookAtLeft: lambda action: m.LookAtLeft(SEATS[action.seat], action.look),  # type: ignore[arg-type]
    a.Concede: lambda action: m.Concede(SEATS[action.seat]),  # type: ignore[arg-type]
}


def write_action(action: a.Action) -> m.Action:
    """An action of the engine as one of the contract."""
    written: m.Action = _WRITE[type(action)](action)
    return written


def write_event(event: Event) -> m.Event:
    """An event as the contract has it."""
    seat, kind, points, cards, rule, score, more = event
    return m.Event(
        None if seat is None else SEATS[seat],  # type: ignore[arg-type]
        kind,
        points,
        list(cards),  # type: ignore[arg-type]
        rule,
        m.Score(*score),
        **more,
    )


def write_score(score: tuple[int, int]) -> m.Score:
    """A pair by seat."""
    return m.Score(*score)


def _by_seat(dealer: int, pair: tuple[Any, Any]) -> tuple[Any, Any]:
    return pair if dealer == 1 else (pair[1], pair[0])


def _cards_by_seat(dealer: int, pair: tuple[int, int]) -> m.CardsBySeat:
    a_hand, b_hand = _by_seat(dealer, pair)
    return m.CardsBySeat(card_list(a_hand), card_list(b_hand))


def _in_order(cards: tuple[int, ...]) -> list[Any]:
    return [CARDS[card] for card in cards]


def write_called(called: Called) -> m.CallEntry:
    """What elder said in a category."""
    said: m.Called | None = None
    if called.status != "passed":
        members: dict[str, Any] = grade_members(called.category, (called.length, called.tie or 0))
        if called.tie is None:
            members["value" if called.category == POINT else "top"] = None
        said = m.Called(**members)
    return m.CallEntry(CATEGORIES[called.category], said, called.status)  # type: ignore[arg-type]


def write_result(settlement: Settlement) -> m.Result:
    """What a partie came to."""
    winner = None if settlement.winner is None else SEATS[settlement.winner]
    return m.Result(m.Score(*settlement.totals), winner, settlement.rubicon, settlement.points)  # type: ignore[arg-type]


def _partie(rules: Ruleset, s: State, deals: list[m.FinishedDeal]) -> m.Partie:
    over = s.phase in ("deal_over", "partie_over")
    scores = (*s.finished, by_seat(s.dealer, s.score)) if over else s.finished
    dealt = s.phase != "deal"
    return m.Partie(
        first_dealer=SEATS[s.first_dealer],  # type: ignore[arg-type]
        deal=len(s.finished) + 1 if dealt else 0,
        dealer=SEATS[s.dealer] if dealt else None,  # type: ignore[arg-type]
        score=m.Score(*totals(rules, scores)),
        deals=deals,
        result=write_result(settle(rules, scores)) if s.phase == "partie_over" else None,
    )


def write_state(
    choice: m.RulesetName,
    rules: Ruleset,
    s: State,
    events: list[m.Event],
    history: list[m.Action],
    deals: list[m.FinishedDeal],
) -> m.State:
    """A state as the contract has it. `events`, `history` and the earlier `deals` are written beforehand."""
    dealer = s.dealer
    talon = s.talon
    drawn_elder, drawn = max(s.exchanged[ELDER], 0), exchange.drawn_count(s)
    dealt = None
    if talon:
        dealt = m.Dealt(_cards_by_seat(dealer, s.dealt), _in_order(talon))
    left: tuple[int | None, int | None] = (
        exchange.elder_left(rules, s) if s.exchanged[ELDER] >= 0 else None,
        len(talon) - drawn if s.exchanged[YOUNGER] >= 0 else None,
    )
    looked = (_in_order(exchange.looked_at(rules, s, ELDER)), _in_order(exchange.looked_at(rules, s, YOUNGER)))
    return m.State(
        ruleset=choice,
        partie=_partie(rules, s, deals),
        phase=s.phase,  # type: ignore[arg-type]
        to_act=None if s.to_act < 0 else SEATS[s.to_act ^ 1 ^ dealer],  # type: ignore[arg-type]
        dealt=dealt,
        hands=_cards_by_seat(dealer, s.hands),
        talon=_in_order(talon[drawn:]),
        discards=_cards_by_seat(dealer, s.discards),
        drawn=m.CardsBySeat(*_by_seat(dealer, (_in_order(talon[:drawn_elder]), _in_order(talon[drawn_elder:drawn])))),
        committed=card_list(s.committed),
        carte_blanche=m.CarteBlanches(*_by_seat(dealer, s.blanche)),
        announced_exchange=s.announced or None,
        left=m.Counts(*_by_seat(dealer, left)),
        looked=m.CardsBySeat(*_by_seat(dealer, looked)),
        look=s.look,
        calls=[write_called(called) for called in s.calls],
        shown=_cards_by_seat(dealer, s.shown),
        tricks=[_trick(dealer, trick) for trick in s.tricks],
        score=m.Score(*by_seat(dealer, s.score)),
        events=events,
        history=history,
    )


def _trick(dealer: int, trick: tuple[int, int, int, int]) -> m.Trick:
    leader, lead, follow, winner = trick
    seat: Any = SEATS[leader ^ 1 ^ dealer]
    if follow < 0:
        return m.Trick(seat, [CARDS[lead]], None)  # type: ignore[list-item]
    return m.Trick(seat, [CARDS[lead], CARDS[follow]], SEATS[winner ^ 1 ^ dealer])  # type: ignore[list-item, arg-type]


def write_violation(violation: Violation, *base: str | int) -> m.Violation:
    """A violation with its JSON Pointer, `base` being where in the request its path begins."""
    where = pointer(*base, *violation.path)
    return m.Violation(violation.code, violation.rule, where, violation.message, violation.params)
