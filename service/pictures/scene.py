"""What a picture shows: the cards at each place, the calls, the scores and whose turn it is.

Of the other player, a scene of a seat has what `_other` gives: numbers of cards, and the cards that were shown.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.model.law_state import IncidentRecord, LawState
from service.piquet.model.state import ELDER, OVER, YOUNGER, Called, Phase, State, Trick
from service.piquet.rules.left_cards import left_cards, left_counts, looked_at
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, game_lost, settle, totals
from service.piquet.views import visible_law


class Place(NamedTuple):
    """The cards at one place: those face up, in order, and the number of those face down."""

    cards: tuple[int, ...] = ()
    backs: int = 0

    @property
    def each(self) -> tuple[int | None, ...]:
        """Each card, and None for each that is face down."""
        return (*self.cards, *(None,) * self.backs)


class Side(NamedTuple):
    """The cards and scores of one seat.

    * `laid_out`: the discard that younger has committed and not exchanged yet.
    * `blanche`: whether the seat announced or showed a carte blanche; `blanche_cards`: the hand that it showed, as far
      as its cards are not drawn elsewhere.
    * `shown`: cards that the seat reckoned or stated and has not played, unless they are the ones face up in its hand.
    * `seen`: cards of the talon or of the other hand that it has seen.
    * `ahead`: cards played ahead of the trick in hand.
    * `left`: how many cards it left in the talon.
    * `score` is that of the deal, `total` that of the finished deals.
    * `forfeits`: the law under which it reckons nothing; `suit_due`: the suit that it must lead next.
    """

    seat: int
    role: int
    hand: Place
    discards: Place
    laid_out: Place
    blanche: str | None
    blanche_cards: tuple[int, ...]
    shown: tuple[int, ...]
    seen: tuple[int, ...]
    ahead: tuple[int, ...]
    left: int
    tricks: tuple[Trick, ...]
    score: int
    total: int
    forfeits: str | None
    suit_due: int | None


class Scene(NamedTuple):
    """Everything that a picture of a position shows.

    * `viewer`: the seat that looks; None if everything is visible.
    * `deal`: the number of the deal, 0 before the first one. `dealer` and `to_act`: seats; None if no action is due.
    * `sides`: by seat. `trick`: the trick in hand; if there is none, the last one.
    * `named`: the suit that elder named; `announced`: how many cards elder announced to exchange.
    * `incidents`: irregularities; `annulled`: the law by which the deal was annulled.
    """

    viewer: int | None
    phase: str
    deal: int
    dealer: int
    to_act: int | None
    sides: tuple[Side, Side]
    talon: Place
    trick: Trick | None
    calls: tuple[Called, ...]
    named: int | None
    announced: int
    incidents: tuple[IncidentRecord, ...]
    annulled: str
    result: Settlement | None


class _Cards(NamedTuple):
    """The cards of one role, as far as they are visible. `dealt` and `shown` are masks."""

    hand: Place
    discards: Place
    laid_out: Place
    seen: tuple[int, ...]
    dealt: int
    shown: int


def scene_of(rules: Ruleset, state: State, seat: int | None = None) -> Scene:
    """Return the scene of a state: as a seat may see it, 0 (A) or 1 (B), or with everything visible."""
    played = mask_of([card for trick in state.tricks for card in trick.cards])
    if seat is None:
        law = state.law or LawState()
        talon, cards = Place(left_cards(state)), {role: _own(state, role, law) for role in (ELDER, YOUNGER)}
    else:
        role, law = seat ^ 1 ^ state.dealer, visible_law(state, seat)
        talon, moved = _talon(rules, state, role)
        own = _own(state, role, law)
        own = own._replace(seen=(*own.seen, *(card for card in moved if card not in own.seen)))
        cards = {role: own, 1 - role: _other(rules, state, role, law, played)}
    scores = totals(rules, state.finished)
    one, two = (_side(rules, state, each ^ 1 ^ state.dealer, cards, law, played, scores[each]) for each in (0, 1))
    return Scene(
        viewer=seat,
        phase=state.phase,
        deal=len(state.finished) + (state.phase != Phase.DEAL),
        dealer=state.dealer,
        to_act=None if state.to_act < 0 else state.to_act ^ 1 ^ state.dealer,
        sides=(one, two),
        talon=talon,
        trick=state.tricks[-1] if state.tricks and state.phase not in OVER else None,
        # The engine chooses the cards of a call before elder shows them.
        calls=tuple(called._replace(cards=0) for called in state.calls),
        named=state.named,
        announced=state.announced,
        incidents=law.incidents,
        annulled=law.annulled,
        result=_result(rules, state),
    )


def _own(state: State, role: int, law: LawState) -> _Cards:
    return _Cards(
        hand=Place(cards_of(state.hands[role])),
        discards=Place(cards_of(state.discards[role])),
        laid_out=Place(cards_of(state.committed if role == YOUNGER else 0)),
        seen=cards_of(law.seen[role]),
        dealt=state.dealt[role],
        shown=state.shown[role],
    )


def _other(rules: Ruleset, state: State, role: int, law: LawState, played: int) -> _Cards:
    """Return the cards of the player other than this role: those that the other has shown, and backs."""
    other = 1 - role
    held, shown = state.hands[other].bit_count(), state.shown[other]
    blanche = state.dealt[other] if state.blanche[other] == "shown" else 0
    exchanged = left_counts(rules, state)[other] is not None
    own = mask_of([card for place in _own(state, role, law)[:3] for card in place.cards])  # a false claim may name them
    known = blanche if blanche and not exchanged else shown & ~(own | played | mask_of(law.ahead[other]))
    count = known.bit_count()
    return _Cards(
        # After some irregularities a card shown is no longer there.
        hand=Place(cards_of(known), held - count) if count <= held else Place(backs=held),
        discards=Place(backs=state.discards[other].bit_count()),
        laid_out=Place(),
        seen=(),
        dealt=blanche,
        shown=shown,
    )


def _talon(rules: Ruleset, state: State, role: int) -> tuple[Place, tuple[int, ...]]:
    """Return the talon as a role sees it, and the cards that it has seen there and that may lie elsewhere now."""
    count, looked = len(left_cards(state)), looked_at(rules, state, role)
    looks = state.looks[role if rules.left_cards == "private_named_suit" else YOUNGER]
    if looks and len(looked) >= count:  # the cards left are those that it has seen last
        at = len(looked) - count
        return Place(looked[at:]), looked[:at]
    # Elder has seen their own first cards, which lie on top.
    if left_counts(rules, state)[YOUNGER] is None and len(looked) <= count:
        return Place(looked, count - len(looked)), ()
    return Place(backs=count), looked


def _side(
    rules: Ruleset, state: State, role: int, every: Mapping[int, _Cards], law: LawState, played: int, total: int
) -> Side:
    cards = every[role]
    blanche, shown = 0, cards.shown & ~played
    if state.blanche[role] == "shown":
        drawn = (*cards.hand.cards, *cards.discards.cards, *cards.laid_out.cards)
        blanche = cards.dealt & ~played & ~mask_of(drawn)
    if cards.hand.backs:
        shown &= ~mask_of(cards.hand.cards)
    due = law.suits_due[role]
    return Side(
        seat=role ^ 1 ^ state.dealer,
        role=role,
        hand=cards.hand,
        discards=cards.discards,
        laid_out=cards.laid_out,
        blanche=state.blanche[role],
        blanche_cards=cards_of(blanche),
        shown=cards_of(shown),
        seen=cards.seen,
        ahead=law.ahead[role],
        left=left_counts(rules, state)[role] or 0,
        tricks=tuple(trick for trick in state.tricks if trick.winner == role),
        score=state.score[role],
        total=total,
        forfeits=law.forfeits[role],
        suit_due=due[0] if due else None,
    )


def _result(rules: Ruleset, state: State) -> Settlement | None:
    if state.phase != Phase.PARTIE_OVER:
        return None
    if state.law is not None and state.law.lost >= 0:
        return game_lost(rules, state.finished, state.law.lost ^ state.dealer)
    return settle(rules, (*state.finished, by_seat(state.dealer, state.score)))
