"""How long does the analysis of the play with all cards known take, from twelve cards?

The benchmark solves 1,000 random deals of two hands of twelve, with elder to lead. `value` is the result of best play;
`every card` is what `POST /v1/play/analyse` computes: the value and a line of play for each card that may be played.
The cases are `portland` without a possible pique, `portland` with 20 points of elder's in hand, so that a pique depends
on the play, and other ways of scoring. Each deal is solved by the compiled kernel and by the search in Python, one
after the other, and both must find the same. The number of positions searched depends on no machine; for `value` it is
the same for both.

For comparison, plain alpha-beta in Python searches the same moves (it also treats equivalent cards as one), but suit by
suit, without a transposition table and without looking for sure tricks. It gets the first of the same deals, fewer for
more cards, and must find the same values as the search in Python.

Targets: a median under 0.5 ms for `value` and under 2 ms for `every card`, compiled. Ratios: python / compiled and
plain / python, the median of the deals' ratios.
"""

import random
import statistics
from functools import partial
from typing import Any

import _shared as shared

from service.analysis import double_dummy as dd
from service.analysis.double_dummy.kernel import KernelSolver, is_compiled
from service.analysis.double_dummy.play_scoring import PlayScoring
from service.analysis.double_dummy.python_solver import SHIFTS, PythonSolver
from service.analysis.double_dummy.suit_patterns import MASK, NO_CARDS, scoring_of, suit_of_ranks, tables
from service.piquet.cards.cards import PACKS, SUIT_MASK, SUIT_SIZE, cards_of, mask_of
from service.piquet.model.state import replace_role
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset

PACK = cards_of(PACKS[32])
PORTLAND = ruleset("portland")


def random_hands(rng: random.Random, size: int) -> tuple[int, int]:
    drawn = rng.sample(PACK, 24)
    return mask_of(drawn[:size]), mask_of(drawn[12 : 12 + size])


class Plain:
    """Plain alpha-beta, for positions without a possible pique."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.tables, self.last = rules, tables(scoring_of(rules)), rules.last_trick_bonus

    def value(self, hands: tuple[int, int]) -> int:
        suits = 0
        for suit, shift in enumerate(SHIFTS):
            elder, younger = (hand >> SUIT_SIZE * suit & SUIT_MASK for hand in hands)
            suits |= suit_of_ranks(elder, younger, self.rules.low_cards_uncounted) << shift
        tricks = hands[0].bit_count()
        self.cards = PlayScoring(self.rules).cards
        return self.best(suits, tricks, 0, (0, 0), -1000, 1000)

    def best(self, suits: int, left: int, leader: int, won: tuple[int, int], low: int, high: int) -> int:
        """The gain of the leader, between `low` and `high`."""
        if not left:
            return 0
        last = self.last if left == 1 else 0
        win, lose = self.cards[won[leader]] + last, self.cards[won[1 - leader]] + last
        if_won, if_lost = replace_role(won, leader, won[leader] + 1), replace_role(won, 1 - leader, won[1 - leader] + 1)
        table = self.tables[leader]
        held = [(table[suit], shift) for shift in SHIFTS if (suit := suits >> shift & MASK) != NO_CARDS]
        for moves, shift in held:
            for follows in moves.contested:
                worst = high
                for change, wins, points, against in follows:
                    gain, after = points - against + (win if wins else -lose), suits + (change << shift)
                    if wins:
                        gain += self.best(after, left - 1, leader, if_won, low - gain, worst - gain)
                    else:
                        gain -= self.best(after, left - 1, 1 - leader, if_lost, gain - worst, gain - low)
                    worst = min(worst, gain)
                    if worst <= low:
                        break
                low = max(low, worst)
                if low >= high:
                    return low
            for change, points in moves.free:
                worst, gain = high, points + win
                for others, at in held:
                    for thrown in others.discards:
                        after = suits + (change << shift) + (thrown << at)
                        worst = min(worst, gain + self.best(after, left - 1, leader, if_won, low - gain, worst - gain))
                        if worst <= low:
                            break
                low = max(low, worst)
                if low >= high:
                    return low
        return low


def spread(figures: list[float], form: str) -> str:
    ranked = sorted(figures)
    at = [ranked[min(len(ranked) - 1, int(part * len(ranked)))] for part in (0.5, 0.9, 0.99)]
    return "  ".join(
        f"{name} {format(figure, form)}"
        for name, figure in zip(("median", "90th", "99th", "most"), (*at, ranked[-1]), strict=True)
    )


SOLVERS = ([KernelSolver] if is_compiled() else []) + [PythonSolver]


def from_twelve(name: str, rules: Ruleset, pique: dd.Towards | None, deals: int) -> None:
    rng = random.Random(1)
    positions = [dd.PlayPosition(random_hands(rng, 12), 0, pique=pique) for _ in range(deals)]
    for what, method in (("value", "best"), ("every card", "worths")):
        taken: dict[str, list[float]] = {solver.name: [] for solver in SOLVERS}
        expanded: dict[str, list[float]] = {solver.name: [] for solver in SOLVERS}
        for position in positions:
            found = []
            for solver in SOLVERS:
                job = partial(solved, solver, rules, position, method, found)
                taken[solver.name].append(shared.seconds(job) * 1e3)
                expanded[solver.name].append(found[-1][0].expanded)
            assert all(answer == found[0][1] for _, answer in found), position
        for solver in taken:
            print(f"{name:32} {what:10} {solver:9} ms {spread(taken[solver], '7.2f')}", end="   ")
            print(f"positions {spread(expanded[solver], '6.0f')}", flush=True)
        if len(SOLVERS) > 1:
            print(f"{name:32} {what:10} ratio {shared.ratio(taken['python'], taken['compiled']):.1f}", flush=True)


def solved(solver: Any, rules: Ruleset, position: dd.PlayPosition, method: str, found: list[Any]) -> None:
    made = dd.SharedSearch(rules, solver)
    found.append((made, getattr(made, method)(position)))


def in_python(position: dd.PlayPosition) -> int:
    return dd.SharedSearch(PORTLAND, PythonSolver).best(position).value


def beside_plain(size: int, deals: int) -> None:
    rng, plain = random.Random(1), Plain(PORTLAND)
    times: dict[str, list[float]] = {"python": [], "plain": []}
    for _ in range(deals):
        hands = random_hands(rng, size)
        found: list[int] = []
        for name, job in (
            ("python", partial(in_python, dd.PlayPosition(hands, 0))),
            ("plain", partial(plain.value, hands)),
        ):
            times[name].append(shared.seconds(lambda job=job, found=found: found.append(job())))
        assert found[0] == found[1], hands
    cells = "  ".join(f"{name} {statistics.median(taken) * 1e3:8.2f} ms" for name, taken in times.items())
    ratio = shared.ratio(times["plain"], times["python"])
    whole = sum(times["plain"]) / sum(times["python"])
    print(f"{size:2} cards each, {deals:3} deals: {cells}  ratio {ratio:6.1f}, of the sums {whole:6.1f}", flush=True)


def main() -> None:
    given = shared.arguments(__doc__)
    if not is_compiled():
        print("There is no compiled kernel (`make kernel` needs a C compiler): only the search in Python is measured.")
    deals = 50 if given.quick else 1000
    from_twelve("portland", PORTLAND, None, deals)
    from_twelve("portland, 20 in hand", PORTLAND, dd.Towards(20), deals)
    from_twelve("denexa", ruleset("denexa"), dd.Towards(0), deals)
    from_twelve("hoyle (low cards), 20 in hand", ruleset("hoyle"), dd.Towards(20), deals // 5)
    for size, count in ((4, 500), (6, 500), (8, 200), (10, 100), (12, 50)):
        beside_plain(size, count // 25 if given.quick else count)


if __name__ == "__main__":
    main()
