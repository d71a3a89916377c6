"""What the law says of an irregularity of a played deal: its table's ruling on the facts observed there."""

from typing import Final

from service.piquet.cards.cards import hand_of
from service.piquet.cards.holdings import best, said
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.kinds import TABLES
from service.piquet.law.ledger import Item, Record
from service.piquet.law.missing_facts import Leaf, judged, past
from service.piquet.law.observed import Observed
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, YOUNGER
from service.piquet.scoring.account import called_in
from service.piquet.scoring.settlement import by_seat, totals

#: The roles, by the names that rulings have for them.
ROLE: Final = {"elder": ELDER, "younger": YOUNGER, None: NOBODY}


def times_past(d: MutableState, record: Record) -> frozenset[str]:
    """The times that are past for the rights of an irregularity."""
    return past(d.law.past | record.past)


def ruled(d: MutableState, record: Record) -> Leaf:
    """The ruling on an irregularity as things stand."""
    return judged(d.rules, TABLES[record.kind], Observed(d, record), times_past(d, record))


def due(d: MutableState, record: Record) -> Leaf:
    """The ruling on an irregularity if no time were past."""
    return judged(d.rules, TABLES[record.kind], Observed(d, record), frozenset())


def law_of(leaf: Leaf) -> str:
    """The law of a ruling as events and states name it; what no law tells rests on a reading (K29)."""
    return leaf.outcome.law or next(iter(leaf.outcome.readings), "")


def entitled(leaf: Leaf) -> tuple[int, ...]:
    """The roles that may elect, or correct what they said."""
    return tuple(ROLE[each] for each in leaf.outcome.entitled)


def implied_record(d: MutableState, number: int) -> Record | None:
    """What younger reckoned although cards that elder has shown bar it, in a category that elder omitted (K18b)."""
    how = d.rules.counting
    found: Record | None = None
    before = by_seat(d.dealer, totals(d.rules, d.finished))[ELDER]
    for category, name in enumerate(CATEGORIES):
        called = called_in(d, category)
        items = [item for item in d.law.standing(YOUNGER) if item.entry == number and item.kind == name]
        if not items or called is None or called.status != "passed" or category in d.law.unshown:
            continue
        reckoned = max(how.grade(category, said(category, hand_of(item.cards))) for item in items)
        shown = best(category, d.shown[ELDER], how)
        if reckoned > shown:
            continue
        facts = {
            "category": name,
            "laid": "shown",  # calling is showing (LR36)
            "compared": "equal" if reckoned == shown else "lower",
            "below_rubicon": before + d.score[ELDER] < d.rules.rubicon,
        }
        record = Record(number, "implied", YOUNGER, facts, {"items": items, "categories": (category,)}, since=number)
        if ruled(d, record).outcome.status != "none":
            found = record if found is None else _together(found, record)
    return found


def _together(one: Record, other: Record) -> Record:
    """One irregularity in two categories."""
    items: list[Item] = one.about["items"] + other.about["items"]
    one.about = {"items": items, "categories": one.about["categories"] + other.about["categories"]}
    return one
