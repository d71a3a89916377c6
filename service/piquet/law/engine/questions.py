"""What the law says of a deal without changing it: rulings, what each election would do, and options (§7.4, §7.5)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from service.piquet.cards.cards import SAME_SUIT, names
from service.piquet.enumeration import expand
from service.piquet.law.elections import ELECTIONS
from service.piquet.law.engine import amendments, corrections, rulings
from service.piquet.law.engine.remedies import loses_game
from service.piquet.law.mechanics.claims import claims_of, finding, is_unshown
from service.piquet.law.mechanics.ledger import Record, hand_after_exchange
from service.piquet.law.rulings import ElectionOffer, Fact, Ruling
from service.piquet.legal_actions import AmendOption, Option, PassOption, RulingOption, options
from service.piquet.model import actions as a
from service.piquet.model.law_state import IncidentRecord
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, OVER, SEATS, YOUNGER

if TYPE_CHECKING:
    from service.piquet.law.engine.deal import IrregularDeal

#: The effects of each election, apart from those that depend on the kind.
EFFECTS: dict[str, tuple[str, ...]] = {
    "enforce": ("E3", "E12"),
    "waive": (),
    "redeal": ("E1",),
    "rectify": ("E1",),
    "accept": ("E1",),
    "void": ("E2",),
    "stand": (),
    "withdraw": ("E6", "E12"),
    "replay": ("E6", "E12"),
    "relead": ("E6", "E12"),
    "forgo": (),
    "reckon": ("E5", "E12"),
    "object": ("E4", "E12"),
    "alter": (),
    "demand": ("E8",),
    "inspect": ("E9",),
}


#: What is offered on a claim whose finding may not be told: which of these the law has depends on it.
UNTOLD = (("enforce", "next_deal"), ("waive", "next_deal"), ("reckon", "next_deal"))


class Proposed(NamedTuple):
    """Acts that are proposed, and the number of events before them."""

    actions: tuple[a.Action, ...]
    since: int


def judge(
    deal: "IrregularDeal",
    number: int | None = None,
    kind: str | None = None,
    role: int | None = None,
    before: tuple[a.Action, ...] = (),
    since: int | None = None,
    *,
    concealed: bool = False,
) -> list[Ruling]:
    """The rulings on a deal: on everything open, or on one entry; for one role, or for an arbiter who knows all.

    `before` are the proposed acts that the actions of an election begin with, and `since` the number of events before
    them. With `concealed` the role sees its own hand only, and nothing is told that depends on the other.
    """
    wanted = [record for record in _records(deal, number) if kind in (None, record.kind.name)]
    if number is None and not before:
        wanted = [record for record in wanted if rulings.offers(deal, record)]
    proposed = Proposed(before, len(deal.events) if since is None else since)
    known = [record for record in wanted if role is None or may_know(deal, record, role)]
    return [_judged(deal, record, role, proposed, concealed=concealed) for record in known]


def _records(deal: "IrregularDeal", number: int | None) -> list[Record]:
    found = [record for record in deal.law.records if number in (None, record.number)]
    numbers = {word.entry for word in deal.law.words if isinstance(word.action, a.Reckon) and word.role == YOUNGER}
    for each in sorted(numbers if number is None else numbers & {number}):
        implied = rulings.implied_record(deal, each)
        if implied is not None and not any(record.kind.name == "implied" for record in deal.law.find(each, None)):
            found.append(implied)
    return found


def knows_of(deal: "IrregularDeal", ruling: a.Ruling) -> bool:
    """Whether the seat of a ruling may know of an irregularity that it is about."""
    role = ruling.seat ^ 1 ^ deal.d.dealer
    about = (each for each in _records(deal, ruling.number) if ruling.kind in (None, each.kind.name))
    return any(may_know(deal, record, role) for record in about)


def may_know(deal: "IrregularDeal", record: Record, role: int) -> bool:
    """Whether a role may know of an irregularity (§10, what one key may do)."""
    if record.public or record.offender == role:
        return True
    match record.kind.number:
        case "K15":
            return bool(rulings.offers(deal, record))
        case "K16":
            return "first_card" in deal.law.past
        case "K19":
            return _suit_seen(deal.d, record)
        case "K17" | "K18b":
            return role in record.entitled
    return False


def _suit_seen(d: MutableState, record: Record) -> bool:
    """Whether a card of the suit that was not followed has been seen in the offender's hand since."""
    plays = d.law.plays
    at = next((at for at, play in enumerate(plays) if play.entry == record.number), None)
    if not at:
        return False
    suit = SAME_SUIT[plays[at - 1].card]
    later = sum(1 << play.card for play in plays[at + 1 :] if play.role == record.offender)
    return bool(suit & (later | d.law.seen[1 - record.offender] & d.hands[record.offender]))


def _judged(deal: "IrregularDeal", record: Record, role: int | None, before: Proposed, *, concealed: bool) -> Ruling:
    told = not concealed or record.public or record.offender == role
    law, found = law_of(deal, record), _finding(deal.d, record)
    offered = rulings.offers(deal, record)
    right = rulings.right(deal, record, offered)
    entitled = [each for each in record.entitled if role in (None, each)]
    if not told and record.kind.number == "K15":
        offered = UNTOLD if offered else ()
    elections = tuple(_offered(deal, record, offer, entitled[0], before, told) for offer in offered if entitled)
    also = tuple(each for each in record.kind.laws if each != law)
    hidden = "not_held" if found in ("false", "impossible", "misnomer") else found
    kind, seats = record.kind, {each: SEATS[deal.d.seats[each]] for each in (ELDER, YOUNGER)}
    return Ruling(
        record.number,
        kind.name,
        law,
        also,
        kind.readings,
        seats.get(record.offender),
        found if told else hidden,
        _facts(deal.d, record, found) if told else (),
        (),
        right.status,
        tuple(sorted(seats[each] for each in right.entitled)) if elections or not offered else (),
        elections[0].until if elections else None if offered else right.until,
        elections,
        _unraised(record, right.status),
        kind.what,
    )


def _unraised(record: Record, status: str) -> str | None:
    """What holds if nobody raises an irregularity in time; None if nothing can come of it any more."""
    over = record.election is not None or status in ("amended", "harmless")
    return None if over else record.unraised or record.kind.unraised


_LAW_OF_FINDING = {"misnomer": "L53", "shown": "L55"}


def law_of(deal: "IrregularDeal", record: Record) -> str:
    """The law that an irregularity falls under."""
    found = _finding(deal.d, record)
    if found == "false" and is_unshown(deal.d, record):
        return "LA1"
    return _LAW_OF_FINDING.get(found or "", record.law)


def _finding(d: MutableState, record: Record) -> str | None:
    return finding(d, record) if record.kind.number == "K15" else None


def _facts(d: MutableState, record: Record, found: str | None) -> tuple[Fact, ...]:
    if record.kind.number != "K15":
        return ()
    claimed = 0
    for _, _, cards in claims_of(d, record):
        claimed |= cards or record.facts.get("cards", 0)
    lacking = claimed & ~hand_after_exchange(d, record.offender)
    return Fact("claimed", list(names(claimed)), "state"), Fact("lacking", list(names(lacking)), "state")


def _offered(
    deal: "IrregularDeal", record: Record, offer: tuple[str, str], role: int, before: Proposed, told: bool
) -> ElectionOffer:
    election, until = offer
    suit = 0 if "suit" in ELECTIONS[election].members else None  # any: what it does is the same
    ruling = a.Ruling(
        deal.d.seats[role],
        record.number,
        election,
        record.kind.name if deal.law.find(record.number, None) != [record] else None,
        suit=suit,
        untouched=until == "untouched",
    )
    effects = EFFECTS[election]
    if not told:
        return ElectionOffer(election, effects, until, (*before.actions, ruling))
    trial = deal.fork()
    done = trial.do(ruling)
    if election == "enforce" and loses_game(deal, record):
        effects = ("E10",)
    elif record.kind.number == "K15":
        effects = {"enforce": ("E3", "E5", "E12"), "waive": ("E4", "E5", "E12"), "reckon": ("E4", "E5", "E12")}[
            election
        ]
    events = tuple(trial.events[before.since :])
    return ElectionOffer(election, effects, until, (*before.actions, done), events, trial.state)


def incidents(deal: "IrregularDeal") -> Iterator[IncidentRecord]:
    """What was entered, reported or raised, as the state shows it."""
    for record in deal.law.records:
        offered = rulings.offers(deal, record)
        right = rulings.right(deal, record, offered)
        yield IncidentRecord(
            record.number,
            record.kind.number,
            law_of(deal, record),
            record.offender,
            right.entitled,
            offered,
            right.until,
            right.status,
            record.election,
            record.public,
        )


# ---------------------------------------------------------------- options


def law_options(
    deal: "IrregularDeal", *, remedies: bool = False, role: int | None = None, concealed: bool = False
) -> Iterator[Option]:
    """The rulings that are open, then the corrections that are possible, for one role or for both.

    Without `remedies` only rulings on what is public.
    """
    records = _records(deal, None) if remedies else [record for record in deal.law.records if record.public]
    for record in records:
        offered = rulings.offers(deal, record)
        if not offered or (role is not None and not may_know(deal, record, role)):
            continue
        if record.kind.number == "K15" and concealed and not record.raised and role != record.offender:
            offered = UNTOLD
        for each in record.entitled:
            if role in (None, each):
                elections = tuple(election for election, _ in offered)
                seat = deal.d.seats[each]
                yield RulingOption(
                    seat, record.number, record.kind.name, law_of(deal, record), elections, offered[0][1]
                )
    if remedies and deal.d.phase not in OVER and not rulings.is_full(deal, a.Amend(0, a.Action(0))):
        for each in (ELDER, YOUNGER):
            if role in (None, each):
                yield from _amendments(deal, each)


def _can_be_made(deal: "IrregularDeal", role: int, option: AmendOption) -> bool:
    """Whether one of the first corrections that an option describes may be made."""
    with deal.whole_hands(a.Pass(option.seat, 0)):
        actions = expand(deal.rules, deal.d, option)[:4]
    return any(isinstance(each, a.Amend) and not amendments.check(deal, role, each) for each in actions)


def _amendments(deal: "IrregularDeal", role: int) -> Iterator[Option]:
    seat = deal.d.seats[role]
    tries: list[a.Action] = []
    if role == ELDER:
        tries += [a.Call(seat, category, 3) for category in range(3)]
        tries += [a.StateTieBreak(seat, "top", 0), a.Play(seat, 0)]
    else:
        tries += [a.Reply(seat, "good"), a.Reckon(seat)]
    for action in tries:
        place = corrections.place_of(deal, role, action)
        if place is None or corrections.is_past(deal, role, place.correction, place.word):
            continue
        with deal.whole_hands(action), amendments.as_it_was(deal, place):
            found = options(deal.rules, deal.d)
        for option in found:
            category = getattr(option, "category", place.category)
            same = option.type is type(action) or isinstance(option, PassOption)
            if same and option.seat == seat and category == place.category:
                correction = AmendOption(seat, place.law, option)
                if _can_be_made(deal, role, correction):
                    yield correction
