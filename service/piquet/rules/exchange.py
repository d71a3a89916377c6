"""The exchange (R4): how many cards a role may exchange, and what it draws."""

from service.piquet.cards.cards import mask_of, names
from service.piquet.model.actions import CommitDiscard, Exchange
from service.piquet.model.state import ELDER, YOUNGER, MutableState, Phase, Reader, replace_role
from service.piquet.model.violations import Violation, out_of_bounds, violation
from service.piquet.rules.carte_blanche import score_carte_blanche, show_carte_blanche
from service.piquet.rules.left_cards import (
    declare_unless_waiting,
    drawn_count,
    elder_left,
    left_cards,
    may_exchange_again,
)
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event


def exchange_bounds(rules: Ruleset, s: Reader, role: int) -> tuple[int, int]:
    """Return the fewest and the most cards that the role may exchange (R4.1, R4.2, R3.3)."""
    if role == ELDER and s.exchanged[ELDER] >= 0:
        return 1, len(left_cards(s))
    if role == ELDER:
        return rules.elder_min, s.announced or rules.elder_max
    available = len(s.talon) - (s.announced if s.phase == Phase.COMMIT_DISCARD else drawn_count(s))
    most = available if rules.younger_max is None else min(rules.younger_max, available)
    return min(rules.younger_min, most), most


def not_held(s: Reader, role: int, cards: int, *place: str | int) -> tuple[Violation, ...]:
    """Return the violation for cards that are not in the role's hand; empty if all are."""
    missing = cards & ~s.hands[role]
    return (violation("cards.not_held", *place, cards=names(missing)),) if missing else ()


def check_discard(rules: Ruleset, s: Reader, role: int, action: Exchange | CommitDiscard) -> tuple[Violation, ...]:
    """Return the violations of an exchange or of a committed discard (R3.3, R4.1 to R4.3, R4.6)."""
    count = action.cards.bit_count()
    if s.exchanged[role] >= 0:
        if not may_exchange_again(rules, s):
            return (violation("exchange.no_second"),)
        found: tuple[Violation, ...] = out_of_bounds(count, exchange_bounds(rules, s, role), "R4.6", "cards")
    elif role == ELDER and s.announced and count > s.announced:
        found = (violation("exchange.more_than_announced", "cards", count=count, max=s.announced),)
    else:
        found = out_of_bounds(count, exchange_bounds(rules, s, role), "R4.1" if role == ELDER else "R4.2", "cards")
    return found + not_held(s, role, action.cards, "cards")


def apply_commit(d: MutableState, role: int, action: CommitDiscard) -> CommitDiscard:
    """Commit younger's discard, and show elder's carte blanche (R3.3)."""
    d.committed = action.cards
    d.phase, d.to_act = Phase.ELDER_EXCHANGE, ELDER
    log_event(d, role, "committed", more={"count": action.cards.bit_count()})
    show_carte_blanche(d, ELDER)
    return action


def _draw(d: MutableState, role: int, discard: int) -> None:
    count = discard.bit_count()
    again = d.exchanged[role] >= 0
    drawn = mask_of(left_cards(d)[:count])
    if d.law is not None:
        d.law.take(role, count)
    d.hands = replace_role(d.hands, role, d.hands[role] & ~discard | drawn)
    d.discards = replace_role(d.discards, role, d.discards[role] | discard)
    if again:
        d.again = count
    else:
        d.exchanged = replace_role(d.exchanged, role, count)
    log_event(d, role, "exchanged", more={"count": count}, rule="R4.6" if again else "R4.3")
    left = elder_left(d.rules, d) if role == ELDER and not again else len(left_cards(d))
    if left:
        log_event(d, role, "left", more={"count": left}, rule="R4.4" if role == ELDER else "R4.5")


def apply_exchange(d: MutableState, role: int, action: Exchange) -> Exchange:
    """Exchange cards, and begin the calls once both have exchanged."""
    first = d.exchanged[role] < 0
    _draw(d, role, action.cards)
    if first:
        after_exchange(d, role, action.cards.bit_count())
    else:
        _after_both(d)
    return action


def after_exchange(d: MutableState, role: int, count: int) -> None:
    """Go on after the first exchange of a role, in which it exchanged `count` cards."""
    if role == ELDER:
        d.phase, d.to_act = Phase.YOUNGER_EXCHANGE, YOUNGER
        if d.blanche[YOUNGER] == "announced":
            show_carte_blanche(d, YOUNGER)
        # R3.3: younger's committed exchange follows at once, unless elder took fewer cards than announced.
        # It may be an exchange of no cards (R4.2, younger_min 0); an early one has been made (docs/law.md, K7).
        if d.announced and count == d.announced and d.exchanged[YOUNGER] < 0:
            _draw(d, YOUNGER, d.committed)
        d.committed = 0
    if d.exchanged[YOUNGER] >= 0 and d.exchanged[ELDER] >= 0:
        if d.rules.both_may_be_blank and d.blanche == ("shown", None):
            score_carte_blanche(d, ELDER)  # old-36: not before younger has claimed or exchanged
        _after_both(d)


def _after_both(d: MutableState) -> None:
    """Begin the calls."""
    d.phase, d.to_act = (Phase.PLAY if d.rules.calling == "automatic" else Phase.CALLING), ELDER
    declare_unless_waiting(d)
