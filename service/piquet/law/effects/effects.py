"""What follows from an effect: the account is drawn up anew (E12), and unequal hands are played out (E7)."""

from collections.abc import Iterable

from service.piquet.cards.cards import CARDS, cards_of, hand_of
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.ledger import BONUSES, PLAY_KINDS, Item, strike
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, OVER, YOUNGER, Phase, Trick, replace_role
from service.piquet.rules.play import TRICKS, end_trick, score_play
from service.piquet.scoring.account import Decision, decisions, enter_decision, settle_bonuses
from service.piquet.scoring.settlement import by_seat, end_partie, settle
from service.piquet.scoring.target_score import decide_hands


def turn_of(d: MutableState) -> int:
    """Return the role whose turn it is to play, from the tricks."""
    if not d.tricks:
        return ELDER
    last = d.tricks[-1]
    return 1 - last.leader if last.winner == NOBODY else last.winner


def play_out(d: MutableState) -> None:
    """E7: when a hand has no card left, the other's cards are tricks of its own, up to the twelfth."""
    if d.phase != Phase.PLAY or all(d.hands) or not d.tricks:
        return
    lying = d.tricks[-1]
    if lying.winner == NOBODY:
        if d.hands[1 - lying.leader]:
            return
        if not d.reckoned:
            d.reckoned = True  # nothing is left that younger could reckon
            settle_bonuses(d)
            if decide_hands(d):
                return
    for role in (ELDER, YOUNGER):  # the rest of a run is led, answered or not
        for card in d.law.run_of(role):
            d.law.ahead[role].remove(card)
            d.hands = replace_role(d.hands, role, d.hands[role] | 1 << card)
    holder = ELDER if d.hands[ELDER] else YOUNGER
    cards = cards_of(d.hands[holder])[: TRICKS - len(d.tricks)]
    if lying.winner == NOBODY:
        d.tricks = d.tricks[:-1]
        _take_unanswered(d, lying.leader, lying.lead, 0, last=not cards)
    for card in cards:
        if d.to_act == NOBODY:
            return
        d.hands = replace_role(d.hands, holder, d.hands[holder] & ~(1 << card))
        d.law.lay(holder, card)
        points = 0 if d.rules.trick_scoring == "one_per_trick" else d.rules.play_points.lead[card]
        _take_unanswered(d, holder, card, points, last=card == cards[-1])


def _take_unanswered(d: MutableState, holder: int, card: int, points: int, *, last: bool) -> None:
    """Make a trick of a card that cannot be answered. `points` are those of its lead, if it has not scored yet."""
    d.tricks = (*d.tricks, Trick(holder, card, -1, holder))
    d.won = replace_role(d.won, holder, d.won[holder] + 1)
    points += d.rules.trick_scoring in ("lead_and_take", "one_per_trick")
    score_play(d, holder, "unanswered", points, (CARDS[card],))
    end_trick(d, holder, last=last)


def draw_up(d: MutableState) -> None:
    """E12: draw up the account anew, and enter the difference between the bonuses that are due and those that stand."""
    standing = {(item.kind, item.role): item for item in d.law.standing() if item.kind in BONUSES}
    play, bonus, won = d.play, d.bonus, d.won
    d.play, d.settled, d.won = (0, 0), (), (0, 0)
    due = list(_decided(d))
    for item in d.law.standing():
        if item.kind == "cards":  # where they count in play, they do from the seventh trick on (R6.4)
            d.won = won
        elif item.kind in PLAY_KINDS:
            d.play = replace_role(d.play, item.role, d.play[item.role] + item.points)
        else:
            continue
        due += _decided(d)
    d.play, d.bonus, d.won = play, bonus, won
    awarded = {(decision.kind, decision.role): decision for decision in due if not decision.by}
    for key, item in standing.items():
        if key not in awarded:
            strike(d, item)
    for key, decision in awarded.items():
        if key not in standing:
            enter_decision(d, decision)


def _decided(d: MutableState) -> list[Decision]:
    found: list[Decision] = []
    for decision in decisions(d):
        d.settled = (*d.settled, *decision.settled)
        found.append(decision)
    return found


def assess_end(d: MutableState) -> None:
    """Ask R8.4 again once younger has reckoned, and R8.1 to R8.3 if the deal is over and its score has changed."""
    if d.law.annulled or d.law.lost >= 0:
        return
    if d.reckoned and d.phase in (Phase.PLAY, Phase.DEAL_OVER):
        decide_hands(d)
    if d.phase not in OVER:
        return
    ended = next((event for event in reversed(d.events) if event.kind == "partie_ended"), None)
    score = by_seat(d.dealer, d.score)
    outcome = settle(d.rules, (*d.finished, score))
    if not outcome.over:
        d.phase = Phase.DEAL_OVER
    elif d.phase != Phase.PARTIE_OVER or ended is None or ended.score != score:
        end_partie(d, outcome)


def undo_items(d: MutableState, items: Iterable[Item]) -> None:
    """E4: strike items that still stand, and a carte rouge of which a card is then no longer part of any (§9)."""
    struck = [item for item in items if item.standing]
    for item in struck:
        strike(d, item)
    for role in {item.role for item in struck}:
        standing = d.law.standing(role)
        reckoned = hand_of(card for item in standing if item.kind in CATEGORIES for card in item.cards)
        for item in standing:
            if item.kind == "carte_rouge" and hand_of(item.cards) & ~reckoned:
                strike(d, item)
