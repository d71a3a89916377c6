"""What the law offers in a deal: its irregularities, the rulings that are open, and the corrections (§7.5)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from service.piquet.cards.cards import SAME_SUIT
from service.piquet.cards.holdings import Holding
from service.piquet.enumeration import expand
from service.piquet.law.corrections import Place, as_it_was, check_correction, is_past, place_of
from service.piquet.law.facts import ROLE_OF, entitled, implied_record, law_of, ruled
from service.piquet.law.ledger import MOST_ACTS, Record, spoken_by
from service.piquet.law.ruling import ElectionOffer
from service.piquet.legal_actions import (
    AmendOption,
    Option,
    PassOption,
    PlayOption,
    ReckonOption,
    RulingOption,
    options,
)
from service.piquet.model import actions as a
from service.piquet.model.law_state import IncidentRecord
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, OVER, YOUNGER
from service.piquet.rules.reckonable_holdings import best_choice, possible

#: What is offered on a claim whose finding may not be told: which of these the law has depends on it.
UNTOLD: Final = (
    ElectionOffer("enforce", ("E3", "E12"), "next_deal"),
    ElectionOffer("waive", (), "next_deal"),
    ElectionOffer("reckon", ("E5", "E12"), "next_deal"),
)
#: The law that such a claim is told to fall under.
LAW_UNTOLD: Final = "L54"


def incidents(d: MutableState) -> Iterator[IncidentRecord]:
    """Yield what was entered, reported or raised, as the state shows it."""
    for record in d.law.records:
        leaf = ruled(d, record)
        outcome = leaf.outcome
        yield IncidentRecord(
            record.number,
            outcome.number,
            law_of(leaf),
            ROLE_OF[outcome.offender],
            entitled(leaf),
            tuple((offer.election, offer.until) for offer in outcome.offers),
            outcome.until,
            outcome.status,
            record.election,
            record.public,
        )


# ---------------------------------------------------------------- what a player may know


def records_of(d: MutableState, number: int | None) -> list[Record]:
    """Return the irregularities of an entry or of all, with those that are found on asking only (K18b)."""
    found = list(d.law.records) if number is None else d.law.find(number, None)
    numbers = {word.entry for word in d.law.words if isinstance(word.action, a.Reckon) and word.role == YOUNGER}
    for each in sorted(numbers if number is None else numbers & {number}):
        implied = implied_record(d, each)
        if implied is not None and not d.law.find(each, "implied"):
            found.append(implied)
    return found


def knows_of(d: MutableState, ruling: a.Ruling) -> bool:
    """Whether the seat of a ruling may know of an irregularity that it is about."""
    role = ruling.seat ^ 1 ^ d.dealer
    about = (each for each in records_of(d, ruling.number) if ruling.kind in (None, each.kind))
    return any(may_know(d, record, role) for record in about)


def _suit_seen(d: MutableState, record: Record) -> bool:
    """Whether a card of the suit that was not followed has been seen in the offender's hand since."""
    plays = d.law.plays
    at = next((at for at, play in enumerate(plays) if play.entry == record.number), None)
    if not at:
        return False
    suit = SAME_SUIT[plays[at - 1].card]
    later = sum(1 << play.card for play in plays[at + 1 :] if play.role == record.offender)
    return bool(suit & (later | d.law.seen[1 - record.offender] & d.hands[record.offender]))


# When the other player may know of what is not public (§10), by kind.
_KNOWN: Final[Mapping[str, Callable[[MutableState, Record, int], bool]]] = {
    "false_claim": lambda d, record, role: bool(ruled(d, record).outcome.offers),
    "false_reply": lambda d, record, role: "first_card" in d.law.past,
    "revoke": lambda d, record, role: _suit_seen(d, record),
    "undue_reckoning": lambda d, record, role: True,
    "implied": lambda d, record, role: role == ELDER,
}


def may_know(d: MutableState, record: Record, role: int) -> bool:
    """Whether a role may know of an irregularity (§10, what one key may do)."""
    return record.public or record.offender == role or _KNOWN[record.kind](d, record, role)


def is_told(record: Record, role: int | None, *, concealed: bool) -> bool:
    """Whether the ruling on an irregularity may be told to a role that sees its own hand only."""
    return not concealed or record.public or record.offender == role


# ---------------------------------------------------------------- options


def law_options(
    d: MutableState, *, remedies: bool = False, role: int | None = None, concealed: bool = False
) -> Iterator[Option]:
    """Yield the rulings that are open, then the corrections that are possible, for one role or for both.

    Without `remedies` only rulings on what is public.
    """
    records = records_of(d, None) if remedies else [record for record in d.law.records if record.public]
    for record in records:
        leaf = ruled(d, record)
        offers, law = leaf.outcome.offers, law_of(leaf)
        if not offers or (role is not None and not may_know(d, record, role)):
            continue
        if record.kind == "false_claim" and not is_told(record, role, concealed=concealed):
            offers, law = UNTOLD, LAW_UNTOLD
        elections = tuple(offer.election for offer in offers)
        for each in entitled(leaf):
            if role in (None, each):
                yield RulingOption(d.seats[each], record.number, record.kind, law, elections, offers[0].until)
    if remedies and d.phase not in OVER and d.law.number < MOST_ACTS:
        for each in (ELDER, YOUNGER):
            if role in (None, each):
                yield from _amendments(d, each)


def _amendments(d: MutableState, role: int) -> Iterator[Option]:
    seat = d.seats[role]
    tries: list[a.Action] = [a.Play(seat, 0)]
    if role == ELDER:
        tries += [a.Call(seat, category, 3) for category in range(3)]
        tries += [a.Reckon(seat, (Holding(category, 0),)) for category in range(3)]
        tries += [a.StateTieBreak(seat, "top", 0)]
    else:
        tries += [a.Reply(seat, "good"), a.Reckon(seat)]
    for action in tries:
        place = place_of(d, role, action)
        if place is None or is_past(d, role, place):
            continue
        with spoken_by(d, action), as_it_was(d, place):
            found = (PlayOption(seat, d.hands[role]),) if isinstance(action, a.Play) else options(d.rules, d)
            offered = [(each, _corrections(d, role, place, each)) for each in found if _is_for(each, action, place)]
        for option, corrections in offered:
            if any(not check_correction(d, role, a.Amend(seat, each)) for each in corrections):
                yield AmendOption(seat, place.law, option)


def _is_for(option: Option, action: a.Action, place: Place) -> bool:
    """Whether an option is for the player of an action, and of its type or a pass, in the category of a place."""
    same = option.type is type(action) or isinstance(option, PassOption)
    return same and option.seat == action.seat and getattr(option, "category", place.category) == place.category


def _corrections(d: MutableState, role: int, place: Place, option: Option) -> Sequence[a.Action]:
    """Return some of what an option describes, so that one of them may be said if any may that says something else.

    Of a list these are all that may be reckoned, and all of one category with what was reckoned of the others. There
    are none on a false call, which is corrected itself (A3).
    """
    if not isinstance(option, ReckonOption):
        return expand(d.rules, d, option)[:4]
    word = place.word and place.word.action
    old = set((word.holdings or ()) if isinstance(word, a.Reckon) else ())
    how, hand = d.rules.counting, d.hands[role]
    best = {each for terms in option.terms if possible(how, terms, hand) for each in best_choice(how, terms, hand)}
    lists = [best] + [
        {each for each in old if each.category != category} | {each for each in best if each.category == category}
        for category in range(3)
    ]
    return [a.Reckon(option.seat, tuple(sorted(each))) for each in lists if each - old]
