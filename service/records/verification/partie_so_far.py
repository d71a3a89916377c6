"""The deals of a record so far: their scores, who dealt them, and whether a ruling has ended the partie."""

from service.piquet import engine
from service.piquet.law.dealers import dealers_in_turn
from service.piquet.model.state import Pair
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import Settlement, game_lost, settle


class PartieSoFar:
    """A partie up to a deal. `first_dealer` is a seat, None if nothing in the record shows it.

    Annulled deals count for no number, and the next deal is dealt as if they had not been (docs/law.md, E1, E2). The
    dealers are listed only once a deal was dealt out of turn; `scores` has None for a score that nobody knows. `lost`
    is the seat that lost the game by a ruling (E10).
    """

    def __init__(self, rules: Ruleset, first_dealer: int | None) -> None:
        self.rules = rules
        self.first_dealer = first_dealer
        self.scores: list[Pair | None] = []
        self.dealers: tuple[int, ...] = ()
        self.lost: int | None = None

    @property
    def number(self) -> int:
        """The number of the deal in hand, from 1."""
        return len(self.scores) + 1

    @property
    def finished(self) -> tuple[Pair, ...] | None:
        """The scores of the finished deals; None if one of them is unknown."""
        known = tuple(score for score in self.scores if score is not None)
        return known if len(known) == len(self.scores) else None

    @property
    def supposed(self) -> tuple[Pair, ...]:
        """The scores of the finished deals, as if nothing had been scored where one of them is unknown."""
        finished = self.finished
        return ((0, 0),) * len(self.scores) if finished is None else finished

    @property
    def due(self) -> int | None:
        """The seat that deals the deal in hand if it is dealt in turn; None if nothing shows it."""
        if self.first_dealer is None:
            return None
        return engine.dealer_due(self.rules, self.first_dealer, self.supposed, self.dealers)

    @property
    def settlement(self) -> Settlement | None:
        """The settlement after the finished deals; None if a score is unknown."""
        return None if self.finished is None else settlement_of(self.rules, self.finished, self.lost)

    def end_deal(self, dealer: int | None, score: Pair | None, lost: int | None = None) -> None:
        """Count a deal that was not annulled, dealt by this seat."""
        due = self.due
        if due is not None and dealer is not None and (self.dealers or dealer != due):
            assert self.first_dealer is not None
            self.dealers = (*(self.dealers or dealers_in_turn(self.first_dealer, len(self.scores))), dealer)
        self.scores.append(score)
        self.lost = lost


def settlement_of(rules: Ruleset, scores: tuple[Pair, ...], lost: int | None) -> Settlement:
    """Return the settlement of a partie; `lost` is the seat that lost the game by a ruling, if one did (E10)."""
    return settle(rules, scores) if lost is None else game_lost(rules, scores, 1 - lost)
