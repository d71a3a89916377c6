"""Elections: whether one may be made, and what it does to a deal by its effects E1 to E12."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from service.piquet.cards.cards import SUITS, mask_of
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT, SEQUENCE, SET
from service.piquet.law import facts
from service.piquet.law.decide import OFFERS, Verdict
from service.piquet.law.exchange_and_play import given_to_run, rest_answers, rewind, take_back, turn_of
from service.piquet.law.irregular_reckoning import check_late, late_choice, reckon_late, reckon_truth
from service.piquet.law.kinds import BY_NUMBER
from service.piquet.law.kinds.tables import as_number
from service.piquet.law.ledger import PLAY_KINDS, Irregularity, IrregularState, draw_up, expose, fork, undo_items
from service.piquet.model.actions import Ruling
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Phase, replace_role
from service.piquet.model.violations import JsonValue, Violation, violation
from service.piquet.scoring.account import log_event
from service.piquet.scoring.settlement import end_partie, settle

# ---------------------------------------------------------------- the effects


class MadeElection(NamedTuple):
    """An election that is made: the deal, who elects, on which irregularity, and what the law says of it."""

    d: IrregularState
    role: int
    irregularity: Irregularity
    verdict: Verdict
    ruling: Ruling

    @property
    def law(self) -> str:
        """The law by which it is made."""
        return facts.law_of(self.verdict)


def check_holdings(
    d: IrregularState, role: int, irregularity: Irregularity, holdings: tuple[Holding, ...]
) -> tuple[Violation, ...]:
    """Return the violations of what is to be reckoned late. It changes the deal: what is false is struck first."""
    if irregularity.claim is None and irregularity.categories is None:
        return ()
    _clear_the_way(d, irregularity)
    return check_late(d, role, _categories(irregularity), holdings, good=_counts_as_good(irregularity))


# ---------------------------------------------------------------- elections that have an effect of their own


def _waive(made: MadeElection) -> None:
    """Waive also what follows from the same act (K26)."""
    waived = BY_NUMBER[made.verdict.number].waives
    for other in made.d.law.find(made.irregularity.number, waived) if waived else ():
        other.election = "waive"


def _forgo(made: MadeElection) -> None:
    d = made.d
    if made.irregularity is d.law.relead:
        d.law.relead = None
        d.to_act = turn_of(d)


_OF_ELECTION: Final[Mapping[str, Callable[[MadeElection], None]]] = {
    "waive": _waive,
    "forgo": _forgo,
    "alter": lambda made: _free_discard(made.d),
}


def _free_discard(d: IrregularState) -> None:
    """Free younger of the discard that elder's announcement of a carte blanche asks for, laid out or not (L55)."""
    d.announced = d.committed = 0
    if d.phase == Phase.COMMIT_DISCARD:
        d.phase, d.to_act = Phase.ELDER_EXCHANGE, ELDER


# ---------------------------------------------------------------- the deal


def _annul(made: MadeElection) -> None:
    """E1, E2: annul the deal. It stays the deal in hand until the next one is dealt, and scores nothing."""
    d = made.d
    for role in (ELDER, YOUNGER):
        log_event(d, role, "annulled", points=-d.score[role], rule=made.law)
    d.law.annulled = made.law
    d.phase, d.to_act = Phase.DEAL_OVER, NOBODY


def _stand(made: MadeElection) -> None:
    """E7, E11: the wrong deal stands, and is exchanged as its law has it."""
    law = made.d.law
    if law.misdealt is not None:
        law.stood = law.misdealt.law


# ---------------------------------------------------------------- penalties


def _reckon_nothing(made: MadeElection) -> None:
    """E3: take away all that the offender has in the deal but a carte blanche.

    Whatever the offender establishes goes on barring; what is false never bars.
    """
    d, irregularity, role = made.d, made.irregularity, made.irregularity.offender
    if irregularity.claim is not None:
        _strike_claim(d, irregularity)
    d.law.saves_nothing[role] |= bool(made.verdict.derived.get("saves_nothing"))
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
    d.law.forfeits[role] = made.law
    log_event(d, role, "forfeited", points=-lost, rule=made.law)


def _lose_game(made: MadeElection) -> None:
    """E10: end the partie; the adversary of the offender wins a single game."""
    d, role = made.d, made.irregularity.offender
    for each in (ELDER, YOUNGER):
        if d.score[each]:
            log_event(d, each, "struck", points=-d.score[each], more={"of": "deal"}, rule=made.law)
    log_event(d, role, "game_lost", rule=made.law)
    d.law.lost = role
    end_partie(d, settle(d.rules, d.finished, d.seats[role]))


# ---------------------------------------------------------------- what was claimed


def _strike_claim(d: IrregularState, irregularity: Irregularity) -> None:
    """Strike what was falsely claimed and scored, or stated equal; all that was reckoned on a call that is lost."""
    claim = facts.claim_of(irregularity)
    named = {each.cards for each in claim.claimed if each.cards} | {claim.reckoned}
    kinds = {CATEGORIES[each.category] for each in claim.claimed}
    lost = claim.is_call and claim.is_lost
    later = [item for item in d.law.standing(irregularity.offender) if item.entry >= irregularity.number]
    undo_items(d, [item for item in later if item.kind in kinds and (lost or item.hand in named)])


def _strike_blanche(d: IrregularState, irregularity: Irregularity) -> None:
    undo_items(d, [item for item in d.law.standing(irregularity.offender) if item.kind == "carte_blanche"])
    d.blanche = replace_role(d.blanche, irregularity.offender, None)
    if irregularity.offender == ELDER:
        _free_discard(d)


def _strike_undue(d: IrregularState, irregularity: Irregularity) -> None:
    undue = {(CATEGORIES[each.category], each.cards) for each in irregularity.holdings}
    items = [item for item in d.law.standing(irregularity.offender) if item.entry == irregularity.number]
    undo_items(d, [item for item in items if (item.kind, item.hand) in undue])


_STRIKE: Final[Mapping[str, Callable[[IrregularState, Irregularity], None]]] = {
    "false_claim": _strike_claim,
    "false_blanche": _strike_blanche,
    "undue_reckoning": _strike_undue,
    "implied": lambda d, irregularity: undo_items(d, irregularity.items),
}


def _strike(made: MadeElection) -> None:
    """E4."""
    irregularity = made.irregularity
    if irregularity.claim is not None:
        irregularity.claim.is_lost = bool(made.verdict.derived.get("call_lost"))
    _STRIKE[irregularity.kind](made.d, irregularity)


# ---------------------------------------------------------------- late reckonings


def _categories(irregularity: Irregularity) -> tuple[int, ...]:
    """Return the categories in which may be reckoned late: all, if a claim was false."""
    return (POINT, SEQUENCE, SET) if irregularity.categories is None else irregularity.categories


def _counts_as_good(irregularity: Irregularity) -> bool:
    """Whether elder's call counts as good, since it was falsely answered, or refused and not beaten (LR17)."""
    return irregularity.kind == "false_reply"


def _clear_the_way(d: IrregularState, irregularity: Irregularity) -> None:
    """Take away what is false, or struck, before anything is reckoned late."""
    if _counts_as_good(irregularity):
        categories = _categories(irregularity)
        d.calls = tuple(each._replace(status="good") if each.category in categories else each for each in d.calls)
    elif irregularity.kind in _STRIKE:
        _STRIKE[irregularity.kind](d, irregularity)


def _reckon_late(made: MadeElection) -> Ruling | None:
    """E5. A misnomer counts for what is held, and what was shown for what it is, if that is good."""
    d, role, irregularity, verdict, ruling = made
    _clear_the_way(d, irregularity)
    claim = irregularity.claim
    if claim is not None:
        named_wrongly = verdict.finding in ("misnomer", "shown") and ruling.election == "reckon"
        if named_wrongly and reckon_truth(d, irregularity, claim.claimed):
            return None
        if ruling.election != "reckon" and not verdict.derived.get("saves_nothing") and not claim.is_call:
            # L53 before L54: of a list in which something is false the misnomers count.
            misnomers = [
                each for each in claim.claimed if facts.finding_of(d, irregularity.offender, each) == "misnomer"
            ]
            reckon_truth(d, irregularity, misnomers)
    good = _counts_as_good(irregularity)
    holdings = (
        late_choice(d, role, _categories(irregularity), good=good) if ruling.holdings is None else ruling.holdings
    )
    reckon_late(d, role, holdings)
    return ruling if ruling.holdings is not None else replace(ruling, holdings=holdings)


# ---------------------------------------------------------------- play


def _rewind(made: MadeElection) -> Ruling | None:
    """E6: play goes back to the card itself, or to the place that the law names for a kind."""
    d, irregularity, ruling = made.d, made.irregularity, made.ruling
    entry = irregularity.number
    if (
        irregularity.kind == "overplayed"
    ):  # to the first card after the run; one card that was given to it is taken back
        card = given_to_run(d, irregularity)[-1].card if ruling.card is None else ruling.card
        take_back(d, irregularity, card)
        return replace(ruling, card=card)
    if irregularity.kind == "misinformed":  # to the asker's next card
        entry = next(
            card_down.entry
            for card_down in d.law.placed
            if card_down.role != irregularity.offender and card_down.entry > entry
        )
    if irregularity.kind == "false_claim":  # to elder's lead, which is free
        entry, d.law.relead, d.named = d.law.placed[0].entry, None, None
    rewind(d, entry)
    return None


def _demand(made: MadeElection) -> None:
    """E8: the offender must lead a suit when it next has the lead, and so on as often as is due."""
    d, offender, suit = made.d, made.irregularity.offender, made.ruling.suit
    assert suit is not None
    d.law.suits_due[offender].extend([suit] * as_number(made.verdict.derived.get("leads", 1)))
    log_event(d, offender, "suit_called", more={"suit": SUITS[suit]}, rule=made.law)


def _show(made: MadeElection) -> None:
    """E9: younger's whole discard, or the cards that were left."""
    d, irregularity = made.d, made.irregularity
    if irregularity.kind == "buried":
        d.law.seen[made.role] |= d.discards[irregularity.offender]
        log_event(d, irregularity.offender, "exposed", rule=made.law)
        return
    cards = mask_of(d.talon[position - 1] for position in d.law.lying)
    expose(d, NOBODY, made.role, cards, made.law)


#: What each effect does. It returns the ruling with the choices that it filled in, or None.
EFFECTS: Final[Mapping[str, Callable[[MadeElection], Ruling | None]]] = {
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
    "E12": lambda made: draw_up(made.d),
}
_ORDER: Final = tuple(EFFECTS)  # E3 before E5, both before E12


# ---------------------------------------------------------------- the election as an entry


def check_election(d: IrregularState, role: int, action: Ruling) -> tuple[Violation, ...]:
    """Return the violations of a ruling."""
    found = _named_irregularities(d, action)
    if not found:
        return (violation("ruling.no_incident", "number"),)
    fitting = [irregularity for irregularity in found if _fits(d, irregularity, role, action)]
    of_role = [
        irregularity for irregularity in found if role in facts.entitled_roles(facts.verdict_in_time(d, irregularity))
    ]
    irregularity = (fitting or sorted(of_role or found, key=lambda each: _distance(d, each, action)))[0]
    if d.law.relead is not None and irregularity is not d.law.relead:
        return (violation("ruling.due", rule="L52"),)
    if not fitting:
        return (_refusal(d, irregularity, action, is_entitled=bool(of_role)),)
    if action.holdings is not None:
        trial = fork(d)
        return check_holdings(trial, role, irregularity_of(trial, role, action), action.holdings)
    run_card = action.card if action.election == "replay" and irregularity.run is not None else None
    if run_card is not None and not rest_answers(d, irregularity, run_card):
        return (violation("ruling.not_offered", "card", rule="L59", election="replay"),)
    if action.election == "demand" and action.suit is None:
        return (violation("look.suit_missing", "suit", rule=facts.verdict_on(d, irregularity).law),)
    return ()


def _named_irregularities(d: IrregularState, action: Ruling) -> list[Irregularity]:
    found: list[Irregularity] = d.law.find(action.number, action.kind)
    if not found and action.kind in (None, "implied"):
        implied = facts.implied_irregularity(d, action.number)
        found = [implied] if implied else []
    return found


def irregularity_of(d: IrregularState, role: int, action: Ruling) -> Irregularity:
    """Return the irregularity that a legal ruling is about."""
    return next(each for each in _named_irregularities(d, action) if _fits(d, each, role, action))


def _fits(d: IrregularState, irregularity: Irregularity, role: int, action: Ruling) -> bool:
    """Whether an irregularity offers an election to a role, for hands taken up or untouched as the ruling says."""
    verdict = facts.verdict_on(d, irregularity)
    until = {each.election: each.until for each in verdict.offers}.get(action.election)
    return role in facts.entitled_roles(verdict) and until is not None and (until == "untouched") == action.untouched


def _distance(d: IrregularState, irregularity: Irregularity, action: Ruling) -> tuple[bool, bool]:
    """How far a ruling is from being about an irregularity: by its election, and by whether hands were untouched."""
    times = {each.election: each.until for each in facts.verdict_in_time(d, irregularity).offers}
    until = times.get(action.election)
    untouched = "untouched" in times.values()
    return until is None or (until == "untouched") != action.untouched, untouched != action.untouched


def _refusal(d: IrregularState, irregularity: Irregularity, action: Ruling, *, is_entitled: bool) -> Violation:
    """Why an irregularity does not offer an election now."""
    now, ever = facts.verdict_on(d, irregularity), facts.verdict_in_time(d, irregularity)
    if not is_entitled and ever.entitled:
        return violation("ruling.not_entitled", "seat", rule=now.law)
    if irregularity.settled:
        return violation("ruling.already", "number", rule=now.law)
    times = {each.election: each.until for each in OFFERS[now.number]}
    times |= {each.election: each.until for each in ever.offers}
    until = times.get(action.election)
    if until in facts.times_past(d, irregularity):
        return violation("ruling.too_late", "number", rule=now.law, until=until)
    return violation("ruling.not_offered", "election", rule=now.law, election=action.election)


def apply_election(d: IrregularState, role: int, action: Ruling) -> Ruling:
    """Make an election: log it, and apply its effects. Returns the ruling with its open choices filled in."""
    irregularity = irregularity_of(d, role, action)
    verdict = facts.verdict_on(d, irregularity)
    law = facts.law_of(verdict)
    kind = BY_NUMBER[verdict.number]
    if not irregularity.raised and kind.enters not in ("incident", "deal"):
        more: dict[str, JsonValue] = {"incident": irregularity.kind, "number": irregularity.number, "law": law}
        offender = facts.ROLE_OF[verdict.offender]
        log_event(d, offender if offender >= 0 else role, "irregularity", more=more, rule=law)
    irregularity.raised = True
    if irregularity not in d.law.irregularities:
        d.law.irregularities.append(irregularity)
    log_event(d, role, "ruled", more={"number": action.number, "election": action.election, "law": law}, rule=law)
    irregularity.election = action.election
    made = MadeElection(d, role, irregularity, verdict, action)
    if action.election in _OF_ELECTION:
        _OF_ELECTION[action.election](made)
    effects = {effect for offer in verdict.offers if offer.election == action.election for effect in offer.effects}
    if action.holdings is not None and irregularity.categories is not None:
        effects.add("E5")  # elder may reckon what bars, whether they must or not (LR36)
    for effect in sorted(effects, key=_ORDER.index):
        action = EFFECTS[effect](made) or action
    return action
