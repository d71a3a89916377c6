"""The cards left in the talon (R4): who may look at them, and elder's second exchange."""

from functools import lru_cache

from service.piquet.cards.cards import CARDS, SUITS, suit_cards
from service.piquet.model.actions import LookAtLeft, NameSuit
from service.piquet.model.state import ELDER, YOUNGER, MutableState, Reader
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.calling import declare_all
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event


def drawn_count(s: Reader) -> int:
    """How many cards of the talon have been drawn."""
    if s.law is not None:
        return len(s.talon) - len(s.law.lying)
    elder, younger = s.exchanged
    return max(elder, 0) + max(younger, 0) + s.again


def left_cards(s: Reader) -> tuple[int, ...]:
    """Return the cards left in the talon, top card first."""
    if s.law is not None:
        return tuple(s.talon[position - 1] for position in s.law.lying)
    return _parts(s.talon, s.exchanged, s.again)[2]


def drawn_cards(s: Reader, role: int) -> tuple[int, ...]:
    """Return the cards that a role drew, in order."""
    if s.law is not None:
        return tuple(s.talon[position - 1] for position in s.law.taken[role])
    return _parts(s.talon, s.exchanged, s.again)[role]


# The same for a whole deal from the exchange on, and asked for at every state that is written.
@lru_cache(maxsize=1024)
def _parts(talon: tuple[int, ...], exchanged: tuple[int, int], again: int) -> tuple[tuple[int, ...], ...]:
    """Return what elder drew, what younger drew, and what is left of a talon (R4.2, R4.6)."""
    elder, younger = max(exchanged[ELDER], 0), max(exchanged[YOUNGER], 0)
    drawn = elder + younger
    return talon[:elder] + talon[drawn : drawn + again], talon[elder:drawn], talon[drawn + again :]


def elder_left(rules: Ruleset, s: Reader) -> int:
    """How many of their own first cards elder, who has exchanged, left (R4.4)."""
    return len(_own_left(rules, s)) if s.law is not None else rules.elder_share - s.exchanged[ELDER]


def _own_left(rules: Ruleset, s: Reader) -> tuple[int, ...]:
    """Return the positions, among elder's own first cards, that elder did not take, where an exchange was irregular."""
    own = range(1, min(rules.elder_share, len(s.talon)) + 1)
    return tuple(position for position in own if position not in s.law.taken[ELDER])  # type: ignore[union-attr]


def left_counts(rules: Ruleset, s: Reader) -> tuple[int | None, int | None]:
    """How many cards each role left, elder of their own first cards (R4.4, R4.5); None before its exchange."""
    elder, younger = s.exchanged
    return elder_left(rules, s) if elder >= 0 else None, len(s.talon) - drawn_count(s) if younger >= 0 else None


def looked_at(rules: Ruleset, s: Reader, role: int) -> tuple[int, ...]:
    """Return the cards left that a role has seen.

    Elder sees those of their own cards that they left (R4.4). Looking shows the cards to the role that looks, or to
    both when younger looks, depending on the ruleset (R4.5).
    """
    both = rules.left_cards != "private_named_suit"
    left = left_cards(s) if s.looks[YOUNGER if both else role] else ()
    if role == YOUNGER or s.exchanged[ELDER] < 0:
        return left
    if s.law is not None:
        own = tuple(s.talon[position - 1] for position in _own_left(rules, s))
    else:
        own = tuple(s.talon[s.exchanged[ELDER] : rules.elder_share])
    return own + tuple(card for card in left if card not in own)


def may_exchange_again(rules: Ruleset, s: Reader) -> bool:
    """Whether elder may still exchange the cards that younger left (R4.6)."""
    elder, younger = s.exchanged
    return (
        rules.elder_second_exchange
        and elder == rules.elder_share
        and 1 <= younger < len(s.talon) - elder
        and not (s.again or s.calls or s.tricks or s.looks[ELDER])
        and s.named is None
    )


def declare_unless_waiting(d: MutableState) -> None:
    """Make the automatic calls, unless something that comes before them is still possible (R5.14).

    That is a second exchange, or the dealer's reveal of the cards that they left.
    """
    if d.rules.calling == "automatic" and not d.calls and not may_exchange_again(d.rules, d):
        may_be_revealed = d.rules.left_cards == "revealed_by_dealer" and not look_refusal(d.rules, d, YOUNGER)
        if not may_be_revealed:
            declare_all(d)


def check_look(rules: Ruleset, s: Reader, role: int, action: LookAtLeft) -> tuple[Violation, ...]:
    """Return the violations of looking at the cards left (R4.5)."""
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
    """Whether the role must name a suit in order to look (R4.5)."""
    return rules.left_cards == "private_named_suit" and role == ELDER


def look_refusal(rules: Ruleset, s: Reader, role: int) -> str | None:
    """Return the violation code for looking at the cards that younger left; None if the role may look (R4.5)."""
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


def apply_look(d: MutableState, role: int, action: LookAtLeft) -> LookAtLeft:
    """Look at the cards left, or decline for good."""
    elder, younger = d.looks
    d.looks = (action.look, younger) if role == ELDER else (elder, action.look)
    d.named = action.suit if role == ELDER else d.named
    if not action.look:
        log_event(d, role, "not_looked")
    elif d.rules.left_cards == "private_named_suit":
        log_event(d, role, "looked", more={} if action.suit is None else {"suit": SUITS[action.suit]})
    else:
        log_event(d, role, "looked", tuple(CARDS[card] for card in left_cards(d)))
    declare_unless_waiting(d)
    return action


def naming_refusal(rules: Ruleset, s: Reader) -> str | None:
    """Return the violation code for naming the suit of the first lead; None if elder may name it (R4.5)."""
    if rules.left_cards != "after_lead_shared":
        return "name_suit.not_allowed"
    if s.tricks:
        return "name_suit.after_lead"
    if s.named is not None:
        return "name_suit.already_named"
    return "look.nothing_left" if drawn_count(s) == len(s.talon) else None


def check_naming(rules: Ruleset, s: Reader, role: int, action: NameSuit) -> tuple[Violation, ...]:
    """Return the violations of naming the suit of the first lead (R4.5)."""
    refusal = naming_refusal(rules, s)
    if refusal:
        return (violation(refusal),)
    if not s.hands[role] & suit_cards(action.suit):
        return (violation("look.suit_not_held", "suit", suit=SUITS[action.suit]),)
    return ()


def apply_naming(d: MutableState, role: int, action: NameSuit) -> NameSuit:
    """Name the suit of the first lead."""
    d.named = action.suit
    log_event(d, role, "suit_named", more={"suit": SUITS[action.suit]})
    if not d.calls:  # like the lead, naming the suit ends the wait of the automatic calls (R4.6, R5.14)
        declare_all(d)
    return action
