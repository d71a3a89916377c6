"""The calls (R5): call, reply, tie-break, and their effects."""

from dataclasses import replace

from service.piquet.cards.cards import names
from service.piquet.cards.holdings import best, best_of_length, example, grades, holds, holds_length, maximal, said
from service.piquet.cards.ranking import CATEGORIES, POINT, SAID_MEMBERS, SEQUENCE, SET, Said, said_members, write_tie
from service.piquet.model.actions import Call, Decline, Pass, Reckon, Reply, StateTieBreak
from service.piquet.model.state import ELDER, YOUNGER, Called, MutableState, Phase, Reader
from service.piquet.model.violations import JsonValue, Violation, violation
from service.piquet.rules.reckoning import score_all
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring import account

# The categories that may come next, by those called or passed so far: point first, the other two in either order.
_STILL: dict[tuple[int, ...], tuple[int, ...]] = {
    (): (POINT,),
    (POINT,): (SEQUENCE, SET),
    (POINT, SEQUENCE): (SET,),
    (POINT, SET): (SEQUENCE,),
    # A call may be corrected after the next one (docs/law.md, A3), and is the last one then.
    (SEQUENCE, POINT): (SET,),
    (SET, POINT): (SEQUENCE,),
    **dict.fromkeys(((SEQUENCE,), (SET,), (SEQUENCE, SET), (SET, SEQUENCE)), (POINT,)),
}


def callable_categories(rules: Ruleset, s: Reader) -> tuple[int, ...]:
    """Return the categories that elder may call or pass now (R5, `call_order`)."""
    still = _STILL[tuple([called.category for called in s.calls])]
    return still[:1] if rules.call_order == "fixed" else still


def tie_break_due(rules: Ruleset, category: int) -> bool:
    """Whether a call in the category must include the value, the top card or the rank (R5.4)."""
    return (
        category == SET or rules.tie_break_call == "always" or (rules.tie_break_call == "point" and category == POINT)
    )


def _check_category(rules: Ruleset, s: Reader, category: int) -> tuple[Violation, ...]:
    allowed = callable_categories(rules, s)
    if category in allowed:
        return ()
    if account.called_in(s, category):
        return (violation("call.category_closed", "category", category=CATEGORIES[category]),)
    expected = CATEGORIES[allowed[0]]
    return (violation("call.out_of_order", "category", category=CATEGORIES[category], expected=expected),)


def check_call(rules: Ruleset, s: Reader, role: int, action: Call) -> tuple[Violation, ...]:
    """Return the violations of a call (R5.1, R5.3 to R5.5, R5.10)."""
    category, length, tie = action.category, action.length, action.tie
    name = CATEGORIES[category]
    found = list(_check_category(rules, s, category))
    if category == POINT and length < rules.point_minimum:
        found.append(violation("call.too_short", "length", category=name, min=rules.point_minimum))
    elif not _holds(rules, s, category, length, tie):
        long_enough = tie is not None and category != SET and _holds(rules, s, category, length, None)
        place = SAID_MEMBERS[category][1 if long_enough else 0]
        found.append(violation("call.not_held", place, category=name))
    if tie is None and tie_break_due(rules, category):
        found.append(violation("call.tie_break_required", category=name))
    if action.cards:
        if tie is None or category == SET:
            found.append(violation("call.cards_without_tie_break", "cards"))
        else:
            found += _check_cards(s, category, length, tie, action.cards)
    return tuple(found)


def _holds(rules: Ruleset, s: Reader, category: int, length: int, tie: int | None) -> bool:
    """Whether elder holds what they call; a part of a longer holding is enough (R5.1)."""
    how = rules.counting
    if tie is not None:
        grade = how.grade(category, (length, tie))
        return holds(category, s.hands[ELDER], grade, grade, how)
    return category != SET and length >= 3 and holds_length(category, s.hands[ELDER], length, how)


def _check_cards(s: Reader, category: int, length: int, tie: int, cards: int) -> tuple[Violation, ...]:
    if cards & ~s.hands[ELDER]:
        return (violation("cards.not_held", "cards", cards=names(cards & ~s.hands[ELDER])),)
    if said(category, cards) != (length, tie):
        return (violation("call.cards_do_not_match", "cards", cards=names(cards)),)
    return ()


def apply_call(d: MutableState, role: int, action: Call) -> Call:
    """Call. If the call gives a tie-break and no cards, the engine chooses them."""
    category, length, tie = action.category, action.length, action.tie
    cards = action.cards
    if tie is not None and category != SET and not cards:
        cards = _meant(d, category, length, tie)
    d.calls = (*d.calls, Called(category, length, tie, cards=cards))
    d.phase, d.to_act = Phase.REPLY, YOUNGER
    account.log_event(d, role, "called", more=called_members(d.calls[-1]))
    return action if action.cards == cards else replace(action, cards=cards)


def _meant(d: MutableState, category: int, length: int, tie: int) -> int:
    """Return the cards that the engine chooses for a call; none if it is false (docs/law.md, K15)."""
    how = d.rules.counting
    try:
        return example(category, d.hands[ELDER], how.grade(category, (length, tie)), how)
    except ValueError:
        return 0


def called_members(called: Called) -> dict[str, JsonValue]:
    """Return a call as the members of an event; a tie-break that was withheld is left out."""
    return {"category": CATEGORIES[called.category], **said_members(called.category, (called.length, called.tie))}


def check_pass(rules: Ruleset, s: Reader, role: int, action: Pass) -> tuple[Violation, ...]:
    """Return the violations of a pass (R5.10)."""
    return _check_category(rules, s, action.category)


def apply_pass(d: MutableState, role: int, action: Pass) -> Pass:
    """Pass in a category."""
    d.calls = (*d.calls, Called(action.category, status="passed"))
    account.log_event(d, role, "passed", more={"category": CATEGORIES[action.category]})
    go_on(d)
    return action


def reply_refusal(rules: Ruleset, s: Reader, reply: str) -> str | None:
    """Return the violation code for a false reply; None if the reply is true (R5.2, R5.3)."""
    if reply == "good":
        return None
    category, length, tie, *_ = s.calls[-1]
    hand, how = s.hands[YOUNGER], rules.counting
    if reply == "equal":
        if tie is None:
            equal = holds_length(category, hand, length, how)
        else:
            equal = holds(category, hand, *how.alike(category, length, tie), how)
        return None if equal else "reply.not_equal"
    better = best(category, hand, how) >= how.above(category, length, tie)
    return None if better else "reply.not_longer" if tie is None else "reply.not_better"


def better_held(rules: Ruleset, s: Reader) -> list[Said]:
    """Return what younger may add to *not good*: what is said of each better holding, best first (R5.2)."""
    category, length, tie, *_ = s.calls[-1]
    how = rules.counting
    above = how.above(category, length, tie)
    found = (grade for grade in grades(category, s.hands[YOUNGER], how) if grade >= above)
    return [how.said(category, grade) for grade in sorted(found, reverse=True)]


def check_reply(rules: Ruleset, s: Reader, role: int, action: Reply) -> tuple[Violation, ...]:
    """Return the violations of a reply (R5.2, R5.3)."""
    category = s.calls[-1].category
    refusal = reply_refusal(rules, s, action.reply)
    if refusal:
        return (violation(refusal, "reply", category=CATEGORIES[category]),)
    name, given = CATEGORIES[category], action.better
    if action.reply != "not_good":
        return tuple(violation("reply.nothing_more", member, member=member) for member in given)
    sayable = ("length", SAID_MEMBERS[category][1]) if category != SET else ()
    wrong = [member for member in given if member not in sayable]
    if wrong:
        return tuple(violation("reply.wrong_kind", member, category=name, member=member) for member in wrong)
    held = [dict(zip(sayable, each, strict=True)) for each in better_held(rules, s)] if given else []
    if given and not any(given.items() <= better.items() for better in held):
        return (violation("reply.not_held", *list(given)[-1:], category=name),)
    return ()


def apply_reply(d: MutableState, role: int, action: Reply) -> Reply:
    """Reply to the call."""
    called: Called = d.calls[-1]
    more = {"category": CATEGORIES[called.category], "reply": action.reply, **account.reply_members(action.better)}
    account.log_event(d, role, "replied", more=more)
    if action.reply == "equal" and called.tie is None:
        _answer(d, called._replace(status="asked", asked=True))
        d.phase, d.to_act = Phase.TIE_BREAK, ELDER
        return action
    _answer(d, called._replace(status=action.reply))
    if action.reply == "good":
        d.phase, d.to_act = Phase.RECKONING, ELDER
        account.settle_bonuses(d)  # this reply may settle a bonus for sets called first (R7.7)
        return action
    if action.reply == "equal":
        account.state_equal(d, ELDER, called.category, called.cards)
    elif called.asked and called.category == POINT:
        # Law 46: having asked, younger may not score a longer point; the point is barred if only that wins (R5.3).
        own = best_of_length(POINT, d.hands[YOUNGER], called.length, d.rules.counting)
        d.barred = own < d.rules.counting.above(POINT, called.length, called.tie)
    go_on(d)
    return action


def _answer(d: MutableState, called: Called) -> None:
    d.calls = (*d.calls[:-1], called)


def check_tie_break(rules: Ruleset, s: Reader, role: int, action: StateTieBreak) -> tuple[Violation, ...]:
    """Return the violations of stating a tie-break (R5.1, R5.3)."""
    called = s.calls[-1]
    name = CATEGORIES[called.category]
    expected = "value" if called.category == POINT else "top"
    if action.kind != expected:
        return (violation("tie_break.wrong_kind", action.kind, category=name, expected=expected),)
    if not _holds(rules, s, called.category, called.length, action.tie):
        given = write_tie(expected, action.tie)
        return (
            violation("tie_break.not_held", expected, category=name, length=called.length, kind=expected, said=given),
        )
    return _check_cards(s, called.category, called.length, action.tie, action.cards) if action.cards else ()


def apply_tie_break(d: MutableState, role: int, action: StateTieBreak) -> StateTieBreak:
    """State the tie-break."""
    called: Called = d.calls[-1]
    cards = action.cards or _meant(d, called.category, called.length, action.tie)
    _answer(d, called._replace(tie=action.tie, cards=cards, status="stated"))
    d.phase, d.to_act = Phase.REPLY, YOUNGER
    more = {"category": CATEGORIES[called.category], action.kind: write_tie(action.kind, action.tie)}
    account.log_event(d, role, "tie_break", more=more)
    return action if action.cards == cards else replace(action, cards=cards)


def check_decline(rules: Ruleset, s: Reader, role: int, action: Decline) -> tuple[Violation, ...]:
    """Return the violations of declining: none."""
    return ()


def apply_decline(d: MutableState, role: int, action: Decline) -> Decline:
    """Decline to state the tie-break, which concedes the category (R5.3)."""
    called: Called = d.calls[-1]
    _answer(d, called._replace(status="declined"))
    account.log_event(d, role, "declined", more={"category": CATEGORIES[called.category]})
    go_on(d)
    return action


def go_on(d: MutableState) -> None:
    """Continue with elder's next category, or with the play."""
    d.phase, d.to_act = Phase.CALLING, ELDER
    if len(d.calls) == len(CATEGORIES):
        d.phase = Phase.PLAY
        if d.tricks:  # a call was corrected after the lead
            d.to_act = YOUNGER
        account.score_carte_rouge(d, ELDER)
    account.settle_bonuses(d)


def apply_elder_reckoning(d: MutableState, action: Reckon) -> Reckon:
    """Score what elder reckons in the category that is good (R5.6)."""
    action = score_all(d, ELDER, action)
    go_on(d)
    return action


def declare_all(d: MutableState) -> None:
    """Make all calls at once, for automatic calling (R5.14)."""
    for category in (POINT, SEQUENCE, SET):
        _call_best(d, category)


def _call_best(d: MutableState, category: int) -> None:
    """Compare elder's best holding with younger's, as if both had called and replied with everything they hold."""
    how = d.rules.counting
    own = maximal(category, d.hands[ELDER], how)
    elder, younger = d.seats
    if not own:
        apply_pass(d, ELDER, Pass(elder, category))
        return
    grade, cards = own[0]
    length, tie = how.said(category, grade)
    apply_call(d, ELDER, Call(elder, category, length, tie, 0 if category == SET else cards))
    low, high = how.alike(category, length, tie)
    theirs = best(category, d.hands[YOUNGER], how)
    reply = "good" if theirs < low else "equal" if theirs <= high else "not_good"
    apply_reply(d, YOUNGER, Reply(younger, reply))
    if reply == "good":
        apply_elder_reckoning(d, Reckon(elder))
