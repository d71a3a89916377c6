"""The exchange and the play of an irregular deal: misdeals that stand, positions taken, runs, play taken back."""

from itertools import pairwise

from service.piquet.cards.cards import CARDS, SAME_SUIT, cards_of, mask_of, names
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.law import ledger
from service.piquet.law.data.codes import must_be_shown, value
from service.piquet.law.facts import verdict_on
from service.piquet.law.kinds.dealing import Counts, cards_off, elder_takes, standing_of, younger_takes
from service.piquet.law.kinds.tables import FactValue
from service.piquet.law.ledger import IrregularState
from service.piquet.model.actions import AS_DUE, PLAYS, Exchange, Play
from service.piquet.model.state import ELDER, NOBODY, YOUNGER, Called, Phase, Trick, replace_role
from service.piquet.model.violations import Violation, out_of_bounds, violation
from service.piquet.rules import exchange, play
from service.piquet.scoring.account import called_in, log_event, settle_bonuses
from service.piquet.scoring.settlement import decide_hands
from service.piquet.verbs import check as check_regular

# ---------------------------------------------------------------- misdeals, and deals out of turn


def numbers_dealt(d: IrregularState) -> Counts:
    """Return the numbers of cards dealt."""
    return d.dealt[ELDER].bit_count(), d.dealt[YOUNGER].bit_count(), len(d.talon)


def open_misdeal(d: IrregularState) -> None:
    """Record what is wrong with the cards or the dealer, as entry 0."""
    if d.law.dealt_by >= 0:
        d.law.add_irregularity("deal_out_of_turn", YOUNGER)
    dealt = numbers_dealt(d)
    if not d.talon or not cards_off(d.rules, dealt):
        return
    facts: dict[str, FactValue] = {"dealt": dealt, "stock": "untouched"}
    d.law.add_irregularity("misdeal", YOUNGER, {**facts, "taken_up": ()})
    taken_up = d.law.add_irregularity("misdeal", YOUNGER, {**facts, "taken_up": ("elder", "younger")})
    offers = verdict_on(d, taken_up).offers
    d.law.must_redeal = not any(offer.election == "stand" for offer in offers) and bool(offers)
    if offers and not d.law.must_redeal:
        d.law.misdealt = standing_of(dealt)


def excess(d: IrregularState, role: int) -> int:
    """How many more cards a role has to discard than it takes; negative for fewer (E11)."""
    return d.law.misdealt.more[role] if d.law.misdealt else 0


# ---------------------------------------------------------------- the exchange


def own_positions(d: IrregularState, role: int) -> list[int]:
    """Return the positions of the talon that are a role's to take, from the top (R4.3, LR11)."""
    share = d.rules.elder_share
    if role == ELDER:
        return [position for position in d.law.lying if position <= share]
    return [position for position in d.law.lying if position > share or d.exchanged[ELDER] >= 0]


def irregular_exchange_bounds(d: IrregularState, role: int) -> tuple[int, int]:
    """Return the fewest and the most cards that a role may discard in its first exchange (R4.1, R4.2, E11)."""
    own = len(own_positions(d, role))
    least, most = exchange.exchange_bounds(d.rules, d, role)
    most = min(most, own)
    standing = d.law.misdealt
    if standing is not None and standing.row:
        says = value(d.rules, standing.row)
        if role == ELDER:
            least, all_own = elder_takes(d.rules, standing, says, len(d.talon))
            most = min(most, all_own)
        else:
            least, most = younger_takes(d.rules, standing, says, own)
    least = min(least, most)  # the opponent may have mixed all that was a role's to take (L29)
    least, most = max(least + excess(d, role), 0), max(most + excess(d, role), 0)
    return least, min(most, d.hands[role].bit_count())


def check_irregular_exchange(d: IrregularState, role: int, action: Exchange) -> tuple[Violation, ...]:
    """Return the violations of an exchange that is not marked."""
    due = {Phase.ELDER_EXCHANGE: ELDER, Phase.YOUNGER_EXCHANGE: YOUNGER}.get(d.phase)
    if due != role:
        return check_regular(d.rules, d, action)
    found: tuple[Violation, ...] = ()
    if role == ELDER and must_stand(d):
        found = (violation("exchange.not_stood", rule="L39"),)
    law = d.law.stood or ("R4.1" if role == ELDER else "R4.2")
    found += out_of_bounds(action.cards.bit_count(), irregular_exchange_bounds(d, role), law, "cards")
    return found + exchange.not_held(d, role, action.cards, "cards")


def must_stand(d: IrregularState) -> bool:
    """Whether elder has first to accept a misdeal (L11); one of 12, 13 and 7 cards is accepted by exchanging."""
    return d.law.misdealt is not None and not d.law.stood and bool(d.law.misdealt.more[ELDER])


def drawn_positions(d: IrregularState, role: int, action: Exchange) -> tuple[list[int], list[int]]:
    """Return the positions that an exchange mixes with the hand, and those taken up that go back (LR12)."""
    count = max(action.cards.bit_count() - excess(d, role), 0)
    if d.law.misdealt is not None and not d.law.stood and role == ELDER:
        count = min(action.cards.bit_count(), len(own_positions(d, role)))  # L39: no choice was made
    own = own_positions(d, role)
    taken = list(action.taken) if action.taken is not None else list(d.law.lying[:count])
    mixed = [position for position in taken if action.mixed is None or position in action.mixed]
    own_taken = [position for position in taken if position in own]
    in_order = own[: len(own_taken)]
    passed = [position for position in own if own_taken and position < max(own_taken) and position not in taken]
    if action.taken is not None:
        due = [position for position in in_order if position in taken][:count]
        mixed = sorted({*mixed, *due, *passed})
    return mixed, [position for position in taken if position not in mixed]


def apply_irregular_exchange(d: IrregularState, role: int, action: Exchange) -> Exchange:
    """Exchange cards: the discard goes out, the cards mixed come in, the others go back."""
    first = d.exchanged[role] < 0
    if not first and action.taken is None:
        return exchange.apply_exchange(d, role, action)
    mixed, returned = drawn_positions(d, role, action)
    taken_in = mask_of(d.talon[position - 1] for position in mixed)
    d.hands = replace_role(d.hands, role, d.hands[role] & ~action.cards | taken_in)
    d.discards = replace_role(d.discards, role, d.discards[role] | action.cards)
    d.exchanged = replace_role(d.exchanged, role, max(d.exchanged[role], 0) + len(mixed))
    d.law.lying = [position for position in d.law.lying if position not in mixed]
    d.law.taken[role].extend(mixed)
    d.law.seen[role] |= mask_of(d.talon[position - 1] for position in returned)
    count = action.cards.bit_count()
    log_event(d, role, "exchanged", more={"count": count}, rule="R4.3")
    left = exchange.elder_left(d.rules, d) if role == ELDER else len(exchange.left_cards(d))
    said = left if action.leaves == AS_DUE else action.leaves or 0
    if role == ELDER and said and action.leaves != AS_DUE:
        d.law.left_by_word = said
    if said:
        log_event(d, role, "left", more={"count": said}, rule="R4.4" if role == ELDER else "R4.5")
    if first:
        exchange.after_exchange(d, role, count)
    return action


def facts_of_exchange(d: IrregularState, role: int, action: Exchange) -> tuple[str, dict[str, FactValue]]:
    """Return what an exchange is recorded as if it is irregular, and the facts that it finds before it is made.

    It is a misdeal that was not accepted (K1d), or a wrong exchange (K7).
    """
    if role == ELDER and must_stand(d):
        return "misdeal", {"dealt": numbers_dealt(d), "taken_up": ("elder", "younger"), "stock": "taken"}
    first, own = d.exchanged[role] < 0, own_positions(d, role)
    due = own
    if role == ELDER:
        leaves = action.leaves if first else d.law.left_by_word
        if leaves not in (AS_DUE, None):
            due = [position for position in own if position <= d.rules.elder_share - leaves]
    mixed, returned = drawn_positions(d, role, action)
    facts: dict[str, FactValue] = {
        "leaves": None,  # what was due is known
        "taken": tuple(sorted((*mixed, *returned))),
        "mixed": tuple(mixed),
        "discarded": action.cards.bit_count(),
        "elder_began": False,  # elder's exchange is one entry
        "due": tuple(due),
        "leaves_some": role == YOUNGER and action.leaves not in (None, AS_DUE, 0),
    }
    return "wrong_exchange", facts | ({"dealt": numbers_dealt(d)} if first and excess(d, role) else {})


# ---------------------------------------------------------------- whose turn it is to play


def turn_of(d: IrregularState) -> int:
    """Return the role whose turn it is to play, from the tricks."""
    if not d.tricks:
        return ELDER
    last = d.tricks[-1]
    return 1 - last.leader if last.winner == NOBODY else last.winner


# ---------------------------------------------------------------- cards played


def card_is_unanswered(d: IrregularState) -> bool:
    """Whether a card lies unanswered."""
    return bool(d.tricks) and d.tricks[-1].winner == NOBODY


def answered_run(d: IrregularState, role: int) -> bool:
    """Whether the last card played is the role's answer to a card of a run (K20 and K21)."""
    plays = d.law.plays
    return len(plays) > 1 and plays[-1].role == role and plays[-2].card in d.law.run_cards and not card_is_unanswered(d)


def run_led(d: IrregularState, role: int) -> ledger.AnsweredRun:
    """Return the cards of the last run that were led and that the role answered, and the entry of the first answer."""
    plays = list(d.law.plays)
    leads: list[int] = []
    first = d.law.number
    while len(plays) > 1 and plays[-1].role == role and plays[-2].card in d.law.run_cards:
        first = plays.pop().entry
        leads.insert(0, plays.pop().card)
    return ledger.AnsweredRun(leads, first)


def play_irregularly(d: IrregularState, role: int, action: Play) -> Play:
    """Play a card: lead it, follow with it, or put it down to a run."""
    if d.phase in (Phase.CALLING, Phase.TIE_BREAK, Phase.RECKONING) and role == ELDER:
        _end_calls(d)
    if not d.tricks and role == YOUNGER:
        # K20: before elder's first lead it is simply taken up (LR20)
        ledger.expose(d, YOUNGER, ELDER, 1 << action.card)
        return action
    if not card_is_unanswered(d) and not _goes_ahead(d, role) and d.law.suits_due[role]:
        d.law.suits_due[role].pop(0)
    d.law.placed.append(ledger.PlacedCard(d.law.number, role, action.card))
    lay(d, role, action.card)
    return action


def lay(d: IrregularState, role: int, card: int, *, scores: bool = True) -> None:
    """Lay a card to the trick, or put it down to a run, or beyond one that was answered; led cards of a run follow."""
    if _goes_ahead(d, role):
        _put_down(d, role, card)
        return
    d.law.lay(role, card)
    d.law.seen[1 - role] &= ~(1 << card)
    if scores:
        play.apply_play(d, role, PLAYS[d.seats[role]][card])
    else:
        _to_trick(d, role, card)
    if card_is_unanswered(d) or d.phase != Phase.PLAY:
        return
    winner = d.tricks[-1].winner
    _bring_back(d, 1 - winner)
    run = d.law.run_of(winner)
    if run and d.law.plays[-1].role != winner and d.hands[1 - winner]:  # the next card of the run is led
        card = run[0]
        d.law.ahead[winner].remove(card)
        d.hands = replace_role(d.hands, winner, d.hands[winner] | 1 << card)
        lay(d, winner, card, scores=scores)


def _goes_ahead(d: IrregularState, role: int) -> bool:
    """Whether a card of the role neither leads nor follows: a run lies, or was answered already."""
    return turn_of(d) != role and (card_is_unanswered(d) or answered_run(d, role))


def _to_trick(d: IrregularState, role: int, card: int) -> None:
    """Lay a card to the trick without scoring it."""
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << card))
    if not card_is_unanswered(d):
        d.tricks = (*d.tricks, Trick(role, card))
        return
    leader, lead, _, _ = d.tricks[-1]
    winner = role if card > lead and SAME_SUIT[lead] >> card & 1 else leader
    d.tricks = (*d.tricks[:-1], Trick(leader, lead, card, winner))
    d.won = replace_role(d.won, winner, d.won[winner] + 1)


def _put_down(d: IrregularState, role: int, card: int) -> None:
    d.hands = replace_role(d.hands, role, d.hands[role] & ~(1 << card))
    d.law.ahead[role].append(card)
    d.law.run_cards.add(card)
    if card_is_unanswered(d):
        d.law.run_cards.add(d.law.plays[-1].card)
    else:
        d.law.surplus.add(card)


def _bring_back(d: IrregularState, loser: int) -> None:
    """Return the rest of a run to the hand of the leader whose card lost; surplus answers stay where they lie."""
    if d.law.plays[-1].role == loser:
        return
    for card in d.law.run_of(loser):
        d.hands = replace_role(d.hands, loser, d.hands[loser] | 1 << card)
        d.law.seen[1 - loser] |= 1 << card
        d.law.run_cards.discard(card)
        d.law.ahead[loser].remove(card)


def _end_calls(d: IrregularState) -> None:
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
        for irregularity in d.law.irregularities:
            if (
                irregularity.kind == "false_reply"
                and irregularity.categories == (category,)
                and not irregularity.settled
            ):
                irregularity.facts["call_gone"] = True
    for category in range(len(CATEGORIES)):
        if called_in(d, category) is None:
            d.calls = (*d.calls, Called(category, status="passed"))
    d.phase, d.to_act = Phase.PLAY, turn_of(d)
    settle_bonuses(d)


# ---------------------------------------------------------------- hands of unequal length (E7)


def play_out(d: IrregularState) -> None:
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
    cards = cards_of(d.hands[holder])[: play.TRICKS - len(d.tricks)]
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


def _take_unanswered(d: IrregularState, holder: int, card: int, points: int, *, last: bool) -> None:
    """Make a trick of a card that cannot be answered. `points` are those of its lead, if it has not scored yet."""
    d.tricks = (*d.tricks, Trick(holder, card, -1, holder))
    d.won = replace_role(d.won, holder, d.won[holder] + 1)
    points += d.rules.trick_scoring in ("lead_and_take", "one_per_trick")
    play.score_play(d, holder, "unanswered", points, (CARDS[card],))
    play.end_trick(d, holder, last=last)


# ---------------------------------------------------------------- play that is taken back (E6)

#: What goes back with the play: a repique is not among it, since it is made in hand.
TAKEN_BACK = ledger.PLAY_KINDS | {"pique", "cards", "capot", "concession"}


def rewind(d: IrregularState, entry: int) -> None:
    """E6: return all cards played from an entry on to the hands they came from, with what they scored."""
    lay_anew(d, [card_down for card_down in d.law.placed if card_down.entry < entry], entry)
    lapse(d, entry)


def lapse(d: IrregularState, entry: int) -> None:
    """Close what was irregular in cards played from an entry on: it is gone with them."""
    for irregularity in d.law.irregularities:
        if irregularity.number >= entry and irregularity.is_of_card:
            irregularity.facts["taken_back"] = True


def lay_anew(d: IrregularState, cards: list[ledger.PlacedCard], entry: int) -> None:
    """Let these cards lie in place of those that lay; what was put down from an entry on scores again.

    A run lies again as it lay before that entry, even if a card that is taken back had ended it.
    """
    law, before = d.law, (ledger.played_by(d, ELDER), ledger.played_by(d, YOUNGER))
    d.hands = d.hands[ELDER] | before[ELDER], d.hands[YOUNGER] | before[YOUNGER]
    d.tricks, d.won, d.phase, d.to_act = (), (0, 0), Phase.PLAY, ELDER
    law.placed, law.plays, law.ahead, law.surplus, law.run_cards = [], [], ([], []), set(), set()
    _lay_all(d, [card_down for card_down in cards if card_down.entry < entry], scores=False)
    for role in (ELDER, YOUNGER):
        back = before[role] & d.hands[role]
        law.seen[1 - role] |= back
        _take_back(d, role, entry, back)
    _lay_all(d, [card_down for card_down in cards if card_down.entry >= entry], scores=True)


def _lay_all(d: IrregularState, cards: list[ledger.PlacedCard], *, scores: bool) -> None:
    """Lay cards as if the entries by which they were put down were made again."""
    law = d.law
    number = law.number
    for card_down in cards:
        law.number = card_down.entry
        law.placed.append(card_down)
        lay(d, card_down.role, card_down.card, scores=scores)
    law.number = number
    if d.phase == Phase.PLAY:
        d.to_act = turn_of(d)


def _take_back(d: IrregularState, role: int, entry: int, cards: int) -> None:
    """Take back what the play from an entry on brought a role, and the bonuses that it made."""
    back = 0
    for item in d.law.standing(role):
        if item.entry >= entry and item.kind in TAKEN_BACK:
            back += item.paid
            ledger.strike(d, item, kind="")
    if back or cards:
        log_event(d, role, "taken_back", names(cards), -back, rule="E6")


# ---------------------------------------------------------------- runs that were answered with too many cards (K21)


def given_to_run(d: IrregularState, irregularity: ledger.Irregularity) -> list[ledger.PlacedCard]:
    """Return the cards that the offender gave to the run, answers and surplus, in order."""
    assert irregularity.run is not None
    entries = range(irregularity.run.since, irregularity.number + 1)
    return [
        card_down
        for card_down in d.law.placed
        if card_down.role == irregularity.offender and card_down.entry in entries
    ]


def rest_answers(d: IrregularState, irregularity: ledger.Irregularity, card: int) -> bool:
    """Whether without a card given to the run the others, in their order, answer it lawfully, or lie as they did."""
    given = [card_down.card for card_down in given_to_run(d, irregularity)]
    hand = mask_of(given)
    if card in d.law.surplus or card not in given:
        return card in given
    given.remove(card)
    for lead, answer in zip(irregularity.run.leads if irregularity.run else (), given, strict=False):
        if hand & SAME_SUIT[lead] and not SAME_SUIT[lead] >> answer & 1:
            return False
        hand &= ~(1 << answer)
    return True


def take_back(d: IrregularState, irregularity: ledger.Irregularity, card: int) -> None:
    """Take play back to the first card after a run, and one card that was given to it to the hand (K21).

    The cards given after that one move up: each answers what the one before it had answered.
    """
    given = given_to_run(d, irregularity)
    at = next(at for at, card_down in enumerate(given) if card_down.card == card)
    moved = {
        before.entry: ledger.PlacedCard(before.entry, after.role, after.card) for before, after in pairwise(given[at:])
    }
    lying = [
        card_down for card_down in d.law.placed if card_down.entry < irregularity.number
    ]  # its own entry gave one too many
    lay_anew(d, [moved.get(card_down.entry, card_down) for card_down in lying], given[at].entry)
    lapse(d, irregularity.number)
