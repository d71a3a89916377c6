"""Carte blanche, the exchange, and looking at the cards left (§3, §4)."""

from .actions import ClaimCarteBlanche, CommitDiscard, Exchange, LookAtLeft
from .calling import begin_calling
from .cards import COURT, mask_of, names
from .draft import Draft
from .reckoning import reckon_in_hand, say, settle_bonuses
from .rulesets import Ruleset
from .state import CARTE_BLANCHE, ELDER, YOUNGER, State, put
from .violations import Violation, violation

Reader = State | Draft


def drawn_count(s: Reader) -> int:
    """How many cards of the talon have been drawn."""
    elder, younger = s.exchanged
    return max(elder, 0) + max(younger, 0)


def left_cards(s: Reader) -> tuple[int, ...]:
    """What is left of the talon, top first."""
    return tuple(s.talon[drawn_count(s) :])


def elder_left(rules: Ruleset, s: Reader) -> int:
    """How many of his own first cards elder left (R4.4)."""
    return max(0, rules.elder_max - s.exchanged[ELDER]) if s.exchanged[ELDER] >= 0 else 0


def looked_at(rules: Ruleset, s: Reader, role: int) -> tuple[int, ...]:
    """The cards left that a role has seen: elder those of his own that he left (R4.4), both what younger looked at
    (R4.5)."""
    left = left_cards(s) if s.look else ()
    if role == YOUNGER or s.exchanged[ELDER] < 0:
        return left
    own = tuple(s.talon[s.exchanged[ELDER] : rules.elder_max])
    return own + tuple(card for card in left if card not in own)


def exchange_bounds(rules: Ruleset, s: Reader, role: int) -> tuple[int, int]:
    """The fewest and the most cards that the role may exchange (R4.1, R4.2, R3.3)."""
    if role == ELDER:
        return rules.elder_min, s.announced or rules.elder_max
    available = len(s.talon) - (s.announced if s.phase == "commit_discard" else drawn_count(s))
    most = available if rules.younger_max is None else min(rules.younger_max, available)
    return min(rules.younger_min, most), most


def may_claim(rules: Ruleset, s: Reader, role: int) -> bool:
    """Whether a role may claim carte blanche now (R3.1, R3.3)."""
    return (
        not s.dealt[role] & COURT and s.exchanged[role] < 0 and not s.blanche[role] and not _too_early(rules, s, role)
    )


def _too_early(rules: Ruleset, s: Reader, role: int) -> bool:
    return role == YOUNGER and s.phase == "elder_exchange" and rules.carte_blanche_protocol == "show"


def check_claim(rules: Ruleset, s: Reader, role: int, action: ClaimCarteBlanche) -> tuple[Violation, ...]:
    found = []
    if s.dealt[role] & COURT:
        found.append(violation("carte_blanche.court_cards", cards=names(s.dealt[role] & COURT)))
    if s.blanche[role]:
        found.append(violation("carte_blanche.already_claimed"))
    if s.exchanged[role] >= 0:
        found.append(violation("carte_blanche.after_exchange"))
    if _too_early(rules, s, role):
        found.append(violation("carte_blanche.too_early"))
    says = role == ELDER and rules.carte_blanche_protocol == "discard_first"
    if says and action.exchange is None:
        found.append(violation("carte_blanche.exchange_missing", "exchange"))
    elif not says and action.exchange is not None:
        found.append(violation("carte_blanche.exchange_not_said", "exchange"))
    elif says and action.exchange is not None:
        found += _count(action.exchange, (rules.elder_min, rules.elder_max), "R4.1", "exchange")
    return tuple(found)


def apply_claim(d: Draft, role: int, action: ClaimCarteBlanche) -> ClaimCarteBlanche:
    if role == ELDER and action.exchange is not None:
        d.blanche = ("announced", d.blanche[YOUNGER])
        d.announced = action.exchange
        d.phase, d.to_act = "commit_discard", YOUNGER
        say(d, role, "announced", "R3.3", more={"exchange": action.exchange})
    elif role == YOUNGER and d.phase == "elder_exchange":
        d.blanche = (d.blanche[ELDER], "announced")
        say(d, role, "announced", "R3.3")
    else:
        _show_carte_blanche(d, role)
    return action


def _show_carte_blanche(d: Draft, role: int) -> None:
    d.blanche = ("shown", d.blanche[YOUNGER]) if role == ELDER else (d.blanche[ELDER], "shown")
    points = d.rules.carte_blanche_points
    reckon_in_hand(d, role, CARTE_BLANCHE, points)
    say(d, role, "carte_blanche", "R3.1", names(d.dealt[role]), points=points)


def _count(count: int, bounds: tuple[int, int], rule: str, member: str) -> tuple[Violation, ...]:
    least, most = bounds
    if count < least:
        return (violation("exchange.too_few", member, rule=rule, count=count, min=least),)
    if count > most:
        return (violation("exchange.too_many", member, rule=rule, count=count, max=most),)
    return ()


def not_held(s: Reader, role: int, cards: int, *place: str | int) -> tuple[Violation, ...]:
    """Cards that are not in the role's hand."""
    missing = cards & ~s.hands[role]
    return (violation("cards.not_held", *place, cards=names(missing)),) if missing else ()


def check_discard(rules: Ruleset, s: Reader, role: int, action: Exchange | CommitDiscard) -> tuple[Violation, ...]:
    count = action.cards.bit_count()
    if role == ELDER and s.announced and count > s.announced:
        found: tuple[Violation, ...] = (
            violation("exchange.more_than_announced", "cards", count=count, max=s.announced),
        )
    else:
        found = _count(count, exchange_bounds(rules, s, role), "R4.1" if role == ELDER else "R4.2", "cards")
    return found + not_held(s, role, action.cards, "cards")


def apply_commit(d: Draft, role: int, action: CommitDiscard) -> CommitDiscard:
    d.committed = action.cards
    d.phase, d.to_act = "elder_exchange", ELDER
    say(d, role, "committed", "R3.3", more={"count": action.cards.bit_count()})
    _show_carte_blanche(d, ELDER)
    return action


def _draw(d: Draft, role: int, discard: int) -> None:
    count = discard.bit_count()
    top = drawn_count(d)
    drawn = mask_of(d.talon[top : top + count])
    d.hands = put(d.hands, role, d.hands[role] & ~discard | drawn)
    d.discards = put(d.discards, role, discard)
    d.exchanged = put(d.exchanged, role, count)
    say(d, role, "exchanged", "R4.3", more={"count": count})
    left = elder_left(d.rules, d) if role == ELDER else len(left_cards(d))
    if left:
        say(d, role, "left", "R4.4" if role == ELDER else "R4.5", more={"count": left})


def apply_exchange(d: Draft, role: int, action: Exchange) -> Exchange:
    _draw(d, role, action.cards)
    if role == ELDER:
        d.phase, d.to_act = "younger_exchange", YOUNGER
        if d.blanche[YOUNGER] == "announced":
            _show_carte_blanche(d, YOUNGER)
        # R3.3: younger's draw follows by itself, unless elder took fewer than he had said.
        if d.committed and action.cards.bit_count() == d.announced:
            _draw(d, YOUNGER, d.committed)
        d.committed = 0
    if d.exchanged[YOUNGER] >= 0:
        begin_calling(d)
        settle_bonuses(d)
    return action


def check_look(rules: Ruleset, s: Reader, role: int, action: LookAtLeft) -> tuple[Violation, ...]:
    refusal = look_refusal(rules, s)
    return (violation(refusal),) if refusal else ()


def look_refusal(rules: Ruleset, s: Reader) -> str | None:
    """The code of why younger may not look at what he left, if he may not (R4.5)."""
    if rules.left_cards != "after_lead_shared":
        return "look.not_allowed"
    if drawn_count(s) == len(s.talon):
        return "look.nothing_left"
    if not s.tricks:
        return "look.too_early"
    if s.tricks[0].follow >= 0:
        return "look.too_late"
    return None if s.look is None else "look.already_decided"


def apply_look(d: Draft, role: int, action: LookAtLeft) -> LookAtLeft:
    d.look = action.look
    if action.look:
        left = left_cards(d)
        say(d, role, "looked", "R4.5", tuple(name for card in left for name in names(1 << card)))
    else:
        say(d, role, "not_looked", "R4.5")
    return action
