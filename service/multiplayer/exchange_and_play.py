"""The exchange of the dealer with the talon, in a game that has one (N3.1), and the play with its scores (V6, N6)."""

from collections.abc import Callable

from service.multiplayer.calling import apply_claim, declare_all
from service.multiplayer.scoring import end_deal, log_event, score_play, stop_at_target
from service.multiplayer.state import NOBODY, Deal, Phase, Trick, with_item
from service.multiplayer.violations import in_game, refuse
from service.piquet.cards.cards import CARDS, SAME_SUIT, mask_of, names, ranks_everywhere
from service.piquet.cards.holdings import is_carte_blanche
from service.piquet.model.actions import ClaimCarteBlanche, Exchange, Play
from service.piquet.model.violations import Violation, out_of_bounds

# ---------------------------------------------------------------- the exchange


AUTOMATIC = "automatic"


def not_held(d: Deal, seat: int, cards: int, number: str, member: str) -> tuple[Violation, ...]:
    """Return the violation for cards that are not in the seat's hand; empty if all are."""
    missing = cards & ~d.hands[seat]
    return (refuse(d.game, "cards.not_held", member, number=number, cards=names(missing)),) if missing else ()


def check_exchange(d: Deal, seat: int, action: Exchange) -> tuple[Violation, ...]:
    """Return the violations of an exchange (N3.1)."""
    bounds = d.rules.dealer_min, d.game.talon_size
    wrong = out_of_bounds(action.cards.bit_count(), bounds, "", "cards")
    return (*(in_game(d.game, reason) for reason in wrong), *not_held(d, seat, action.cards, "3.1", "cards"))


def apply_exchange(d: Deal, seat: int, action: Exchange) -> Exchange:
    """Put out cards and draw as many from the top of the talon; the calling follows (N3.1)."""
    automatic = d.rules.calling == AUTOMATIC
    if automatic and is_carte_blanche(d.dealt[seat]):
        apply_claim(d, seat, ClaimCarteBlanche(seat))
    count = action.cards.bit_count()
    d.hands = with_item(d.hands, seat, d.hands[seat] & ~action.cards | mask_of(d.talon[:count]))
    d.discards, d.exchanged = action.cards, count
    log_event(d, "exchanged", seat, more={"count": count})
    begin_calling(d)
    return action


def begin_calling(d: Deal) -> None:
    """Begin the calling, which is over at once if it is automatic (V4.11, N4.11)."""
    d.phase, d.to_act = Phase.CALLING, d.eldest
    if d.rules.calling == AUTOMATIC:
        declare_all(d)


# ---------------------------------------------------------------- the play


CARDS_POINTS, CAPOT, CAPOT_OF_ONE = 10, 40, 20
LOW_CARDS = ranks_everywhere("789")


def lead_of(d: Deal) -> int | None:
    """Return the card led to the trick in play; None if a lead is due."""
    return d.tricks[-1].cards[0] if d.tricks and d.tricks[-1].winner == NOBODY else None


def playable(d: Deal, seat: int) -> int:
    """Return the cards that the seat may lead or follow with (V6.1, N6.1)."""
    lead = lead_of(d)
    return d.hands[seat] if lead is None else d.hands[seat] & SAME_SUIT[lead] or d.hands[seat]


def check_play(d: Deal, seat: int, action: Play) -> tuple[Violation, ...]:
    """Return the violations of playing a card (V6.1, N6.1)."""
    lead, missing = lead_of(d), not_held(d, seat, 1 << action.card, "6.1", "card")
    if missing or lead is None or playable(d, seat) >> action.card & 1:
        return missing
    holds = names(d.hands[seat] & SAME_SUIT[lead])
    return (refuse(d.game, "play.must_follow_suit", "card", led=CARDS[lead], holds=holds),)


def apply_play(d: Deal, seat: int, action: Play) -> Play:
    """Play a card, and score what it leads to."""
    card, lead = action.card, lead_of(d)
    d.hands = with_item(d.hands, seat, d.hands[seat] & ~(1 << card))
    d.to_act = (seat + 1) % len(d.game.seats)
    if lead is None:
        d.tricks = (*d.tricks, Trick(seat, (card,)))
        points = 0 if d.rules.low_cards_uncounted and LOW_CARDS >> card & 1 else 1
        score_play(d, "lead", seat, (CARDS[card],), points)
        return action
    trick = d.tricks[-1]
    trick = trick._replace(cards=(*trick.cards, card))
    if len(trick.cards) == len(d.game.seats):
        _end_trick(d, trick)
    else:
        d.tricks = (*d.tricks[:-1], trick)
    return action


def _end_trick(d: Deal, trick: Trick) -> None:
    """End a trick, and with the last one the deal (V6.1 to V6.6, N6.1 to N6.6)."""
    leader, cards, _ = trick
    best = max(card for card in cards if SAME_SUIT[cards[0]] >> card & 1)
    winner = (leader + cards.index(best)) % len(cards)
    d.tricks = (*d.tricks[:-1], trick._replace(winner=winner))
    d.to_act = winner
    log_event(d, "trick_won", winner, tuple(CARDS[card] for card in cards))
    if d.rules.trick_scoring == "lead_and_take":
        score_play(d, "trick", winner, (), 1)
    elif _is_captured(d, leader, winner):
        score_play(d, "capture", winner, (CARDS[best],), 1)
    if len(d.tricks) < d.game.tricks or d.is_over:
        return
    if d.rules.last_trick_bonus:
        score_play(d, "last_trick", winner, (), d.rules.last_trick_bonus)
    for seat, side, kind, points in END_OF_PLAY[d.game.end_of_play](d):
        if not d.is_over:
            log_event(d, kind, seat, points=points, side=side)
            stop_at_target(d)
    if not d.is_over:
        end_deal(d)


def _is_captured(d: Deal, leader: int, winner: int) -> bool:
    """Whether a trick scores for the seat that took it (V6.2, N6.2)."""
    if d.rules.capture == "from_other_player":
        return winner != leader
    return d.game.side_of[winner] != d.game.side_of[leader]


# What the end of the play brings: the seat or None, the side, the kind of the event, and its points.
Entry = tuple[int | None, int, str, int]


def _side_with_most(d: Deal) -> list[Entry]:
    """Return the cards, or a capot in their place, to the side with more tricks (V6.4, V6.5)."""
    for side in range(len(d.game.sides)):
        won = sum(d.game.side_of[trick.winner] == side for trick in d.tricks)
        if won == d.game.tricks:
            return [(None, side, "capot", CAPOT)]
        if won > d.game.tricks // 2:
            return [(None, side, "cards", CARDS_POINTS)]
    return []


def _seat_with_most(d: Deal) -> list[Entry]:
    """Return the cards to the seat with most tricks, and the capots of seats without a trick (N6.4, N6.5)."""
    won = {seat: sum(trick.winner == seat for trick in d.tricks) for seat in d.order}
    without = [seat for seat in d.order if not won[seat]]
    most = [seat for seat in d.order if won[seat] == max(won.values())]
    found: list[Entry] = []
    if len(most) == 1 and not (without and d.rules.capot_replaces_cards):
        found.append((most[0], d.game.side_of[most[0]], "cards", CARDS_POINTS))
    if len(without) == len(d.order) - 1 and d.rules.double_capot == "winner":
        return [*found, (most[0], d.game.side_of[most[0]], "capot", CAPOT)]
    for loser in without:
        found += [(seat, d.game.side_of[seat], "capot", CAPOT_OF_ONE) for seat in d.order if seat != loser]
    return found


#: What the end of the play brings, by `Game.end_of_play`.
END_OF_PLAY: dict[str, Callable[[Deal], list[Entry]]] = {
    "side_with_most": _side_with_most,
    "seat_with_most": _seat_with_most,
}
