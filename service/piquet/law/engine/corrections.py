"""What a correction replaces, and until when it may be made (§4)."""

from typing import NamedTuple

from service.piquet.law import mending
from service.piquet.law.codes import value
from service.piquet.law.elections import CORRECTIONS
from service.piquet.law.ledger import Record, Word
from service.piquet.law.observed import ROLE
from service.piquet.law.observed.claims import judged_claim, moment, moment_of_reply, own_card_since
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.scoring.account import called_in


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


def word_of_code(d: MutableState, correction: str, word: Word | None = None) -> str:
    """What the code of the ruleset says of the time of a correction; empty for A6, which ends with its answer."""
    row = CORRECTIONS[correction].row
    if row is None:
        return ""
    said = value(d.rules, row)
    return mending.for_misnomer(said, misnomer=word is not None and _is_misnomer(d, word.category))


def _is_misnomer(d: MutableState, category: int) -> bool:
    """Whether elder's call in a category gave a holding a wrong name, and nothing has come of that yet (L53)."""
    return any(
        record.about["call"] and record.about["category"] == category and judged_claim(d, record)[0] == "misnomer"
        for record in d.law.records
        if record.kind == "false_claim" and not record.settled
    )


def is_past(d: MutableState, role: int, correction: str, word: Word | None) -> bool:
    """Whether the time of a correction is past for a role."""
    said = word_of_code(d, correction, word)
    if not said:
        return False
    if correction == "A2":
        return not mending.in_time(said, "younger", moment_of_reply(d, word))
    since = own_card_since(d, role, word.entry if word else 0)
    now = moment(d, role, word.category if word else -1)
    return not mending.in_time(said, ROLE[role], now, own_card_since=since)


# ---------------------------------------------------------------- what is corrected


def place_of(d: MutableState, role: int, action: a.Action) -> Place | None:
    """The word that an action would replace, and by which correction; None if there is nothing to mend."""
    match action:
        case a.Call() | a.Pass():
            return _call(d, role, action) if role == ELDER else None
        case a.StateTieBreak():
            word = _last(d, ELDER, a.StateTieBreak)
            pending = role == ELDER and d.phase == Phase.REPLY and d.calls[-1].status == "stated"
            return Place("A1", word, d.calls[-1].category) if pending else None
        case a.Reply():
            word = _last(d, YOUNGER, a.Reply)
            called = called_in(d, word.category) if word and role == YOUNGER else None
            replied = called is not None and called.status in ("good", "not_good", "equal", "asked")
            return Place("A2", word, word.category) if word and replied else None
        case a.Reckon():
            return _reckoning(d, role, action)
        case a.Play():
            word = Word(0, role, action)
            return Place("A6", word) if d.law.ahead[role] else None
    return None


def _last(d: MutableState, role: int, kind: type[a.Action]) -> Word | None:
    words = (word for word in reversed(d.law.words) if word.role == role and isinstance(word.action, kind))
    return next(words, None)


def _call(d: MutableState, role: int, action: a.Call | a.Pass) -> Place | None:
    d, category = d, action.category
    called = called_in(d, category)
    word = next((each for each in reversed(d.law.words) if each.role == ELDER and each.category == category), None)
    if called is not None and d.phase == Phase.REPLY and called is d.calls[-1]:
        return Place("A1", word, category)
    record = claim_record(d, category, call=True)
    if called is not None and called.status in ("good", "equal", "asked", "stated") and record is not None:
        return Place("A3", word, category, record)
    if called is not None and called.status != "passed":
        return Place("A1", word, category)  # it was answered, and is not false
    omitted = called is None or called.status == "passed"
    if omitted and isinstance(action, a.Call) and (called is not None or d.phase == Phase.PLAY):
        return Place("A5", word, category)
    return None


def claim_record(d: MutableState, category: int, *, call: bool) -> Record | None:
    """The open record of a false claim in a category."""
    records: list[Record] = d.law.records
    return next(
        (
            record
            for record in reversed(records)
            if record.kind == "false_claim" and record.about["call"] is call and not record.settled
            if category in (record.about["category"], -1)
        ),
        None,
    )


def _reckoning(d: MutableState, role: int, action: a.Reckon) -> Place | None:
    word = _last(d, role, a.Reckon)
    if role == YOUNGER:
        if word is None:
            return None
        record = next((each for each in d.law.find(word.entry, "false_claim") if not each.settled), None)
        return Place("A4" if record else "A5", word, -1, record)
    categories = {holding.category for holding in action.holdings or ()}
    if len(categories) != 1:
        return None
    category = categories.pop()
    called = called_in(d, category)
    good = called is not None and called.status == "good"
    return Place("A5", word, category) if good and d.phase != Phase.RECKONING else None
