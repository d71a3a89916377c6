"""Carte blanche, the exchange, and looking at the cards left (§3, §4)."""

from service.piquet.actions import ClaimCarteBlanche, CommitDiscard, Exchange, LookAtLeft, NameSuit
from service.piquet.calling import declare_all
from service.piquet.cards import CARDS, COURT, SUITS, mask_of, names, suit_cards
from service.piquet.draft import Draft
from service.piquet.holdings import is_carte_blanche
from service.piquet.parameters import Ruleset
from service.piquet.reckoning import reckon_in_hand, say
from service.piquet.state import CARTE_BLANCHE, ELDER, YOUNGER, State, put
from service.piquet.violations import Violation, violation

Reader = State | Draft


def drawn_count(s: Reader) -> int:
    """How many cards of the talon have been drawn."""
    elder, younger = s.exchanged
    return max(elder, 0) + max(younger, 0) + s.again


def left_cards(s: Reader) -> tuple[int, ...]:
    """What is left of the talon, top first."""
    return tuple(s.talon[drawn_count(s) :])


def drawn_cards(s: Reader, role: int) -> tuple[int, ...]:
    """What a role drew, in the order drawn."""
    elder, younger = max(s.exchanged[ELDER], 0), max(s.exchanged[YOUNGER], 0)
    if role == YOUNGER:
        return tuple(s.talon[elder : elder + younger])
    return tuple(s.talon[:elder] + s.talon[elder + younger : elder + younger + s.again])


def elder_left(rules: Ruleset, s: Reader) -> int:
    """How many of his own first cards elder left (R4.4)."""
    return max(0, rules.elder_share - s.exchanged[ELDER]) if s.exchanged[ELDER] >= 0 else 0


def looked_at(rules: Ruleset, s: Reader, role: int) -> tuple[int, ...]:
    """The cards left that a role has seen: elder those of his own that he left (R4.4), and what was looked at (R4.5):
    by each for himself, or by younger for both."""
    both = rules.left_cards != "private_named_suit"
    left = left_cards(s) if s.looks[YOUNGER if both else role] else ()
    if role == YOUNGER or s.exchanged[ELDER] < 0:
        return left
    own = tuple(s.talon[s.exchanged[ELDER] : rules.elder_share])
    return own + tuple(card for card in left if card not in own)


def may_exchange_again(rules: Ruleset, s: Reader) -> bool:
    """Whether elder may still exchange what younger left (R4.6)."""
    elder, younger = s.exchanged
    return (
        rules.elder_second_exchange
        and elder == rules.elder_share
        and 1 <= younger < len(s.talon) - elder
        and not (s.again or s.calls or s.tricks or s.looks[ELDER])
        and s.named is None
    )


def exchange_bounds(rules: Ruleset, s: Reader, role: int) -> tuple[int, int]:
    """The fewest and the most cards that the role may exchange (R4.1, R4.2, R3.3)."""
    if role == ELDER and s.exchanged[ELDER] >= 0:
        return 1, len(left_cards(s))
    if role == ELDER:
        return rules.elder_min, s.announced or rules.elder_max
    available = len(s.talon) - (s.announced if s.phase == "commit_discard" else drawn_count(s))
    most = available if rules.younger_max is None else min(rules.younger_max, available)
    return min(rules.younger_min, most), most


def may_claim(rules: Ruleset, s: Reader, role: int) -> bool:
    """Whether a role may claim carte blanche now (R3.1, R3.3)."""
    return (
        is_carte_blanche(s.dealt[role])
        and s.exchanged[role] < 0
        and not s.blanche[role]
        and not _too_early(rules, s, role)
    )


def _too_early(rules: Ruleset, s: Reader, role: int) -> bool:
    return role == YOUNGER and s.phase == "elder_exchange" and rules.carte_blanche_protocol == "show"


def check_claim(rules: Ruleset, s: Reader, role: int, action: ClaimCarteBlanche) -> tuple[Violation, ...]:
    found = []
    if not is_carte_blanche(s.dealt[role]):
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
    elif role == YOUNGER and d.exchanged[ELDER] < 0:
        d.blanche = (d.blanche[ELDER], "announced")
        say(d, role, "announced", "R3.3")
    else:
        _show_carte_blanche(d, role)
    return action


def _show_carte_blanche(d: Draft, role: int) -> None:
    d.blanche = ("shown", d.blanche[YOUNGER]) if role == ELDER else (d.blanche[ELDER], "shown")
    if d.rules.both_may_be_blank and (role == ELDER or d.blanche[ELDER]):
        say(d, role, "shown", "R3.4", names(d.dealt[role]))  # what it scores hangs on whether the other has one too
    else:
        _score_carte_blanche(d, role)


def _score_carte_blanche(d: Draft, role: int) -> None:
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
    if s.exchanged[role] >= 0:
        if not may_exchange_again(rules, s):
            return (violation("exchange.no_second"),)
        found: tuple[Violation, ...] = _count(count, exchange_bounds(rules, s, role), "R4.6", "cards")
    elif role == ELDER and s.announced and count > s.announced:
        found = (violation("exchange.more_than_announced", "cards", count=count, max=s.announced),)
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
    again = d.exchanged[role] >= 0
    top = drawn_count(d)
    drawn = mask_of(d.talon[top : top + count])
    d.hands = put(d.hands, role, d.hands[role] & ~discard | drawn)
    d.discards = put(d.discards, role, d.discards[role] | discard)
    if again:
        d.again = count
    else:
        d.exchanged = put(d.exchanged, role, count)
    say(d, role, "exchanged", "R4.6" if again else "R4.3", more={"count": count})
    left = elder_left(d.rules, d) if role == ELDER and not again else len(left_cards(d))
    if left:
        say(d, role, "left", "R4.4" if role == ELDER else "R4.5", more={"count": left})


def apply_exchange(d: Draft, role: int, action: Exchange) -> Exchange:
    first = d.exchanged[role] < 0
    _draw(d, role, action.cards)
    if role == ELDER and first:
        d.phase, d.to_act = "younger_exchange", YOUNGER
        if d.blanche[YOUNGER] == "announced":
            _show_carte_blanche(d, YOUNGER)
        # R3.3: younger's draw follows by itself, unless elder took fewer than he had said.
        # What he has committed may be nothing (R4.2, younger_min 0).
        if d.announced and action.cards.bit_count() == d.announced:
            _draw(d, YOUNGER, d.committed)
        d.committed = 0
    if d.exchanged[YOUNGER] >= 0:
        if d.rules.both_may_be_blank and d.blanche == ("shown", None) and not d.again:
            _score_carte_blanche(d, ELDER)  # §9: not before younger has claimed or exchanged
        _after_exchange(d)
    return action


def _after_exchange(d: Draft) -> None:
    """To the calls."""
    d.phase, d.to_act = ("play" if d.rules.calling == "automatic" else "calling"), ELDER
    _declare_unless_waiting(d)


def _declare_unless_waiting(d: Draft) -> None:
    """Automatic calls wait for a second exchange, and for the dealer to reveal what he left, while these may still come
    (R5.14)."""
    if d.rules.calling == "automatic" and not d.calls and not may_exchange_again(d.rules, d):
        may_be_revealed = d.rules.left_cards == "revealed_by_dealer" and not look_refusal(d.rules, d, YOUNGER)
        if not may_be_revealed:
            declare_all(d)


def check_look(rules: Ruleset, s: Reader, role: int, action: LookAtLeft) -> tuple[Violation, ...]:
    refusal = look_refusal(rules, s, role)
    if refusal:
        return (violation(refusal),)
    if not (action.look and names_suit(rules, role)):
        return (violation("look.suit_not_named", "suit"),) if action.suit is not None else ()
    if action.suit is None:
        return (violation("look.suit_missing", "suit"),)
    if not s.hands[role] & suit_cards(action.suit):
        return (violation("look.suit_not_held", "suit", suit=SUITS[action.suit]),)
    return ()


def names_suit(rules: Ruleset, role: int) -> bool:
    """Whether the role names a suit in order to look (R4.5)."""
    return rules.left_cards == "private_named_suit" and role == ELDER


def look_refusal(rules: Ruleset, s: Reader, role: int) -> str | None:
    """The code of why a role may not look at what younger left, if it may not (R4.5)."""
    way = rules.left_cards
    if way == "none" or (role == ELDER and way != "private_named_suit"):
        return "look.not_allowed"
    if drawn_count(s) == len(s.talon):
        return "look.nothing_left"
    if s.looks[role] is not None:
        return "look.already_decided"
    if role == YOUNGER and may_exchange_again(rules, s):
        return "look.elder_may_exchange"
    led = bool(s.tricks)
    if way == "after_lead_shared" and not led and s.named is None:
        return "look.too_early"
    closed = s.calls or led if way == "revealed_by_dealer" else led and (role == ELDER or s.tricks[0].follow >= 0)
    return "look.too_late" if closed else None


def apply_look(d: Draft, role: int, action: LookAtLeft) -> LookAtLeft:
    elder, younger = d.looks
    d.looks = (action.look, younger) if role == ELDER else (elder, action.look)
    d.named = action.suit if role == ELDER else d.named
    if not action.look:
        say(d, role, "not_looked", "R4.5")
    elif d.rules.left_cards == "private_named_suit":
        say(d, role, "looked", "R4.5", more={} if action.suit is None else {"suit": SUITS[action.suit]})
    else:
        say(d, role, "looked", "R4.5", tuple(CARDS[card] for card in left_cards(d)))
    _declare_unless_waiting(d)
    return action


def naming_refusal(rules: Ruleset, s: Reader) -> str | None:
    """The code of why elder may not name the suit of the first lead, if that is so (R4.5)."""
    if rules.left_cards != "after_lead_shared":
        return "name_suit.not_allowed"
    if s.tricks:
        return "name_suit.after_lead"
    if s.named is not None:
        return "name_suit.already_named"
    return "look.nothing_left" if drawn_count(s) == len(s.talon) else None


def check_naming(rules: Ruleset, s: Reader, role: int, action: NameSuit) -> tuple[Violation, ...]:
    refusal = naming_refusal(rules, s)
    if refusal:
        return (violation(refusal),)
    if not s.hands[role] & suit_cards(action.suit):
        return (violation("look.suit_not_held", "suit", suit=SUITS[action.suit]),)
    return ()


def apply_naming(d: Draft, role: int, action: NameSuit) -> NameSuit:
    d.named = action.suit
    say(d, role, "suit_named", "R4.5", more={"suit": SUITS[action.suit]})
    if not d.calls:  # the lead would do the same: automatic calls wait no longer (R4.6, R5.14)
        declare_all(d)
    return action
