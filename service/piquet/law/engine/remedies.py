"""What elections do to a deal (§2): one function for each, from the effects."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from service.piquet.cards.cards import hand_of, mask_of
from service.piquet.cards.holdings import Holding
from service.piquet.law.mechanics.claims import (
    ALL,
    claims_of,
    count_as_good,
    finding,
    late_choice,
    reckon_late,
    strike_claim,
)
from service.piquet.law.mechanics.effects import (
    annul,
    demand,
    draw_up,
    log_for_nobody,
    lose_game,
    reckon_nothing,
    turn_of,
    undo_items,
)
from service.piquet.law.mechanics.ledger import Record
from service.piquet.law.mechanics.misnomers import reckon_misnomers, reckon_truth
from service.piquet.law.mechanics.rewinding import rewind
from service.piquet.law.mechanics.runs import given_to_run, take_back
from service.piquet.model.actions import Ruling
from service.piquet.model.state import ELDER, YOUNGER, Phase, replace_role
from service.piquet.scoring.account import log_event
from service.piquet.scoring.settlement import by_seat, totals

if TYPE_CHECKING:
    from service.piquet.law.engine.deal import IrregularDeal

Done = Ruling | None


def _redeal(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    annul(deal.d, record.law)
    return None


def _stand(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    law = deal.law
    if record.kind.name == "misdeal":
        if record.kind.number == "K1c" and law.misdealt is not None:
            law.stood = law.misdealt.law
        for other in law.records:
            if other.number == 0 and other.kind.number == "K1a":
                other.status = "ruled" if other is record else "lapsed"
    return None


# The words of the codes by which the game is lost (E10), by kind.
_LOSES = {
    "K7i": ("loses_game", "elder_or_five_loses_game"),
    "K7ii": ("younger_loses_game",),
    "K10": ("younger_loses_game",),
}


def loses_game(deal: "IrregularDeal", record: Record) -> bool:
    """Whether the penalty is the loss of the game (E10), as the code of the ruleset has it."""
    word = deal.law.says(record.kind.rows[0]) if record.kind.rows else ""
    applies = {
        "younger_loses_game": record.offender == YOUNGER,
        "elder_or_five_loses_game": record.offender == ELDER or deal.d.exchanged[YOUNGER] >= 5,
    }
    return word in _LOSES.get(record.kind.number, ()) and applies.get(word, True)


def _enforce(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d, offender = deal.d, record.offender
    if loses_game(deal, record):
        lose_game(d, offender, record.law)
        return None
    if record.kind.number == "K15":
        strike_claim(d, record)
        d.law.saves_nothing[offender] |= d.law.says("false_claim") == "reckons_nothing_misnomers_too"
    reckon_nothing(d, offender, record.law)
    if record.kind.number == "K15":
        reckon_misnomers(d, record)
    holdings = _late(deal, role, record, action) if record.kind.number == "K15" else None
    draw_up(d)
    return None if holdings is None else _with(action, holdings)


def _waive(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d = deal.d
    holdings = None
    if record.kind.number == "K15":
        strike_claim(d, record)
        reckon_misnomers(d, record)
        holdings = _late(deal, role, record, action)
    for other in deal.law.records:
        if other.kind.number == "K26" and other.number == record.number and record.kind.number in ("K7iii", "K8"):
            other.status, other.election = "ruled", "waive"
    draw_up(d)
    return None if holdings is None else _with(action, holdings)


def _reckon(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d = deal.d
    if record.kind.number == "K15":
        found = finding(d, record)
        strike_claim(d, record)
        if found in ("misnomer", "shown") and reckon_truth(d, record, claims_of(d, record)):
            draw_up(d)
            return None
    else:
        count_as_good(d, record)
    holdings = _late(deal, role, record, action)
    draw_up(d)
    return _with(action, holdings)


def _with(action: Ruling, holdings: tuple[Holding, ...]) -> Ruling:
    if action.holdings is not None:
        return action
    return Ruling(action.seat, action.number, action.election, action.kind, holdings)


def _late(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> tuple[Holding, ...]:
    chosen = action.holdings
    if chosen is None:
        chosen = late_choice(deal.d, role, categories_of(record), good=record.kind.number == "K16")
    reckon_late(deal.d, role, chosen)
    return chosen


def categories_of(record: Record) -> tuple[int, ...]:
    """The categories in which the adversary may reckon late after a ruling on an irregularity (E5)."""
    if record.kind.number == "K18b":
        return tuple(dict.fromkeys(record.facts["categories"]))
    return tuple(record.facts["categories"]) if record.kind.number == "K16" else ALL


def _object(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d = deal.d
    items = record.facts.get("items_struck")
    if items is None and record.kind.number == "K13":
        items = [item for item in deal.law.standing(record.offender) if item.kind == "carte_blanche"]
        d.blanche = replace_role(d.blanche, record.offender, None)
        if record.offender == ELDER:
            d.announced = 0
            if d.phase == Phase.COMMIT_DISCARD:
                d.phase, d.to_act = Phase.ELDER_EXCHANGE, ELDER
    if items is None:
        cards = {each.cards for each in record.facts["items"]}
        items = [
            item
            for item in deal.law.standing(record.offender)
            if item.entry == record.number and hand_of(item.cards) in cards
        ]
    undo_items(d, items)
    holdings = None
    if record.kind.number == "K18b" and (action.holdings is not None or _below_rubicon(deal, role)):
        holdings = _late(deal, role, record, action)
    draw_up(d)
    return None if holdings is None else _with(action, holdings)


def _below_rubicon(deal: "IrregularDeal", role: int) -> bool:
    """Whether a player may wish to score little, so that they must reckon the holding by which they object (LR36)."""
    d = deal.d
    before = by_seat(d.dealer, totals(d.rules, d.finished))
    return before[role] + d.score[role] < d.rules.rubicon


def _replay(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d, law = deal.d, deal.law
    match record.kind.number:
        case "K19":
            rewind(d, record.number)
        case "K23":
            asker = 1 - record.offender
            first = [put.entry for put in law.put if put.role == asker and put.entry > record.number]
            if first:
                rewind(d, first[0])
        case "K21b":
            return _replay_run(deal, record, action)
    draw_up(d)
    return None


def _replay_run(deal: "IrregularDeal", record: Record, action: Ruling) -> Done:
    """Play goes back to the first card after the run; one card that was given to it may be taken back."""
    card = given_to_run(deal.d, record)[-1] if action.card is None else action.card
    take_back(deal.d, record, card)
    draw_up(deal.d)
    return Ruling(action.seat, action.number, action.election, action.kind, card=card)


def _withdraw(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d = deal.d
    rewind(d, record.number)
    draw_up(d)
    return None


def _relead(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d, law = deal.d, deal.law
    law.relead = None
    rewind(d, law.put[0].entry)
    d.named = None
    draw_up(d)
    return None


def _forgo(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d, law = deal.d, deal.law
    if record is law.relead:
        law.relead = None
        d.to_act = turn_of(d)
    return None


def _alter(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d = deal.d
    d.committed = 0
    if d.phase == Phase.COMMIT_DISCARD:
        d.phase, d.to_act = Phase.ELDER_EXCHANGE, ELDER
    return None


def _demand(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    assert action.suit is not None
    demand(deal.d, record.offender, action.suit, record.facts.get("times", 1), record.law)
    return None


def _inspect(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> Done:
    d, law = deal.d, deal.law
    if record.kind.number == "K9":
        cards = d.discards[record.offender]
        law.seen[role] |= cards
        log_event(d, record.offender, "exposed", rule=record.law)
        return None
    talon = mask_of(d.talon[position - 1] for position in law.lying)
    law.seen[role] |= talon
    log_for_nobody(d, "exposed", talon, record.law)
    return None


#: What each election does: it returns the ruling with its open choices filled in, or None.
MAKE: dict[str, Callable[["IrregularDeal", int, Record, Ruling], Done]] = {
    "enforce": _enforce,
    "waive": _waive,
    "redeal": _redeal,
    "rectify": _redeal,
    "void": _redeal,
    "accept": _redeal,
    "stand": _stand,
    "withdraw": _withdraw,
    "replay": _replay,
    "relead": _relead,
    "forgo": _forgo,
    "reckon": _reckon,
    "object": _object,
    "alter": _alter,
    "demand": _demand,
    "inspect": _inspect,
}
