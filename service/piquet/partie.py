"""The walk over a partie: who deals, what the finished deals count, whether it is over, and what it is worth (R8)."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeVar

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.engine import MutableDeal, Outcome
from service.piquet.law.kinds.dealing import dealers_in_turn, next_dealer
from service.piquet.model.actions import Action
from service.piquet.model.events import RULE, Event
from service.piquet.model.state import ELDER, OVER, SEATS, YOUNGER, LawState, Pair, Phase, State
from service.piquet.model.violations import IllegalAction, Violation, violation
from service.piquet.rules.dealing import Deal, check_cards
from service.piquet.rulesets.parameters import NO_LAW, Ruleset
from service.piquet.scoring.adjustments import (
    NO_CLAIM,
    NOTHING,
    Adjustment,
    Claim,
    before,
    either,
    of_deal,
    of_totals,
    plus,
    whole,
)
from service.piquet.scoring.settlement import Settlement, by_seat, dealer_of, settle, settlement_after, times_counted

T = TypeVar("T")


class DealResult(NamedTuple):
    """What a finished deal comes to.

    `phase` is its last phase, `score` is by seat, `dealer` is a seat. `complete` says that the engine filled in nothing
    that the history left open. `annulled` is the law by which the deal was annulled; it counts for nothing then
    (docs/law.md, E1).
    """

    phase: str
    score: Pair
    complete: bool
    dealer: int
    annulled: str = ""

    @classmethod
    def of(cls, state: State, *, complete: bool = True) -> Self:
        """Return the result of a deal that is over."""
        annulled = state.law.annulled if state.law else ""
        return cls(state.phase, by_seat(state.dealer, state.score), complete, state.dealer, annulled)

    @property
    def ends_partie(self) -> bool:
        """Whether no further deal may follow."""
        return self.phase == Phase.PARTIE_OVER


class Partie(NamedTuple):
    """A partie up to a deal: the scores of the deals that are finished, by seat.

    Annulled deals count for nothing, and the next deal is dealt as if they had not been (docs/law.md, E1, E2). The
    `dealers` of the finished deals are listed only once a deal was dealt out of turn.
    """

    rules: Ruleset
    first_dealer: int
    finished: tuple[Pair, ...] = ()
    dealers: tuple[int, ...] = ()

    @classmethod
    def of(cls, rules: Ruleset, state: State) -> Self:
        """Return the partie of a state, with the deal in hand if that is over and counts."""
        partie = cls(rules, state.first_dealer, state.finished, state.dealers)
        law = state.law
        if state.phase not in OVER or (law is not None and law.annulled):
            return partie
        return partie._with(by_seat(state.dealer, state.score), state.dealer, law is not None and law.dealt_by >= 0)

    @property
    def number(self) -> int:
        """The number of the next deal, from 1."""
        return len(self.finished) + 1

    @property
    def due(self) -> int:
        """The seat that deals the next deal if it is dealt in turn (R2.4, L16)."""
        if self.dealers:
            return next_dealer(self.rules, self.first_dealer, self.dealers)
        return dealer_of(self.first_dealer, len(self.finished) + 1)

    def after(self, result: DealResult) -> Self:
        """Return the partie after a deal."""
        return self if result.annulled else self.with_deal(result.score, result.dealer)

    def with_deal(self, score: Pair, dealer: int) -> Self:
        """Return the partie after a deal with this score, which this seat dealt."""
        return self._with(score, dealer, dealer != self.due)

    def _with(self, score: Pair, dealer: int, out_of_turn: bool) -> Self:
        dealers = self.dealers
        if dealers or out_of_turn:
            dealers = (*(dealers or dealers_in_turn(self.first_dealer, len(self.finished))), dealer)
        return self._replace(finished=(*self.finished, score), dealers=dealers)

    def check(self, cards: Deal, *, irregular: bool = False, dealer: int | None = None) -> tuple[Violation, ...]:
        """Every reason why these cards cannot be dealt next; empty if they can.

        They must be the pack, dealt twelve to each player (R2.1, R2.2). An `irregular` deal may have other numbers of
        cards, or a `dealer` whose turn it is not (docs/law.md, K1 and K2), and must have one of these.
        """
        violations = check_cards(self.rules, cards, irregular=irregular)
        if not irregular:
            return violations
        if self.rules.law == NO_LAW:
            return (violation("law.none"),)
        if not violations and dealer in (None, self.due) and not check_cards(self.rules, cards):
            return (violation("irregular.regular", "irregular"),)
        return violations

    def deal(self, cards: Deal, dealer: int | None = None) -> Outcome:
        """Deal the next deal, without a check of the cards; `dealer` is the seat that deals, unless it is in turn."""
        hands, talon = cards
        due = self.due
        dealt_by = due if dealer is None else dealer
        state = State(
            first_dealer=self.first_dealer,
            finished=self.finished,
            dealers=self.dealers,
            dealer=dealt_by,
            phase=Phase.ELDER_EXCHANGE,
            to_act=ELDER,
            dealt=hands,
            hands=hands,
            talon=talon,
        )
        if dealt_by != due or not hands[ELDER].bit_count() == hands[YOUNGER].bit_count() == HAND_SIZE:
            law = LawState(dealt_by=dealt_by if dealt_by != due else -1)
            state = MutableDeal(self.rules, state._replace(law=law)).state
        dealt = Event(dealt_by, "dealt", 0, (), RULE["dealt"], (0, 0), {"deal": self.number})
        return Outcome(state, (dealt,), Action(dealt_by))


def new_partie(first_dealer: int) -> State:
    """Return a partie before its first deal. `first_dealer` is a seat."""
    return State(first_dealer=first_dealer, dealer=first_dealer)


def deal_next(
    rules: Ruleset, state: State, cards: Deal, *, irregular: bool = False, dealer: int | None = None
) -> Outcome:
    """Deal the next deal of a partie (R2.2).

    `cards` are elder's and younger's hands, and the talon, top card first; `irregular` and `dealer` as in
    `Partie.check`. Raises `IllegalAction` if no deal is due, or if these cards cannot be dealt.
    """
    refuse_unless_due(state)
    partie = Partie.of(rules, state)
    if violations := partie.check(cards, irregular=irregular, dealer=dealer):
        raise IllegalAction(violations)
    return partie.deal(cards, dealer)


def refuse_unless_due(state: State) -> None:
    """Raise `IllegalAction` unless a deal is due (R2.4)."""
    if state.phase not in (Phase.DEAL, Phase.DEAL_OVER):
        raise IllegalAction((violation("deal.not_now", "phase", phase=state.phase),))


def settlement_of(rules: Ruleset, state: State) -> Settlement:
    """Return the settlement of the partie of a state (R8.1 to R8.5), also of a game that is lost by law (E10)."""
    law = state.law
    if law is not None and law.lost >= 0:
        return settle(rules, state.finished, law.lost ^ 1 ^ state.dealer)
    return settle(rules, Partie.of(rules, state).finished)


# ---------------------------------------------------------------- the walk over finished deals


class FinishedDeals(Generic[T]):
    """Memory of the results of valid finished deals, by everything that each depends on; safe for threads.

    A state has the earlier deals of its partie, so the same deals come with every action. The results used last are
    kept, at most as many as fit into `memory_bytes`.
    """

    ENTRY_BYTES: Final = 512

    def __init__(self, memory_bytes: int = 1 << 20) -> None:
        self._most = memory_bytes // self.ENTRY_BYTES
        self._kept: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def get(self, deal: bytes) -> T | None:
        """Return the result of a deal, None if it is not in the memory; `deal` has all that the result depends on."""
        key = _digest(deal)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        return found

    def put(self, deal: bytes, result: T) -> None:
        """Keep the result of a deal."""
        key = _digest(deal)
        with self._lock:
            self._kept[key] = result
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget all results."""
        with self._lock:
            self._kept.clear()


def _digest(deal: bytes) -> bytes:
    return blake2b(deal, digest_size=20).digest()


class FinishedDeal(Protocol):
    """A finished deal of a partie in one of the forms in which it is sent."""

    def key(self, partie: Partie) -> bytes:
        """Return everything that the result of the deal depends on after the deals of `partie`."""

    def play(self, partie: Partie) -> DealResult:
        """Play the deal after the deals of `partie`. Raises `IllegalAction` if it is impossible or not finished."""


def walk(
    partie: Partie,
    deals: Sequence[FinishedDeal],
    memory: FinishedDeals[DealResult],
    known: Sequence[DealResult] = (),
    *,
    filled_in: bool = False,
) -> Iterator[tuple[Partie, DealResult]]:
    """Yield the partie before each deal, and the result of the deal, up to the one that ends the partie.

    The results of the first deals may be `known`. With `filled_in` a deal is played again if the engine has to fill in
    something that its history leaves open. Raises what `FinishedDeal.play` raises.
    """
    for at, deal in enumerate(deals):
        result = known[at] if at < len(known) else None
        if result is None:
            key = deal.key(partie)
            result = memory.get(key)
            if result is None or (filled_in and not result.complete):
                result = deal.play(partie)
                memory.put(key, result)
        yield partie, result
        if result.ends_partie:
            return
        partie = partie.after(result)


# ---------------------------------------------------------------- a partie that was written down


class WrittenDeal(Protocol):
    """What a record says of who dealt a deal, and of what it counted."""

    dealer: str | None
    out_of_turn: bool
    annulled: bool
    score: Claim | None
    written: list[Claim | None]
    totals: Claim | None


class WrittenPartie:
    """A partie up to a deal, of which not everything need be known.

    `first_dealer` is a seat, None if nothing shows it; `scores` has None for a score that nobody knows. `lost` is the
    seat that lost the game by a ruling (E10). The scores are those that were played. With `by_adjusted` the players
    went by those after the adjustments of deals.
    """

    def __init__(
        self,
        rules: Ruleset,
        first_dealer: int | None,
        adjustments: Sequence[Adjustment],
        *,
        by_adjusted: bool = False,
    ) -> None:
        self.rules = rules
        self.first_dealer = first_dealer
        self.adjustments, self.by_adjusted = adjustments, by_adjusted
        self.scores: list[Pair | None] = []
        self.finished: tuple[Pair, ...] | None = ()  # the scores of the finished deals; None if one of them is unknown
        self._totals = self._adjusted_totals = NOTHING  # of these, and with the adjustments of deals
        self._adjusted: tuple[Pair, ...] = ()  # these with the adjustments of their deals
        self._by_deal = {
            number: of_deal(adjustments, number) for number in {each.deal for each in adjustments} if number
        }
        self._of_partie = of_totals(rules, adjustments, 0)
        self.dealers: tuple[int, ...] = ()
        self.lost: int | None = None
        self._written: Claim | None = NOTHING  # the totals that were written down before the deal in hand

    @property
    def number(self) -> int:
        """The number of the deal in hand, from 1."""
        return len(self.scores) + 1

    @property
    def supposed(self) -> Partie | None:
        """The partie as the players went by it; None if nothing shows who dealt first.

        It is as if nothing had been scored where a score is unknown.
        """
        if self.first_dealer is None:
            return None
        finished = self.finished
        if finished is None:
            finished = (NOTHING,) * len(self.scores)
        elif self.adjustments and (self.by_adjusted or settle(self.rules, finished).over):
            finished = self._adjusted
        return Partie(self.rules, self.first_dealer, finished, self.dealers)

    @property
    def may_go_by_adjusted(self) -> bool:
        """Whether adjustments of earlier deals may decide when the play ends, and have not been taken to do so yet."""
        finished = self.finished
        if not finished or not self.adjustments or self.rules.target is None:
            return False
        return not self.by_adjusted and self._adjusted != finished

    @property
    def adjustment(self) -> Pair:
        """What is added to the score of the deal in hand."""
        return self._by_deal.get(self.number, NOTHING) if self._by_deal else NOTHING

    @property
    def due(self) -> int | None:
        """The seat that deals the deal in hand if it is dealt in turn; None if nothing shows it."""
        supposed = self.supposed
        return None if supposed is None else supposed.due

    @property
    def over(self) -> bool:
        """Whether no further deal may follow.

        Nothing says when a director has adjusted a score, so nobody knows by which totals the players went on.
        """
        if not self.finished:
            return False
        if self.lost is not None:
            return True
        number = len(self.finished)
        if not settlement_after(self.rules, number, self._totals).over:
            return False
        others = (self._adjusted_totals, plus(self._adjusted_totals, self._of_partie)) if self.adjustments else ()
        return all(settlement_after(self.rules, number, both).over for both in others)

    def dealer_of(self, deal: WrittenDeal) -> int | None:
        """Return the seat that dealt the deal in hand; None if nothing shows it."""
        return SEATS.index(deal.dealer) if deal.out_of_turn and deal.dealer else self.due

    @property
    def totals(self) -> Pair | None:
        """The totals of the finished deals, with the adjustments of deals; None if the score of one is unknown."""
        if self.finished is None:
            return None
        return self._adjusted_totals if self.adjustments else self._totals

    @property
    def times(self) -> int:
        """How many times the score of the deal in hand counts (R8.1)."""
        return times_counted(self.rules, self.number)

    def between_totals(self, deal: WrittenDeal) -> Claim:
        """Return by how much the totals after the deal in hand are above those before it; None where that is unknown.

        Those after it are as they are written down. So are those before it; if they are not, the scores give them.
        """
        computed: Claim = self.totals or NO_CLAIM
        a_points, b_points = (
            None if now is None or then is None else now - then
            for now, then in zip(deal.totals or NO_CLAIM, either(self._written or NO_CLAIM, computed), strict=True)
        )
        return a_points, b_points

    def counted(self, deal: WrittenDeal, score: Pair | None = None) -> Pair | None:
        """Return what the deal in hand counts before its adjustments; None if nobody knows, or if it was annulled.

        `score` is what it scored if its cards show that. Otherwise it is what was written down: by each player as their
        own (Law 74), as the score of the deal, or as the totals after it.
        """
        if deal.annulled or score is not None:
            return None if deal.annulled else score
        sheets = deal.written
        own = whole((sheets[0][0], sheets[1][1])) if sheets[0] is not None and sheets[1] is not None else None
        if own is not None or deal.score is not None:
            return own or whole(deal.score and before(deal.score, self.adjustment))
        between = whole(self.between_totals(deal))
        if between is None or any(points % self.times for points in between):
            return None
        made = plus((between[0] // self.times, between[1] // self.times), self.adjustment, -1)
        return made if min(made) >= 0 else None

    def end(self, deal: WrittenDeal, dealer: int | None, score: Pair | None, lost: int | None = None) -> Pair | None:
        """Count the deal in hand as `counted` says, and return that. An annulled one changes nothing."""
        counted = self.counted(deal, score)
        if not deal.annulled:
            self.end_deal(dealer, counted, lost)
            self._written = deal.totals
        return counted

    def end_deal(self, dealer: int | None, score: Pair | None, lost: int | None = None) -> None:
        """Count a deal that was not annulled, dealt by this seat."""
        supposed = self.supposed
        if supposed is not None and dealer is not None:
            self.dealers = supposed.with_deal(NOTHING, dealer).dealers
        if score is None or self.finished is None:
            self.finished = None
        else:
            times = self.times
            self.finished, self._totals = (*self.finished, score), plus(self._totals, score, times)
            if self.adjustments:
                adjusted = plus(score, self.adjustment)
                self._adjusted = (*self._adjusted, adjusted)
                self._adjusted_totals = plus(self._adjusted_totals, adjusted, times)
        self.scores.append(score)
        self.lost = lost
