"""The exchange (R4): how many cards a role may exchange and what it draws, and the cards left in the talon."""

from functools import lru_cache

from service.piquet.cards.cards import CARDS, SUITS, mask_of, names, suit_cards
from service.piquet.model.actions import CommitDiscard, Exchange, LookAtLeft, NameSuit
from service.piquet.model.state import ELDER, YOUNGER, MutableState, Phase, Reader, replace_role
from service.piquet.model.violations import Violation, out_of_bounds, violation
from service.piquet.rules.calling import declare_all
from service.piquet.rules.carte_blanche import score_carte_blanche, show_carte_blanche
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
