"""Encoder from the actions of `service.piquet` to those of the contract."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from service.api.schemas import actions as am
from service.api.schemas import acts
from service.api.schemas import scalars as w
from service.piquet.cards import cards, ranking
from service.piquet.cards.cards import names
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import POINT, said_members, write_tie
from service.piquet.model import actions as a
from service.piquet.model import state
from service.piquet.notation.act_dicts import write_incident, write_marks, write_ruling
from service.piquet.scoring.account import reply_members

# Plain strings here, closed lists in `scalars`; the contract tests check that they are the same.
SEATS: Any = state.SEATS
CARDS: Any = cards.CARDS
CATEGORIES: Any = ranking.CATEGORIES
SUITS: Any = cards.SUITS


def card_list(hand: int) -> list[Any]:
    """Return a hand as a list of cards, in canonical order."""
    return list(names(hand))


def _write_call(action: a.Call) -> am.Call:
    members: dict[str, Any] = said_members(action.category, (action.length, action.tie or 0))
    if action.tie is None:
        del members["value" if action.category == POINT else "top"]
    if action.cards:
        members["cards"] = card_list(action.cards)
    return am.Call(seat=SEATS[action.seat], category=CATEGORIES[action.category], **members)


def _write_tie_break(action: a.StateTieBreak) -> am.StateTieBreak:
    members: dict[str, Any] = {action.kind: write_tie(action.kind, action.tie)}
    if action.cards:
        members["cards"] = card_list(action.cards)
    return am.StateTieBreak(seat=SEATS[action.seat], **members)


def _write_reckon(action: a.Reckon) -> am.Reckon:
    return am.Reckon(seat=SEATS[action.seat], holdings=_holdings(action.holdings))


def _holdings(holdings: tuple[Holding, ...] | None) -> Any:
    if holdings is None:
        return UNSET
    return [w.Holding(CATEGORIES[category], card_list(cards)) for category, cards in holdings]


def _write_incident(action: a.Incident) -> acts.Incident:
    members = write_incident(action)
    if "proof" in members:
        members["proof"] = acts.Proof(**members["proof"])
    return acts.Incident(seat=SEATS[action.seat], **members)


_CORRECTIONS: dict[type, Any] = {
    a.Call: acts.CallCorrection,
    a.Pass: acts.PassCorrection,
    a.Reply: acts.ReplyCorrection,
    a.StateTieBreak: acts.TieBreakCorrection,
    a.Reckon: acts.ReckoningCorrection,
    a.Play: acts.PlayCorrection,
}


def _write_amend(action: a.Amend) -> acts.Amend:
    correction = _CORRECTIONS[type(action.action)]
    written = _WRITE[type(action.action)](action.action)
    own = {name: getattr(written, name) for name in correction.__struct_fields__}
    return acts.Amend(SEATS[action.seat], correction(**own))


def _write_ruling(action: a.Ruling) -> acts.RulingAction:
    members = write_ruling(action)
    if action.holdings is not None:
        members["holdings"] = _holdings(action.holdings)
    return acts.RulingAction(seat=SEATS[action.seat], **members)


_WRITE: dict[type, Any] = {
    a.Play: lambda action: am.Play(SEATS[action.seat], CARDS[action.card]),
    a.Exchange: lambda action: am.Exchange(SEATS[action.seat], card_list(action.cards)),
    a.Call: _write_call,
    a.Pass: lambda action: am.Pass(SEATS[action.seat], CATEGORIES[action.category]),
    a.Reply: lambda action: am.Reply(seat=SEATS[action.seat], reply=action.reply, **reply_members(action.better)),
    a.StateTieBreak: _write_tie_break,
    a.Decline: lambda action: am.Decline(SEATS[action.seat]),
    a.Reckon: _write_reckon,
    a.ClaimCarteBlanche: lambda action: am.ClaimCarteBlanche(
        SEATS[action.seat],
        UNSET if action.exchange is None else action.exchange,
    ),
    a.CommitDiscard: lambda action: am.CommitDiscard(SEATS[action.seat], card_list(action.cards)),
    a.LookAtLeft: lambda action: am.LookAtLeft(
        SEATS[action.seat], action.look, UNSET if action.suit is None else SUITS[action.suit]
    ),
    a.NameSuit: lambda action: am.NameSuit(SEATS[action.seat], SUITS[action.suit]),
    a.Concede: lambda action: am.Concede(SEATS[action.seat]),
    a.Incident: _write_incident,
    a.Amend: _write_amend,
    a.Ruling: _write_ruling,
}


def write_action(action: a.Action) -> am.Action:
    """Return an action of the engine as an action of the contract."""
    written: am.Action = _WRITE[type(action)](action)
    if action.irregular:
        for name, value in write_marks(action).items():
            setattr(written, name, value)
    return written


def with_choices_made(history: list[am.Action], actions: list[a.Action], done: Sequence[a.Action]) -> list[am.Action]:
    """Return a history in which every choice that its `actions` leave open is the one that the engine has made."""
    if list(done) == actions:
        return history
    each = zip(history, actions, done, strict=True)
    return [sent if made is action else write_action(made) for sent, action, made in each]
