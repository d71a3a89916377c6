"""Corrections by the player who erred (§4): the last word of a seat is replaced by another action of its kind."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.piquet.cards.cards import hand_of
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.law import mending
from service.piquet.law.effects.effects import draw_up, undo_items
from service.piquet.law.engine.corrections import Place, is_past, place_of, word_of_code
from service.piquet.law.engine.irregular_reckoning import check as check_reckoning
from service.piquet.law.engine.irregular_reckoning import reckon_for_elder
from service.piquet.law.ledger import Item, Record, Word, show_what_stands, spoken_by
from service.piquet.law.observed import ROLE
from service.piquet.law.observed.claims import moment, moment_of_reply, own_card_since
from service.piquet.model import actions as a
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, OVER, YOUNGER, Phase, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.reckoning_terms import apply_younger_reckoning, holdings_of
from service.piquet.scoring.account import called_in, log_event
from service.piquet.verbs import APPLY, VERBS
from service.piquet.verbs import check as check_regular

# ---------------------------------------------------------------- checking


def check(d: MutableState, role: int, action: a.Amend) -> tuple[Violation, ...]:
    """Return the violations of a correction."""
    new = action.action
    if d.phase in OVER or d.rules.calling == "automatic":
        return (violation("amend.nothing", "action"),)
    place = place_of(d, role, new)
    if place is None:
        return (violation("amend.nothing", "action"),)
    if is_past(d, role, place.correction, place.word):
        until = mending.until(word_of_code(d, place.correction, place.word), ROLE[role])
        return (violation("amend.too_late", "action", rule=place.law, until=until),)
    if not _is_correction(d, place, new):
        return (violation("amend.no_correction", "action", rule=place.law),)
    with spoken_by(d, new), as_it_was(d, place):
        if isinstance(new, a.Reckon):
            found = check_reckoning(d, role, new) if role == ELDER else _younger_list(d, new)
        elif isinstance(new, a.Play):
            found = () if d.hands[role] >> new.card & 1 else check_regular(d.rules, d, new)
        else:
            found = check_regular(d.rules, d, new)
    return tuple(reason.under("action") for reason in found)


def _younger_list(d: MutableState, new: a.Reckon) -> tuple[Violation, ...]:
    reckoned, d.reckoned = d.reckoned, False
    try:
        return check_reckoning(d, YOUNGER, new)
    finally:
        d.reckoned = reckoned


def _is_correction(d: MutableState, place: Place, new: a.Action) -> bool:
    pending = d.phase in (Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)
    if pending and place.correction in ("A1", "A3", "A5") and place.category != d.calls[-1].category:
        return False  # one call at a time
    if place.correction == "A5" and isinstance(new, a.Call):
        later = [called for called in d.calls if called.status != "passed" and called.category != POINT]
        return not (place.category == POINT and later)  # L46: the point is lost once another category was called
    if place.correction == "A2":
        old = place.word.action if place.word else None
        called = called_in(d, place.category)
        assert called is not None and isinstance(old, a.Reply) and isinstance(new, a.Reply)
        false = bool(d.law.find(place.word.entry if place.word else -1, "false_reply"))
        # Younger may say more than before, or take back what was false.
        return false or _WEIGHT[new.reply] > _WEIGHT[old.reply]
    if place.correction == "A5" and isinstance(new, a.Reckon):
        holdings = new.holdings if new.holdings is not None else holdings_of(d.rules, d, YOUNGER)
        kinds = CATEGORIES if place.category < 0 else (CATEGORIES[place.category],)
        named = [(CATEGORIES[each.category], each.cards) for each in holdings]
        return all(  # more may be added, nothing taken away
            any(kind == item.kind and not hand_of(item.cards) & ~cards for kind, cards in named)
            for item in d.law.standing(_role(d, place))
            if item.kind in kinds
        )
    if place.correction == "A3" and isinstance(new, a.Call):
        return not isinstance(place.word and place.word.action, a.Pass)
    return True


_WEIGHT = {"good": 0, "equal": 1, "not_good": 2}


def _role(d: MutableState, place: Place) -> int:
    return ELDER if place.category >= 0 else YOUNGER


@contextmanager
def as_it_was(d: MutableState, place: Place) -> Iterator[None]:
    """Put the calls and the phase back to those in which the new action is judged."""
    kept = d.calls, d.phase, d.to_act
    prepare(d, place)
    try:
        yield
    finally:
        d.calls, d.phase, d.to_act = kept


def prepare(d: MutableState, place: Place) -> None:
    """Put the calls back to where the word that is replaced was spoken."""
    if place.word is None and place.correction != "A5":
        return
    called = called_in(d, place.category) if place.category >= 0 else None
    others = tuple(each for each in d.calls if each.category != place.category)
    if place.correction in ("A1", "A3", "A5") and place.category >= 0:
        word = place.word.action if place.word else None
        if place.correction == "A1" and isinstance(word, a.StateTieBreak):
            assert called is not None
            d.calls = (*others, called._replace(status="asked", tie=None, cards=0))
            d.phase, d.to_act = Phase.TIE_BREAK, ELDER
        elif place.correction == "A5" and called is not None and called.status == "good":
            d.calls = (*others, called)
            d.phase, d.to_act = Phase.RECKONING, ELDER
        else:
            d.calls, d.phase, d.to_act = others, Phase.CALLING, ELDER
    elif place.correction == "A2":
        assert called is not None
        status = "stated" if called.asked and called.tie is not None and called.status != "asked" else "called"
        d.calls = (*others, called._replace(status=status))
        d.phase, d.to_act = Phase.REPLY, YOUNGER
    elif place.correction in ("A4", "A5"):
        d.phase, d.to_act = Phase.PLAY, YOUNGER


# ---------------------------------------------------------------- applying


def apply(d: MutableState, role: int, action: a.Amend) -> a.Amend:
    """Replace the last word of a seat, and whatever rested on it."""
    law, new = d.law, action.action
    place = place_of(d, role, new)
    assert place is not None
    log_event(d, role, "amended", more={"of": VERBS[type(new)].name, "law": place.law}, rule=place.law)
    _close_records(d, role, place)
    done = _APPLY[place.correction](d, role, place, new)
    law.words.append(Word(law.number, role, done, place.category))
    draw_up(d)
    return a.Amend(action.seat, done)


def _close_records(d: MutableState, role: int, place: Place) -> None:
    """Note what a correction makes of the irregularities of the word that it replaces."""
    entry = place.record.number if place.record else place.word.entry if place.word else -1
    for record in d.law.records:
        if record.settled:
            continue
        if record.kind == "false_reply" and place.correction != "A2" and place.category in record.about["categories"]:
            kept = tuple(each for each in record.about["categories"] if each != place.category)
            record.about["categories"] = kept  # the call that was answered is replaced
            if not kept:
                record.facts["call_gone"] = True
        same_call = place.correction == "A1" and record.kind == "false_claim"
        if record.number == entry or (same_call and record.about["category"] == place.category):
            _mended(d, role, record, place)


def _mended(d: MutableState, role: int, record: Record, place: Place) -> None:
    """Note when an irregularity was corrected."""
    if record.kind == "false_reply":
        record.facts["mended"] = moment_of_reply(d, place.word)
    elif record.kind == "false_claim":
        led = role == ELDER and not own_card_since(d, role, record.number)
        now = moment(d, role, place.category)
        record.facts["mended"] = mending.BEFORE_LEAD if led and now != mending.BEFORE_REPLY else now
    else:
        record.facts["replaced"] = True


def _items(d: MutableState, role: int, category: int, since: int = 0) -> list[Item]:
    kinds = CATEGORIES if category < 0 else (CATEGORIES[category],)
    return [item for item in d.law.standing(role) if item.kind in kinds and item.entry >= since]


def _say(d: MutableState, place: Place, role: int, new: a.Action) -> a.Action:
    """Put the deal back to where the word was spoken, and speak the new one."""
    prepare(d, place)
    show_what_stands(d)
    with spoken_by(d, new):
        done: a.Action = APPLY[type(new)](d, role, new)
    return done


def _amend_reply(d: MutableState, role: int, place: Place, new: a.Action) -> a.Action:
    undo_items(d, _items(d, ELDER, place.category, place.word.entry if place.word else 0))
    if d.calls[-1].category != place.category and d.phase == Phase.REPLY:
        *earlier, d.law.waiting = d.calls
        d.calls = tuple(earlier)
    if d.reckoned:
        d.reckoned, d.law.only = False, place.category
    done = _say(d, place, role, new)
    close_again(d)
    return done


def close_again(d: MutableState) -> None:
    """After the lead, take from younger what was reckoned in the category of a call that is good (A2, A3, A5)."""
    called = d.calls[-1]
    if called.status != "good" or not d.tricks:
        return
    undo_items(d, _items(d, YOUNGER, called.category))
    if d.law.only == called.category:
        d.law.only, d.reckoned = None, True


def _amend_claim(d: MutableState, role: int, place: Place, new: a.Action) -> a.Action:
    """A1, A3: whatever rested on the call is struck, and younger answers anew."""
    undo_items(d, _items(d, ELDER, place.category))
    if d.reckoned and "first_card" not in d.law.past:
        d.reckoned, d.law.only = False, place.category
    return _say(d, place, role, new)


def _amend_list(d: MutableState, role: int, place: Place, new: a.Action) -> a.Action:
    """A4: younger's list is replaced, and elder says whether to lead another card."""
    done = _replace_list(d, new)
    record = place.record
    assert record is not None
    record.since, record.past, record.raised = d.law.number, set(), True  # elder answers the correction
    if d.phase == Phase.PLAY:  # the hands may have decided the partie (R8.4)
        d.law.relead, d.to_act = record, ELDER
    return done


def _replace_list(d: MutableState, new: a.Action) -> a.Action:
    assert isinstance(new, a.Reckon)
    undo_items(d, (item for item in d.law.standing(YOUNGER) if item.kind in (*CATEGORIES, "carte_rouge")))
    with spoken_by(d, new):
        done = apply_younger_reckoning(d, new)
    d.to_act = YOUNGER if d.phase == Phase.PLAY else d.to_act
    return done


def _amend_omitted(d: MutableState, role: int, place: Place, new: a.Action) -> a.Action:
    if role == YOUNGER:
        return _replace_list(d, new)
    if isinstance(new, a.Reckon):
        undo_items(d, _items(d, ELDER, place.category))
        kept = d.phase, d.to_act
        prepare(d, place)
        with spoken_by(d, new):
            done = reckon_for_elder(d, new)
        d.phase, d.to_act = kept
        return done
    if d.reckoned:
        d.reckoned, d.law.only = False, place.category
    return _say(d, place, role, new)


def _amend_run(d: MutableState, role: int, place: Place, new: a.Action) -> a.Action:
    """A6: another card is put down in place of the last one of the run."""
    law = d.law
    assert isinstance(new, a.Play)
    old = law.ahead[role].pop()
    put = next(put for put in reversed(law.put) if put.card == old)
    put.card = new.card  # in its place
    law.ahead[role].append(new.card)
    law.run_cards = law.run_cards - {old} | {new.card}
    if old in law.surplus:
        law.surplus = law.surplus - {old} | {new.card}
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << new.card) | 1 << old)
    law.seen[1 - role] |= 1 << old
    return new


_APPLY = {
    "A1": _amend_claim,
    "A2": _amend_reply,
    "A3": _amend_claim,
    "A4": _amend_list,
    "A5": _amend_omitted,
    "A6": _amend_run,
}
