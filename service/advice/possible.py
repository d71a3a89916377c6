"""The check that a deal may look to a seat as its view says. A view of a state always passes it."""

from collections.abc import Iterator, Sequence

import numpy as np

from service.advice.knowledge import ImpossibleError, Knowledge, played_by
from service.advice.layouts import agreeing
from service.advice.statements import statements
from service.piquet.cards.cards import COURT, SAME_SUIT, mask_of, suit_cards
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, YOUNGER, Phase
from service.piquet.rules.exchange import exchange_bounds

_SAYING = (Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING)
_LAST_STATUS = {
    Phase.REPLY: ("called", "stated"),
    Phase.TIE_BREAK: ("asked",),
    Phase.RECKONING: ("good",),
}
_DONE = ("good", "not_good", "declined", "equal", "passed")


def refuse_impossible(known: Knowledge, events: Sequence[Event]) -> None:
    """Raise `ImpossibleError` with the first contradiction of what a seat knows; `events` are those of its view."""
    for why in contradictions(known, events):
        raise ImpossibleError(why)


def contradictions(known: Knowledge, events: Sequence[Event]) -> Iterator[str]:
    """Yield what contradicts itself in what a seat knows."""
    yield from _of_cards(known)
    yield from _of_exchanges(known, events)
    yield from _of_cartes_blanches(known)
    yield from _of_calls(known)
    yield from _of_tricks(known)
    state, role = known.state, known.role
    said = statements(known.rules, state, events, role, candid=known.rules.calling == "automatic")
    if state.named is not None and suit_cards(state.named) not in (said if role == ELDER else known.said).suits:
        yield "elder did not name the suit of the first lead"
    after = np.array([state.hands[role] | played_by(state.tricks, role)], dtype=np.int64)
    if not agreeing(known.rules.counting, said, after).all():
        yield "the hand is not as was said of it"


def _of_cards(known: Knowledge) -> Iterator[str]:
    state, role = known.state, known.role
    dealt, hand, discards = state.dealt[role], state.hands[role], state.discards[role]
    drawn, played = mask_of(known.drawn), played_by(state.tricks, role)
    places = (hand, discards, played, mask_of(known.lying), known.held, known.played)
    if sum(cards.bit_count() for cards in places) != _union(places).bit_count():
        yield "a card is in two places"
    if (_union(places) | dealt | drawn | known.blanche) & ~known.rules.cards:
        yield "a card is not in the pack"
    if dealt.bit_count() != HAND_SIZE or dealt & drawn or (dealt | drawn) != hand | discards | played:
        yield "the hand is not what was dealt and drawn, without what was discarded and played"
    if len(known.drawn) != discards.bit_count() or drawn.bit_count() != len(known.drawn):
        yield "the numbers of cards drawn and discarded differ"
    if known.missing + (known.held | known.played).bit_count() != HAND_SIZE:
        yield "the other hand and what it has played are not twelve cards"
    in_talon = known.left + len(known.lying) + len(known.drawn) + known.discarded
    if in_talon != known.rules.pack - 2 * HAND_SIZE:
        yield "the cards drawn and left are not the talon"


def _of_exchanges(known: Knowledge, events: Sequence[Event]) -> Iterator[str]:
    state, rules, role = known.state, known.rules, known.role
    (elder, younger), again = state.exchanged, state.again
    if (state.phase in (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD)) != (elder < 0):
        yield "elder exchanges first"
    if known.lying and state.exchanged[role] < 0:
        yield "nobody sees a card of the talon before they exchange"
    if state.phase == Phase.YOUNGER_EXCHANGE and younger >= 0:
        yield "younger has exchanged"
    if state.phase not in _BEFORE and min(elder, younger) < 0:
        yield "both exchange before the calls"
    told = [event.more["exchange"] for event in events if event.kind == "announced" and "exchange" in event.more]
    announced = state.announced
    if told != ([announced] if announced else []) or (state.phase == Phase.COMMIT_DISCARD and not announced):
        yield "elder did not announce so many cards"
    begun = state._replace(exchanged=(-1, -1), again=0)
    for count, before, whose in (
        (announced or -1, begun._replace(announced=0), ELDER),
        (elder, begun, ELDER),
        (younger, begun._replace(exchanged=(elder, -1)), YOUNGER),
    ):
        least, most = exchange_bounds(rules, before, whose)
        if count != -1 and not least <= count <= most:
            yield "so many cards may not be exchanged"
    drawn = {role: len(known.drawn), known.other: known.discarded}
    if (drawn[ELDER], drawn[YOUNGER]) != (max(elder, 0) + again, max(younger, 0)):
        yield "the cards drawn are not as many as exchanged"
    if again and not (rules.elder_second_exchange and elder == rules.elder_share and younger > 0):
        yield "elder exchanges once"


def _of_cartes_blanches(known: Knowledge) -> Iterator[str]:
    state, role, other = known.state, known.role, known.other
    own = state.dealt[role] | mask_of((*known.drawn, *known.lying, *known.drawn_known))
    if (state.blanche[other] == "shown") != bool(known.blanche):
        yield "a carte blanche was shown without cards, or cards of one that was not shown"
    if known.blanche and (known.blanche.bit_count() != HAND_SIZE or known.blanche & (COURT | own)):
        yield "the carte blanche is not twelve cards without a court card that the other was dealt"
    plain = (known.unseen & ~COURT).bit_count()
    if state.blanche[other] and state.exchanged[other] < 0 and plain < HAND_SIZE:
        yield "the other cannot have a carte blanche"
    if state.blanche[role] and state.dealt[role] & COURT:
        yield "the seat has no carte blanche"


def _union(places: tuple[int, ...]) -> int:
    found = 0
    for cards in places:
        found |= cards
    return found


def _of_calls(known: Knowledge) -> Iterator[str]:
    state = known.state
    calls = state.calls
    if len({called.category for called in calls}) < len(calls):
        yield "a category was called twice"
    if calls and calls[0].category:
        yield "the point is called first"
    before = calls[:-1] if state.phase in _LAST_STATUS else calls
    if any(called.status not in _DONE for called in before):
        yield "a call was not answered"
    if state.phase in _LAST_STATUS and (not calls or calls[-1].status not in _LAST_STATUS[state.phase]):
        yield f"the last call does not lead to {state.phase}"
    if state.phase == Phase.CALLING and len(calls) == len(CATEGORIES):
        yield "all categories have been called"
    waits = known.rules.calling == "automatic" and not state.tricks
    if state.phase == Phase.PLAY and len(calls) < len(CATEGORIES) and not waits:
        yield "not all categories have been called"
    if state.phase in _BEFORE and calls:
        yield "nothing is called before the exchange"
    if any(called.status in ("stated", "equal") and called.tie is None for called in calls):
        yield "a tie-break was stated and is not told"


def _of_tricks(known: Knowledge) -> Iterator[str]:
    state = known.state
    played = [card for trick in state.tricks for card in trick.cards]
    if len(set(played)) < len(played):
        yield "a card was played twice"
    leader = ELDER
    for at, trick in enumerate(state.tricks):
        if trick.leader != leader:
            yield "a trick was led by who did not win the one before"
        if trick.follow < 0:
            if trick is not state.tricks[-1] or trick.winner >= 0:
                yield "a trick was not followed to"
            leader = 1 - trick.leader
            continue
        wins = trick.follow > trick.lead and SAME_SUIT[trick.lead] >> trick.follow & 1
        leader = 1 - trick.leader if wins else trick.leader
        if trick.winner != leader:
            yield f"trick {at + 1} has another winner"
    if state.tricks and state.phase != Phase.PLAY:
        yield f"no card is played in the phase {state.phase}"
    due = leader if state.phase == Phase.PLAY else YOUNGER if state.phase in _OF_YOUNGER else ELDER
    if state.to_act != due:
        yield "another seat is to act"
    if state.phase == Phase.PLAY and not state.hands[known.role]:
        yield "there is no card to play"


_BEFORE = (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE)
_OF_YOUNGER = (Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE, Phase.REPLY)
