"""Elections: whether one may be made, and what it does to a deal by its effects E1 to E12."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from service.piquet.cards.cards import SUITS, hand_of, mask_of
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SEQUENCE, SET
from service.piquet.law.decide import OFFERS, Leaf
from service.piquet.law.facts import (
    ROLE_OF,
    claims_of,
    due,
    entitled,
    finding_of,
    implied_record,
    law_of,
    ruled,
    times_past,
)
from service.piquet.law.irregular_play import given_to_run, rest_answers, rewind, take_back, turn_of
from service.piquet.law.irregular_reckoning import check_late, late_choice, reckon_late, reckon_truth
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.law.ledger import PLAY_KINDS, Record, draw_up, expose, fork, undo_items
from service.piquet.model.actions import Ruling
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Phase, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.scoring.account import log_event
from service.piquet.scoring.settlement import end_partie, settle

# ---------------------------------------------------------------- the effects


class Elected(NamedTuple):
    """An election that is made: the deal, who elects, on which irregularity, and what the law says of it."""

    d: MutableState
    role: int
    record: Record
    leaf: Leaf
    ruling: Ruling

    @property
    def law(self) -> str:
        """The law by which it is made."""
        return law_of(self.leaf)


def carry_out(d: MutableState, role: int, record: Record, leaf: Leaf, ruling: Ruling) -> Ruling:
    """Apply the effects of an election, and return the ruling with its open choices filled in."""
    offer = next(each for each in leaf.outcome.offers if each.election == ruling.election)
    effects = offer.effects
    if ruling.holdings is not None and "categories" in record.about:
        effects = (*effects, "E5")  # elder may reckon what bars, whether they must or not (LR36)
    record.election = ruling.election
    elected = Elected(d, role, record, leaf, ruling)
    if ruling.election in _OF_ELECTION:
        _OF_ELECTION[ruling.election](elected)
    for effect in sorted(set(effects), key=_ORDER.index):
        ruling = EFFECTS[effect](elected) or ruling
    return ruling


def check_holdings(d: MutableState, role: int, record: Record, holdings: tuple[Holding, ...]) -> tuple[Violation, ...]:
    """Return the violations of what is to be reckoned late. It changes the deal: what is false is struck first."""
    if not {"claims", "categories"} & record.about.keys():
        return ()
    _clear_the_way(d, record)
    return check_late(d, role, _categories(record), holdings, good=_counts_as_good(record))


# ---------------------------------------------------------------- elections that have an effect of their own


def _waive(elected: Elected) -> None:
    """Waive also what follows from the same act (§10, K26)."""
    waived = BY_NUMBER[elected.leaf.outcome.number].waives
    for other in elected.d.law.find(elected.record.number, waived) if waived else ():
        other.election = "waive"


def _forgo(elected: Elected) -> None:
    d = elected.d
    if elected.record is d.law.relead:
        d.law.relead = None
        d.to_act = turn_of(d)


def _alter(elected: Elected) -> None:
    _free_discard(elected.d)


_OF_ELECTION: Final[Mapping[str, Callable[[Elected], None]]] = {"waive": _waive, "forgo": _forgo, "alter": _alter}


def _free_discard(d: MutableState) -> None:
    """Free younger of the discard that elder's announcement of a carte blanche asks for, laid out or not (L55)."""
    d.announced = d.committed = 0
    if d.phase == Phase.COMMIT_DISCARD:
        d.phase, d.to_act = Phase.ELDER_EXCHANGE, ELDER


# ---------------------------------------------------------------- the deal


def _annul(elected: Elected) -> None:
    """E1, E2: annul the deal. It stays the deal in hand until the next one is dealt, and scores nothing."""
    d = elected.d
    for role in (ELDER, YOUNGER):
        log_event(d, role, "annulled", points=-d.score[role], rule=elected.law)
    d.law.annulled = elected.law
    d.phase, d.to_act = Phase.DEAL_OVER, NOBODY


def _stand(elected: Elected) -> None:
    """E7, E11: the wrong deal stands, and is exchanged as its law has it."""
    law = elected.d.law
    if law.misdealt is not None:
        law.stood = law.misdealt.law


# ---------------------------------------------------------------- penalties


def _reckon_nothing(elected: Elected) -> None:
    """E3: take away all that the offender has in the deal but a carte blanche.

    Whatever the offender establishes goes on barring; what is false never bars.
    """
    d, record, role = elected.d, elected.record, elected.record.offender
    if "claims" in record.about:
        _strike_claim(d, record)
    d.law.saves_nothing[role] |= elected.leaf.shown.get("saves_nothing", False)
    if d.law.forfeits[role] is not None:
        return
    lost = 0
    for item in d.law.standing(role):
        if item.kind == "carte_blanche":
            continue
        lost += item.paid
        item.paid = 0
        if item.step is None and item.kind not in PLAY_KINDS:
            item.standing = False  # bonuses, the cards and a capot bar nothing
    d.bonus = replace_role(d.bonus, role, 0)
    d.law.forfeits[role] = elected.law
    log_event(d, role, "forfeited", points=-lost, rule=elected.law)


def _lose_game(elected: Elected) -> None:
    """E10: end the partie; the adversary of the offender wins a single game."""
    d, role = elected.d, elected.record.offender
    for each in (ELDER, YOUNGER):
        if d.score[each]:
            log_event(d, each, "struck", points=-d.score[each], more={"of": "deal"}, rule=elected.law)
    log_event(d, role, "game_lost", rule=elected.law)
    d.law.lost = role
    end_partie(d, settle(d.rules, d.finished, d.seats[role]))


# ---------------------------------------------------------------- what was claimed


def _strike_claim(d: MutableState, record: Record) -> None:
    """Strike what was falsely claimed and scored, or stated equal; all that was reckoned on a call that is lost."""
    named = {cards for _, _, cards in claims_of(record) if cards} | {record.about.get("cards", 0)}
    kinds = {CATEGORIES[category] for category, _, _ in claims_of(record)}
    lost = record.about["call"] and record.about.get("call_lost")
    later = [item for item in d.law.standing(record.offender) if item.entry >= record.number]
    undo_items(d, [item for item in later if item.kind in kinds and (lost or hand_of(item.cards) in named)])


def _strike_blanche(d: MutableState, record: Record) -> None:
    undo_items(d, [item for item in d.law.standing(record.offender) if item.kind == "carte_blanche"])
    d.blanche = replace_role(d.blanche, record.offender, None)
    if record.offender == ELDER:
        _free_discard(d)


def _strike_undue(d: MutableState, record: Record) -> None:
    undue = {(CATEGORIES[each.category], each.cards) for each in record.about["holdings"]}
    items = [item for item in d.law.standing(record.offender) if item.entry == record.number]
    undo_items(d, [item for item in items if (item.kind, hand_of(item.cards)) in undue])


_STRIKE: Final[Mapping[str, Callable[[MutableState, Record], None]]] = {
    "false_claim": _strike_claim,
    "false_blanche": _strike_blanche,
    "undue_reckoning": _strike_undue,
    "implied": lambda d, record: undo_items(d, record.about["items"]),
}


def _strike(elected: Elected) -> None:
    """E4."""
    record = elected.record
    record.about["call_lost"] = elected.leaf.shown.get("call_lost")
    _STRIKE[record.kind](elected.d, record)


# ---------------------------------------------------------------- late reckonings


def _categories(record: Record) -> tuple[int, ...]:
    """Return the categories in which may be reckoned late: all, if a claim was false."""
    return tuple(record.about.get("categories", (POINT, SEQUENCE, SET)))


def _counts_as_good(record: Record) -> bool:
    """Whether elder's call counts as good, since it was falsely answered, or refused and not beaten (LR17)."""
    return record.kind == "false_reply"


def _clear_the_way(d: MutableState, record: Record) -> None:
    """Take away what is false, or struck, before anything is reckoned late."""
    if _counts_as_good(record):
        categories = _categories(record)
        d.calls = tuple(each._replace(status="good") if each.category in categories else each for each in d.calls)
    elif record.kind in _STRIKE:
        _STRIKE[record.kind](d, record)


def _reckon_late(elected: Elected) -> Ruling | None:
    """E5. A misnomer counts for what is held, and what was shown for what it is, if that is good."""
    d, role, record, leaf, ruling = elected
    _clear_the_way(d, record)
    if "claims" in record.about:
        claims = claims_of(record)
        named_wrongly = leaf.outcome.finding in ("misnomer", "shown") and ruling.election == "reckon"
        if named_wrongly and reckon_truth(d, record, claims):
            return None
        if ruling.election != "reckon" and not leaf.shown.get("saves_nothing") and not record.about["call"]:
            # L53 before L54: of a list in which something is false the misnomers count.
            misnomers = [each for each in claims if finding_of(d, record.offender, each) == "misnomer"]
            reckon_truth(d, record, misnomers)
    good = _counts_as_good(record)
    holdings = late_choice(d, role, _categories(record), good=good) if ruling.holdings is None else ruling.holdings
    reckon_late(d, role, holdings)
    return ruling if ruling.holdings is not None else replace(ruling, holdings=holdings)


# ---------------------------------------------------------------- play


def _rewind(elected: Elected) -> Ruling | None:
    """E6: play goes back to the card itself, or to the place that the law names for a kind."""
    d, record, ruling = elected.d, elected.record, elected.ruling
    entry = record.number
    if record.kind == "overplayed":  # to the first card after the run; one card that was given to it is taken back
        card = given_to_run(d, record)[-1].card if ruling.card is None else ruling.card
        take_back(d, record, card)
        return replace(ruling, card=card)
    if record.kind == "misinformed":  # to the asker's next card
        entry = next(put.entry for put in d.law.put if put.role != record.offender and put.entry > entry)
    if record.kind == "false_claim":  # to elder's lead, which is free
        entry, d.law.relead, d.named = d.law.put[0].entry, None, None
    rewind(d, entry)
    return None


def _demand(elected: Elected) -> None:
    """E8: the offender must lead a suit when it next has the lead, and so on as often as is due."""
    d, offender, suit = elected.d, elected.record.offender, elected.ruling.suit
    assert suit is not None
    d.law.suits_due[offender].extend([suit] * elected.leaf.shown.get("leads", 1))
    log_event(d, offender, "suit_called", more={"suit": SUITS[suit]}, rule=elected.law)


def _show(elected: Elected) -> None:
    """E9: younger's whole discard, or the cards that were left."""
    d, record = elected.d, elected.record
    if record.kind == "buried":
        d.law.seen[elected.role] |= d.discards[record.offender]
        log_event(d, record.offender, "exposed", rule=elected.law)
        return
    cards = mask_of(d.talon[position - 1] for position in d.law.lying)
    expose(d, NOBODY, elected.role, cards, elected.law)


#: What each effect does. It returns the ruling with the choices that it filled in, or None.
EFFECTS: Final[Mapping[str, Callable[[Elected], Ruling | None]]] = {
    "E1": _annul,
    "E2": _annul,
    "E3": _reckon_nothing,
    "E4": _strike,
    "E5": _reckon_late,
    "E6": _rewind,
    "E7": _stand,
    "E8": _demand,
    "E9": _show,
    "E10": _lose_game,
    "E11": _stand,
    "E12": lambda elected: draw_up(elected.d),
}
_ORDER: Final = tuple(EFFECTS)  # E3 before E5, both before E12 (§5.5)


# ---------------------------------------------------------------- the election as an entry


def check_election(d: MutableState, role: int, action: Ruling) -> tuple[Violation, ...]:
    """Return the violations of a ruling."""
    found = _records(d, action)
    if not found:
        return (violation("ruling.no_incident", "number"),)
    fitting = [record for record in found if _fits(d, record, role, action)]
    of_role = [record for record in found if role in entitled(due(d, record))]
    record = (fitting or sorted(of_role or found, key=lambda each: _distance(d, each, action)))[0]
    if d.law.relead is not None and record is not d.law.relead:
        return (violation("ruling.due", rule="L52"),)
    if not fitting:
        return (_refusal(d, record, action, is_entitled=bool(of_role)),)
    if action.holdings is not None:
        trial = fork(d)
        return check_holdings(trial, role, choose(trial, role, action), action.holdings)
    run_card = action.card if action.election == "replay" and "leads" in record.about else None
    if run_card is not None and not rest_answers(d, record, run_card):
        return (violation("ruling.not_offered", "card", rule="L59", election="replay"),)
    if action.election == "demand" and action.suit is None:
        return (violation("look.suit_missing", "suit", rule=ruled(d, record).outcome.law),)
    return ()


def _records(d: MutableState, action: Ruling) -> list[Record]:
    found: list[Record] = d.law.find(action.number, action.kind)
    if not found and action.kind in (None, "implied"):
        implied = implied_record(d, action.number)
        found = [implied] if implied else []
    return found


def choose(d: MutableState, role: int, action: Ruling) -> Record:
    """Return the irregularity that a legal ruling is about."""
    return next(each for each in _records(d, action) if _fits(d, each, role, action))


def _fits(d: MutableState, record: Record, role: int, action: Ruling) -> bool:
    """Whether an irregularity offers an election to a role, for hands taken up or untouched as the ruling says."""
    leaf = ruled(d, record)
    until = {each.election: each.until for each in leaf.outcome.offers}.get(action.election)
    return role in entitled(leaf) and until is not None and (until == "untouched") == action.untouched


def _distance(d: MutableState, record: Record, action: Ruling) -> tuple[bool, bool]:
    """How far a ruling is from being about an irregularity: by its election, and by whether hands were untouched."""
    times = {each.election: each.until for each in due(d, record).outcome.offers}
    until = times.get(action.election)
    untouched = "untouched" in times.values()
    return until is None or (until == "untouched") != action.untouched, untouched != action.untouched


def _refusal(d: MutableState, record: Record, action: Ruling, *, is_entitled: bool) -> Violation:
    """Why an irregularity does not offer an election now."""
    now, ever = ruled(d, record).outcome, due(d, record).outcome
    if not is_entitled and ever.entitled:
        return violation("ruling.not_entitled", "seat", rule=now.law)
    if record.settled:
        return violation("ruling.already", "number", rule=now.law)
    times = {each.election: each.until for each in OFFERS[now.number]}
    times |= {each.election: each.until for each in ever.offers}
    until = times.get(action.election)
    if until in times_past(d, record):
        return violation("ruling.too_late", "number", rule=now.law, until=until)
    return violation("ruling.not_offered", "election", rule=now.law, election=action.election)


def apply_election(d: MutableState, role: int, action: Ruling) -> Ruling:
    """Make an election: log it, apply its effects, and draw up the account anew."""
    record = choose(d, role, action)
    leaf = ruled(d, record)
    law = law_of(leaf)
    kind = BY_NUMBER[leaf.outcome.number]
    if not record.raised and kind.enters not in ("incident", "deal"):
        more = {"incident": record.kind, "number": record.number, "law": law}
        offender = ROLE_OF[leaf.outcome.offender]
        log_event(d, offender if offender >= 0 else role, "irregularity", more=more, rule=law)
    record.raised = True
    if record not in d.law.records:
        d.law.records.append(record)
    more = {"number": action.number, "election": action.election, "law": law}
    log_event(d, role, "ruled", more=more, rule=law)
    return carry_out(d, role, record, leaf, action)
