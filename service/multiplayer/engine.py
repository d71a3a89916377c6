"""The referee of the games of several seats: deal, check, apply. The verbs, and who may do what when.

A deal has packets, and its cards are the pack (V1, N1).
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.multiplayer import calling, exchange_and_play
from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.multiplayer.scoring import log_event
from service.multiplayer.state import NOBODY, Deal, Equal, Phase, Scores
from service.multiplayer.violations import in_game, refuse
from service.piquet.cards.cards import PACKS
from service.piquet.model.actions import Action, Call, ClaimCarteBlanche, Exchange, Pass, Play, Reckon
from service.piquet.model.violations import IllegalAction, Violation
from service.piquet.rules.dealing import Bounds, check_parts, in_packets
from service.piquet.verbs import WHO_IS_TO_ACT, Verb, cards_of, out_of_turn

# ---------------------------------------------------------------- the cards of a deal


PACK_SIZE = 32
PACK = PACKS[PACK_SIZE]


class Cards(NamedTuple):
    """The cards of a deal: the hands by seat, and the talon, top card first."""

    hands: tuple[int, ...]
    talon: tuple[int, ...] = ()


def deal_deck(rules: Ruleset, dealer: int, deck: Sequence[int]) -> Cards:
    """Deal a deck, top card first, to eldest first (V1.3, N1.3)."""
    game, order = rules.game, rules.game.order(dealer)
    hands, talon = in_packets(deck, game.packets[rules.deal_packet], len(order))
    return Cards(tuple(hands[order.index(seat)] for seat in range(len(order))), talon)


def limits(game: Game) -> list[Bounds]:
    """Return the fewest and the most cards of each hand and of the talon (V1.2, N1.2)."""
    return [(game.hand_size,) * 2] * len(game.seats) + [(game.talon_size,) * 2]


def check_cards(rules: Ruleset, cards: Cards) -> tuple[Violation, ...]:
    """Why these cards are not the pack, dealt to the seats as the game has it (V1.1, N1.1); empty if they are."""
    game = rules.game
    hands = dict(zip(game.seats, cards.hands, strict=True))
    return tuple(in_game(game, reason) for reason in check_parts(PACK_SIZE, hands, cards.talon, limits(game)))


# ---------------------------------------------------------------- the referee


def _due(*phases: str) -> dict[str, int]:
    return dict.fromkeys(phases, WHO_IS_TO_ACT)


# A claim is possible in every phase, so that its own check says why it comes too late.
_CLAIMS = _due(Phase.EXCHANGE, Phase.CALLING, Phase.RECKONING, Phase.PLAY)
_CALLING = _due(Phase.CALLING)

#: The types of action. A check and an effect take deal, seat and action.
VERBS: dict[type[Action], Verb] = {
    ClaimCarteBlanche: Verb("claim_carte_blanche", _CLAIMS, calling.check_claim, calling.apply_claim),
    Exchange: Verb(
        "exchange", _due(Phase.EXCHANGE), exchange_and_play.check_exchange, exchange_and_play.apply_exchange
    ),
    Call: Verb("call", _CALLING, calling.check_call, calling.apply_call),
    Equal: Verb("equal", _CALLING, calling.check_equal, calling.apply_equal),
    Pass: Verb("pass", _CALLING, calling.check_pass, calling.apply_pass),
    Reckon: Verb("reckon", _due(Phase.RECKONING), calling.check_reckon, calling.apply_reckon),
    Play: Verb("play", _due(Phase.PLAY), exchange_and_play.check_play, exchange_and_play.apply_play),
}
# What the seats do where the calling is automatic: the service says all the rest (4.11).
_NOT_SAID = (Exchange, Play)
NAMES: dict[type[Action], str] = {kind: verb.name for kind, verb in VERBS.items()}

# The types of action that are due in these phases; in the others it has the name of the phase.
_DUE = {Phase.CALLING: "call, equal or pass", Phase.RECKONING: "reckon"}
# The number of the rule that says what is due in each phase; in the reckoning it depends on who reckons.
_PHASE_NUMBER = {
    Phase.EXCHANGE: "3.1",
    Phase.CALLING: "4.1",
    Phase.PLAY: "6.1",
    Phase.DEAL_OVER: "1.2",
    Phase.PARTIE_OVER: "8.3",
}


def check(d: Deal, action: Action) -> tuple[Violation, ...]:
    """Every reason why the action is illegal; empty if it is legal."""
    verb, seat, game = VERBS[type(action)], action.seat, d.game
    possible = d.phase in verb.phases and (
        d.rules.calling != exchange_and_play.AUTOMATIC or isinstance(action, _NOT_SAID)
    )
    if possible and seat == d.to_act:
        return verb.check(d, seat, action)
    rule = game.rule(_PHASE_NUMBER.get(d.phase) or calling.reckoning_number(d, d.to_act))
    cards, member = cards_of(action)
    missing = exchange_and_play.not_held(d, seat, cards, "6.1" if isinstance(action, Play) else "3.1", member)
    to_act = None if d.to_act == NOBODY else game.seats[d.to_act]
    return (out_of_turn(verb, d, to_act, possible, _DUE.get(d.phase, d.phase), rule), *missing)


def apply(d: Deal, action: Action) -> Action:
    """Apply the action to the deal, and return it with every open choice filled in. Raises `IllegalAction`."""
    violations = check(d, action)
    if violations:
        raise IllegalAction(violations)
    return do(d, action)


def do(d: Deal, action: Action) -> Action:
    """Apply the action without checking it. Use it only for an action that `options` allows."""
    done = VERBS[type(action)].apply(d, action.seat, action)
    d.history.append(done)
    return done


def deal(
    rules: Ruleset, first_dealer: int, cards: Cards, finished: tuple[Scores, ...] = (), *, dealer: int | None = None
) -> Deal:
    """Deal the deal that follows the finished ones of a partie (V1.2, V1.3, N1.2, N1.3).

    The deal goes round from the first dealer unless `dealer` is given. Raises `IllegalAction` if the cards are not the
    pack, dealt as the game has it.
    """
    violations = check_cards(rules, cards)
    if violations:
        raise IllegalAction(violations)
    game = rules.game
    dealt_by = (first_dealer + len(finished)) % len(game.seats) if dealer is None else dealer
    d = Deal(rules, first_dealer, finished, dealt_by, cards.hands, cards.talon, cards.hands)
    log_event(d, "dealt", dealt_by, more={"deal": d.number})
    if game.has_exchange:
        d.phase, d.to_act = Phase.EXCHANGE, dealt_by
    else:
        exchange_and_play.begin_calling(d)
    return d


def next_deal(d: Deal, cards: Cards) -> Deal:
    """Deal the deal that follows this one. Raises `IllegalAction` if none is due, or as `deal` does."""
    if d.phase != Phase.DEAL_OVER:
        number = _PHASE_NUMBER[Phase.PARTIE_OVER] if d.phase == Phase.PARTIE_OVER else None
        raise IllegalAction((refuse(d.game, "deal.not_now", "phase", number=number, phase=d.phase),))
    return deal(d.rules, d.first_dealer, cards, (*d.finished, d.score), dealer=d.eldest)
