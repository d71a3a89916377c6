"""The search of `PythonSolver`: the value of a position between two tricks for its leader.

It asks whether a position has at least a given value and stores the bounds that it finds (a null-window search with a
transposition table). A few such searches give the exact value (MTD(f)). Suits are patterns (see `suit_patterns`), so
positions that differ only in the names of cards are the same.
"""

from collections.abc import Callable

from service.analysis.double_dummy.play_scoring import MAJORITY, PlayScoring
from service.analysis.double_dummy.suit_patterns import MASK, NO_CARDS, WIDTH, Moves, tables
from service.piquet.cards.cards import SUITS
from service.piquet.model.state import ELDER, YOUNGER

#: The most positions stored.
REMEMBERED = 1 << 17

SHIFTS = tuple(WIDTH * suit for suit in range(len(SUITS)))

#: Bounds of the values of positions, by key.
Bounds = dict[int, tuple[int, int]]

_FAR = 1000  # greater than any value


class Search:
    """Values of positions between tricks in one deal."""

    def __init__(self, scoring: PlayScoring, tricks: int, bounds: Bounds | None = None) -> None:
        self._scoring = scoring.tricks
        self._tables = tables(scoring.tricks)
        self._tricks = tricks  # all tricks: won and left
        self._last, self._most, self._pique_after = scoring.last, scoring.most, scoring.pique_after
        self._haul, self._cards = scoring.haul, scoring.cards
        self._bounds: Bounds = {} if bounds is None else bounds
        #: The number of positions whose moves were tried.
        self.expanded = 0

    def bound(self, suits: int, left: int, leader: int, won: int, pique: int, wanted: int) -> int:
        """Return a bound of the leader's value (their points less the other's).

        It is a lower bound of at least `wanted`, or an upper bound below it. `suits` are the four patterns side by
        side. `left` and `won` count tricks, `won` only those of elder. `pique` is as in `pack_pique`. Nearly all the
        time is spent here, so this is one function that reads its tables directly.
        """
        if not left:
            return 0
        lost = self._tricks - left - won
        own, others = (won, lost) if leader == ELDER else (lost, won)
        settled = (
            own and others and (own >= MAJORITY or others >= MAJORITY)
        )  # no further points for the cards are possible
        key = ((suits << 4 | (15 if settled else won)) << 1 | leader) << 6 | pique
        low, high = self._bounds.get(key) or (-_FAR, _FAR)
        if low >= wanted:
            return low
        if high < wanted:
            return high

        table = self._tables[leader]
        in_suits = []
        sure = sure_points = 0
        for shift in SHIFTS:
            suit = suits >> shift & MASK
            if suit != NO_CARDS:
                moves = table[suit]
                in_suits.append((moves, shift))
                sure += moves.sure
                sure_points += moves.sure_points
        if sure and not (pique and leader == YOUNGER):
            least = self._by_sure_tricks(left, own, others, sure, sure_points)
            if least >= wanted or (sure == left and not pique):
                return least

        self.expanded += 1
        last = self._last if left == 1 else 0
        win, lose = self._cards[own] + last, self._cards[others] + last
        won_if, lost_if = (won + 1, won) if leader == ELDER else (won, won + 1)
        left -= 1
        best = -_FAR
        bound, pique_after, towards = self.bound, self._pique_after, 0
        for moves, shift in in_suits:
            for follows in moves.contested:
                worst = _FAR
                for change, wins, points, against in follows:
                    gain = points - against + (win if wins else -lose)
                    if pique:
                        bonus, towards = pique_after(pique, left, leader, won, wins, points, against)
                        gain += bonus if leader == ELDER else -bonus
                    if wins:
                        gain += bound(suits + (change << shift), left, leader, won_if, towards, wanted - gain)
                    else:
                        gain -= bound(suits + (change << shift), left, 1 - leader, lost_if, towards, gain - wanted + 1)
                    if gain < worst:
                        worst = gain
                        if worst < wanted:
                            break
                if worst > best:
                    best = worst
                    if best >= wanted:
                        break
            for change, points in moves.free:
                gain = points + win
                if pique:
                    bonus, towards = pique_after(pique, left, leader, won, True, points, 0)
                    gain += bonus if leader == ELDER else -bonus
                led = suits + (change << shift)
                worst = self._worst_discard(in_suits, led, left, leader, won_if, towards, wanted - gain) + gain
                if worst > best:
                    best = worst
                    if best >= wanted:
                        break
            if best >= wanted:
                break
        if len(self._bounds) >= REMEMBERED:
            self._bounds.clear()
        self._bounds[key] = (best, high) if best >= wanted else (low, best)
        return best

    def _worst_discard(
        self, in_suits: list[tuple[Moves, int]], led: int, left: int, leader: int, won: int, pique: int, wanted: int
    ) -> int:
        """Return the same bound after a lead that the other cannot follow, over all cards that they may discard."""
        worst = _FAR
        for moves, shift in in_suits:
            for change in moves.discards:
                found = self.bound(led + (change << shift), left, leader, won, pique, wanted)
                if found < worst:
                    worst = found
                    if worst < wanted:
                        return worst
        return worst

    def _by_sure_tricks(self, left: int, own: int, others: int, sure: int, sure_points: int) -> int:
        """Return a lower bound: the leader's value if they take their sure tricks at once and lose all the rest."""
        least = sure_points + self._haul[own + sure] - self._haul[own]
        rest = left - sure
        if not rest:
            return least + self._last
        first_lead = self._scoring.lead(True)
        against = 1 + (rest - 1) * self._most + self._last + self._haul[others + rest] - self._haul[others]
        return least + first_lead - against


def exactly(bound: Callable[[int], int], guess: int) -> int:
    """Return the exact value of a position, where `bound` gives bounds as `Search.bound` does."""
    low, high = -_FAR, _FAR
    while low < high:
        wanted = max(guess, low + 1)
        found = bound(wanted)
        if found >= wanted:
            low, guess = found, found + 1
        else:
            high = guess = found
    return low
