"""Cards played in an irregular deal: runs, cards out of turn, and hands of unequal length (K18 to K21, E6 to E8)."""

from service.piquet.cards.cards import SAME_SUIT
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.codes import must_be_shown
from service.piquet.law.effects.effects import turn_of
from service.piquet.law.ledger import Put, expose
from service.piquet.model.actions import PLAYS, Play
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Called, Phase, Trick, replace_role
from service.piquet.rules.play import apply_play
from service.piquet.scoring.account import called_in, settle_bonuses


def lies(d: MutableState) -> bool:
    """Whether a card lies unanswered."""
    return bool(d.tricks) and d.tricks[-1].winner == NOBODY


def answered_run(d: MutableState, role: int) -> bool:
    """Whether the last card played is the role's answer to a card of a run (§10, K20 and K21)."""
    plays = d.law.plays
    return len(plays) > 1 and plays[-1].role == role and plays[-2].card in d.law.run_cards and not lies(d)


def run_led(d: MutableState, role: int) -> tuple[list[int], int]:
    """Return the cards of the last run that were led and that the role answered, and the entry of the first answer."""
    plays = list(d.law.plays)
    leads: list[int] = []
    first = d.law.number
    while len(plays) > 1 and plays[-1].role == role and plays[-2].card in d.law.run_cards:
        first = plays.pop().entry
        leads.insert(0, plays.pop().card)
    return leads, first


def play(d: MutableState, role: int, action: Play) -> Play:
    """Play a card: lead it, follow with it, or put it down to a run."""
    if d.phase in (Phase.CALLING, Phase.TIE_BREAK, Phase.RECKONING) and role == ELDER:
        _end_calls(d)
    if not d.tricks and role == YOUNGER:
        expose(d, YOUNGER, ELDER, 1 << action.card)  # K20: before elder's first lead it is simply taken up (LR20)
        return action
    if not lies(d) and not _goes_ahead(d, role) and d.law.suits_due[role]:
        d.law.suits_due[role].pop(0)
    d.law.put.append(Put(d.law.number, role, action.card))
    lay(d, role, action.card)
    return action


def lay(d: MutableState, role: int, card: int, *, scores: bool = True) -> None:
    """Lay a card to the trick, or put it down to a run, or beyond one that was answered; led cards of a run follow."""
    if _goes_ahead(d, role):
        _put_down(d, role, card)
        return
    d.law.lay(role, card)
    d.law.seen[1 - role] &= ~(1 << card)
    if scores:
        apply_play(d, role, PLAYS[d.seats[role]][card])
    else:
        _to_trick(d, role, card)
    if lies(d) or d.phase != Phase.PLAY:
        return
    winner = d.tricks[-1].winner
    _bring_back(d, 1 - winner)
    run = d.law.run_of(winner)
    if run and d.law.plays[-1].role != winner and d.hands[1 - winner]:  # the next card of the run is led
        card = run[0]
        d.law.ahead[winner].remove(card)
        d.hands = replace_role(d.hands, winner, d.hands[winner] | 1 << card)
        lay(d, winner, card, scores=scores)


def _goes_ahead(d: MutableState, role: int) -> bool:
    """Whether a card of the role neither leads nor follows: a run lies, or was answered already."""
    return turn_of(d) != role and (lies(d) or answered_run(d, role))


def _to_trick(d: MutableState, role: int, card: int) -> None:
    """Lay a card to the trick without scoring it."""
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << card))
    if not lies(d):
        d.tricks = (*d.tricks, Trick(role, card))
        return
    leader, lead, _, _ = d.tricks[-1]
    winner = role if card > lead and SAME_SUIT[lead] >> card & 1 else leader
    d.tricks = (*d.tricks[:-1], Trick(leader, lead, card, winner))
    d.won = replace_role(d.won, winner, d.won[winner] + 1)


def _put_down(d: MutableState, role: int, card: int) -> None:
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << card))
    d.law.ahead[role].append(card)
    d.law.run_cards.add(card)
    if lies(d):
        d.law.run_cards.add(d.law.plays[-1].card)
    else:
        d.law.surplus.add(card)


def _bring_back(d: MutableState, loser: int) -> None:
    """Return the rest of a run to the hand of the leader whose card lost; surplus answers stay where they lie."""
    if d.law.plays[-1].role == loser:
        return
    for card in d.law.run_of(loser):
        d.hands = replace_role(d.hands, loser, d.hands[loser] | 1 << card)
        d.law.seen[1 - loser] |= 1 << card
        d.law.run_cards.discard(card)
        d.law.ahead[loser].remove(card)


def _end_calls(d: MutableState) -> None:
    """Close the calls when elder leads before they are over: what is uncalled is passed (K18).

    What was called, must be shown and is not is lost, as if it had not been called (LA1). A false reply to it that was
    followed by *good* had no effect.
    """
    if d.phase == Phase.TIE_BREAK:
        d.calls = (*d.calls[:-1], d.calls[-1]._replace(status="declined"))
    if d.phase == Phase.RECKONING and must_be_shown(d.rules, CATEGORIES[d.calls[-1].category]):
        category = d.calls[-1].category
        d.calls = (*d.calls[:-1], Called(category, status="passed"))
        d.law.unshown[category] = d.law.number
        for record in d.law.records:
            if record.kind == "false_reply" and record.about["categories"] == (category,) and not record.settled:
                record.facts["call_gone"] = True
    for category in range(len(CATEGORIES)):
        if called_in(d, category) is None:
            d.calls = (*d.calls, Called(category, status="passed"))
    d.phase, d.to_act = Phase.PLAY, turn_of(d)
    settle_bonuses(d)
