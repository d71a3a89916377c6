"""What elections do to a deal (docs/law.md, E1 to E12): each effect changes what stands, and logs the difference."""

from collections.abc import Iterable

from service.piquet.cards.cards import CARDS, SUITS, cards_of, names
from service.piquet.law.ledger import BONUSES, PLAY_KINDS, Item, strike
from service.piquet.model.events import RULE, Event
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, OVER, YOUNGER, Phase, Trick, replace_role
from service.piquet.rules.play import TRICKS, end_trick, score_play
from service.piquet.scoring.account import Decision, decisions, enter_decision, log_event
from service.piquet.scoring.settlement import by_seat, end_partie, game_lost, settle
from service.piquet.scoring.target_score import decide_hands


def annul(d: MutableState, law: str) -> None:
    """E1: annul the deal. It stays the deal in hand until the next one is dealt, and scores nothing."""
    for role in (ELDER, YOUNGER):
        log_event(d, role, "annulled", points=-d.score[role], rule=law)
    d.law.annulled = law
    d.phase, d.to_act = Phase.DEAL_OVER, NOBODY


def reckon_nothing(d: MutableState, role: int, law: str) -> None:
    """E3: take away all that a role has in the deal but a carte blanche; whatever it establishes goes on barring."""
    if d.law.forfeits[role] is not None:
        return
    lost = 0
    for item in d.law.standing(role):
        if item.kind == "carte_blanche":
            continue
        lost += item.paid
        item.paid = 0
        if item.step is None and item.kind not in PLAY_KINDS:
            item.standing = False  # bonuses, the cards and a capot bar nothing
    d.bonus = replace_role(d.bonus, role, 0)
    d.law.forfeits[role] = law
    log_event(d, role, "forfeited", points=-lost, rule=law)


def lose_game(d: MutableState, role: int, law: str) -> None:
    """E10: end the partie; the adversary of the role wins a single game. Without games E3 takes its place."""
    if d.rules.target is None:
        reckon_nothing(d, role, law)
        draw_up(d)
        return
    for each in (ELDER, YOUNGER):
        if d.score[each]:
            log_event(d, each, "struck", points=-d.score[each], more={"of": "deal"}, rule=law)
    log_event(d, role, "game_lost", rule=law)
    d.law.lost = role
    end_partie(d, game_lost(d.rules, d.finished, d.seats[1 - role]))


def turn_of(d: MutableState) -> int:
    """Return the role whose turn it is to play, from the tricks."""
    if not d.tricks:
        return ELDER
    last = d.tricks[-1]
    return 1 - last.leader if last.winner == NOBODY else last.winner


def play_out(d: MutableState) -> None:
    """E7: when a hand has no card left, the other's cards are tricks of its own, up to the twelfth."""
    if d.phase != Phase.PLAY or (d.tricks and d.tricks[-1].winner == NOBODY) or all(d.hands) or not d.tricks:
        return
    for role in (ELDER, YOUNGER):  # the rest of a run is led, answered or not
        for card in [card for card in d.law.ahead[role] if card not in d.law.surplus]:
            d.law.ahead[role].remove(card)
            d.hands = replace_role(d.hands, role, d.hands[role] | 1 << card)
    holder = ELDER if d.hands[ELDER] else YOUNGER
    cards = cards_of(d.hands[holder])[: TRICKS - len(d.tricks)]
    if not cards:
        end_trick(d, d.tricks[-1].winner, last=True)
        return
    for card in cards:
        if d.to_act == NOBODY:
            return
        d.hands = replace_role(d.hands, holder, d.hands[holder] & ~(1 << card))
        d.law.lay(holder, card)
        d.tricks = (*d.tricks, Trick(holder, card, -1, holder))
        d.won = replace_role(d.won, holder, d.won[holder] + 1)
        points = 1 if d.rules.trick_scoring == "one_per_trick" else d.rules.play_points.lead[card]
        points += d.rules.trick_scoring == "lead_and_take"
        score_play(d, holder, "unanswered", points, (CARDS[card],))
        end_trick(d, holder, last=card == cards[-1])


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
    assess_end(d)


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


def log_for_nobody(d: MutableState, kind: str, cards: int, rule: str = "") -> None:
    """Log an event about cards that are nobody's."""
    d.events.append(Event(None, kind, 0, names(cards), rule or RULE[kind], by_seat(d.dealer, d.score)))


def demand(d: MutableState, role: int, suit: int, times: int, law: str) -> None:
    """E8: a role must lead a suit when it next has the lead, and so on as often as is due."""
    d.law.suits_due[role].extend([suit] * times)
    log_event(d, role, "suit_called", more={"suit": SUITS[suit]}, rule=law)


def undo_items(d: MutableState, items: Iterable[Item]) -> None:
    """E4: strike items that still stand."""
    for item in list(items):
        if item.standing:
            strike(d, item)
