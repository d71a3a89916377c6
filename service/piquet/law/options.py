"""What the law offers in a deal: its irregularities, the rulings that are open, and the corrections."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from service.piquet.cards.cards import SAME_SUIT
from service.piquet.cards.holdings import Holding
from service.piquet.enumeration import expand
from service.piquet.law.corrections import CorrectionTarget, as_it_was, check_correction, is_too_late, target_of
from service.piquet.law.facts import ROLE_OF, entitled_roles, implied_irregularity, law_of, verdict_on
from service.piquet.law.ledger import MOST_ACTS, Irregularity, IrregularState, hands_judging
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
from service.piquet.model.actions import Action, Amend, Call, Play, Reckon, Reply, Ruling, StateTieBreak
from service.piquet.model.state import ELDER, OVER, YOUNGER, IncidentRecord
from service.piquet.rules.reckoning import best_choice, possible

#: What is offered on a claim whose finding is not given: which of these the law has depends on it.
REDACTED_OFFERS: Final = (
    ElectionOffer("enforce", ("E3", "E12"), "next_deal"),
    ElectionOffer("waive", (), "next_deal"),
    ElectionOffer("reckon", ("E5", "E12"), "next_deal"),
)
#: The law that is given for such a claim.
REDACTED_LAW: Final = "L54"


def incidents(d: IrregularState) -> Iterator[IncidentRecord]:
    """Yield what was entered, reported or raised, as the state shows it."""
    for irregularity in d.law.irregularities:
        verdict = verdict_on(d, irregularity)
        yield IncidentRecord(
            irregularity.number,
            verdict.number,
            law_of(verdict),
            ROLE_OF[verdict.offender],
            entitled_roles(verdict),
            tuple((offer.election, offer.until) for offer in verdict.offers),
            verdict.until,
            verdict.status,
            irregularity.election,
            irregularity.public,
        )


# ---------------------------------------------------------------- what a player may know


def irregularities_of(d: IrregularState, number: int | None) -> list[Irregularity]:
    """Return the irregularities of an entry or of all, with those that are found on asking only (K18b)."""
    found = list(d.law.irregularities) if number is None else d.law.find(number, None)
    numbers = {word.entry for word in d.law.words if isinstance(word.action, Reckon) and word.role == YOUNGER}
    for each in sorted(numbers if number is None else numbers & {number}):
        implied = implied_irregularity(d, each)
        if implied is not None and not d.law.find(each, "implied"):
            found.append(implied)
    return found


def knows_of(d: IrregularState, ruling: Ruling) -> bool:
    """Whether the seat of a ruling may know of an irregularity that it is about."""
    role = ruling.seat ^ 1 ^ d.dealer
    about = (each for each in irregularities_of(d, ruling.number) if ruling.kind in (None, each.kind))
    return any(may_know(d, irregularity, role) for irregularity in about)


def _suit_seen(d: IrregularState, irregularity: Irregularity) -> bool:
    """Whether a card of the suit that was not followed has been seen in the offender's hand since."""
    plays = d.law.plays
    at = next((at for at, play in enumerate(plays) if play.entry == irregularity.number), None)
    if not at:
        return False
    suit = SAME_SUIT[plays[at - 1].card]
    later = sum(1 << play.card for play in plays[at + 1 :] if play.role == irregularity.offender)
    return bool(suit & (later | d.law.seen[1 - irregularity.offender] & d.hands[irregularity.offender]))


# When the other player may know of what is not public, by kind.
_KNOWN: Final[Mapping[str, Callable[[IrregularState, Irregularity, int], bool]]] = {
    "false_claim": lambda d, irregularity, role: bool(verdict_on(d, irregularity).offers),
    "false_reply": lambda d, irregularity, role: "first_card" in d.law.past,
    "revoke": lambda d, irregularity, role: _suit_seen(d, irregularity),
    "undue_reckoning": lambda d, irregularity, role: True,
    "implied": lambda d, irregularity, role: role == ELDER,
}


def may_know(d: IrregularState, irregularity: Irregularity, role: int) -> bool:
    """Whether a role may know of an irregularity."""
    return irregularity.public or irregularity.offender == role or _KNOWN[irregularity.kind](d, irregularity, role)


def is_answered(irregularity: Irregularity, role: int | None, *, concealed: bool) -> bool:
    """Whether the ruling on an irregularity is given in full to a role that sees its own hand only."""
    return not concealed or irregularity.public or irregularity.offender == role


# ---------------------------------------------------------------- options


def law_options(
    d: IrregularState, *, remedies: bool = False, role: int | None = None, concealed: bool = False
) -> Iterator[Option]:
    """Yield the rulings that are open, then the corrections that are possible, for one role or for both.

    Without `remedies` only rulings on what is public.
    """
    irregularities = (
        irregularities_of(d, None)
        if remedies
        else [irregularity for irregularity in d.law.irregularities if irregularity.public]
    )
    for irregularity in irregularities:
        verdict = verdict_on(d, irregularity)
        offers, law = verdict.offers, law_of(verdict)
        if not offers or (role is not None and not may_know(d, irregularity, role)):
            continue
        if irregularity.kind == "false_claim" and not is_answered(irregularity, role, concealed=concealed):
            offers, law = REDACTED_OFFERS, REDACTED_LAW
        elections = tuple(offer.election for offer in offers)
        for each in entitled_roles(verdict):
            if role in (None, each):
                yield RulingOption(
                    d.seats[each], irregularity.number, irregularity.kind, law, elections, offers[0].until
                )
    if remedies and d.phase not in OVER and d.law.number < MOST_ACTS:
        for each in (ELDER, YOUNGER):
            if role in (None, each):
                yield from _amendments(d, each)


def _amendments(d: IrregularState, role: int) -> Iterator[Option]:
    seat = d.seats[role]
    tries: list[Action] = [Play(seat, 0)]
    if role == ELDER:
        tries += [Call(seat, category, 3) for category in range(3)]
        tries += [Reckon(seat, (Holding(category, 0),)) for category in range(3)]
        tries += [StateTieBreak(seat, "top", 0)]
    else:
        tries += [Reply(seat, "good"), Reckon(seat)]
    for action in tries:
        target = target_of(d, role, action)
        if target is None or is_too_late(d, role, target):
            continue
        with hands_judging(d, action), as_it_was(d, target):
            found = (PlayOption(seat, d.hands[role]),) if isinstance(action, Play) else options(d.rules, d)
            offered = [(each, _corrections(d, role, target, each)) for each in found if _is_for(each, action, target)]
        for option, corrections in offered:
            if any(not check_correction(d, role, Amend(seat, each)) for each in corrections):
                yield AmendOption(seat, target.law, option)


def _is_for(option: Option, action: Action, target: CorrectionTarget) -> bool:
    """Whether an option is for the player of an action, and of its type or a pass, in the category of a place."""
    same = option.type is type(action) or isinstance(option, PassOption)
    return same and option.seat == action.seat and getattr(option, "category", target.category) == target.category


def _corrections(d: IrregularState, role: int, target: CorrectionTarget, option: Option) -> Sequence[Action]:
    """Return some of what an option describes, so that one of them may be said if any may that says something else.

    Of a list these are all that may be reckoned, and all of one category with what was reckoned of the others. There
    are none on a false call, which is corrected itself (A3).
    """
    if not isinstance(option, ReckonOption):
        return expand(d.rules, d, option)[:4]
    word = target.word and target.word.action
    old = set((word.holdings or ()) if isinstance(word, Reckon) else ())
    how, hand = d.rules.counting, d.hands[role]
    best = {each for terms in option.terms if possible(how, terms, hand) for each in best_choice(how, terms, hand)}
    lists = [best] + [
        {each for each in old if each.category != category} | {each for each in best if each.category == category}
        for category in range(3)
    ]
    return [Reckon(option.seat, tuple(sorted(each))) for each in lists if each - old]
