"""The deals of a record so far: their scores, who dealt them, and whether a ruling has ended the partie."""

from collections.abc import Sequence

from service.piquet import engine
from service.piquet.law.dealers import dealers_in_turn
from service.piquet.model.state import Pair
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, game_lost, settle, settlement_after
from service.records.adjustments import NOTHING, Adjustment, of_deal, of_totals, plus


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
