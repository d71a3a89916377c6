"""Cards played in an irregular deal: runs, cards out of turn, and hands of unequal length (K18 to K21, E6 to E8)."""

from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law.engine.effects import turn_of
from service.piquet.law.engine.ledger import Laid, expose
from service.piquet.model.actions import Play
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Called, Phase, replace_role
from service.piquet.rules.play import apply_play
from service.piquet.scoring.account import called_in, settle_bonuses


def lies(d: MutableState) -> bool:
    """Whether a card lies unanswered."""
    return bool(d.tricks) and d.tricks[-1].winner == NOBODY


def answered_run(d: MutableState, role: int) -> bool:
    """Whether the last card played is the role's answer to a card of a run (§10, K20 and K21)."""
    plays = d.law.plays
    return len(plays) > 1 and plays[-1].role == role and d.law.in_run(plays[-2].card) and not lies(d)


def current_run(d: MutableState, role: int) -> tuple[list[Laid], list[Laid]]:
    """The cards of the last run that were led, and the role's answers to them, in order."""
    plays = [each for each in d.law.plays if each.time <= d.law.number]
    leads: list[Laid] = []
    answers: list[Laid] = []
    while len(plays) > 1 and plays[-1].role == role and d.law.in_run(plays[-2].card):
        answers.insert(0, plays.pop())
        leads.insert(0, plays.pop())
    return leads, answers


def play(d: MutableState, role: int, action: Play) -> Play:
    """Play a card: lead it, follow with it, or put it down to a run."""
    if d.phase in (Phase.CALLING, Phase.TIE_BREAK, Phase.RECKONING) and role == ELDER:
        _end_calls(d)
    if not d.tricks and role == YOUNGER:
        expose(d, YOUNGER, ELDER, 1 << action.card)  # K20: before elder's first lead it is simply taken up (LR20)
        return action
    leads = not lies(d)
    if (lies(d) and turn_of(d) != role) or (leads and turn_of(d) != role and answered_run(d, role)):
        _put_down(d, role, action.card)
        return action
    if leads and d.law.suits_due[role]:
        d.law.suits_due[role].pop(0)
    _lay(d, role, action)
    return action


def _lay(d: MutableState, role: int, action: Play) -> None:
    d.law.lay(role, action.card)
    d.law.seen[1 - role] &= ~(1 << action.card)
    apply_play(d, role, action)
    if lies(d) or d.phase != Phase.PLAY:
        return
    winner = d.to_act
    _bring_back(d, 1 - winner)
    run = [card for card in d.law.ahead[winner] if card not in d.law.surplus]
    if run and d.law.plays[-1].role != winner and d.hands[1 - winner]:  # the next card of the run is led
        card = run[0]
        d.law.ahead[winner].remove(card)
        d.hands = replace_role(d.hands, winner, d.hands[winner] | 1 << card)
        _lay(d, winner, Play(d.seats[winner], card))


def _put_down(d: MutableState, role: int, card: int) -> None:
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << card))
    d.law.ahead[role].append(card)
    if d.law.plays and not (lies(d) and d.law.plays[-1].role == role):
        d.law.surplus.add(card)
    d.law.put_down[card] = d.law.number
    d.law.run_cards.add(card)
    if d.law.plays:
        d.law.run_cards.add(d.law.plays[-1].card)


def _bring_back(d: MutableState, loser: int) -> None:
    """Return the rest of a run to the hand of the leader whose card lost; surplus answers stay where they lie."""
    if d.law.plays[-1].role == loser:
        return
    for card in [card for card in d.law.ahead[loser] if card not in d.law.surplus]:
        d.hands = replace_role(d.hands, loser, d.hands[loser] | 1 << card)
        d.law.seen[1 - loser] |= 1 << card
        d.law.put_down.pop(card, None)
        d.law.run_cards.discard(card)
        d.law.ahead[loser].remove(card)


def _end_calls(d: MutableState) -> None:
    """Close the calls when elder leads before they are over: what is uncalled is passed (K18)."""
    if d.phase == Phase.TIE_BREAK:
        d.calls = (*d.calls[:-1], d.calls[-1]._replace(status="declined"))
    for category in range(len(CATEGORIES)):
        if called_in(d, category) is None:
            d.calls = (*d.calls, Called(category, status="passed"))
    d.phase, d.to_act = Phase.PLAY, turn_of(d)
    settle_bonuses(d)
