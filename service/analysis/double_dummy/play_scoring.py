"""What tricks and the cards score (R6.2, R6.3), in the form in which both solvers need it."""

from service.analysis.double_dummy.suit_patterns import scoring_of
from service.piquet.model.state import ELDER, YOUNGER, Pair
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, THIRTY

MAJORITY = TRICKS // 2 + 1


class PlayScoring:
    """The scores of the play under a ruleset.

    * `tricks`: what a trick scores, and `most`: the most points of a side in one.
    * `last`: the bonus for the last trick.
    * `haul`: a side's points for the cards, by its number of tricks: the ten at the seventh, whenever they score.
    * `cards`: the points of these that the next trick adds, by the number won so far.
    * `early`: the ten, if they count for a pique from the seventh trick on.
    * `low_matters`: whether low cards differ from the others.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.tricks = scoring_of(rules)
        self.most = 2 if rules.trick_scoring == "lead_and_take" else 1
        self.last = rules.last_trick_bonus
        ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
        self.haul = [ten if won >= MAJORITY else 0 for won in range(TRICKS)] + [CAPOT]
        self.cards = [self.haul[won + 1] - self.haul[won] for won in range(TRICKS)]
        self._seventh = rules.cards_counted == "seventh_trick"
        self.early = ten if self._seventh else 0
        self.low_matters = rules.low_cards_uncounted

    def due(self, won: Pair) -> Pair:
        """Each side's points for the cards with this many tricks that are still to be scored.

        The solvers count the ten at the seventh trick. If they score at the end, they are still due.
        """
        return (0, 0) if self._seventh else (self.haul[won[ELDER]], self.haul[won[YOUNGER]])


def pack_pique(points: int, in_play: bool) -> int:
    """Elder's points towards a possible pique, and whether any are of play, as an int above 0 (R7.3).

    The value 0 means that no pique is possible.
    """
    return 1 + 2 * min(points, THIRTY) + in_play
