"""The walk over the deals of a record: who deals, what each deal counts, and whether the partie is over."""

from collections.abc import Sequence
from typing import Self

from service.piquet import engine
from service.piquet.law.dealers import dealers_in_turn
from service.piquet.model.state import SEATS, Pair
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, dealer_of, game_lost, settle, settlement_after
from service.records.adjustments import NOTHING, Adjustment, before, of_deal, of_totals, plus
from service.records.model import NO_CLAIM, Claim, Deal, Record


class PartieSoFar:
    """A partie up to a deal. `first_dealer` is a seat, None if nothing in the record shows it.

    Annulled deals count for no number, and the next deal is dealt as if they had not been (docs/law.md, E1, E2). The
    dealers are listed only once a deal was dealt out of turn; `scores` has None for a score that nobody knows. `lost`
    is the seat that lost the game by a ruling (E10). The scores are those that were played. With `by_adjusted` the
    players went by those after the adjustments of deals.
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
        self._written: Claim | None = NOTHING  # the totals that the record has before the deal in hand

    @classmethod
    def of(cls, record: Record, rules: Ruleset) -> Self:
        """Return the partie of a record before its first deal."""
        return cls(rules, first_dealer(record), record.adjustments)

    @property
    def number(self) -> int:
        """The number of the deal in hand, from 1."""
        return len(self.scores) + 1

    @property
    def supposed(self) -> tuple[Pair, ...]:
        """The scores by which the players went, as if nothing had been scored where one of them is unknown."""
        finished = self.finished
        if finished is None:
            return (NOTHING,) * len(self.scores)
        if self.adjustments and (self.by_adjusted or settle(self.rules, finished).over):
            return self._adjusted
        return finished

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
        if self.first_dealer is None:
            return None
        return engine.dealer_due(self.rules, self.first_dealer, self.supposed, self.dealers)

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

    def dealer_of(self, deal: Deal) -> int | None:
        """Return the seat that dealt the deal in hand; None if nothing shows it."""
        return SEATS.index(deal.dealer) if deal.out_of_turn and deal.dealer else self.due

    @property
    def times(self) -> int:
        """How many times the score of the deal in hand counts (R8.1)."""
        return 2 if self.number in self.rules.doubled else 1

    def between_totals(self, deal: Deal) -> Claim:
        """Return by how much the totals after the deal in hand are above those before it; None where that is unknown.

        Those after it are as they are written down. So are those before it; if they are not, the scores give them.
        """
        known = self.finished is not None
        computed = (self._adjusted_totals if self.adjustments else self._totals) if known else NO_CLAIM
        a_points, b_points = (
            None if now is None or then is None else now - then
            for now, then in zip(deal.totals or NO_CLAIM, either(self._written or NO_CLAIM, computed), strict=True)
        )
        return a_points, b_points

    def counted(self, deal: Deal, score: Pair | None = None) -> Pair | None:
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

    def end(self, deal: Deal, dealer: int | None, score: Pair | None, lost: int | None = None) -> Pair | None:
        """Count the deal in hand as `counted` says, and return that. An annulled one changes nothing."""
        counted = self.counted(deal, score)
        if not deal.annulled:
            self.end_deal(dealer, counted, lost)
            self._written = deal.totals
        return counted

    def end_deal(self, dealer: int | None, score: Pair | None, lost: int | None = None) -> None:
        """Count a deal that was not annulled, dealt by this seat."""
        due = self.due
        if due is not None and dealer is not None and (self.dealers or dealer != due):
            assert self.first_dealer is not None
            self.dealers = (*(self.dealers or dealers_in_turn(self.first_dealer, len(self.scores))), dealer)
        if score is None or self.finished is None:
            self.finished = None
        else:
            times = 2 if self.number in self.rules.doubled else 1
            self.finished, self._totals = (*self.finished, score), plus(self._totals, score, times)
            if self.adjustments:
                adjusted = plus(score, self.adjustment)
                self._adjusted = (*self._adjusted, adjusted)
                self._adjusted_totals = plus(self._adjusted_totals, adjusted, times)
        self.scores.append(score)
        self.lost = lost


def settlement_of(rules: Ruleset, scores: tuple[Pair, ...], lost: int | None) -> Settlement:
    """Return the settlement of a partie; `lost` is the seat that lost the game by a ruling, if one did (E10)."""
    return settle(rules, scores) if lost is None else game_lost(rules, scores, 1 - lost)


def first_dealer(record: Record) -> int | None:
    """Return the seat that dealt first, as written down or as the first deal shows; None if nothing shows it."""
    if record.first_dealer is not None:
        return SEATS.index(record.first_dealer)
    number = 1
    for deal in record.deals:
        seat = _shown_dealer(deal)
        if seat is not None:
            return dealer_of(1 - seat if deal.out_of_turn else seat, number)
        number += not deal.annulled
    return None


def _shown_dealer(deal: Deal) -> int | None:
    """Return the seat that dealt, as written down or as the first exchange shows; None if nothing shows it."""
    if deal.dealer is not None:
        return SEATS.index(deal.dealer)
    first = next((step.action for step in deal.steps if step.action["type"] == "exchange"), None)
    if first is None or "irregular" in first:  # younger may have gone first
        return None
    return 1 - SEATS.index(first["seat"])


def either(first: Claim, second: Claim) -> Claim:
    """Return the numbers of the first claim, and those of the second where the first has none."""
    a_points, b_points = (other if one is None else one for one, other in zip(first, second, strict=True))
    return a_points, b_points


def whole(claim: Claim | None) -> Pair | None:
    """Return both numbers of a claim; None if one of them was not written down."""
    if claim is None or claim[0] is None or claim[1] is None:
        return None
    return claim[0], claim[1]
