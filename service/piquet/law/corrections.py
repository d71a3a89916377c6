"""Corrections by the player who erred (A1 to A6): the last word of a seat is replaced by another action of its kind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.law import irregular_reckoning, ledger
from service.piquet.law.data.codes import BEFORE_LEAD, BEFORE_REPLY, deadline, for_misnomer, in_time, value
from service.piquet.law.data.elections import CORRECTIONS
from service.piquet.law.facts import ROLE_NAMES, moment, moment_of_reply, own_card_since, worst_claim
from service.piquet.law.ledger import IrregularState
from service.piquet.legal_actions import AmendOption, Option, PassOption, PlayOption, ReckonOption, expand, options
from service.piquet.model.actions import Action, Amend, Call, Pass, Play, Reckon, Reply, StateTieBreak
from service.piquet.model.state import ELDER, OVER, YOUNGER, Called, Phase, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.reckoning import apply_younger_reckoning, best_choice, holdings_of, possible
from service.piquet.scoring.account import called_in, log_event
from service.piquet.verbs import APPLY, VERBS, check as check_regular


class CorrectionTarget(NamedTuple):
    """What an amendment corrects: the kind of correction, what it replaces, the word, its category, the irregularity.

    What it replaces is a key of `_REPLACED`. A category that elder omitted (A5) may have no word, and younger's list
    (A4, A5) has no category; a card (A6) has neither.
    """

    correction: str
    replaces: str
    word: ledger.Statement | None
    category: int = -1
    irregularity: ledger.Irregularity | None = None

    @property
    def law(self) -> str:
        """The law by which it may be made."""
        return CORRECTIONS[self.correction].law


# ---------------------------------------------------------------- what is corrected


def target_of(d: IrregularState, role: int, action: Action) -> CorrectionTarget | None:
    """Return the word that an action would replace, and by which correction; None if there is nothing to correct."""
    match action:
        case Call() | Pass():
            return _called(d, action) if role == ELDER else None
        case StateTieBreak():
            pending = role == ELDER and d.phase == Phase.REPLY and d.calls[-1].status == "stated"
            if not pending:
                return None
            return CorrectionTarget("A1", "tie_break", _last(d, ELDER, StateTieBreak), d.calls[-1].category)
        case Reply():
            word = _last(d, YOUNGER, Reply)
            called = called_in(d, word.category) if word and role == YOUNGER else None
            replied = called is not None and called.status in ("good", "not_good", "equal", "asked")
            return CorrectionTarget("A2", "reply", word, word.category) if word and replied else None
        case Reckon():
            return _reckoned(d, role, action)
        case Play():
            return CorrectionTarget("A6", "card", None) if d.law.ahead[role] else None
    return None


def _last(d: IrregularState, role: int, kind: type[Action], category: int | None = None) -> ledger.Statement | None:
    words = (word for word in reversed(d.law.words) if word.role == role and isinstance(word.action, kind))
    return next((word for word in words if category in (None, word.category)), None)


def _called(d: IrregularState, action: Call | Pass) -> CorrectionTarget | None:
    category = action.category
    called = called_in(d, category)
    word = next((each for each in reversed(d.law.words) if each.role == ELDER and each.category == category), None)
    if called is None or called.status == "passed":
        omitted = isinstance(action, Call) and (called is not None or d.phase == Phase.PLAY)
        return CorrectionTarget("A5", "call", word, category) if omitted else None
    unanswered = word.entry if word and d.phase == Phase.REPLY and called is d.calls[-1] else None
    answered_claims = (
        each for each in reversed(d.law.irregularities) if _is_open_claim(each, category) and each.number != unanswered
    )
    irregularity = next(answered_claims, None)
    if called.status in ("good", "equal", "asked", "stated") and irregularity is not None:
        return CorrectionTarget("A3", "call", word, category, irregularity)
    return CorrectionTarget("A1", "call", word, category)  # it is unanswered, or not false


def _is_open_claim(irregularity: ledger.Irregularity, category: int) -> bool:
    """Whether it is a false call in a category, and nothing has come of it yet."""
    return irregular_reckoning.is_false_call(irregularity, category) and not irregularity.settled


def _reckoned(d: IrregularState, role: int, action: Reckon) -> CorrectionTarget | None:
    if role == YOUNGER:
        word = _last(d, role, Reckon)
        if word is None:
            return None
        irregularity = next((each for each in d.law.find(word.entry, "false_claim") if not each.settled), None)
        return CorrectionTarget("A4" if irregularity else "A5", "list", word, -1, irregularity)
    categories = {holding.category for holding in action.holdings or ()}
    if len(categories) != 1:
        return None
    category = categories.pop()
    called = called_in(d, category)
    word = _last(d, role, Reckon, category)
    good = called is not None and called.status == "good"
    return CorrectionTarget("A5", "reckoning", word, category) if good and d.phase != Phase.RECKONING else None


# ---------------------------------------------------------------- checking


def _time(d: IrregularState, target: CorrectionTarget) -> str:
    """Return what the code of the ruleset says of the time of a correction.

    Empty for A6, which ends with its answer.
    """
    row = CORRECTIONS[target.correction].row
    if row is None:
        return ""
    claims = [irregularity for irregularity in d.law.irregularities if _is_open_claim(irregularity, target.category)]
    return for_misnomer(
        value(d.rules, row), misnomer=any(worst_claim(d, irregularity)[0] == "misnomer" for irregularity in claims)
    )


def is_too_late(d: IrregularState, role: int, target: CorrectionTarget) -> bool:
    """Whether the time of a correction is past for a role."""
    said = _time(d, target)
    if not said:
        return False
    if target.correction == "A2":
        return not in_time(said, "younger", moment_of_reply(d, target.word))
    since = own_card_since(d, role, target.word.entry if target.word else 0)
    now = moment(d, role, target.category)
    if now == BEFORE_REPLY and target.replaces == "call" and d.calls[-1].asked:
        now = BEFORE_LEAD  # the call was answered; what waits for a reply is its tie-break
    return not in_time(said, ROLE_NAMES[role], now, own_card_since=since)


def check_correction(d: IrregularState, role: int, action: Amend) -> tuple[Violation, ...]:
    """Return the violations of a correction."""
    new = action.action
    target = None if d.phase in OVER or d.rules.calling == "automatic" else target_of(d, role, new)
    if target is None:
        return (violation("amend.nothing", "action"),)
    if is_too_late(d, role, target):
        until = deadline(_time(d, target), ROLE_NAMES[role])
        return (violation("amend.too_late", "action", rule=target.law, until=until),)
    if not _is_correction(d, role, target, new):
        return (violation("amend.no_correction", "action", rule=target.law),)
    with ledger.hands_judging(d, new), as_it_was(d, target):
        if isinstance(new, Reckon):
            found = irregular_reckoning.check_irregular_reckoning(d, role, new)
        elif isinstance(new, Play) and d.hands[role] >> new.card & 1:
            found = ()
        else:
            found = check_regular(d.rules, d, new)
    return tuple(reason.under("action") for reason in found)


def _is_correction(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> bool:
    pending = d.phase in (Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)
    if pending and target.correction in ("A1", "A3", "A5") and target.category != d.calls[-1].category:
        return False  # one call at a time
    allows = _ALLOWED.get((target.correction, target.replaces))
    return allows is None or allows(d, role, target, new)


def _says_more(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> bool:
    """Whether younger says more than before, or takes back what was false."""
    assert isinstance(new, Reply) and target.word is not None and isinstance(target.word.action, Reply)
    if d.law.find(target.word.entry, "false_reply"):
        return True
    return _WEIGHT[new.reply] > _WEIGHT[target.word.action.reply]


def _is_not_lost(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> bool:
    """Whether an omitted category may still be called: the point is lost once another was (L46)."""
    later = any(called.status != "passed" and called.category != POINT for called in d.calls)
    return target.category != POINT or not later


def _takes_nothing_away(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> bool:
    """Whether a list has all that was reckoned before: more may be added, nothing taken away."""
    assert isinstance(new, Reckon)
    holdings = new.holdings if new.holdings is not None else holdings_of(d.rules, d, YOUNGER)
    named = [(CATEGORIES[each.category], each.cards) for each in holdings]
    return all(
        any(kind == item.kind and not item.hand & ~cards for kind, cards in named)
        for item in d.law.reckoned(role, None if target.category < 0 else target.category)
    )


# What the new action must be, by the correction and what it replaces, besides being legal there.
_ALLOWED: Final[Mapping[tuple[str, str], Callable[[IrregularState, int, CorrectionTarget, Action], bool]]] = {
    ("A2", "reply"): _says_more,
    ("A5", "call"): _is_not_lost,
    ("A5", "reckoning"): _takes_nothing_away,
    ("A5", "list"): _takes_nothing_away,
}
_WEIGHT = {"good": 0, "equal": 1, "not_good": 2}


@contextmanager
def as_it_was(d: IrregularState, target: CorrectionTarget) -> Iterator[None]:
    """Put the calls and the phase back to those in which the new action is judged."""
    kept = d.calls, d.phase, d.to_act, d.reckoned
    _go_back(d, target)
    try:
        yield
    finally:
        d.calls, d.phase, d.to_act, d.reckoned = kept


def _go_back(d: IrregularState, target: CorrectionTarget) -> None:
    """Put the calls back to where the word that is replaced was spoken."""
    back = _REPLACED[target.replaces].back
    if back is None:
        return
    d.phase, d.to_act = back.phase, back.to_act
    if target.category < 0:
        d.reckoned = False
        return
    called = called_in(d, target.category)
    others = tuple(each for each in d.calls if each.category != target.category)
    d.calls = others if called is None or back.call is None else (*others, back.call(called))


# ---------------------------------------------------------------- applying


def apply_correction(d: IrregularState, role: int, action: Amend) -> Amend:
    """Replace the last word of a seat, and whatever rested on it."""
    law, new = d.law, action.action
    target = target_of(d, role, new)
    assert target is not None
    log_event(d, role, "amended", more={"of": VERBS[type(new)].name, "law": target.law}, rule=target.law)
    _close_irregularities(d, role, target)
    done = _REPLACED[target.replaces].apply(d, role, target, new)
    law.words.append(ledger.Statement(law.number, role, done, target.category))
    ledger.draw_up(d)
    return Amend(action.seat, done)


def _close_irregularities(d: IrregularState, role: int, target: CorrectionTarget) -> None:
    """Note what a correction makes of the irregularities of the word that it replaces."""
    entry = target.irregularity.number if target.irregularity else target.word.entry if target.word else -1
    for irregularity in d.law.irregularities:
        if irregularity.settled:
            continue
        categories = irregularity.categories or ()
        if irregularity.kind == "false_reply" and target.correction != "A2" and target.category in categories:
            kept = tuple(each for each in categories if each != target.category)
            irregularity.categories = kept  # the call that was answered is replaced
            if not kept:
                irregularity.facts["call_gone"] = True
        same_call = target.correction in ("A1", "A3") and irregular_reckoning.is_false_call(
            irregularity, target.category
        )
        if irregularity.number != entry and not same_call:
            continue
        if irregularity.kind == "false_reply":
            irregularity.facts["mended"] = moment_of_reply(d, target.word)
        elif irregularity.kind == "false_claim":
            led = role == ELDER and not own_card_since(d, role, irregularity.number)
            now = moment(d, role, target.category)
            irregularity.facts["mended"] = BEFORE_LEAD if led and now != BEFORE_REPLY else now
        else:
            irregularity.facts["replaced"] = True


def _speak_again(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> Action:
    """A1 to A3, and a call that was omitted (A5): what rested on the word is struck, and the new one is spoken.

    Younger answers a new call again.
    """
    if target.correction != "A5":
        since = target.word.entry if target.word and target.correction == "A2" else 0
        ledger.undo_items(d, (item for item in d.law.reckoned(ELDER, target.category) if item.entry >= since))
    if d.phase == Phase.REPLY and d.calls[-1].category != target.category:
        *earlier, d.law.waiting = d.calls
        d.calls = tuple(earlier)
    if d.reckoned and "first_card" not in d.law.past:
        d.reckoned, d.law.only = False, target.category
    _go_back(d, target)
    ledger.show_what_stands(d)
    with ledger.hands_judging(d, new):
        done: Action = APPLY[type(new)](d, role, new)
    close_again(d)
    return done


def close_again(d: IrregularState) -> None:
    """After the lead, take from younger what was reckoned in a category of which nothing is younger's (A1 to A3, A5).

    Where the call is equal (R5.6), younger may still state what equals it.
    """
    called = d.calls[-1]
    if called.status not in ("good", "equal") or not d.tricks:
        return
    ledger.undo_items(d, d.law.reckoned(YOUNGER, called.category))
    if called.status == "good" and d.law.only == called.category:
        d.law.only, d.reckoned = None, True


def _replace_list(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> Reckon:
    """A4, A5: younger's list is replaced; if it was false, elder says whether to lead another card."""
    assert isinstance(new, Reckon)
    ledger.undo_items(d, d.law.reckoned(YOUNGER))
    with ledger.hands_judging(d, new):
        done = apply_younger_reckoning(d, new)
    in_play, irregularity = d.phase == Phase.PLAY, target.irregularity  # the hands may have decided the partie (R8.4)
    d.to_act = YOUNGER if in_play else d.to_act
    if irregularity is not None:
        # Elder answers the correction.
        irregularity.since = d.law.number
        irregularity.past = set()
        irregularity.raised = True
    if irregularity is not None and in_play:
        d.law.relead, d.to_act = irregularity, ELDER
    return done


def _reckon_more(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> Reckon:
    """A5: what elder reckoned on a good call is replaced."""
    assert isinstance(new, Reckon)
    ledger.undo_items(d, d.law.reckoned(ELDER, target.category))
    kept = d.phase, d.to_act
    with ledger.hands_judging(d, new):
        done = irregular_reckoning.reckon_for_elder(d, new)
    d.phase, d.to_act = kept
    return done


def _change_card(d: IrregularState, role: int, target: CorrectionTarget, new: Action) -> Play:
    """A6: another card is put down in place of the last one of the run."""
    assert isinstance(new, Play)
    law = d.law
    old = law.ahead[role].pop()
    card_down = next(card_down for card_down in reversed(law.placed) if card_down.card == old)
    card_down.card = new.card  # in its place
    law.ahead[role].append(new.card)
    law.run_cards = law.run_cards - {old} | {new.card}
    if old in law.surplus:
        law.surplus = law.surplus - {old} | {new.card}
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << new.card) | 1 << old)
    law.seen[1 - role] |= 1 << old
    return new


# ---------------------------------------------------------------- what is replaced


class Back(NamedTuple):
    """Where the deal goes back to: the phase, who acts in it, and what is then known of the call.

    `call` is None if the call has not been made there.
    """

    phase: str
    to_act: int
    call: Callable[[Called], Called] | None = None


class Replaced(NamedTuple):
    """Something that a correction replaces: where the deal goes back to for it, and what the correction does."""

    back: Back | None
    apply: Callable[[IrregularState, int, CorrectionTarget, Action], Action]


_REPLACED: Final[Mapping[str, Replaced]] = {
    "call": Replaced(Back(Phase.CALLING, ELDER), _speak_again),
    "tie_break": Replaced(Back(Phase.TIE_BREAK, ELDER, lambda called: called._replace(tie=None)), _speak_again),
    "reply": Replaced(Back(Phase.REPLY, YOUNGER, lambda called: called._replace(status="called")), _speak_again),
    "reckoning": Replaced(Back(Phase.RECKONING, ELDER, lambda called: called), _reckon_more),
    "list": Replaced(Back(Phase.PLAY, YOUNGER), _replace_list),
    "card": Replaced(None, _change_card),
}


# ---------------------------------------------------------------- options


def amend_options(d: IrregularState, role: int) -> Iterator[Option]:
    """Yield the corrections that are possible for a role."""
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
        with ledger.hands_judging(d, action), as_it_was(d, target):
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
