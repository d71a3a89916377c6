"""The knowledge of a seat: the deal as far as its view shows it, and what is certain about the other hand.

A **layout** places all cards that the seat has not seen: in the other hand, among the other's discards, or among the
cards left. It is possible if it agrees with every certain fact: the cards seen, the suits that the other did not
follow, and what was truly said, because the referee lets nobody say what is false.
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.advice.statements import Statements, statements
from service.piquet.cards.cards import SAME_SUIT, hand_of, mask_of
from service.piquet.cards.holdings import HAND_SIZE, best_of_length
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.model.events import Event
from service.piquet.model.state import ELDER, NOBODY, STEPS, YOUNGER, Called, Pair, State, Trick
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE, REPIQUE
from service.piquet.views import View

_PLAYED = ("lead", "capture", "trick", "last_trick")


class ImpossibleError(ValueError):
    """The view contradicts itself: no cards of the other player agree with it."""


class Knowledge(NamedTuple):
    """What a seat knows of a deal.

    `state` is the deal without the cards that the seat does not know. Of these, `unseen`, some are in the other hand:
    `missing` cards besides `held`, none of the suits in `void`. `discarded` are among the other's discards and `left`
    in the talon. `played` are the cards that the other has played, and `blanche` those that the other was dealt, if
    they were shown as a carte blanche. `drawn_known` are cards that the other is known to have drawn, in order.
    """

    rules: Ruleset
    seat: int
    role: int
    state: State
    lying: tuple[int, ...]
    drawn: tuple[int, ...]
    drawn_known: tuple[int, ...]
    unseen: int
    held: int
    void: int
    missing: int
    discarded: int
    left: int
    played: int
    blanche: int
    said: Statements

    @property
    def other(self) -> int:
        """The role of the other player."""
        return 1 - self.role

    @property
    def redrawn(self) -> int:
        """How many cards the other has exchanged in a second exchange (R4.6)."""
        return self.state.again if self.other == ELDER else 0


def knowledge_of(
    rules: Ruleset, view: View, events: Sequence[Event], partie: Partie | None = None, *, candid: bool = False
) -> Knowledge:
    """Return what the seat of a view knows; `events` are those of the deal, which both players have heard or seen.

    `partie` has the deals before it, if there are any. With `candid`, what is only likely is taken for certain: nobody
    sinks. Raises `ImpossibleError` if the numbers of cards contradict each other.
    """
    role, other = view.role, 1 - view.role
    state = _public_state(rules, view, events, partie or Partie(rules, 0))
    played, own_played = played_by(view.tricks, other), played_by(view.tricks, role)
    drawn_known = _drawn_by_younger(view)
    lying = tuple(card for card in view.looked if card not in drawn_known)
    held = (view.other.shown | mask_of(drawn_known)) & ~played
    own = view.hand | view.discards | own_played | mask_of(lying)
    unseen = rules.cards & ~(own | held | played)
    left = view.talon_count - len(lying)
    missing = view.other.hand_count - held.bit_count()
    if min(left, missing) < 0 or unseen.bit_count() != missing + view.other.discard_count + left:
        raise ImpossibleError("the numbers of cards contradict each other")
    return Knowledge(
        rules=rules,
        seat=view.seat,
        role=role,
        state=state,
        lying=lying,
        drawn=view.drawn,
        drawn_known=drawn_known,
        unseen=unseen,
        held=held,
        void=_void(view, other),
        missing=missing,
        discarded=view.other.discard_count,
        left=left,
        played=played,
        blanche=view.other.carte_blanche or 0,
        said=statements(rules, state, events, other, candid=candid or rules.calling == "automatic"),
    )


def _drawn_by_younger(view: View) -> tuple[int, ...]:
    """Return the cards that elder left and younger drew, which only elder knows: the first ones (R4.3, R4.4)."""
    if view.role != ELDER or view.left[ELDER] is None or view.left[YOUNGER] is None:
        return ()
    return view.looked[: view.left[ELDER]][: view.other.discard_count]


def _void(view: View, other: int) -> int:
    """Return the cards of the suits that the other did not follow (K-b)."""
    found = 0
    for trick in view.tricks:
        if trick.follow >= 0 and trick.leader != other and not SAME_SUIT[trick.lead] >> trick.follow & 1:
            found |= SAME_SUIT[trick.lead]
    return found


def _public_state(rules: Ruleset, view: View, events: Sequence[Event], partie: Partie) -> State:
    """Return the state as far as the view shows it; the other's cards and the talon are missing."""
    role = view.role
    reckoned = any(event.kind == "reckoned" for event in events) or any(trick.follow >= 0 for trick in view.tricks)
    exchanged = [-1, -1]
    for each in (ELDER, YOUNGER):
        if view.left[each] is not None:
            counted = len(view.drawn) if each == role else view.other.discard_count
            exchanged[each] = rules.elder_share - (view.left[ELDER] or 0) if each == ELDER else counted
    drawn_by_elder = len(view.drawn) if role == ELDER else view.other.discard_count
    asked = {event.more["category"] for event in events if event.kind in ("tie_break", "declined")}
    calls = tuple(
        called._replace(asked=called.status == "asked" or CATEGORIES[called.category] in asked, cards=0)
        for called in view.calls
    )
    won = [0, 0]
    for trick in view.tricks:
        if trick.winner >= 0:
            won[trick.winner] += 1
    account = _Account(view.dealer)
    for event in events:
        account.add(event)
    return State(
        first_dealer=partie.first_dealer,
        finished=partie.finished,
        dealers=partie.dealers,
        dealer=view.dealer,
        phase=view.phase,
        to_act=view.to_act,
        dealt=_pair(role, view.dealt, view.other.carte_blanche or 0),
        talon=(NOBODY,) * (rules.pack - 2 * HAND_SIZE),  # only how many there are is known
        hands=_pair(role, view.hand, 0),
        discards=_pair(role, view.discards, 0),
        exchanged=(exchanged[ELDER], exchanged[YOUNGER]),
        again=max(0, drawn_by_elder - exchanged[ELDER]) if exchanged[ELDER] >= 0 else 0,
        blanche=view.blanche,
        announced=view.announced,
        committed=view.committed,
        looks=view.looks,
        named=view.named,
        calls=calls,
        reckoned=reckoned,
        shown=_pair(role, view.shown, view.other.shown),
        counted=(account.counted[ELDER], account.counted[YOUNGER]),
        in_hand=(tuple(account.in_hand[ELDER]), tuple(account.in_hand[YOUNGER])),
        play=(account.play[ELDER], account.play[YOUNGER]),
        settled=tuple(account.settled),
        bonus=(account.bonus[ELDER], account.bonus[YOUNGER]),
        score=view.score,
        tricks=view.tricks,
        won=(won[ELDER], won[YOUNGER]),
    )


def _pair(role: int, own: int, others: int) -> Pair:
    return (own, others) if role == ELDER else (others, own)


class _Account:
    """What the events of a deal have scored, by role, and the bonuses that they have settled."""

    def __init__(self, dealer: int) -> None:
        self._dealer = dealer
        self.counted, self.play, self.bonus = [0, 0], [0, 0], [0, 0]
        self.in_hand = [[0] * len(STEPS), [0] * len(STEPS)]
        self.settled: list[tuple[str, int]] = []

    def add(self, event: Event) -> None:
        """Add an event."""
        if event.seat is None:
            return
        role, kind = event.seat ^ 1 ^ self._dealer, event.kind
        if kind in STEPS:
            self.in_hand[role][STEPS.index(kind)] += event.points
            if kind in CATEGORIES:
                self.counted[role] |= hand_of(event.cards)
        elif kind in _PLAYED:
            self.play[role] += event.points
        elif kind in (PIQUE, REPIQUE):
            self.bonus[role] += event.points
            self._settle(kind, role, by="")
        elif kind == "saved":
            self._settle(event.more["bonus"], role, event.more["by"])

    def _settle(self, kind: str, role: int, by: str) -> None:
        """Settle a bonus, and the pique that it excludes (R7.3): as `account.decisions` does."""
        self.settled.append((kind, role))
        if kind == REPIQUE and (not by or (role == ELDER and by != "equality")):
            self.settled.append((PIQUE, ELDER))


def played_by(tricks: Sequence[Trick], role: int) -> int:
    """Return the cards that a role has played, as a hand."""
    return mask_of(trick.cards[trick.leader != role] for trick in tricks if trick.leader == role or trick.follow >= 0)


def is_barred(rules: Ruleset, calls: Sequence[Called], hand: int) -> bool:
    """Whether younger's point is good but may not score, with this hand after the exchange (R5.3, Law 46)."""
    for called in calls:
        if called.category == POINT and called.asked and called.status == "not_good":
            own = best_of_length(POINT, hand, called.length, rules.counting)
            return own < rules.counting.above(POINT, called.length, called.tie)
    return False
