"""The play of the cards, and the concession (R6)."""

from service.piquet.cards.cards import CARDS, SAME_SUIT, SUITS, names, suit_cards
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.actions import Concede, Play, Reckon
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, MutableState, Reader, Trick, replace_role
from service.piquet.model.violations import Violation, violation
from service.piquet.rules import calling, exchange, reckoning
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, THIRTY, log_event, settle_bonuses
from service.piquet.scoring.settlement import decide_hands, decide_play, end_deal, is_last_deal

_ONE = tuple((name,) for name in CARDS)
TRICKS = 12


def playable(s: Reader, role: int) -> int:
    """Return the cards that the role may lead or follow with (R6.1; R4.5 for a named suit)."""
    hand = s.hands[role]
    tricks = s.tricks
    if tricks and tricks[-1].follow < 0:
        return hand & SAME_SUIT[tricks[-1].lead] or hand
    if s.law is not None and s.law.suits_due[role]:  # docs/law.md, E8
        return hand & suit_cards(s.law.suits_due[role][0]) or hand
    if tricks:
        return hand
    return hand if s.named is None else hand & suit_cards(s.named)


def must_reckon_first(rules: Ruleset, s: Reader) -> bool:
    """Whether younger has something to reckon or state before their first card (R5.11)."""
    return not s.reckoned and bool(reckoning.terms_of(rules, s, YOUNGER))


def check_play(rules: Ruleset, s: Reader, role: int, action: Play) -> tuple[Violation, ...]:
    """Return the violations of playing a card (R4.5, R5.11, R6.1)."""
    card = action.card
    found: tuple[Violation, ...] = ()
    if not playable(s, role) >> card & 1:
        found = exchange.not_held(s, role, 1 << card, "card") or (_wrong_suit(s, role),)
    if not s.reckoned and role == YOUNGER and must_reckon_first(rules, s):
        found = (*found, violation("play.reckon_first"))
    return found


def _wrong_suit(s: Reader, role: int) -> Violation:
    if not s.tricks or s.tricks[-1].follow >= 0:
        called = s.law.suits_due[role] if s.law is not None else ()
        if called:
            return violation("play.named_suit", "card", rule="E8", suit=SUITS[called[0]])
        return violation("play.named_suit", "card", suit=SUITS[s.named or 0])
    lead = s.tricks[-1].lead
    holds = names(s.hands[role] & SAME_SUIT[lead])
    return violation("play.must_follow_suit", "card", led=CARDS[lead], holds=holds)


def apply_play(d: MutableState, role: int, action: Play) -> Play:
    """Play a card, and score what it wins."""
    card, tricks = action.card, d.tricks
    if tricks and not d.reckoned:
        d.reckoned = True  # R5.11: younger may no longer reckon
        settle_bonuses(d)
        if decide_hands(d):
            return action  # the hands decide the partie, and the card does not count (R8.4)
    if not tricks and len(d.calls) < len(CATEGORIES):
        calling.declare_all(d)  # the lead ends the wait of the automatic calls (R4.6, R5.14)
    elder, younger = d.hands
    d.hands = (elder ^ 1 << card, younger) if role == ELDER else (elder, younger ^ 1 << card)
    if tricks and tricks[-1].follow < 0:
        _follow(d, role, card, tricks[-1])
        return action
    rules = d.rules
    d.tricks = (*tricks, Trick(role, card))
    d.to_act = 1 - role
    score_play(d, role, "lead", rules.play_points.lead[card], _ONE[card])
    if not tricks and rules.calling == "automatic":
        reckoning.apply_younger_reckoning(d, Reckon(d.seats[YOUNGER]))
    return action


def score_play(d: MutableState, role: int, kind: str, points: int, cards: tuple[str, ...] = ()) -> None:
    """Score points of play, and see what they decide."""
    elder, younger = d.play
    d.play = (elder + points, younger) if role == ELDER else (elder, younger + points)
    log_event(d, role, kind, cards, points)
    if d.score[ELDER] >= THIRTY:  # only elder can have a pique
        settle_bonuses(d)
    if d.rules.target is not None:
        decide_play(d)


def _follow(d: MutableState, role: int, card: int, trick: Trick) -> None:
    rules = d.rules
    leader, lead, _, _ = trick
    winner = role if card > lead and SAME_SUIT[lead] >> card & 1 else leader
    d.tricks = (*d.tricks[:-1], Trick(leader, lead, card, winner))
    d.won = replace_role(d.won, winner, d.won[winner] + 1)
    d.to_act = winner
    log_event(d, winner, "trick_won", (CARDS[lead], CARDS[card]))
    if rules.trick_scoring != "lead_and_capture":
        score_play(d, winner, "trick", 1)
    elif winner == role and rules.play_points.capture[card]:
        score_play(d, winner, "capture", 1, _ONE[card])
    end_trick(d, winner, last=len(d.tricks) == TRICKS or _ran_out(d))


def _ran_out(d: MutableState) -> bool:
    """Whether an irregular deal has no card left to play: both hands were too short (docs/law.md, E7)."""
    return d.law is not None and not (any(d.hands) or any(map(d.law.run_of, (ELDER, YOUNGER))))


def end_trick(d: MutableState, winner: int, *, last: bool) -> None:
    """Score what a trick brings beyond its cards; with the last one, end the deal (R6.2 to R6.4)."""
    rules = d.rules
    # If the target has been reached, the deal is over, nobody is to act, and nothing more scores.
    if last and rules.last_trick_bonus and d.to_act != NOBODY:
        score_play(d, winner, "last_trick", rules.last_trick_bonus)
    # R8.4: after all points of play of the trick, including the bonus for the last trick.
    if rules.cards_counted == "seventh_trick" and d.won[winner] == TRICKS // 2 + 1 and d.to_act != NOBODY:
        log_event(d, winner, "cards", points=CARDS_POINTS, rule="R6.4")
        settle_bonuses(d)
        decide_play(d)
    if last and d.to_act != NOBODY:
        _score_cards(d)
        end_deal(d)


def _score_cards(d: MutableState) -> None:
    """Score the cards, or capot (R6.3, R6.4)."""
    # R6.2: with one point per trick, the bonus for the last trick replaces the cards.
    ten = 0 if d.rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    early = d.rules.cards_counted == "seventh_trick"
    for role in (ELDER, YOUNGER):
        if d.won[role] == TRICKS:
            log_event(d, role, "capot", points=CAPOT - CARDS_POINTS if early else CAPOT)
        elif d.won[role] > TRICKS // 2 and ten and not early:
            log_event(d, role, "cards", points=ten, rule="R6.3")


def concede_refusals(rules: Ruleset, s: Reader) -> list[str]:
    """Return the violation codes for throwing down the hand now; empty if it is allowed (R6.5).

    With calls in dialogue younger reckons after the first lead. Before it, no one can know that younger has nothing to
    reckon.
    """
    if rules.concession == "none":
        return ["concede.not_allowed"]
    found = []
    if rules.concession == "last_deal" and not is_last_deal(rules, len(s.finished)):
        found.append("concede.not_last_deal")
    if s.tricks and s.tricks[0].follow >= 0:
        found.append("concede.too_late")
    elif not s.tricks and rules.calling == "dialogue":
        found.append("concede.before_lead")
    elif len(s.calls) < len(CATEGORIES) or must_reckon_first(rules, s):
        found.append("concede.still_to_reckon")
    return found


def check_concede(rules: Ruleset, s: Reader, role: int, action: Concede) -> tuple[Violation, ...]:
    """Return the violations of throwing down the hand (R6.5)."""
    return tuple(map(violation, concede_refusals(rules, s)))


def apply_concede(d: MutableState, role: int, action: Concede) -> Concede:
    """Throw down the hand and end the deal (R6.5)."""
    rules, other = d.rules, 1 - role
    if not d.reckoned:
        d.reckoned = True  # younger has nothing left to reckon, so the bonuses are certain
        settle_bonuses(d)
    if decide_hands(d):
        return action
    made_up = [(other, "concession", rules.play_in_full - d.play[other])]
    if rules.trick_scoring != "one_per_trick":
        made_up.append((other, "cards", CARDS_POINTS))
    made_up.append((role, "concession", rules.concession_score - d.play[role]))
    for who, kind, points in made_up:
        if points > 0:
            log_event(d, who, kind, points=points, rule="R6.5")
            if decide_play(d):
                return action
    end_deal(d)
    return action
