"""What a picture shows: the cards at each place, the calls, the scores and whose turn it is.

A scene of a seat is made from the seat's view, so nothing that the view hides can be drawn.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.piquet.cards.cards import cards_of, mask_of
from service.piquet.model.law_state import IncidentRecord, LawState
from service.piquet.model.state import OVER, YOUNGER, Called, Pair, Phase, State, Trick
from service.piquet.partie import settlement_of
from service.piquet.rules.left_cards import left_cards
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, by_seat, totals
from service.piquet.views import View, view_of, visible_law


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


class _Known(NamedTuple):
    """What everybody knows: of the partie, and the cards played, as a mask."""

    deal: int
    totals: Pair
    result: Settlement | None
    played: int


class _Cards(NamedTuple):
    """The cards of one seat, as far as they are visible. `dealt` and `shown` are masks."""

    hand: Place
    discards: Place
    laid_out: Place
    seen: tuple[int, ...]
    dealt: int
    shown: int


def scene_of(rules: Ruleset, state: State, seat: int | None = None) -> Scene:
    """Return the scene of a state: as a seat may see it, 0 (A) or 1 (B), or with everything visible."""
    number = len(state.finished) + (state.phase != Phase.DEAL)
    played = mask_of([card for trick in state.tricks for card in trick.cards])
    known = _Known(number, totals(rules, state.finished), _result(rules, state), played)
    if seat is None:
        views = [view_of(rules, state, each) for each in (0, 1)]
        law = state.law or LawState()
        cards = {view.role: _own(view, law) for view in views}
        return _scene(views[0], cards, Place(left_cards(state)), law, known)._replace(viewer=None)
    return _scene_of_view(rules, view_of(rules, state, seat), visible_law(state, seat), known)


def _scene_of_view(rules: Ruleset, view: View, law: LawState, known: _Known) -> Scene:
    """Return the scene of a seat. Everything here is what the seat may know."""
    looks = view.looks[view.role if rules.left_cards == "private_named_suit" else YOUNGER]
    talon, moved = _talon(view, bool(looks))
    own = _own(view, law)
    if moved:
        own = own._replace(seen=(*own.seen, *(card for card in moved if card not in own.seen)))
    return _scene(view, {view.role: own, 1 - view.role: _other(view, law, known.played)}, talon, law, known)


def _own(view: View, law: LawState) -> _Cards:
    return _Cards(
        hand=Place(cards_of(view.hand)),
        discards=Place(cards_of(view.discards)),
        laid_out=Place(cards_of(view.committed)),
        seen=cards_of(law.seen[view.role]),
        dealt=view.dealt,
        shown=view.shown,
    )


def _other(view: View, law: LawState, played: int) -> _Cards:
    """Return the cards of the other seat: those that it has shown, and backs."""
    other = view.other
    blanche, exchanged = other.carte_blanche or 0, view.left[1 - view.role] is not None
    own = view.hand | view.discards | view.committed  # a false claim may name them
    gone = own | played | mask_of(law.ahead[1 - view.role])
    known = blanche if blanche and not exchanged else other.shown & ~gone
    count = known.bit_count()
    hand = Place(cards_of(known), other.hand_count - count) if count <= other.hand_count else None
    return _Cards(
        hand=hand or Place(backs=other.hand_count),  # after some irregularities a card shown is no longer there
        discards=Place(backs=other.discard_count),
        laid_out=Place(),
        seen=(),
        dealt=blanche,
        shown=other.shown,
    )


def _talon(view: View, looks: bool) -> tuple[Place, tuple[int, ...]]:
    """Return the talon as a seat sees it, and the cards that it has seen there and that may lie elsewhere now."""
    count, looked = view.talon_count, view.looked
    if looks and len(looked) >= count:  # the cards left are those that it has seen last
        at = len(looked) - count
        return Place(looked[at:]), looked[:at]
    if view.left[YOUNGER] is None and len(looked) <= count:  # elder has seen their own first cards, which lie on top
        return Place(looked, count - len(looked)), ()
    return Place(backs=count), looked


def _scene(view: View, cards: Mapping[int, _Cards], talon: Place, law: LawState, known: _Known) -> Scene:
    """Return the scene of these cards by role. From `view` comes what both seats know."""
    one, two = (_side(view, role, cards[role], law, known) for role in sorted(cards))
    return Scene(
        viewer=view.seat,
        phase=view.phase,
        deal=known.deal,
        dealer=view.dealer,
        to_act=None if view.to_act < 0 else view.to_act ^ 1 ^ view.dealer,
        sides=(one, two) if one.seat == 0 else (two, one),
        talon=talon,
        trick=view.tricks[-1] if view.tricks and view.phase not in OVER else None,
        calls=view.calls,
        named=view.named,
        announced=view.announced,
        incidents=law.incidents,
        annulled=law.annulled,
        result=known.result,
    )


def _side(view: View, role: int, cards: _Cards, law: LawState, known: _Known) -> Side:
    seat = role ^ 1 ^ view.dealer
    blanche, shown = 0, cards.shown & ~known.played
    if view.blanche[role] == "shown":
        drawn = (*cards.hand.cards, *cards.discards.cards, *cards.laid_out.cards)
        blanche = cards.dealt & ~known.played & ~mask_of(drawn)
    if cards.hand.backs:
        shown &= ~mask_of(cards.hand.cards)
    due = law.suits_due[role]
    return Side(
        seat=seat,
        role=role,
        hand=cards.hand,
        discards=cards.discards,
        laid_out=cards.laid_out,
        blanche=view.blanche[role],
        blanche_cards=cards_of(blanche),
        shown=cards_of(shown),
        seen=cards.seen,
        ahead=law.ahead[role],
        left=view.left[role] or 0,
        tricks=tuple(trick for trick in view.tricks if trick.winner == role),
        score=by_seat(view.dealer, view.score)[seat],
        total=known.totals[seat],
        forfeits=law.forfeits[role],
        suit_due=due[0] if due else None,
    )


def _result(rules: Ruleset, state: State) -> Settlement | None:
    return settlement_of(rules, state) if state.phase == Phase.PARTIE_OVER else None
