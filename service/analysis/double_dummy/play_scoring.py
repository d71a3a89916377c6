"""What tricks and the cards score (R6.2, R6.3), in the form in which both solvers need it."""

from service.analysis.double_dummy.positions import Towards
from service.analysis.double_dummy.suit_patterns import scoring_of
from service.piquet.model.state import ELDER, YOUNGER, Pair
from service.piquet.rules.play import TRICKS
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, PIQUE_POINTS, THIRTY

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
        self.early = ten if rules.cards_counted == "seventh_trick" else 0
        self.low_matters = rules.low_cards_uncounted

    def due(self, won: Pair) -> Pair:
        """Each side's points for the cards with this many tricks that are still to be scored.

        The solvers count the ten at the seventh trick. If they score at the end, they are still due.
        """
        return (0, 0) if self.early else (self.haul[won[ELDER]], self.haul[won[YOUNGER]])

    def still_due(self, won: Pair) -> int:
        """Return what is `due` to elder, less what is due to younger."""
        elder, younger = self.due(won)
        return elder - younger

    def pique_after(self, pique: int, left: int, leader: int, won: int, wins: bool, points: int, against: int) -> Pair:
        """Return the points of a pique that a trick brings elder, and the pique after it (R7.3).

        `left` tricks are left after it, elder has won so many before it, and `wins` says whether the leader wins it.
        `points` are the leader's in the trick, `against` the other's. Elder's come before younger's, unless younger has
        led and scored for it.
        """
        elder, younger = (points, against) if leader == ELDER else (against, points)
        if leader == YOUNGER and younger:
            return 0, 0
        early = 0
        if wins == (leader == ELDER):
            early = self.early if won == MAJORITY - 1 else 0
            elder += 0 if left else self.last
        in_play = (pique - 1) & 1 or elder > 0
        has = (pique - 1 >> 1) + elder + early
        if has >= THIRTY and in_play:
            return PIQUE_POINTS, 0
        if younger or has + left * self.most + self.last + self.early < THIRTY:
            return 0, 0
        return 0, pack_pique(has, bool(in_play))


def pack_pique(points: int, in_play: bool) -> int:
    """Elder's points towards a possible pique, and whether any are of play, as an int above 0 (R7.3).

    The value 0 means that no pique is possible.
    """
    return 1 + 2 * min(points, THIRTY) + in_play


def unpack_pique(packed: int) -> Towards | None:
    """Return the pique that `pack_pique` has packed; None for 0."""
    return Towards(packed - 1 >> 1, bool(packed - 1 & 1)) if packed else None
