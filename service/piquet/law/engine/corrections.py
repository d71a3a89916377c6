"""What a correction replaces, and until when it may be made (§4)."""

from typing import TYPE_CHECKING, NamedTuple

from service.piquet.cards.ranking import CATEGORIES, SET
from service.piquet.law.elections import CORRECTIONS
from service.piquet.law.mechanics.claims import finding
from service.piquet.law.mechanics.ledger import Record, Word
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, OVER, YOUNGER, Phase
from service.piquet.scoring.account import called_in

if TYPE_CHECKING:
    from service.piquet.law.engine.deal import IrregularDeal


class Place(NamedTuple):
    """What an amendment corrects: the kind of correction, the word that it replaces, its category and its record."""

    correction: str
    word: Word | None
    category: int = -1
    record: Record | None = None

    @property
    def law(self) -> str:
        """The law by which it may be made."""
        return CORRECTIONS[self.correction].law


# ---------------------------------------------------------------- times


def until_of(deal: "IrregularDeal", correction: str, word: Word | None = None) -> str:
    """The time until which a word may be corrected, as the code of the ruleset has it."""
    row = CORRECTIONS[correction].row
    says = "answered" if row is None else deal.law.says(row)
    if says != "misnomer_until_lead":
        return says
    return "own_first_card" if word is not None and _is_misnomer(deal, word.category) else "never"


def _is_misnomer(deal: "IrregularDeal", category: int) -> bool:
    """Whether elder's call in a category gave a holding a wrong name, and nothing has come of that yet (L53)."""
    return any(
        record.kind.number == "K15" and record.facts["call"] and finding(deal.d, record) == "misnomer"
        for record in deal.law.records
        if record.status in ("open", "harmless") and record.facts.get("category") == category
    )


def is_past(deal: "IrregularDeal", role: int, correction: str, word: Word | None) -> bool:
    """Whether the time of a correction is past for a role."""
    law, until = deal.law, until_of(deal, correction, word)
    if correction == "A2" and word is not None and _has_told_a_trio(deal, word.category):  # LR22
        return True
    own = [play for play in law.plays if play.role == role]
    match until:
        case "never":
            return True
        case "reply":
            return deal.d.phase != Phase.REPLY or word is None or deal.d.calls[-1].category != word.category
        case "own_first_card":
            return bool(own)
        case "own_next_card":
            return any(word is None or play.entry > word.entry for play in own)
        case "next_call":
            return word is None or "next_call" in word.past
        case "answered":
            return False
    return until in law.past


def may_be_made_good(deal: "IrregularDeal", record: Record) -> bool:
    """Whether the speaker may still make good what they did not call or reckon (K18, A5)."""
    omitted = record.kind.number == "K18" and not record.offers and deal.d.phase not in OVER
    return omitted and not is_past(deal, record.offender, "A5", None)


# ---------------------------------------------------------------- what is corrected


def _has_told_a_trio(deal: "IrregularDeal", category: int) -> bool:
    """Whether elder has reckoned a trio, and so told the card of its rank that is missing."""
    items = (item for item in deal.law.standing(ELDER) if item.kind == CATEGORIES[category])
    return category == SET and any(len(item.cards) == 3 for item in items)


def place_of(deal: "IrregularDeal", role: int, action: a.Action) -> Place | None:
    """The word that an action would replace, and by which correction; None if there is nothing to mend."""
    d = deal.d
    match action:
        case a.Call() | a.Pass():
            return _call(deal, role, action) if role == ELDER else None
        case a.StateTieBreak():
            word = _last(deal, ELDER, a.StateTieBreak)
            pending = role == ELDER and d.phase == Phase.REPLY and d.calls[-1].status == "stated"
            return Place("A1", word, d.calls[-1].category) if pending else None
        case a.Reply():
            word = _last(deal, YOUNGER, a.Reply)
            called = called_in(d, word.category) if word and role == YOUNGER else None
            replied = called is not None and called.status in ("good", "not_good", "equal", "asked")
            return Place("A2", word, word.category) if word and replied else None
        case a.Reckon():
            return _reckoning(deal, role, action)
        case a.Play():
            word = Word(0, role, action)
            return Place("A6", word) if d.law.ahead[role] else None
    return None


def _last(deal: "IrregularDeal", role: int, kind: type[a.Action]) -> Word | None:
    words = (word for word in reversed(deal.law.words) if word.role == role and isinstance(word.action, kind))
    return next(words, None)


def _call(deal: "IrregularDeal", role: int, action: a.Call | a.Pass) -> Place | None:
    d, category = deal.d, action.category
    called = called_in(d, category)
    word = next((each for each in reversed(deal.law.words) if each.role == ELDER and each.category == category), None)
    if called is not None and d.phase == Phase.REPLY and called is d.calls[-1]:
        return Place("A1", word, category)
    record = claim_record(deal, category, call=True)
    if called is not None and called.status in ("good", "equal", "asked", "stated") and record is not None:
        return Place("A3", word, category, record)
    if called is not None and called.status != "passed":
        return Place("A1", word, category)  # it was answered, and is not false
    omitted = called is None or called.status == "passed"
    if omitted and isinstance(action, a.Call) and (called is not None or d.phase == Phase.PLAY):
        return Place("A5", word, category)
    return None


def claim_record(deal: "IrregularDeal", category: int, *, call: bool) -> Record | None:
    """The open record of a false claim in a category."""
    for record in reversed(deal.law.records):
        is_open = record.kind.number == "K15" and record.facts["call"] is call and record.status == "open"
        if is_open and category in (record.facts["category"], -1):
            return record
    return None


def _reckoning(deal: "IrregularDeal", role: int, action: a.Reckon) -> Place | None:
    word = _last(deal, role, a.Reckon)
    if role == YOUNGER:
        if word is None:
            return None
        record = next((each for each in deal.law.find(word.entry, "false_claim") if each.status == "open"), None)
        return Place("A4" if record else "A5", word, -1, record)
    categories = {holding.category for holding in action.holdings or ()}
    if len(categories) != 1:
        return None
    category = categories.pop()
    called = called_in(deal.d, category)
    good = called is not None and called.status == "good"
    return Place("A5", word, category) if good and deal.d.phase != Phase.RECKONING else None
