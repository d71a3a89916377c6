"""Rulings on what stands in the deal: which elections are open to whom, and until when (§2, §3, §7.3)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from service.piquet.cards.cards import hand_of
from service.piquet.cards.holdings import best, said
from service.piquet.cards.ranking import CATEGORIES, SEQUENCE, Grade
from service.piquet.law.engine import corrections
from service.piquet.law.engine.remedies import MAKE, categories_of
from service.piquet.law.kinds import BY_NAME
from service.piquet.law.mechanics.claims import (
    check_late,
    count_as_good,
    finding,
    strike_claim,
)
from service.piquet.law.mechanics.effects import undo_items
from service.piquet.law.mechanics.ledger import Item, Record
from service.piquet.law.mechanics.runs import given_to_run, rest_answers
from service.piquet.model.actions import Action, Ruling
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.model.violations import Violation, violation
from service.piquet.scoring.account import called_in, log_event

if TYPE_CHECKING:
    from service.piquet.law.engine.deal import IrregularDeal

Offers = tuple[tuple[str, str], ...]

# A history has 200 entries, of which a deal needs fifty at most, even if all of its play is taken back: what is not
# regular is entered only while the rest still fits. Rulings on the deal itself and on who leads are always made.
MOST_ACTS, MOST_RULINGS = 120, 150


# ---------------------------------------------------------------- what is offered


def most_entries(action: Action) -> int:
    """The number of entries after which no more like this one is made."""
    return MOST_RULINGS if isinstance(action, Ruling) else MOST_ACTS


def is_full(deal: "IrregularDeal", action: Action) -> bool:
    """Whether a deal has too many entries for one more that is not regular."""
    always = isinstance(action, Ruling) and (action.number == 0 or deal.law.relead is not None)
    return deal.law.number >= most_entries(action) and not always


def offers(deal: "IrregularDeal", record: Record) -> Offers:
    """The elections that an irregularity offers now, each with its time, past ones left out."""
    return () if is_full(deal, Ruling(0, record.number, "")) else _open(deal, record)


def _open(deal: "IrregularDeal", record: Record) -> Offers:
    if record.status != "open" or deal.law.lost >= 0 or (deal.law.annulled and record.kind.number != "K6"):
        return ()
    return tuple(offer for offer in _due(deal, record) if not deal.is_past(record, offer[1]))


def _due(deal: "IrregularDeal", record: Record) -> Offers:
    """The elections of an irregularity, whether their time is past or not."""
    if record.kind.number == "K15":
        if not _mending_over(deal, record):
            return ()
        return _claim_offers(deal, record)
    if record.kind.number == "K16":  # as long as younger may mend it, by A2 or A5, nothing is due
        over = "first_card" in deal.law.past if record.facts["silent"] else "next_call" in record.past
        return record.offers if over else ()
    if record.kind.number == "K23" and not any(
        put.role in record.entitled and put.entry > record.number for put in deal.law.put
    ):
        return ()
    if record.kind.number == "K9" and not deal.d.tricks:  # L37: once elder has led
        return ()
    return record.offers


class Right(NamedTuple):
    """What can still follow from an irregularity: its status, who may elect or correct something, and until when."""

    status: str
    entitled: tuple[int, ...]
    until: str | None


def right(deal: "IrregularDeal", record: Record, offered: Offers) -> Right:
    """What can still follow from an irregularity that offers these elections now."""
    if offered:
        return Right(record.status, record.entitled, offered[0][1])
    if corrections.may_be_made_good(deal, record):
        return Right("open", (record.offender,), "first_card")
    lapsed = record.status == "open" and not _pending(deal, record)
    return Right("lapsed" if lapsed else record.status, (), None)


def _pending(deal: "IrregularDeal", record: Record) -> bool:
    """Whether something may still follow from an irregularity later."""
    past = any(deal.is_past(record, until) for _, until in record.offers)
    return bool(record.offers) and not past and record.kind.number in ("K15", "K16")


def _mending_over(deal: "IrregularDeal", record: Record) -> bool:
    """Whether the time is past in which a claim may be mended, so that nothing is due before (§5, 2)."""
    correction = "A3" if record.offender == ELDER else "A4"
    word = next((word for word in deal.law.words if word.entry == record.number), None)
    if record.offender == ELDER and record.facts["call"] is False:
        correction = "A5"
    if corrections.until_of(deal, correction) in ("never", "own_first_card") and record.offender == YOUNGER:
        return "first_card" in deal.law.past
    return corrections.is_past(deal, record.offender, correction, word)


def _claim_offers(deal: "IrregularDeal", record: Record) -> Offers:
    d = deal.d
    if record.facts["call"] and not _allowed(d, record):
        return ()
    found, code = finding(d, record), deal.law.says("false_claim")
    if found == "held":
        return ()
    penalty = (("enforce", "next_deal"), ("waive", "next_deal"))
    if code == "sets_only" and record.facts["category"] != 2:
        return (("reckon", "next_deal"),)
    if found == "false" or (found == "misnomer" and code == "reckons_nothing_misnomers_too"):
        return penalty
    return (("reckon", "next_deal"),)


def _allowed(d: MutableState, record: Record) -> bool:
    called = called_in(d, record.facts["category"])
    return called is not None and called.status in ("good", "equal", "asked", "stated")


# ---------------------------------------------------------------- checking


def check(deal: "IrregularDeal", role: int, action: Ruling) -> tuple[Violation, ...]:
    """The violations of a ruling."""
    found = _records(deal, action)
    if not found:
        return (violation("ruling.no_incident", "number"),)
    entitled = [record for record in found if role in record.entitled]
    fitting = [record for record in entitled if _fits(deal, record, action)]
    record = (fitting or sorted(entitled or found, key=lambda each: _distance(each, action)))[0]
    law = record.law or None
    if deal.law.relead is not None and record is not deal.law.relead:
        return (violation("ruling.due", rule="L52"),)
    if not fitting:
        return (_refusal(deal, record, action, entitled=bool(entitled)),)
    if action.holdings is not None and record.kind.number in ("K15", "K16", "K18b"):
        return _check_holdings(deal, role, record, action)
    if action.election == "replay" and record.kind.number == "K21b":
        return _check_run_card(deal.d, record, action)
    if action.election == "demand" and action.suit is None:
        return (violation("look.suit_missing", "suit", rule=law),)
    return ()


def _distance(record: Record, action: Ruling) -> tuple[bool, bool]:
    """How far a ruling is from being about an irregularity: by its election, and by whether hands were untouched."""
    until = dict(record.offers).get(action.election)
    untouched = any(each == "untouched" for _, each in record.offers)
    return until is None or (until == "untouched") != action.untouched, untouched != action.untouched


def _refusal(deal: "IrregularDeal", record: Record, action: Ruling, *, entitled: bool) -> Violation:
    """Why an irregularity does not offer an election now."""
    law = record.law or None
    if not entitled and record.entitled:
        return violation("ruling.not_entitled", "seat", rule=law)
    if record.status in ("ruled", "amended"):
        return violation("ruling.already", "number", rule=law)
    until = dict(record.offers).get(action.election, "none")
    if record.status in ("open", "lapsed") and deal.is_past(record, until):
        return violation("ruling.too_late", "number", rule=law, until=until)
    return violation("ruling.not_offered", "election", rule=law, election=action.election)


def _records(deal: "IrregularDeal", action: Ruling) -> list[Record]:
    found = deal.law.find(action.number, action.kind)
    if not found and action.kind in (None, "implied"):
        implied = implied_record(deal, action.number)
        found = [implied] if implied else []
    return found


def choose(deal: "IrregularDeal", role: int, action: Ruling) -> Record:
    """The irregularity that a legal ruling is about."""
    return next(each for each in _records(deal, action) if role in each.entitled and _fits(deal, each, action))


def _fits(deal: "IrregularDeal", record: Record, action: Ruling) -> bool:
    """Whether an irregularity offers an election now, for hands taken up or untouched as the ruling says."""
    until = dict(_open(deal, record)).get(action.election)
    return until is not None and (until == "untouched") == action.untouched


# Whether a holding that elder has shown bars younger's best, by what the code says: category, younger's, elder's.
_BARS: dict[str, Callable[[int, Grade, Grade], bool]] = {
    "reckoned_or_shown": lambda category, reckoned, shown: reckoned <= shown,
    "shown_sequence": lambda category, reckoned, shown: category == SEQUENCE and reckoned <= shown,
    "equal_sequences": lambda category, reckoned, shown: category == SEQUENCE and reckoned == shown,
    "nothing": lambda category, reckoned, shown: False,
}


def implied_record(deal: "IrregularDeal", number: int) -> Record | None:
    """What younger reckoned although cards that elder has shown bar it, in a category that elder omitted (K18b)."""
    d, how = deal.d, deal.rules.counting
    bars = _BARS[deal.law.says("shown_bars")]
    items: list[Item] = []
    for category, name in enumerate(CATEGORIES):
        called = called_in(d, category)
        found = [item for item in deal.law.standing(YOUNGER) if item.entry == number and item.kind == name]
        if not found or called is None or called.status != "passed" or category in deal.law.unshown:
            continue
        reckoned = max(how.grade(category, said(category, hand_of(item.cards))) for item in found)
        if bars(category, reckoned, best(category, d.shown[ELDER], how)):
            items += found
    if not items:
        return None
    kind = BY_NAME["implied"][0]
    facts = {"items_struck": items, "categories": tuple(CATEGORIES.index(item.kind) for item in items)}
    return Record(number, kind, "L56", YOUNGER, (ELDER,), kind.times, facts)


def _check_holdings(deal: "IrregularDeal", role: int, record: Record, action: Ruling) -> tuple[Violation, ...]:
    """The violations of what is to be reckoned late, judged after the false items are struck."""
    trial = deal.fork()
    if record.kind.number == "K15":
        strike_claim(trial.d, trial.law.records[deal.law.records.index(record)])
    if record.kind.number == "K16":
        count_as_good(trial.d, record)
    if record.kind.number == "K18b":
        undo_items(trial.d, [trial.law.items[deal.law.items.index(item)] for item in record.facts["items_struck"]])
    good = record.kind.number == "K16"
    return check_late(trial.d, role, categories_of(record), action.holdings or (), good=good)


def _check_run_card(d: MutableState, record: Record, action: Ruling) -> tuple[Violation, ...]:
    card = action.card
    if card is None or (card in given_to_run(d, record) and rest_answers(d, record, card)):
        return ()
    return (violation("ruling.not_offered", "card", rule="L59", election="replay"),)


# ---------------------------------------------------------------- applying


def apply(deal: "IrregularDeal", role: int, action: Ruling) -> Ruling:
    """Make an election: log it, apply its effects, and draw up the account anew."""
    d = deal.d
    record = choose(deal, role, action)
    if not record.raised and record.kind.enters not in ("incident", "deal"):
        more = {"incident": record.kind.name, "number": record.number, "law": record.law}
        offender = record.offender if record.offender >= 0 else role
        log_event(d, offender, "irregularity", more=more, rule=record.law)
    record.raised = True
    record.status, record.election = "ruled", action.election
    if record not in deal.law.records:
        deal.law.records.append(record)
    more = {"number": record.number, "election": action.election, "law": record.law}
    log_event(d, role, "ruled", more=more, rule=record.law)
    return MAKE[action.election](deal, role, record, action) or action
