"""The bounds of a deal's score: which scores are impossible (docs/notation.md, "Score sheets").

They check score sheets without cards. The score of a deal is what both reckon in hand, a repique or pique, the points
of play, and the cards. The rules bound each of these. The pairs that they can form together are a superset of those
that the cards allow, so a score called impossible is impossible for every deal.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from service.piquet.cards.cards import PACKS
from service.piquet.cards.ranking import POINT
from service.piquet.model.state import STEPS, Pair
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import CAPOT, CARDS_POINTS, PIQUE_POINTS, REPIQUE_POINTS, THIRTY
from service.piquet.scoring.adjustments import Claim
from service.piquet.scoring.settlement import by_seat, is_last_deal

HAND, TRICKS = 12, 12

# W15: the most that point, sequences and sets can score in one hand, by point_minimum: without and
# with a carte blanche.
_MOST_IN_HAND = {3: (57, 51), 4: (54, 51)}


class _Played(NamedTuple):
    """Points of play and for the cards, each as (elder, younger)."""

    play: Pair
    cards: Pair


def can_score(rules: Ruleset, finished: int, score: Claim, dealer: int | None = None, *, followed: bool) -> bool:
    """Whether the deal after this many finished ones can have this score by seat, of which a number may be unknown.

    `dealer` is None if it may be either seat. Unless the deal is `followed` by another, a target that ends the partie
    at once may have cut it short (R8.4).
    """
    cut_short = rules.target is not None and rules.target_stop == "at_once" and not followed
    concession = rules.concession == "any_deal" or (rules.concession == "last_deal" and is_last_deal(rules, finished))
    return _can_score(rules, score, dealer, cut_short=cut_short, concession=concession)


@lru_cache(maxsize=1 << 12)
def _can_score(rules: Ruleset, score: Claim, dealer: int | None, *, cut_short: bool, concession: bool) -> bool:
    if not in_bounds(rules, score):
        return False
    a_score, b_score = score
    if a_score is None or b_score is None or cut_short:
        return True
    dealers = (0, 1) if dealer is None else (dealer,)
    return any(_is_possible(rules, concession, *by_seat(seat, (a_score, b_score))) for seat in dealers)


def in_bounds(rules: Ruleset, score: Claim) -> bool:
    """Whether each number of a score is from 0 to the most that a deal can score. No rule takes points away."""
    highest = most(rules)
    a_score, b_score = score
    return (a_score is None or 0 <= a_score <= highest) and (b_score is None or 0 <= b_score <= highest)


def _is_possible(rules: Ruleset, concession: bool, elder: int, younger: int) -> bool:
    """Whether a whole deal can have this score."""
    beside_play = _beside_play(rules)
    return any(
        (elder - play[0] - cards[0], younger - play[1] - cards[1]) in beside_play
        for play, cards in _plays(rules, concession)
    )


@lru_cache(maxsize=64)
def most(rules: Ruleset) -> int:
    """Return an upper bound of a player's score in a deal (W15). In the play, elder can make the most."""
    in_hand = max(max(pair) for pair in _in_hand(rules))
    return in_hand + max(play[0] + cards[0] for play, cards in _plays(rules, False))


# ---------------------------------------------------------------- totals

# The points of A and B that are compared with the most that a deal can score of them: A's alone, B's alone, both
# together, the difference; and with the least.
_WEIGHTS = ((1, 0), (0, 1), (1, 1), (1, -1))
_TOGETHER, _DIFFERENCE = 2, 3
_FEW = 6


def can_total(rules: Ruleset, both: Claim, deals: int | None = None) -> bool:
    """Whether a partie can have these totals by seat, of which a number may be unknown, before all adjustments.

    `deals` is how many deals made them; None for a whole partie, however many it took (R8.1 to R8.4). As with
    `can_score`, totals called impossible are impossible for all deals; but only each number, their sum and their
    difference are compared with what so many deals can make.
    """
    a_total, b_total = both
    if any(number is not None and number < 0 for number in both):
        return False
    if deals == 1 and 1 not in rules.doubled:
        return can_score(rules, 0, both, followed=False)
    known = [
        (at, a * (a_total or 0) + b * (b_total or 0))
        for at, (a, b) in enumerate(_WEIGHTS)
        if not ((a and a_total is None) or (b and b_total is None))
    ]
    if deals is not None:
        return _can_sum(rules, deals, known)
    # Doubled deals save two of the deals that are needed. If the few after these cannot make the totals, no more can.
    needed = max((of_both // _reach(rules)[1][at] for at, of_both in known if at != _DIFFERENCE), default=0) - 2
    numbers = _numbers_of_deals(rules, both)
    few = numbers[max(0, (needed - numbers.start) // numbers.step) :][:_FEW]
    return any(_can_sum(rules, number, known) for number in few)


def _can_sum(rules: Ruleset, number: int, known: Sequence[tuple[int, int]]) -> bool:
    """Whether so many deals can have these sums, each given with its place in `_WEIGHTS`."""
    counted = number + sum(doubled <= number for doubled in rules.doubled)  # a doubled deal counts as two
    whole = counted - 1 if rules.target is not None and rules.target_stop == "at_once" else counted
    least, highest = _reach(rules)
    # Extra deals follow a tie (R8.3): only the last two can have set the totals apart.
    apart = 2 if rules.target is None and number > rules.partie_deals else counted
    times = [(apart, apart) if at == _DIFFERENCE else (whole, counted) for at, _ in known]
    return all(
        few * least[at] <= of_both <= many * highest[at]
        for (few, many), (at, of_both) in zip(times, known, strict=True)
    )


def _numbers_of_deals(rules: Ruleset, both: Claim) -> range:
    """Return how many deals a partie with these totals may have had.

    Without a tie, a partie to a target is over once somebody has reached it (R8.4).
    """
    least, highest = _reach(rules)
    needed = 2 + sum(number or 0 for number in both) // least[_TOGETHER]  # more would have made more together
    if rules.target is None:
        last = rules.partie_deals + 2 if rules.tie != "two_more_until_broken" else max(needed, rules.partie_deals + 2)
        return range(rules.partie_deals, last + 1, 2)
    a_total, b_total = both
    if a_total is None or b_total is None or max(a_total, b_total) - most(rules) < rules.target:
        return range(1, needed + 1)
    tied_before = least[_DIFFERENCE] <= a_total - b_total <= highest[_DIFFERENCE]
    return range(1, needed + 1 if tied_before else 1)


@lru_cache(maxsize=64)
def _reach(rules: Ruleset) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the least and the most that a whole deal can score of each of `_WEIGHTS`, whoever deals."""
    hands, plays = _beside_play(rules), _plays(rules, rules.concession != "none")
    least, highest = [], []
    for a, b in _WEIGHTS:
        found = []
        for one, other in ((a, b), (b, a)):  # A is elder, or B
            hand = [one * elder + other * younger for elder, younger in hands]
            play = [one * (each.play[0] + each.cards[0]) + other * (each.play[1] + each.cards[1]) for each in plays]
            found += [min(hand) + min(play), max(hand) + max(play)]
        least.append(min(found))
        highest.append(max(found))
    return tuple(least), tuple(highest)


# ---------------------------------------------------------------- the play


@lru_cache(maxsize=64)
def _plays(rules: Ruleset, concession: bool) -> tuple[_Played, ...]:
    """Every way in which the play and the cards can end, as far as the rules on tricks limit it."""
    reached: set[tuple[int, int, int, int]] = {(0, 0, 0, 0)}  # leader, elder's tricks, points of play
    scored = [tuple(_trick(rules, captured)) for captured in (False, True)]
    for trick in range(1, TRICKS + 1):
        bonus = rules.last_trick_bonus if trick == TRICKS else 0
        after = set()
        for leader, won, *points in reached:
            for winner in (0, 1):
                for lead, take in scored[winner != leader]:
                    made = list(points)
                    made[leader] += lead
                    made[winner] += take + bonus
                    after.add((winner, won + (winner == 0), made[0], made[1]))
        reached = after
    found = [_ended(rules, won, (elder, younger)) for _, won, elder, younger in reached]
    if concession:
        found += _concessions(rules)
    return tuple(dict.fromkeys(found))


def _trick(rules: Ruleset, captured: bool) -> Iterator[Pair]:
    """Yield what a trick scores for its lead and for winning it."""
    if rules.trick_scoring == "one_per_trick":
        yield 0, 1
        return
    takes = 1 if captured or rules.trick_scoring == "lead_and_take" else 0
    # Leads and captures with low cards may score nothing.
    captures = (0, 1) if rules.low_captures_uncounted else (1,)
    for lead in (0, 1) if rules.low_cards_uncounted else (1,):
        if takes and rules.trick_scoring == "lead_and_capture":
            for take in captures:
                yield lead, take
        else:
            yield lead, takes


def _ended(rules: Ruleset, won: int, play: Pair) -> _Played:
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    worth = {0: (0, CAPOT), TRICKS: (CAPOT, 0)}.get(won)
    if worth is None:
        worth = (ten, 0) if won > TRICKS // 2 else (0, ten) if won < TRICKS // 2 else (0, 0)
    return _Played(play, worth)


def _concessions(rules: Ruleset) -> Iterator[_Played]:
    ten = 0 if rules.trick_scoring == "one_per_trick" else CARDS_POINTS
    for led in (0, 1):
        yield _Played((rules.play_in_full, rules.concession_score), (ten, 0))
        yield _Played((max(led, rules.concession_score), rules.play_in_full), (0, ten))


# ---------------------------------------------------------------- in hand


@lru_cache(maxsize=64)
def _in_hand(rules: Ruleset) -> frozenset[Pair]:
    """Every pair that elder and younger may reckon in hand, with a repique where one is possible.

    Only one player reckons in each category.
    """
    found: set[Pair] = set()
    alone = (rules.carte_blanche_points, 0), (0, rules.carte_blanche_points), (0, 0)
    for (elder_blank, younger_blank), owners in product(alone, product((0, 1), repeat=3)):
        elders, youngers = (_sums(rules, blank, tuple(owner == role for owner in owners)) for role, blank in
                            enumerate((elder_blank, younger_blank)))  # fmt: skip
        found.update(product({total for total, _ in elders}, {total for total, _ in youngers}))
        for (elder, first), (younger, second) in product(_with_thirty(elders), youngers):
            if _may_repique(rules, first, second):
                found.add((elder + REPIQUE_POINTS, younger))
        for (elder, first), (younger, second) in product(elders, _with_thirty(youngers)):
            if rules.repique_by == "either" and _may_repique(rules, second, first):
                found.add((elder, younger + REPIQUE_POINTS))
    return frozenset(found)


@lru_cache(maxsize=64)
def _beside_play(rules: Ruleset) -> frozenset[Pair]:
    """Every pair that elder and younger may score in hand and for a repique or a pique.

    That a pique takes thirty (R7.3) needs no test: what this lets through besides is possible without one.
    """
    in_hand = _in_hand(rules)
    # If an equality saves from the repique, there may be a pique with thirty in hand (R7.5).
    below = REPIQUE_POINTS + THIRTY if rules.equality_saves_repique else THIRTY
    return in_hand | {(elder + PIQUE_POINTS, 0) for elder, younger in in_hand if not younger and elder < below}


# A player's points in hand, the earliest step with which they can reach thirty, and the first step that scores.
_Side = tuple[int, tuple[int, int]]


def _with_thirty(sides: Iterable[_Side]) -> list[_Side]:
    return [side for side in sides if side[0] >= THIRTY]


def _may_repique(rules: Ruleset, own: Pair, other: Pair) -> bool:
    """Whether the other player's first points may come after the player's thirty (R7.2)."""
    reached, first = own[0], other[1]
    if rules.repique_test == "opponent_scores_nothing":
        return first > len(STEPS)
    return first > reached


@lru_cache(maxsize=64)
def _sums(rules: Ruleset, blank: int, owns: tuple[bool, ...]) -> frozenset[_Side]:
    """Return what a player may have in hand, reckoning only in the categories that they own."""
    point = _points(rules) if owns[0] else {0}
    runs_ = _sequences(rules) if owns[1] else {0}
    sets = _sets() if owns[2] else {0}
    rouge = (0, rules.carte_rouge) if rules.carte_rouge else (0,)
    capped = rules.pack == 32 and rules.point_score == "cards" and not rules.nought
    cap = _MOST_IN_HAND[rules.point_minimum][bool(blank)] if capped else 10_000
    found = set()
    for steps in product((blank,), point, runs_, sets, rouge):
        if sum(steps[1:4]) > cap or (steps[4] and not any(steps[1:4])):
            continue
        total, thirty, first = 0, len(steps), len(steps) + 1
        for at, points in enumerate(steps):
            total += points
            if points and first > len(steps):
                first = at
            if total >= THIRTY and thirty == len(steps):
                thirty = at
        found.add((total, (thirty, first)))
    return frozenset(found)


def _points(rules: Ruleset) -> set[int]:
    """Return what points may score; a nought scores what five cards do."""
    how = rules.counting
    graded = how.best[POINT] if rules.pack == 36 else how.best[POINT][::2]  # the lowest rank is the six
    return {how.score(POINT, how.said(POINT, grade)) for grade in graded}


def _sequences(rules: Ruleset) -> set[int]:
    """Return the sums of sequences with at most twelve cards together. Each may have a suit of its own."""
    longest = PACKS[rules.pack].bit_count() // 4
    suit = {(0, 0)} | {(length, length + (10 if length > 4 else 0)) for length in range(3, longest + 1)}
    found: set[Pair] = {(0, 0)}
    for _ in range(4):
        found = {(c + n, p + q) for c, p in found for n, q in suit if c + n <= HAND}
    sums = {points for _, points in found}
    return sums | ({points + 10 for points in sums} if rules.nought else set())


def _sets() -> set[int]:
    """Return the sums of quatorzes and trios with at most twelve cards together."""
    return {14 * fours + 3 * threes for fours in range(4) for threes in range(5) if 4 * fours + 3 * threes <= HAND}
